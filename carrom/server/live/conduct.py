"""How a match is conducted: the act that a player means, and what the umpire does unasked. No clock, no store."""

from __future__ import annotations

from carrom.base.refusal import Refused
from carrom.equipment import has_due_room, has_striker_room, striker_fault
from carrom.match import Act, Match, Player
from carrom.match.log import acts
from carrom.physics import Stroke
from carrom.play import RACK, Luck, is_rack_exact, rack_act, strike, umpire_act
from carrom.server.live.setup import Agreed
from carrom.server.tell.view import FASTEST, all_players, awaited, can_protest
from carrom.server.wire import messages as m

MOST_PROTESTS = 3
"""Of one party's that may wait for their decision: everything that is told of a match carries them all."""


def meant(match: Match, agreed: Agreed, name: m.PlayerName, wish: m.Act) -> Act | Refused:
    """The act that a player means by what he did, or why it cannot be now."""
    player = next((one for one in all_players(match) if one.text() == name), None)
    if player is None:
        return Refused("not-your-seat", None, f"nobody plays as {name}")
    if not isinstance(wish, m.Concede | m.Undo | m.Protest | m.Decide) and player not in awaited(match, agreed):
        return Refused("not-your-turn", "51", "it is not your turn")
    match wish:
        case m.Toss(choice):
            return acts.Toss(agreed.coin(match.number), choice)
        case m.Strike(x, y, direction, speed):
            return _struck(match, Stroke(x, y, direction, speed))
        case m.PlaceDue(at):
            return acts.Place(tuple(at), player)
        case m.Forgo():
            return acts.Forgo(player)
        case m.PassTurn():
            return acts.Pass()
        case m.TakeDemand(points):
            return acts.Demand(points)
        case m.Next(rack):
            return _begun(match, player, rack)
        case m.Concede(what):
            return acts.Concede(player.party, what)
        case m.Undo():
            return _undone(match, agreed)
        case m.Protest(text):
            return _protested(match, agreed, player, text)
        case m.Decide(protest, upheld):
            return _decided(match, player, protest, upheld=upheld)


def _struck(match: Match, stroke: Stroke) -> Act | Refused:
    board = match.board
    if match.phase != "stroke" or board is None or board.position is None:
        return Refused("no-stroke-now", None, "nobody strikes now")
    fault = striker_fault(board.position, match.course.seat(board.turn), stroke.x, stroke.y)
    if fault is not None:
        return Refused(fault.code, fault.law, fault.text)
    if stroke.speed > FASTEST:
        return Refused("too-fast", None, f"no hand is faster than {FASTEST:g} m/s")
    return strike(match, stroke).act


def _begun(match: Match, player: Player, rack: float) -> Act | Refused:
    if match.phase != "ready":
        return Refused("no-board-next", None, "play goes on")
    if rack != RACK and player != match.course.next_breaker(match.setup):
        return Refused("not-the-breaker", "41a", "only who breaks turns the rack")
    return acts.Play(rack)


def _undone(match: Match, agreed: Agreed) -> Act | Refused:
    """Back to before the last stroke that a person made."""
    if not agreed.is_solo:
        return Refused("not-alone", None, "a stroke is taken back only where everybody sits at one screen")
    for event in reversed(match.effective()):
        act = event.act
        if isinstance(act, acts.Stroke) and act.by is not None and agreed.is_person(act.by):
            return acts.Correct(event.number - 1, "taken back")
    return Refused("nothing-to-undo", None, "there is no stroke to take back")


def _protested(match: Match, agreed: Agreed, player: Player, text: str) -> Act | Refused:
    final = match.setup.rulebook.umpire_is_final
    if final is not None:
        return Refused("no-protest", final, "the umpire has the last word by this rulebook")
    if not can_protest(match, agreed):
        return Refused("no-protest", "145", "there is no board to protest against, or nobody who could decide")
    if sum(case.party == player.party and case.decision is None for case in match.course.protests) >= MOST_PROTESTS:
        return Refused("protests-wait", "150", "your earlier protests wait to be decided first")
    return acts.Protest(player.party, text)


def _decided(match: Match, player: Player, number: int, *, upheld: bool) -> Act | Refused:
    if any(case.number == number and case.party == player.party for case in match.course.protests):
        return Refused("own-protest", "149", "nobody decides on a protest of his own, and none is withdrawn")
    return acts.ProtestDecided(number, upheld, "by the other side")


def umpire_between(match: Match, agreed: Agreed) -> Act | None:
    """What follows outside a board without anybody being asked."""
    course, book = match.course, match.setup.rulebook
    for case in course.protests:
        if case.decision is None and not case.written:
            return acts.ProtestWritten(case.number)  # it was typed: that is in writing
    if course.phase == "toss":
        winner = Player(agreed.coin(match.number))
        if course.score is not None or book.toss_winner_breaks or not agreed.is_person(winner):
            return acts.Toss(winner.party)
    if course.phase == "ready":
        if course.is_change_due:
            return acts.ChangeSides()
        if course.clocks.started is None or not any(agreed.is_person(player) for player in all_players(match)):
            return acts.Play(RACK)
    return None


def umpire_at_board(match: Match, agreed: Agreed) -> Act | None:
    """What follows within a board without anybody being asked."""
    course, board = match.course, match.board
    if board is None or board.position is None:
        return None
    if is_rack_exact(match):
        return rack_act(match, Luck((agreed.seed,)))
    if course.phase == "placing":
        if board.umpire:
            return umpire_act(match)
        if board.placing and not has_due_room(board.position):
            return acts.NoRoom()
    if course.phase == "stroke" and not has_striker_room(board.position, course.seat(board.turn)):
        return acts.ReplayBoard("142", "no room for the striker")
    return None
