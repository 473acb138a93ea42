"""Bodies of requests and answers, strict on the way in: no unknown fields, no NaN, nothing endless."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["south", "east", "north", "west"]
Colour = Literal["white", "black"]
Finite = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Direction = Annotated[float, Field(gt=-180, le=180, allow_inf_nan=False)]
Speed = Annotated[float, Field(gt=0, le=8, allow_inf_nan=False)]
PositionText = Annotated[str, Field(max_length=2000)]
Record = Annotated[str, Field(max_length=1_000_000)]


class Body(BaseModel):
    """Something a page or a program sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatWish(Body):
    """Who shall sit on a seat."""

    seat: Seat
    name: Annotated[str, Field(min_length=1, max_length=40)]
    who: Literal["here", "link", "computer"]
    player: str | None = None
    skill: str | None = None


class NewMatch(Body):
    """A match to be made."""

    rulebook: str
    length: Literal["board", "game", "match"]
    clock: bool
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=4)]


class SeatSecret(BaseModel):
    """The key to one or more seats. Whoever holds it plays from there."""

    who: Literal["here", "link"]
    seats: list[Seat]
    secret: str


class MadeMatch(BaseModel):
    """A match that was made."""

    id: str
    links: list[SeatSecret]


class Named(BaseModel):
    """Something to choose."""

    id: str
    name: str


class Choices(BaseModel):
    """What can be chosen for a match."""

    players: list[Named]
    skills: list[Named]
    rulebooks: list[Named]


class StrokeBody(Body):
    """A stroke: board coordinates in mm, degrees as the player sees it, m/s."""

    x: Finite
    y: Finite
    direction: Direction
    speed: Speed


class Trial(Body):
    """A stroke to try from a position."""

    position: PositionText
    seat: Seat
    stroke: StrokeBody


class Tried(BaseModel):
    """What became of it."""

    trace: Any
    before: list[tuple[Literal["white", "black", "queen"], float, float]]
    after: list[tuple[Literal["white", "black", "queen"], float, float]]
    position: str
    pocketed: list[str]
    touched: bool


class Laid(Body):
    """A position and whoever would strike."""

    position: PositionText
    seat: Seat


class LaidOut(BaseModel):
    """A position read, with the places where the striker may stand."""

    position: str
    pieces: list[tuple[Literal["white", "black", "queen"], float, float]]
    free: list[tuple[float, float]]
    ahead: float
    gaps: list[dict[str, Any]]
    fastest: float


class HintWish(Body):
    """Somebody asks what to play."""

    position: PositionText
    seat: Seat
    colour: Colour
    queen: Literal["board", "pending", "player", "opponent"] = "board"
    rulebook: str = "icf"


class HintStroke(BaseModel):
    """A stroke worth playing, and the chance that a club player's hand keeps the turn or wins the board with it."""

    x: float
    y: float
    direction: float
    speed: float
    chance: float


class Hints(BaseModel):
    """The best strokes first."""

    strokes: list[HintStroke]


class Question(Body):
    """A situation and a stroke, as `carrom rule` reads them, without the rulebook."""

    before: dict[str, Any]
    stroke: dict[str, Any]


class Answer(BaseModel):
    """One rulebook's ruling."""

    rulebook: str
    title: str
    ruling: dict[str, Any]
    sentences: list[str]
    differs: bool


class Answers(BaseModel):
    """The five side by side; the first is the ICF's."""

    answers: list[Answer]


class LawText(BaseModel):
    """What a law says, in our words."""

    id: str
    title: str
    text: str


class RecordText(Body):
    """The text of a match record."""

    text: Record


class Moment(BaseModel):
    """One event of a match, as a replay shows it."""

    seq: int
    kind: str
    seat: Seat | None
    name: str | None
    stroke: dict[str, float] | None
    before: list[tuple[Literal["white", "black", "queen"], float, float]]
    after: list[tuple[Literal["white", "black", "queen"], float, float]]
    position: str
    score: tuple[int, int]
    branch: int | None
    """After which event strokes can be tried instead of what happened here."""
    words: list[dict[str, Any]]


class Timeline(BaseModel):
    """A whole match to step through."""

    title: str
    rulebook: str
    over: bool
    problems: list[str]
    moments: list[Moment]


class WhatIf(Body):
    """Acts to try from a moment of a match: of the stored one, or of the record that is sent along."""

    match: Annotated[str, Field(max_length=40)] | None = None
    record: Record | None = None
    after: Annotated[int, Field(ge=0)]
    steps: Annotated[list[dict[str, Any]], Field(max_length=60)] = []


class WhatIfAnswer(BaseModel):
    """Where that leads: the view of it, and the events of the last act, both as on the socket."""

    view: Any
    happened: list[Any]


class Measurements(Body):
    """A board file, as `carrom check` reads it."""

    text: Annotated[str, Field(max_length=65_536)]
