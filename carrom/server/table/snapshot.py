"""The snapshot of a match that a page shows, computed here so that the page needs no rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from carrom.equipment import Position
from carrom.laws import PIECES, Ruling, decisions
from carrom.laws.decisions import surface_test_seconds
from carrom.match import Match, PlayerId
from carrom.match.board import Board, QueenAt
from carrom.match.deadlines import deadlines
from carrom.match.log import acts
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import NONE, PARTIES, ByParty, Party, other
from carrom.match.views.view import games_won, is_possible, protest_views
from carrom.play import RACK
from carrom.play.player import Colour
from carrom.server.table.agreement import Agreement
from carrom.server.table.placement import due_spots, striker_lane
from carrom.server.table.state import (
    RESUME_AFTER,
    current_stoppage,
    game_left,
    is_ended_by_agreement,
    is_game_clock_running,
    is_side_taken,
    may_grant_replay,
    may_resume,
    parties_wanting_aids,
    players_who_may_undo,
    turn_limit,
    turn_since,
    turned_rack,
)
from carrom.server.table.umpire_words import recent_words
from carrom.server.wire import messages as m, values as v

_TURNS_IT = (acts.Remark, acts.Concede, acts.Correct)


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """What a snapshot shows of events long ago."""

    aids: tuple[Party, ...]
    conceded: tuple[m.Concession, ...]

    @classmethod
    def of(cls, match: Match) -> "MatchHistory":
        found = list[m.Concession]()
        for event in match.effective():
            if isinstance(event.act, acts.Concede):
                score = match.after(event.number - 1).course.score
                found.append(m.Concession(event.act.what, event.act.party, 1 if score is None else score.number))
        return cls(tuple(parties_wanting_aids(match)), tuple(found))


class HistoryCache:
    """Reuses the history until an event changes it."""

    def __init__(self) -> None:
        # one tuple, because several threads use it
        self._last: tuple[Match | None, MatchHistory] = (None, MatchHistory((), ()))

    def of(self, match: Match) -> MatchHistory:
        last, known = self._last
        if match is last:
            return known
        is_next = last is not None and match.before is last
        if not is_next or match.event is None or isinstance(match.event.act, _TURNS_IT):
            known = MatchHistory.of(match)
        self._last = match, known
        return known


_AT_BOARD = ("stroke", "placing")


def claimable_rights(match: Match, agreed: Agreement, now: float, ago: MatchHistory) -> dict[str, Any]:
    """Return the snapshot's fields for appeals, trial boards, the rack, signatures and aids."""
    course = match.course
    agreed_on = [] if agreed.is_solo else list(ago.aids)
    return {
        "stopped": _stopped(match, agreed, now),
        "may_appeal": _may_appeal(agreed) if course.phase in _AT_BOARD else [],
        "rack": _rack(match) if course.phase in ("ready", "toss") else None,
        "trial": course.trial,
        "may_try": _may_try(match, agreed) if is_possible(match, acts.Trial) else [],
        "testing": _testing(match),
        "may_undo": [v.player_name(one) for one in players_who_may_undo(match, agreed)],
        "conceded": _conceded(match, ago),
        "may_sign": _may_sign(match, agreed) if is_possible(match, acts.Sign) else [],
        "signatures": [m.Signature(who, name) for who, name in course.signatures],
        "aids": _may_use_aids(match, agreed, ago.aids),
        "aid_agreed": agreed_on,
    }


def _people(match: Match, agreed: Agreement) -> list[PlayerId]:
    return [player for player in match.setup.everybody if agreed.is_person(player)]


def _may_appeal(agreed: Agreement) -> list[m.AppealKind]:
    if agreed.has_opponents:
        return ["pause", "replay"]
    return ["pause"] if agreed.clock else []


def _may_try(match: Match, agreed: Agreement) -> list[Party]:
    if match.course.trial is not None:
        return []
    sides = {player.party for player in _people(match, agreed)}
    return [party for party in PARTIES if party in sides and party not in match.course.trials]


