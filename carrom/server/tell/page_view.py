"""What a page is shown of a match: everything worked out here, so that the page needs no rule of play."""

from typing import cast

from carrom.equipment import Position, Seat
from carrom.laws import PIECES, decisions
from carrom.match import Match, PlayerId, possible_acts
from carrom.match.deadlines import deadlines
from carrom.match.log import acts
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import NONE, PARTIES, ByParty, Party, other
from carrom.match.view import MatchView, view
from carrom.server.live.agreement import Agreement
from carrom.server.live.clocks import game_left, is_running, turn_limit, turn_since
from carrom.server.live.noted import is_side_taken
from carrom.server.tell.places import due_spots, striker_lane
from carrom.server.tell.umpire_words import recent_words
from carrom.server.wire import messages as m, values as v


def page_view(
    match: Match,
    agreed: Agreement,
    language: str,
    *,
    now: float = 0.0,
    clock_from: float = 0.0,
) -> m.PageView:
    """The match as it stands at `now` (seconds since it was made). No stroke's clock has run before `clock_from`."""
    shown = view(match)
    board, score = shown.board, match.course.score
    position = last_position(match)
    seats = _seats(shown, agreed)
    seat_of: dict[str, Seat] = {one.player: one.seat for one in seats}
    breaker = board.breaker if board is not None else shown.breaker
    coming = score.next if score is not None else None
    won = [game["winner"] for game in shown.score["games"]] if shown.score is not None else []
    return m.PageView(
        seq=shown.number,
        rulebook=shown.rulebook,
        title=match.setup.rulebook.title,
        seats=seats,
        pieces=v.piece_rows(position),
        position=board.position if board is not None and board.position is not None else position.text(),
        turn=seat_of[board.turn.player] if board is not None else None,
        todo=next_task(match, agreed, now=now, clock_from=clock_from),
        queen=board.queen if board is not None else "board",
        owed=board.owed if board is not None else NONE,
        left=board.on if board is not None else ByParty(PIECES, PIECES),
        score=shown.points,
        games=ByParty(won.count("a"), won.count("b")),
        game=board.game if board is not None else coming.game if coming is not None else 1,
        board=board.number if board is not None else coming.board if coming is not None else 1,
        breaker=seat_of[breaker] if breaker is not None else None,
        winner=shown.announced,
        lines=match.course.boards,
        said=recent_words(match, language),
        clock=_game_clock(match, now) if agreed.clock else None,
        ready=match.course.ready if shown.phase == "ready" else (),
        absent=absent_parties(match),
        may_sit=[player_name(player) for player in side_choosers(match, agreed)],
        until=_until(match, now),
        may_concede=_may_concede(match, shown),
        may_protest="protest" in shown.possible and has_opponents(match, agreed),
        protests=[case for case in shown.protests if case.decision is None],
    )


def has_opponents(match: Match, agreed: Agreement) -> bool:
    """Whether people sit on both sides, so that one can decide on what the other protests against."""
    return all(people_of(match, agreed, party) for party in PARTIES)


def _game_clock(match: Match, now: float) -> m.GameClock | None:
    left = game_left(match, now)
    return None if left is None else m.GameClock(max(0.0, left), is_running(match))


def last_position(match: Match) -> Position:
    """Where the pieces lie, or lay when the board ended; the rack before anything has been played."""
    if match.board is not None and match.board.position is not None:
        return match.board.position
    for event in reversed(match.effective()):
        if isinstance(event.act, StrokeMade) and event.act.rests is not None:
            return event.act.rests
    return Position.start()


