"""What the page of the puzzles asks, and what it is told."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.players.coach.report_json import CoachReport
from carrom.players.puzzles.puzzle import PuzzleKind
from carrom.players.puzzles.solving import PuzzleState
from carrom.server.wire import values as v


class OnePuzzle(Struct, frozen=True):
    """A puzzle by its name; `daily` is that of the day."""

    puzzle: Annotated[str, Meta(max_length=40)]


class PuzzlePicture(OnePuzzle, frozen=True):
    """The same as a picture."""

    form: Literal["svg", "png"]


class PuzzleLine(Struct, frozen=True):
    """A puzzle on the shelf."""

    id: str
    kind: PuzzleKind
    rating: int
    strokes: int
    pieces: list[v.PieceRow]
    """Where they lie, to the millimetre: enough for a board as small as a stamp."""


class PuzzleList(Struct, frozen=True):
    """All puzzles, easiest first."""

    daily: str
    day: str
    """Whose day it is: by the server's clock, the same for everybody."""
    puzzles: list[PuzzleLine]


class PuzzleView(Struct, frozen=True):
    """A puzzle to solve: white strikes, from the south."""

    id: str
    kind: PuzzleKind
    rating: int
    strokes: int
    position: str
    pieces: list[v.PieceRow]
    lane: v.Lane
    day: str | None
    """Set where it was asked for as the puzzle of the day."""


class PuzzleAttempt(v.Body, frozen=True):
    """All strokes of an attempt so far; the last one is new."""

    strokes: Annotated[list[v.StrokeBody], Meta(min_length=1, max_length=12)]


class PuzzleResult(Struct, frozen=True):
    """What became of the last stroke."""

    state: PuzzleState
    trace: v.StrokeTrace
    before: list[v.PieceRow]
    after: list[v.PieceRow]
    lane: v.Lane
    sentences: list[str]
    """What the umpire says, in the language that was asked in."""
    laws: list[str]


class PuzzleSolution(Struct, frozen=True):
    """The computer's strokes."""

    strokes: list[v.StrokeBody]
    chance: float
    """How often a club player would bring the first one off."""


class CoachRequest(v.Body, frozen=True):
    """The match to be weighed: one of this server, or a record."""

    match: Annotated[str, Meta(max_length=64)] | None = None
    record: str | None = None


class CoachAnswer(Struct, frozen=True):
    """How far the coach is, and the report when all strokes are weighed."""

    done: int
    of: int
    report: CoachReport | None
