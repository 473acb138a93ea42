"""Turn a player's input into acts of the match, or refuse it. Pure: no clock, no store."""

from carrom.base.errors import Refused
from carrom.equipment import Seat
from carrom.laws import decisions
from carrom.match import Act, Match, PlayerId
from carrom.match.log import acts
from carrom.match.parties import ByParty, other
from carrom.match.rules.notes import LONGEST_SIGNATURE
from carrom.physics import Stroke, stroke_fault
from carrom.play import RACK, Struck, strike
from carrom.server.table.agreement import Agreement
from carrom.server.table.state import (
    SIDE_TAKEN,
    absent_parties,
    aids_remark,
    all_players,
    appeal_act,
    awaited_players,
    current_stoppage,
    is_ended_by_agreement,
    is_side_taken,
    last_stroke_by_person,
    may_grant_replay,
    parties_wanting_aids,
    people_in_party,
    rack_remark,
    side_choosers,
    steps_since,
    turned_rack,
)
from carrom.server.wire import messages as m, values as v

MOST_PROTESTS = 3
"""Undecided protests per party."""


_AT_ANY_TIME = (
    m.GiveUp
    | m.Undo
    | m.LodgeProtest
    | m.Decide
    | m.ClaimWalkover
    | m.TakeSeat
    | m.LodgeAppeal
    | m.ResumePlay
    | m.GrantReplay
    | m.PlayTrial
    | m.SignCard
    | m.AgreeOnAids
)
"""Inputs allowed out of turn."""


def interpret(match: Match, agreed: Agreement, name: v.PlayerName, wish: m.PlayerAct) -> Act | Struck | Refused:
    """The act, with the trace of a stroke, or a refusal."""
    player = next((one for one in all_players(match) if one.text() == name), None)
    if player is None:
        return Refused("not-your-seat", None, f"nobody plays as {name}")
    if is_ended_by_agreement(match):
        return Refused("ended", None, "both sides have ended this match")
    is_out_of_turn = player not in awaited_players(match, agreed)
    if is_out_of_turn and not isinstance(wish, _AT_ANY_TIME):
        return Refused("not-your-turn", "51", "it is not your turn")
    match wish:
        case m.LodgeAppeal():
            if match.board is None or (wish.wants == "replay" and match.phase == "demand"):
                return Refused("no-board", "121a", "nothing is played now")
            return appeal_act(player, wish)
        case m.ResumePlay():
            return acts.Play()
        case m.GrantReplay():
            stopped = current_stoppage(match)
            if stopped is None or not may_grant_replay(stopped, agreed, player.party):
                return Refused("not-yours-to-grant", "140", "that is not for you to grant")
            return acts.ReplayBoard("140", stopped.text or "unforeseen circumstances")
        case m.PlayTrial(over):
            return acts.Trial(player.party, over)
        case m.SignCard():
            return _sign(match, player)
        case m.AgreeOnAids(yes):
            if not yes and len(parties_wanting_aids(match)) != 1:
                return Refused("no-aid-asked", None, "hints are not suggested, or agreed already")
            return aids_remark(player.party, yes=yes)
        case m.ChooseToss(choice, breaker):
            if not is_side_taken(match):
                toss = acts.Toss(agreed.coin(match), choice, breaker if choice == "break" else 0)
                return acts.Remark(SIDE_TAKEN) if _leaves_breaker_open(match, agreed, toss) else toss
            if choice == "side":
                return Refused("side-taken", "39b", "the side is taken: say who of the pair breaks")
            return acts.Toss(agreed.coin(match), "side", breaker)
        case m.TakeSeat(seat):
            return _sit(match, agreed, player, seat)
        case m.ClaimWalkover():
            if other(player.party) not in absent_parties(match):  # nobody is called at one screen
                return Refused("nobody-away", "143i", "the other side is not awaited")
            return acts.LoseMatch(other(player.party), "143i", "did not come")
        case m.Strike():
            return _strike(match, wish.value)
        case m.PlaceDue(at):
            return acts.Place(tuple(at), player)
        case m.ForgoDue():
            return acts.Forgo(player)
        case m.PassTurn():
            return acts.Pass()
        case m.TakeDemand(points):
            return acts.Demand(points)
        case m.ReadyForBoard(rack):
            return _begin(match, agreed, player, rack)
        case m.GiveUp(what):
            return acts.Concede(player.party, what)
        case m.Undo():
            return _take_back(match, agreed)
        case m.LodgeProtest(text):
            return _protest(match, agreed, player, text)
        case m.Decide(protest, upheld):
            return _decide(match, player, protest, upheld=upheld)