def _testing(match: Match) -> m.SurfaceTest | None:
    book, course = match.setup.rulebook, match.course
    seconds = surface_test_seconds(book, has_begun=course.has_begun or course.phase not in ("toss", "ready"))
    return None if seconds is None else m.SurfaceTest(seconds, book.no_trial_boards)


def _conceded(match: Match, ago: MatchHistory) -> list[m.Concession]:
    """A concession of the match is withheld with its result (150)."""
    return [one for one in ago.conceded if not (one.what == "match" and match.course.is_withheld)]


def may_use_aids(match: Match, agreed: Agreement) -> bool:
    """Whether hints and what-if are allowed: on one screen, after the match, or when both sides agreed."""
    return _may_use_aids(match, agreed, parties_wanting_aids(match))


def _may_use_aids(match: Match, agreed: Agreement, agreeing: Sequence[Party]) -> bool:
    return agreed.is_solo or match.winner is not None or is_ended_by_agreement(match) or len(agreeing) == len(PARTIES)


def _stopped(match: Match, agreed: Agreement, now: float) -> m.Stopped | None:
    stopped = current_stoppage(match)
    if stopped is None or is_ended_by_agreement(match):
        return None
    people = _people(match, agreed)
    going = [v.player_name(one) for one in people if may_resume(stopped, agreed, one.party, now)]
    granting = [v.player_name(one) for one in people if may_grant_replay(stopped, agreed, one.party)]
    left = None if len(going) == len(people) else max(0.0, RESUME_AFTER - (now - stopped.at))
    return m.Stopped(stopped.party, stopped.text, stopped.wants_replay, going, granting, left)


def _rack(match: Match) -> list[v.PieceRow] | None:
    """Return the next rack; before the toss, as seen by south."""
    breaker = match.course.next_breaker(match.setup) if match.course.phase == "ready" else None
    if breaker is None:
        return v.piece_rows(Position.start(RACK))
    return v.piece_rows(Position.start(RACK, breaker=match.course.seat(breaker)))


def _may_sign(match: Match, agreed: Agreement) -> list[v.PlayerName]:
    if any(who == "loser" for who, _ in match.course.signatures):
        return []
    return [v.player_name(player) for player in _people(match, agreed) if player.party != match.winner]


_FOULS = ("foul", "technical-foul")


def headline(match: Match) -> m.Headline | None:
    """Return what is called out after the last event; None after an ordinary stroke."""
    event, before = match.event, match.before
    if event is None or before is None:
        return None
    won = next((happening for happening in match.happened if happening.code == "board-won"), None)
    if won is not None:
        slam = won.data.get("slam")
        return m.Headline("slam" if slam else "board", str(slam) if slam else None)
    if any(happening.code in _FOULS for happening in match.happened):
        return m.Headline("foul")
    stroke, ruling = event.act, match.ruling
    if not isinstance(stroke, StrokeMade) or not isinstance(ruling, Ruling):
        return None
    if ruling.due or ruling.penalty:
        return m.Headline("foul")
    was = before.board.queen_in_turn if before.board is not None else "board"
    if ruling.queen == "player" != was:
        return m.Headline("covered")
    if ruling.queen == "pending" and stroke.queen:
        return m.Headline("queen")
    if was == "pending" and ruling.returned.queen:
        return m.Headline("uncovered")
    if ruling.turn == "retry":
        return m.Headline("retry")
    return m.Headline("several", None, stroke.own) if stroke.own > 1 else None


_BETWEEN_BOARDS = ("toss", "ready")


