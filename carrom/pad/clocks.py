"""The clocks that a pad shows: those that run and those that stand. They prompt, they never punish."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.match import Match, deadlines
from carrom.match.deadlines import CHANGE_WITHIN, What
from carrom.match.rules.between import INTERVAL
from carrom.match.rules.protests import DECIDED_WITHIN, WRITTEN_WITHIN


@dataclass(frozen=True, slots=True)
class ClockView:
    """One clock, in seconds of the record. `until` is set while it runs, `left` while it stands."""

    what: What
    law: str
    seconds: float
    """How long it runs in all."""
    until: float | None = None
    left: float | None = None


def clocks(match: Match) -> tuple[ClockView, ...]:
    """Those that run, the nearest first; then those that stand."""
    running = tuple(ClockView(one.what, one.law, _seconds(match, one.what), until=one.at) for one in deadlines(match))
    return (*running, *_standing(match, {one.what for one in running}))


def _standing(match: Match, running: set[What]) -> list[ClockView]:
    course, book = match.course, match.setup.rulebook
    times, board = course.clocks, course.board
    found = []
    has_turn = course.is_playing and board is not None and (course.phase == "appeal" or times.stands)
    if has_turn and board is not None and times.timer is None and match.at is not None:
        what: What = "placing" if board.placing else "stroke"
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


def _seconds(match: Match, what: What) -> float:
    book = match.setup.rulebook
    return {
        "report": book.report_minutes * 60.0,
        "stroke": float(book.stroke_seconds),
        "placing": float(book.placing_seconds),
        "change": CHANGE_WITHIN,
        "interval": INTERVAL,
        "game": (book.minutes or 0) * 60.0,
        "protest-written": WRITTEN_WITHIN,
        "protest-decided": DECIDED_WITHIN,
    }[what]
