"""What the socket and the routes have in common: names, numbers with their limits, a stroke, its trace, a lane.

Strict on the way in: unknown fields, NaN, infinities and numbers out of range are refused before anything looks at
them.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast, get_type_hints

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, defstruct, field

from carrom import physics
from carrom.base.characters import FORBIDDEN_CHARACTERS
from carrom.equipment import Kind, Position, Seat, Stroke
from carrom.laws import Ruling, Situation, StrokeFacts
from carrom.match.parties import PlayerId
from carrom.physics.trace import Disc, Segment, TraceEvent

WORD = r"^[A-Za-z0-9_-]+$(?!\n)"
"""For Python `$` is also before a last line break, for the page never."""
PlayerName = Literal["a1", "a2", "b1", "b2"]
Number = Annotated[float, Meta(ge=-1000, le=1000)]
Direction = Annotated[float, Meta(gt=-180, le=180)]
_Limited = Annotated[float, Meta(le=100)]
"""Whatever is faster is no speed at all; `physics.stroke_fault` knows how fast a hand is."""
Speed = Annotated[_Limited, Meta(gt=0)]
Force = Annotated[_Limited, Meta(ge=0)]
"""The speed of an aim that may not have been drawn yet."""
PieceRow = tuple[Kind, float, float]
Length = Literal["board", "game", "match"]
Stage = Literal["group", "final"]
"""As in a group, or as in a final: some rulebooks limit the boards of a game in early rounds only (56b, 60b)."""
NO_TRICKS = f"^[^{FORBIDDEN_CHARACTERS}]*$(?!\\n)"
"""No sign that breaks a line or turns the direction of what is written after it."""
PersonName = Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_TRICKS)]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """Something a page or a program sends."""


class SeatOccupant(Body, frozen=True):
    """Who plays: `here` shares one link with the others here, `link` has one of his own, a computer has none."""

    name: PersonName
    who: Literal["here", "link", "computer"]
    player: str | None = None
    skill: str | None = None


class StrokeBody(Body, frozen=True):
    """A `Stroke` as it comes in, within its limits: board coordinates (mm), degrees as the player sees it, m/s."""

    x: Number
    y: Number
    direction: Direction
    speed: Speed

    @property
    def value(self) -> Stroke:
        return Stroke(self.x, self.y, self.direction, self.speed)


class StrokeTrace(Struct, frozen=True):
    """The exact trace of a stroke, in seconds and millimetres. A segment is a disc, from when until when it holds, and
    place, speed and acceleration at its beginning; an event says when, what, which disc, what it met, and the closing
    speed in m/s."""

    duration: float
    discs: tuple[Disc, ...]
    segments: tuple[Segment, ...]
    events: tuple[TraceEvent, ...]

    @classmethod
    def of(cls, trace: physics.Trace) -> StrokeTrace:
        return cls(trace.duration, trace.discs, trace.segments, trace.events)


class LoggedEvent(Struct, frozen=True):
    """An event of the match's log; the fields of its act stand beside these."""

    v: int
    n: int
    kind: str
    at: float | UnsetType = UNSET


REFERENCE = "#/components/schemas/{name}"


def _form_of(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": REFERENCE.format(name=name)})


TraceJson = Annotated[Raw, _form_of("StrokeTrace")]
"""A trace that was encoded once, for all who are told of it."""
EventJson = Annotated[Raw, _form_of("LoggedEvent")]
"""An event as the log has it."""
SituationJson = Annotated[Raw, _form_of("Situation")]
FactsJson = Annotated[Raw, _form_of("StrokeFacts")]
RulingJson = Annotated[Raw, _form_of("Ruling")]
"""These three as `carrom rule` reads and writes them."""


def _described(of: type, **renamed: str) -> type[Struct]:
    """The JSON form of a value that the laws read or write, by its own fields."""
    note = (of.__doc__ or "").partition("\n\n")[0]
    fields = list(get_type_hints(of).items())
    return defstruct(of.__name__, fields, rename=renamed, forbid_unknown_fields=True, namespace={"__doc__": note})


DESCRIBED = (
    StrokeTrace,
    LoggedEvent,
    _described(Situation, break_attempt="break"),
    _described(StrokeFacts),
    _described(Ruling),
)
"""What the schema describes although messages carry it as JSON."""


class Gap(Struct, frozen=True):
    """A stretch of the base lines where the striker may not stand, and by which law."""

    start: float = field(name="from")
    end: float = field(name="to")
    code: str
    law: str
    text: str


class Lane(Struct, frozen=True):
    """Where the striker of one seat may stand, as distances to the player's right along his base lines."""

    seat: Seat
    ahead: float
    """The seat's own y of the row in which the striker stands: midway between the base lines, if there is room."""
    free: list[tuple[float, float]]
    gaps: list[Gap]
    fastest: float


class Word(Struct, frozen=True, omit_defaults=True):
    """Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it;
    otherwise the page has words for the code."""

    code: str
    laws: list[str]
    text: str | None
    data: dict[str, str | int | bool]
    who: dict[str, str] = {}
    """Which of the figures are people, with their seat (`a1`) or party (`a`): to one of them the page says "you"."""


def piece_rows(position: Position) -> list[PieceRow]:
    """The pieces of a position, a row each."""
    return list(position.pieces)


def player_name(player: PlayerId) -> PlayerName:
    """A player as messages name him."""
    return cast(PlayerName, player.text())