_HARMLESS = (acts.Ready, acts.Reported, acts.Remark)


def is_still_valid(match: Match, message: m.Do) -> bool:
    """Whether input before the latest events still applies, as when both sides get ready at once."""
    if not isinstance(message.act, m.ReadyForBoard | m.AgreeOnAids | m.PlayTrial):
        return False
    return all(
        step.event is not None and isinstance(step.event.act, _HARMLESS) for step in steps_since(match, message.base)
    )


def with_rack(wish: m.PlayerAct, move: Act | Struck) -> list[Act | Struck]:
    """Add a remark if the breaker turned the rack."""
    rack = wish.rack if isinstance(wish, m.ReadyForBoard | m.ChooseToss) else RACK
    if rack != RACK and isinstance(move, acts.Ready):
        return [rack_remark(rack), move]
    if rack != RACK and isinstance(move, acts.Toss) and move.choice == "break":
        return [move, rack_remark(rack)]
    return [move]


def _leaves_breaker_open(match: Match, agreed: Agreement, toss: acts.Toss) -> bool:
    """Whether the other pair's people must choose the breaker (39b)."""
    is_open = toss.choice == "side" and match.setup.is_doubles
    return is_open and bool(people_in_party(match, agreed, other(toss.winner)))


def _strike(match: Match, stroke: Stroke) -> Struck | Refused:
    board = match.board
    if match.phase != "stroke" or board is None or board.position is None:
        return Refused("no-stroke-now", None, "nobody strikes now")
    fault = stroke_fault(board.position, stroke, seat=match.course.seat(board.turn))
    if fault is not None:
        return Refused(fault.code, fault.law or None, fault.text)
    return strike(match, stroke)


def _sit(match: Match, agreed: Agreement, player: PlayerId, seat: Seat) -> Act | Refused:
    """Opponents sit opposite in singles, partners in doubles."""
    if player not in side_choosers(match, agreed):
        return Refused("not-your-choice", "39", "the side is not yours to choose")
    own: tuple[Seat, ...] = (seat,)
    others: tuple[Seat, ...] = (seat.opposite,)
    if match.setup.is_doubles:
        own = (seat, seat.opposite) if player.index == 0 else (seat.opposite, seat)
        others = (seat.right, seat.left)
    return acts.Sit(ByParty(own, others) if player.party == "a" else ByParty(others, own))


def _begin(match: Match, agreed: Agreement, player: PlayerId, rack: float) -> Act | Refused:
    """Declare this side ready, or call "Play" if last."""
    if match.phase != "ready":
        return Refused("no-board-next", None, "play goes on")
    if match.course.trial is not None:
        return Refused("trial-on", "40", "a trial board is under way")
    is_breaker = player == match.course.next_breaker(match.setup)
    fault = decisions.check_rack(is_turned=rack != RACK, is_breaker=is_breaker)
    if fault is not None:
        return fault
    waiting = {one.party for one in awaited_players(match, agreed) if one.party not in match.course.ready}
    if not agreed.is_solo and not waiting <= {player.party}:
        return acts.Ready(player.party)
    return acts.Play(turned_rack(match) if rack == RACK else rack)


def _sign(match: Match, player: PlayerId) -> Act | Refused:
    if match.winner in (None, player.party):
        return Refused("not-the-loser", "XIX", "the card is signed by who lost the match")
    return acts.Sign("loser", match.setup.name(player)[:LONGEST_SIGNATURE])


def _take_back(match: Match, agreed: Agreement) -> Act | Refused:
    if not agreed.is_solo:
        return Refused("not-alone", None, "a stroke is taken back only where everybody sits at one screen")
    event = last_stroke_by_person(match, agreed)
    if event is None:
        return Refused("nothing-to-undo", None, "there is no stroke to take back")
    return acts.Correct(event.number - 1, "taken back")


def _protest(match: Match, agreed: Agreement, player: PlayerId, text: str) -> Act | Refused:
    if not agreed.has_opponents:
        return Refused("no-protest", "145", "nobody sits here who could decide on a protest")
    if sum(case.party == player.party and case.decision is None for case in match.course.protests) >= MOST_PROTESTS:
        return Refused("protests-wait", "150", "your earlier protests wait to be decided first")
    return acts.Protest(player.party, text)


def _decide(match: Match, player: PlayerId, number: int, *, upheld: bool) -> Act | Refused:
    is_own = any(case.number == number and case.party == player.party for case in match.course.protests)
    return decisions.check_decider(is_own=is_own) or acts.ProtestDecided(number, upheld, "by the other side")
