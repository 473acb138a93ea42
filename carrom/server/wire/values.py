"""Types shared by socket and routes.

Unknown fields, NaN, infinities and numbers out of range are refused.
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
"""Pattern of a word. Python's `$` also matches before a final newline."""
PlayerName = Literal["a1", "a2", "b1", "b2"]
Number = Annotated[float, Meta(ge=-1000, le=1000)]
Direction = Annotated[float, Meta(gt=-180, le=180)]
_Limited = Annotated[float, Meta(le=100)]
"""A number with a rough limit; `physics.stroke_fault` has the real one."""
Speed = Annotated[_Limited, Meta(gt=0)]
Force = Annotated[_Limited, Meta(ge=0)]
"""Speed of an aim; may be 0."""
PieceRow = tuple[Kind, float, float]
Length = Literal["board", "game", "match"]
Stage = Literal["group", "final"]
"""Stage of a match: some rulebooks limit a game's boards in early rounds only (56b, 60b)."""
NO_TRICKS = f"^[^{FORBIDDEN_CHARACTERS}]*$(?!\\n)"
"""Pattern of a text without line breaks and characters that change the writing direction."""
PersonName = Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_TRICKS)]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """Base of what a page or program sends; rejects unknown fields."""


class SeatOccupant(Body, frozen=True):
    """A player: `here` shares this screen's link, `link` has one, a computer none."""

    name: PersonName
    who: Literal["here", "link", "computer"]
    player: str | None = None
    skill: str | None = None


class StrokeBody(Body, frozen=True):
    """A stroke: board coordinates (mm), degrees as the player sees it, m/s."""

    x: Number
    y: Number
    direction: Direction
    speed: Speed

    @property
    def value(self) -> Stroke:
        return Stroke(self.x, self.y, self.direction, self.speed)


class StrokeTrace(Struct, frozen=True):
    """A stroke's exact trace, in seconds and millimetres. A segment has disc, start and end time, and position,
    velocity and acceleration at its start; an event has time, kind, disc, what it met, and closing speed in m/s."""

    duration: float
    discs: tuple[Disc, ...]
    segments: tuple[Segment, ...]
    events: tuple[TraceEvent, ...]

    @classmethod
    def of(cls, trace: physics.Trace) -> StrokeTrace:
        return cls(trace.duration, trace.discs, trace.segments, trace.events)


class LoggedEvent(Struct, frozen=True):
    """An event of the log, with its act's fields."""

    v: int
    n: int
    kind: str
    at: float | UnsetType = UNSET


REFERENCE = "#/components/schemas/{name}"


def _form_of(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": REFERENCE.format(name=name)})


TraceJson = Annotated[Raw, _form_of("StrokeTrace")]
"""A stroke's trace, encoded once for all clients."""
EventJson = Annotated[Raw, _form_of("LoggedEvent")]
"""An event as stored."""
SituationJson = Annotated[Raw, _form_of("Situation")]
FactsJson = Annotated[Raw, _form_of("StrokeFacts")]
RulingJson = Annotated[Raw, _form_of("Ruling")]
"""A ruling as `carrom rule` writes it."""


def _described(of: type, **renamed: str) -> type[Struct]:
    """Describe a law's dataclass as JSON, field by field."""
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
"""Types described in the schema, although carried as raw JSON."""


class Gap(Struct, frozen=True):
    """A stretch of the base lines closed to the striker, and the law."""

    start: float = field(name="from")
    end: float = field(name="to")
    code: str
    law: str
    text: str


class Lane(Struct, frozen=True):
    """Stretches where a seat's striker may be placed: distances to the player's right along the base lines."""

    seat: Seat
    ahead: float
    """The seat's y of the striker: midway between base lines, if there is room."""
    free: list[tuple[float, float]]
    gaps: list[Gap]
    fastest: float


class Word(Struct, frozen=True, omit_defaults=True):
    """The umpire's words, with laws. Without `text`, the page translates the code."""

    code: str
    laws: list[str]
    text: str | None
    data: dict[str, str | int | bool]
    who: dict[str, str] = {}
    """Which of `data` are people, with seat (`a1`) or party (`a`), so that the page can say "you"."""


def piece_rows(position: Position) -> list[PieceRow]:
    return list(position.pieces)


def player_name(player: PlayerId) -> PlayerName:
    """A player's name in messages."""
    return cast(PlayerName, player.text())
