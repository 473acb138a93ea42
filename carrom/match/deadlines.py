"""Deadlines in a match. Times come with the events, in seconds."""

from dataclasses import dataclass
from typing import Literal

from carrom.match.course import Course
from carrom.match.match import Match
from carrom.match.parties import PARTIES
from carrom.match.rules.interruptions import interval_end, report_law, report_until
from carrom.match.rules.protests import DECIDED_WITHIN, WRITTEN_WITHIN

CHANGE_WITHIN = 2 * 60.0
"""seconds for the change of sides (61)"""

_GAME_TIME = ("stroke", "placing", "ready")

DeadlineKind = Literal[
    "report", "stroke", "placing", "change", "interval", "game", "protest-written", "protest-decided"
]


@dataclass(frozen=True, slots=True)
class Deadline:
    what: DeadlineKind
    at: float
    law: str


def deadlines(match: Match) -> tuple[Deadline, ...]:
    """Running deadlines, nearest first; none without times on the events."""
    course, book = match.course, match.setup.rulebook
    clocks, found = course.clocks, []
    until = report_until(clocks, book)
    if until is not None and course.phase in ("toss", "ready") and has_missing_party(course):
        found.append(Deadline("report", until, report_law(book)))
    if clocks.timer is not None and course.phase == "stroke":
        is_break = course.board is not None and course.board.attempt is not None
        found.append(Deadline("stroke", clocks.timer + book.stroke_seconds, "46" if is_break else "50"))
    has_placing = course.board is not None and bool(course.board.placing)  # the umpire's own placing has no time
    if clocks.timer is not None and course.phase == "placing" and has_placing:
        found.append(Deadline("placing", clocks.timer + book.placing_seconds, "88a"))
    is_extra = course.score is not None and course.score.is_extra  # without a game clock (I-43)
    if book.minutes is not None and clocks.game_since is not None and course.phase in _GAME_TIME and not is_extra:
        found.append(Deadline("game", clocks.game_since + book.minutes * 60.0 - clocks.game, "I-26"))
    if clocks.between is not None and course.phase in ("ready", "toss"):
        if course.is_change_due:
            found.append(Deadline("change", clocks.between + clocks.paused + CHANGE_WITHIN, "61"))
        end = interval_end(course, match.setup)
        if end is not None:
            found.append(Deadline("interval", end, "138"))
    for case in course.protests:
        if case.decision is not None:
            continue
        if not case.written and case.board_over is not None:
            found.append(Deadline("protest-written", case.board_over + WRITTEN_WITHIN, "146"))
        if case.lodged is not None:
            found.append(Deadline("protest-decided", case.lodged + DECIDED_WITHIN, "151c"))
    return tuple(sorted(found, key=lambda deadline: deadline.at))


def has_missing_party(course: Course) -> bool:
    """Whether a side has not reported yet. Once the match has begun, both must have come."""
    return not course.has_begun and len(course.reported) < len(PARTIES)


def game_seconds_left(match: Match, now: float) -> float | None:
    """Game time left at `now`; None without a limit or known times."""
    minutes, clocks = match.setup.rulebook.minutes, match.course.clocks
    return None if minutes is None or clocks.is_game_unknown else minutes * 60.0 - clocks.game_time(now)
