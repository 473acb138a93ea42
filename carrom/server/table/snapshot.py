"""A match's snapshot, so that the page needs no rules."""

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
from carrom.match.parties import NONE, PARTIES, ByParty, Party
from carrom.match.views.view import games_won, is_possible, protest_views
from carrom.play import RACK
from carrom.play.player import Colour
from carrom.server.table.agreement import Agreement
from carrom.server.table.placement import due_spots, striker_lane
from carrom.server.table.state import (
    RESUME_AFTER,
    absent_parties,
    all_players,
    awaited_players,
    current_stoppage,
    game_left,
    is_ended_by_agreement,
    is_game_clock_running,
    may_grant_replay,
    may_resume,
    may_use_aids,
    parties_wanting_aids,
    players_who_may_undo,
    shown_board,
    shown_position,
    side_choosers,
    toss_choices,
    turn_limit,
    turn_since,
)
from carrom.server.table.umpire_words import recent_words
from carrom.server.wire import messages as m, values as v

_TURNS_IT = (acts.Remark, acts.Concede, acts.Correct)


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """What a snapshot shows of distant events."""

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
        # one tuple, because of threads
        self._last: tuple[Match | None, MatchHistory] = (None, MatchHistory((), ()))

    def of(self, match: Match) -> MatchHistory:
        last, history = self._last
        if match is last:
            return history
        is_next = last is not None and match.before is last
        if not is_next or match.event is None or isinstance(match.event.act, _TURNS_IT):
            history = MatchHistory.of(match)
        self._last = match, history
        return history


_BETWEEN_BOARDS = ("toss", "ready")


def build_snapshot(
    match: Match,
    agreed: Agreement,
    language: str,
    *,
    now: float = 0.0,
    clock_from: float = 0.0,
    history: MatchHistory | None = None,
) -> m.Snapshot:
    """The match at `now` (seconds since creation). No stroke clock ran before `clock_from`."""
    # Built after every event.
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
        **claimable_rights(match, agreed, now, history or MatchHistory.of(match)),
        may_protest=is_possible(match, acts.Protest) and agreed.has_opponents,
        protests=[case for case in protest_views(course) if case.decision is None],
    )


def _game_clock(match: Match, now: float) -> m.GameClock | None:
    left = game_left(match, now)
    return None if left is None else m.GameClock(max(0.0, left), is_game_clock_running(match))


def _may_concede(match: Match) -> list[m.ConcededPart]:
    if not is_possible(match, acts.Concede):
        return []
    is_one_of_many = match.course.score is not None and match.course.score.format.games > 1
    return ["game", "match"] if is_one_of_many else ["match"]


def _until(match: Match, now: float) -> m.Countdown | None:
    if match.course.phase not in _BETWEEN_BOARDS:
        return None
    for deadline in deadlines(match):
        if deadline.what in ("report", "change", "interval"):
            return m.Countdown(deadline.what, max(0.0, deadline.at - now), deadline.law)
    return None


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


def _queen_place(match: Match, lies: Board | None) -> QueenAt:
    """The queen stays with the party that covered her until the next board."""
    line = match.course.boards[-1] if match.course.boards else None
    if lies is None or line is None or (line.game, line.number) != (lies.game, lies.number):
        return "board"
    return line.queen or "board"


def _pieces_left(position: Position, lies: Board | None) -> ByParty[int]:
    """Each party's coins; full sets before the first board."""
    if lies is None:
        return ByParty(PIECES, PIECES)
    whites, blacks = position.on_board("white"), position.on_board("black")
    return ByParty(whites, blacks) if lies.breaker.party == "a" else ByParty(blacks, whites)


def seat_views(match: Match, agreed: Agreement) -> list[m.SeatView]:
    """All seats, with their colours in this board."""
    course, lies = match.course, shown_board(match)
    seats = []
    for player in all_players(match):
        name, party = v.player_name(player), player.party
        colour: Colour | None = None
        if lies is not None:
            colour = "white" if party == lies.breaker.party else "black"
        sitting = agreed.players[name]
        computer = None  # fixed skill
        if sitting.who == "computer":
            computer = ", ".join(filter(None, (sitting.player, sitting.skill)))
        seats.append(m.SeatView(course.seat(player), name, party, sitting.name, computer, colour))
    return seats


# --- rights beside the strokes ------------------------------------------------------------------------------------


_AT_BOARD = ("stroke", "placing")


def claimable_rights(match: Match, agreed: Agreement, now: float, history: MatchHistory) -> dict[str, Any]:
    """Fields for appeals, trial boards, rack, signatures, aids."""
    course = match.course
    agreed_on = [] if agreed.is_solo else list(history.aids)
    return {
        "stopped": _stopped(match, agreed, now),
        "may_appeal": _may_appeal(agreed) if course.phase in _AT_BOARD else [],
        "rack": _rack(match) if course.phase in ("ready", "toss") else None,
        "trial": course.trial,
        "may_try": _may_try(match, agreed) if is_possible(match, acts.Trial) else [],
        "testing": _testing(match),
        "may_undo": [v.player_name(one) for one in players_who_may_undo(match, agreed)],
        "conceded": _conceded(match, history),
        "may_sign": _may_sign(match, agreed) if is_possible(match, acts.Sign) else [],
        "signatures": [m.Signature(who, name) for who, name in course.signatures],
        "aids": may_use_aids(match, agreed, history.aids),
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


def _conceded(match: Match, history: MatchHistory) -> list[m.Concession]:
    """A conceded match is withheld with its result (150)."""
    return [one for one in history.conceded if not (one.what == "match" and match.course.is_withheld)]


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
    """The next rack; before the toss, from south."""
    breaker = match.course.next_breaker(match.setup) if match.course.phase == "ready" else None
    if breaker is None:
        return v.piece_rows(Position.start(RACK))
    return v.piece_rows(Position.start(RACK, breaker=match.course.seat(breaker)))


def _may_sign(match: Match, agreed: Agreement) -> list[v.PlayerName]:
    if any(who == "loser" for who, _ in match.course.signatures):
        return []
    return [v.player_name(player) for player in _people(match, agreed) if player.party != match.winner]


# --- headline -----------------------------------------------------------------------------------------------------


_FOULS = ("foul", "technical-foul")


def headline(match: Match) -> m.Headline | None:
    """Return the headline of the last event; None after an ordinary stroke."""
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