def build_snapshot(
    match: Match,
    agreed: Agreement,
    language: str,
    *,
    now: float = 0.0,
    clock_from: float = 0.0,
    ago: MatchHistory | None = None,
) -> m.Snapshot:
    """Show the match at `now` (seconds since it was made). No stroke clock has run before `clock_from`."""
    # Built after every event for all pages, so only what they show.
    course, board, position = match.course, match.board, shown_position(match)
    coming = course.score.next if course.score is not None and board is None else None
    breaker = board.breaker if board is not None else course.next_breaker(match.setup)
    lies = shown_board(match)
    if lies is not None:
        at = m.ComingBoard(lies.game, lies.number)
    else:
        at = m.ComingBoard(1, 1) if coming is None else m.ComingBoard(coming.game, coming.board)
    return m.Snapshot(
        seq=match.number,
        rulebook=match.setup.rulebook.id,
        title=match.setup.rulebook.title,
        seats=seat_views(match, agreed),
        pieces=v.piece_rows(position),
        position=position.text(),
        turn=course.seat(board.turn) if board is not None else None,
        todo=next_task(match, agreed, now=now, clock_from=clock_from),
        queen=board.queen if board is not None else _queen_place(match, lies),
        owed=board.owed if board is not None else NONE,
        left=board.on if board is not None else _pieces_left(position, lies),
        score=course.points,
        games=games_won(course),
        game=at.game,
        board=at.board,
        coming=None if coming is None else m.ComingBoard(coming.game, coming.board),
        breaker=course.seat(breaker) if breaker is not None else None,
        winner=match.announced,
        lines=course.boards,
        said=recent_words(match, language),
        headline=headline(match),
        clock=_game_clock(match, now) if agreed.clock else None,
        ready=course.ready if course.phase == "ready" else (),
        absent=absent_parties(match),
        may_sit=[v.player_name(player) for player in side_choosers(match, agreed)],
        until=_until(match, now),
        may_concede=_may_concede(match),
        **claimable_rights(match, agreed, now, ago or MatchHistory.of(match)),
        may_protest=is_possible(match, acts.Protest) and agreed.has_opponents,
        protests=[case for case in protest_views(course) if case.decision is None],
    )


def _game_clock(match: Match, now: float) -> m.GameClock | None:
    left = game_left(match, now)
    return None if left is None else m.GameClock(max(0.0, left), is_game_clock_running(match))


def shown_position(match: Match) -> Position:
    """Return where the coins lie, or lay when the last board ended; the rack before the first."""
    if match.board is not None and match.board.position is not None:
        return match.board.position
    for event in reversed(match.effective()):
        if isinstance(event.act, StrokeMade) and event.act.rests is not None:
            return event.act.rests
    breaker = match.course.next_breaker(match.setup) if match.course.phase == "ready" else None
    return (
        Position.start() if breaker is None else Position.start(turned_rack(match), breaker=match.course.seat(breaker))
    )


