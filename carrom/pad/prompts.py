"""A pad's announcements (change of sides, extra board, interval, result) and clocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carrom.match import Match, deadlines
from carrom.match.deadlines import CHANGE_WITHIN, DeadlineKind
from carrom.match.parties import PARTIES
from carrom.match.rules.interruptions import INTERVAL_SECONDS, change_law, is_before_last_game
from carrom.match.rules.protests import DECIDED_WITHIN, WRITTEN_WITHIN
from carrom.match.views.sentences import catalogue_for, party_name


@dataclass(frozen=True, slots=True)
class Announcement:
    """A notice for everyone at the table while it is true; `text` in the chosen language."""

    code: str
    laws: tuple[str, ...]
    text: str
    data: dict[str, str | int]


def announcements(match: Match, language: str) -> tuple[Announcement, ...]:
    """List what the umpire announces now, the most important first."""
    words = catalogue_for(language)
    return tuple(
        Announcement(code, laws, words.say(f"announce.{code}{'-extra' if 'extra' in data else ''}", **data), data)
        for code, laws, data in (*_endings(match), *_before_board(match), *_in_game(match))
    )


_Entry = tuple[str, tuple[str, ...], dict[str, str | int]]


def _endings(match: Match) -> Iterator[_Entry]:
    course, setup = match.course, match.setup
    if course.is_withheld:
        yield "result-withheld", ("150",), {}
    elif match.announced is not None:
        yield "match-won", (course.award_law or "57",), {"who": party_name(setup, match.announced)}
    elif course.score is not None and course.board is None and course.score.games:
        last, coming = course.score.games[-1], course.score.next
        if last.winner is not None and coming is not None and coming.board == 1:
            data = {"game": len(course.score.games), **last.figures()}
            laws = setup.rulebook.cite(("56a",)) if last.extra is None else setup.rulebook.level_at_limit
            yield "game-won", laws, {"who": party_name(setup, last.winner), **data}


def _before_board(match: Match) -> Iterator[_Entry]:
    course, setup = match.course, match.setup
    if course.phase == "demand" and course.board is not None and course.board.award is not None:
        award = course.board.award
        yield "demand", ("87b",), {"who": party_name(setup, award.winner), "most": award.demand}
    if course.phase not in ("toss", "ready", "appeal") or course.is_playing:
        return
    if course.is_change_due:
        yield "change-sides", (change_law(course.next_board[1], setup),), {}
    if course.rest != "over" and is_before_last_game(course, setup):
        yield "interval", ("138",), {}


def _in_game(match: Match) -> Iterator[_Entry]:
    course, setup = match.course, match.setup
    if course.score is None or course.phase == "over":
        return
    book, coming, limit = setup.rulebook, course.score.next, setup.format.boards
    is_new = coming is not None and coming.board == 1 and course.board is None
    if course.score.is_extra:
        yield "extra-board", book.level_at_limit, {}
    elif coming is not None and coming.board == limit:
        yield "last-board", book.cite(("56a",)), {}
    for party in PARTIES:
        if not is_new and not course.score.is_extra and not book.is_credited(course.points[party]):
            yield "no-queen", book.cite(("54",)), {"who": party_name(setup, party)}


@dataclass(frozen=True, slots=True)
class ClockView:
    """One clock, in seconds of the record. `until` is set while it runs, `left` while it is stopped."""

    what: DeadlineKind
    law: str
    seconds: float
    until: float | None = None
    left: float | None = None


def pad_clocks(match: Match) -> tuple[ClockView, ...]:
    """Running clocks, nearest first, then the stopped ones."""
    running = tuple(ClockView(one.what, one.law, _seconds(match, one.what), until=one.at) for one in deadlines(match))
    return (*running, *_stopped_clocks(match, {one.what for one in running}))


def _stopped_clocks(match: Match, running: set[DeadlineKind]) -> list[ClockView]:
    course, book = match.course, match.setup.rulebook
    times, board = course.clocks, course.board
    found = []
    has_turn = course.is_playing and board is not None and (course.phase == "appeal" or times.is_timer_stopped)
    if has_turn and board is not None and times.timer is None and match.at is not None:
        what: DeadlineKind = "placing" if board.placing else "stroke"
        law = "88a" if board.placing else "46" if board.attempt is not None else "50"
        if not board.umpire or board.placing:
            seconds = _seconds(match, what)
            found.append(ClockView(what, law, seconds, left=max(0.0, seconds - times.spent)))
    is_extra = course.score is not None and course.score.is_extra
    is_known = book.minutes is not None and not times.is_game_unknown and match.at is not None
    if is_known and "game" not in running and course.has_begun and course.phase != "over" and not is_extra:
        seconds = _seconds(match, "game")
        found.append(ClockView("game", "I-26", seconds, left=max(0.0, seconds - times.game_time(match.at))))
    return found


def _seconds(match: Match, what: DeadlineKind) -> float:
    book = match.setup.rulebook
    return {
        "report": book.report_minutes * 60.0,
        "stroke": float(book.stroke_seconds),
        "placing": float(book.placing_seconds),
        "change": CHANGE_WITHIN,
        "interval": INTERVAL_SECONDS,
        "game": (book.minutes or 0) * 60.0,
        "protest-written": WRITTEN_WITHIN,
        "protest-decided": DECIDED_WITHIN,
    }[what]
