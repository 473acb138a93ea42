"""Puzzles and coach reports."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.players.coach.report_json import CoachReport
from carrom.players.puzzles.puzzle import PuzzleKind
from carrom.players.puzzles.solving import PuzzleState
from carrom.server.wire import values as v


class OnePuzzle(Struct, frozen=True):
    """A puzzle by name; `daily` is today's."""

    puzzle: Annotated[str, Meta(max_length=40)]


class PuzzlePicture(OnePuzzle, frozen=True):
    """A picture of a puzzle."""

    form: Literal["svg", "png"]


class PuzzleLine(Struct, frozen=True):
    """A listed puzzle."""

    id: str
    kind: PuzzleKind
    rating: int
    strokes: int
    pieces: list[v.PieceRow]
    """Pieces rounded to millimetres, for a thumbnail."""


class PuzzleList(Struct, frozen=True):
    """All puzzles, easiest first."""

    daily: str
    day: str
    """Today (UTC), the same for everyone."""
    puzzles: list[PuzzleLine]


class PuzzleView(Struct, frozen=True):
    """A puzzle: white strikes, from the south."""

    id: str
    kind: PuzzleKind
    rating: int
    strokes: int
    position: str
    pieces: list[v.PieceRow]
    lane: v.Lane
    day: str | None
    """Day of the puzzle, if requested as today's."""


class PuzzleAttempt(v.Body, frozen=True):
    """An attempt at a puzzle: all strokes so far; the last is new."""

    strokes: Annotated[list[v.StrokeBody], Meta(min_length=1, max_length=12)]


class PuzzleResult(Struct, frozen=True):
    """The last stroke's result."""

    state: PuzzleState
    trace: v.StrokeTrace
    before: list[v.PieceRow]
    after: list[v.PieceRow]
    lane: v.Lane
    sentences: list[str]
    """The umpire's words in the requested language."""
    laws: list[str]


class PuzzleSolution(Struct, frozen=True):
    """The computer's strokes."""

    strokes: list[v.StrokeBody]
    chance: float
    """A club player's chance to make the first stroke."""


class CoachRequest(v.Body, frozen=True):
    """A match on this server, or a record."""

    match: Annotated[str, Meta(max_length=64)] | None = None
    record: str | None = None


class CoachAnswer(Struct, frozen=True):
    """Progress, and the report once all strokes are analysed."""

    done: int
    of: int
    report: CoachReport | None