def awaited_players(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Return whose move it is: everyone if the match only waits to go on."""
    course, board = match.course, match.board
    if course.phase == "toss":
        winner = agreed.coin(match)
        asked = other(winner) if is_side_taken(match) else winner
        return people_in_party(match, agreed, asked) or [PlayerId(asked)]
    if course.phase == "ready":
        people = [player for player in all_players(match) if agreed.is_person(player)]
        return [player for player in people if player.party not in course.ready] or people
    if course.phase == "appeal" and not is_ended_by_agreement(match):
        return [player for player in all_players(match) if agreed.is_person(player)]
    if board is None:
        return []
    if course.phase == "stroke":
        return [board.turn]
    if course.phase == "placing" and board.placing:
        return [board.placing[0].by]
    if course.phase == "demand" and board.award is not None:
        return list(match.setup.players_of(board.award.winner))
    return []


def toss_choices(match: Match) -> list[m.TossChoice]:
    """Return the choices: only the break for an extra board (56b), under some rulebooks, and once the side is taken
    (39b)."""
    is_for_break = match.course.score is not None or bool(match.setup.rulebook.toss_winner_breaks)
    return ["break"] if is_for_break or is_side_taken(match) else ["break", "side"]


def _may_concede(match: Match) -> list[m.ConcededPart]:
    if not is_possible(match, acts.Concede):
        return []
    is_one_of_many = match.course.score is not None and match.course.score.format.games > 1
    return ["game", "match"] if is_one_of_many else ["match"]


def absent_parties(match: Match) -> tuple[Party, ...]:
    """Return the parties that were called and have not come (143i)."""
    course = match.course
    is_open = course.is_called and not course.has_begun and course.phase != "over"
    return tuple(party for party in PARTIES if party not in course.reported) if is_open else ()


def side_choosers(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Return the winners of the toss, or the losers if the winners took the break (39); only once, before the first
    board."""
    course = match.course
    if course.phase != "ready" or course.has_begun or course.toss_winner is None:
        return []
    if not is_possible(match, acts.Sit) or any(isinstance(one.act, acts.Sit) for one in match.effective()):
        return []
    chooser = course.toss_winner if course.toss_choice == "side" else other(course.toss_winner)
    return people_in_party(match, agreed, chooser)


def _until(match: Match, now: float) -> m.Countdown | None:
    if match.course.phase not in _BETWEEN_BOARDS:
        return None
    for deadline in deadlines(match):
        if deadline.what in ("report", "change", "interval"):
            return m.Countdown(deadline.what, max(0.0, deadline.at - now), deadline.law)
    return None


def all_players(match: Match) -> list[PlayerId]:
    return list(match.setup.everybody)


def people_in_party(match: Match, agreed: Agreement, party: Party) -> list[PlayerId]:
    """Return the party's players who are not computers."""
    return [player for player in match.setup.players_of(party) if agreed.is_person(player)]


def next_task(match: Match, agreed: Agreement, *, now: float, clock_from: float = 0.0) -> m.Todo:
    course, board = match.course, match.board
    who = [v.player_name(player) for player in awaited_players(match, agreed)]
    if course.phase == "toss":
        return m.Todo("toss", who, choices=toss_choices(match))
    if course.phase == "ready":
        return m.Todo("next", who)
    if board is None or board.position is None or course.phase == "over" or is_ended_by_agreement(match):
        return m.Todo("over", [])
    if course.phase == "appeal":
        return m.Todo("stopped", who)
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
            no_forgo=None if fault is None else m.WhyNot(fault.code, fault.law, fault.text),
            seconds=left,
            limit=limit if agreed.clock else None,
        )
    lane = striker_lane(board.position, course.seat(board.turn))
    return m.Todo("strike", who, lane=lane, seconds=left, limit=limit if agreed.clock else None)


def shown_board(match: Match) -> Board | None:
    """Return the board on the table: the current one or the last, however it ended. A conceded board has no result."""
    at: Match | None = match
    while at is not None and at.course.board is None:
        act = None if at.event is None else at.event.act
        at = at.after(act.to) if isinstance(act, acts.Correct) else at.before
    return None if at is None else at.course.board


def _queen_place(match: Match, lies: Board | None) -> QueenAt:
    """Leave the queen with the party that covered her until the next board."""
    line = match.course.boards[-1] if match.course.boards else None
    if lies is None or line is None or (line.game, line.number) != (lies.game, lies.number):
        return "board"
    return line.queen or "board"


def _pieces_left(position: Position, lies: Board | None) -> ByParty[int]:
    """Return each party's remaining coins; full sets before the first board."""
    if lies is None:
        return ByParty(PIECES, PIECES)
    whites, blacks = position.on_board("white"), position.on_board("black")
    return ByParty(whites, blacks) if lies.breaker.party == "a" else ByParty(blacks, whites)


def seat_views(match: Match, agreed: Agreement) -> list[m.SeatView]:
    """Return all seats, with their colours in the board on the table."""
    course, lies = match.course, shown_board(match)
    seats = []
    for player in all_players(match):
        name, party = v.player_name(player), player.party
        colour: Colour | None = None
        if lies is not None:
            colour = "white" if party == lies.breaker.party else "black"
        sitting = agreed.players[name]
        computer = None  # named opponents have a fixed skill
        if sitting.who == "computer":
            computer = ", ".join(filter(None, (sitting.player, sitting.skill)))
        seats.append(m.SeatView(course.seat(player), name, party, sitting.name, computer, colour))
    return seats