def awaited_players(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Whose move it is: one player, or everybody when it is only a matter of going on."""
    course, board = match.course, match.board
    if course.phase == "toss":
        winner = agreed.coin(match)
        asked = other(winner) if is_side_taken(match) else winner
        return people_of(match, agreed, asked) or [PlayerId(asked)]
    if course.phase == "ready":
        people = [player for player in all_players(match) if agreed.is_person(player)]
        return [player for player in people if player.party not in course.ready] or people
    if board is None:
        return []
    if course.phase == "stroke":
        return [board.turn]
    if course.phase == "placing" and board.placing:
        return [board.placing[0].by]
    if course.phase == "demand" and board.award is not None:
        return _party(match, board.award.winner)
    return []


def toss_choices(match: Match) -> list[m.TossChoice]:
    """What the toss leaves to choose: the break alone for an extra board (56b), by some rulebooks, and when the side is
    taken (39b)."""
    is_for_break = match.course.score is not None or bool(match.setup.rulebook.toss_winner_breaks)
    return ["break"] if is_for_break or is_side_taken(match) else ["break", "side"]


def _may_concede(match: Match, shown: MatchView) -> list[m.Conceded]:
    if acts.Concede.kind not in shown.possible:
        return []
    is_one_of_many = match.course.score is not None and match.setup.format.games > 1
    return ["game", "match"] if is_one_of_many else ["match"]


def absent_parties(match: Match) -> tuple[Party, ...]:
    """Who was called to the table and has not come (143i)."""
    course = match.course
    is_open = course.is_called and not course.has_begun and course.phase != "over"
    return tuple(party for party in PARTIES if party not in course.reported) if is_open else ()


def side_choosers(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Who may choose the side: the winner of the toss who did not take the break, or else the loser (39), once, until
    the first board begins."""
    course = match.course
    if course.phase != "ready" or course.has_begun or course.toss_winner is None:
        return []
    if acts.Sit.kind not in possible_acts(match) or any(isinstance(one.act, acts.Sit) for one in match.effective()):
        return []
    chooser = course.toss_winner if course.toss_choice == "side" else other(course.toss_winner)
    return people_of(match, agreed, chooser)


def _until(match: Match, now: float) -> m.Until | None:
    for deadline in deadlines(match):
        if deadline.what in ("report", "change", "interval"):
            return m.Until(deadline.what, max(0.0, deadline.at - now), deadline.law)
    return None


def all_players(match: Match) -> list[PlayerId]:
    return [player for party in PARTIES for player in _party(match, party)]


def people_of(match: Match, agreed: Agreement, party: Party) -> list[PlayerId]:
    """Those of a party who are no computers."""
    return [player for player in _party(match, party) if agreed.is_person(player)]


def _party(match: Match, party: Party) -> list[PlayerId]:
    return [PlayerId(party, index) for index in range(match.setup.players)]


def next_task(match: Match, agreed: Agreement, *, now: float, clock_from: float = 0.0) -> m.Todo:
    course, board = match.course, match.board
    who = [player_name(player) for player in awaited_players(match, agreed)]
    if course.phase == "toss":
        return m.Todo("toss", who, choices=toss_choices(match))
    if course.phase == "ready":
        return m.Todo("next", who)
    if board is None or board.position is None or course.phase == "over":
        return m.Todo("over", [])
    if course.phase == "demand" and board.award is not None:
        return m.Todo("demand", who, count=board.award.demand)
    limit, since = turn_limit(match), turn_since(match)
    left = None if not agreed.clock or since is None else max(0.0, limit - (now - max(since, clock_from)))
    if course.phase == "placing" and board.placing:
        entry = board.placing[0]
        fault = decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed)
        return m.Todo(
            "place",
            who,
            count=entry.count,
            kind=board.colour(entry.party),
            spots=due_spots(board.position),
            may_forgo=fault is None,
            no_forgo=None if fault is None else m.NotNow(fault.code, fault.law, fault.text),
            seconds=left,
            limit=limit if agreed.clock else None,
        )
    lane = striker_lane(board.position, course.seat(board.turn))
    return m.Todo("strike", who, lane=lane, seconds=left, limit=limit if agreed.clock else None)


def _seats(shown: MatchView, agreed: Agreement) -> list[m.SeatView]:
    seats = []
    for party in PARTIES:
        colour = shown.board.colours[party] if shown.board is not None else None
        for one in shown.players[party]:
            sitting = agreed.players[one.player]
            computer = None if sitting.who != "computer" else f"{sitting.player}, {sitting.skill}"
            name = cast(v.PlayerName, one.player)
            seats.append(m.SeatView(Seat(one.seat), name, party, sitting.name, computer, colour))
    return seats


def player_name(player: PlayerId) -> v.PlayerName:
    return cast(v.PlayerName, player.text())
