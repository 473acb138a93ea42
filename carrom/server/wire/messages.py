"""What goes over a match's socket, both ways. The committed schema and the page's types come from these classes.

Strict on the way in: unknown fields, NaN, infinities and numbers out of range are refused before anything looks at
them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct, field

Number = Annotated[float, Meta(ge=-1000, le=1000)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatName = Literal["south", "east", "north", "west"]
PlayerName = Literal["a1", "a2", "b1", "b2"]
PieceKind = Literal["white", "black", "queen"]
Point = tuple[Number, Number]


class In(Struct, forbid_unknown_fields=True, frozen=True, tag_field="do"):
    """Something a player does."""


class Toss(In, frozen=True, tag="toss"):
    """The winner of the toss has chosen."""

    choice: Literal["break", "side"]


class Strike(In, frozen=True, tag="strike"):
    """A stroke: the striker's place in board coordinates (mm), degrees as the player sees it, m/s."""

    x: Number
    y: Number
    direction: Annotated[float, Meta(gt=-180, le=180)]
    speed: Annotated[float, Meta(gt=0, le=100)]


class PlaceDue(In, frozen=True, tag="place"):
    """Due pieces laid on the board, all that are to be placed now."""

    at: Annotated[list[Point], Meta(min_length=1, max_length=19)]


class Forgo(In, frozen=True, tag="forgo"):
    """The due pieces are forgone (87a)."""


class PassTurn(In, frozen=True, tag="pass"):
    """The turn is passed over (137)."""


class TakeDemand(In, frozen=True, tag="demand"):
    """How many of the points on demand the winner takes (87b)."""

    points: Annotated[int, Meta(ge=0, le=2)]


class Next(In, frozen=True, tag="next"):
    """On to the next board; the breaker may turn the rack."""

    rack: Annotated[float, Meta(ge=0, le=360)] = 45.0


class Concede(In, frozen=True, tag="concede"):
    """The game or the match is given up (139)."""

    what: Literal["game", "match"]


class Undo(In, frozen=True, tag="undo"):
    """A friendly request to take the last stroke back; only where everybody at the table is on one screen."""


class Protest(In, frozen=True, tag="protest"):
    """A protest against what happened in this board, in writing (144, 145)."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Decide(In, frozen=True, tag="decide"):
    """The other side's word on a protest: at a table without authorities it stands for theirs (151)."""

    protest: Annotated[int, Meta(ge=1)]
    upheld: bool


Act = Toss | Strike | PlaceDue | Forgo | PassTurn | TakeDemand | Next | Concede | Undo | Protest | Decide


class Step(Struct, forbid_unknown_fields=True, frozen=True):
    """What somebody tries for a player in a branch of a match ("what if"); within a board, so no toss and no end."""

    player: PlayerName
    act: Strike | PlaceDue | Forgo | PassTurn | TakeDemand


class Do(Struct, forbid_unknown_fields=True, frozen=True, tag_field="t", tag="do"):
    """An act at the state after event `base`. `key` makes it safe to send again: it counts once."""

    key: Key
    base: Annotated[int, Meta(ge=0)]
    player: PlayerName
    act: Act


class Since(Struct, forbid_unknown_fields=True, frozen=True, tag_field="t", tag="since"):
    """Please send again everything behind this number."""

    seq: Annotated[int, Meta(ge=0)]


class Aiming(Struct, forbid_unknown_fields=True, frozen=True, tag_field="t", tag="aiming"):
    """Where the player in turn has the striker now, for the others to see; never stored."""

    along: Number
    direction: Annotated[float, Meta(ge=-180, le=180)]
    speed: Annotated[float, Meta(ge=0, le=100)]


class Ping(Struct, forbid_unknown_fields=True, frozen=True, tag_field="t", tag="ping"):
    """Is anybody there?"""


ToServer = Do | Since | Aiming | Ping


# --- from the server -------------------------------------------------------------------------------------------------


class Gap(Struct, frozen=True):
    """A stretch of the base lines where the striker may not stand, and by which law."""

    start: float = field(name="from")
    end: float = field(name="to")
    code: str
    law: str
    text: str


class Lane(Struct, frozen=True):
    """Where the striker of one seat may stand, as distances to the player's right along his base lines."""

    seat: SeatName
    ahead: float
    """The seat's own y of the row in which the striker stands: midway between the base lines, if there is room."""
    free: list[tuple[float, float]]
    gaps: list[Gap]
    fastest: float


class Spots(Struct, frozen=True):
    """A raster of places for a due piece: '.' may be taken, '#' may not. Row 0 has the smallest y."""

    x: float
    y: float
    step: float
    rows: list[str]
    extra: list[tuple[float, float]]
    """Free places beside the raster, where it has none."""


class Todo(Struct, frozen=True):
    """What the match waits for, and from whom: `lane` for a stroke, `spots` when due pieces are to be placed."""

    what: Literal["toss", "strike", "place", "demand", "next", "over"]
    players: list[PlayerName]
    count: int = 0
    """Pieces to place, or points on demand."""
    kind: PieceKind | None = None
    lane: Lane | None = None
    spots: Spots | None = None
    may_forgo: bool = False
    seconds: float | None = None
    """What is left of the time, where a clock runs."""
    limit: float | None = None


class GameClock(Struct, frozen=True):
    """What is left of the time of the game, where the rulebook limits it and a clock was agreed on."""

    seconds: float
    running: bool


class SeatView(Struct, frozen=True):
    """Who sits where, and with which pieces in this board."""

    seat: SeatName
    player: PlayerName
    party: Literal["a", "b"]
    name: str
    computer: str | None
    colour: Literal["white", "black"] | None


class Word(Struct, frozen=True):
    """Something the umpire says, with the laws that it stands on. `text` is set where the laws' catalogue has it;
    otherwise the page has words for the code."""

    code: str
    laws: list[str]
    text: str | None
    data: dict[str, str | int | bool]


class OpenProtest(Struct, frozen=True):
    """A protest that has not been decided: until then the result of the match is not announced (150)."""

    number: int
    party: Literal["a", "b"]
    board: int
    text: str


class BoardLine(Struct, frozen=True):
    """A finished board on the score card."""

    game: int
    board: int
    breaker: Literal["a", "b"]
    winner: Literal["a", "b"] | None
    points: int
    queen: Literal["a", "b"] | None
    total: tuple[int, int]


class View(Struct, frozen=True):
    """All that a page shows of a match after event `seq`."""

    seq: int
    rulebook: str
    title: str
    """The rulebook's name."""
    seats: list[SeatView]
    pieces: list[tuple[PieceKind, float, float]]
    position: str
    turn: SeatName | None
    todo: Todo
    queen: Literal["board", "pending", "a", "b"]
    owed: tuple[int, int]
    left: tuple[int, int]
    score: tuple[int, int]
    games: tuple[int, int]
    game: int
    board: int
    breaker: SeatName | None
    winner: Literal["a", "b"] | None
    lines: list[BoardLine]
    said: list[Word]
    clock: GameClock | None = None
    may_protest: bool = False
    protests: list[OpenProtest] = []


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The first message: which players you are (none: you watch), and how things stand."""

    match: str
    players: list[PlayerName]
    view: View
    solo: bool
    clock: bool


class Happened(Struct, frozen=True, tag_field="t", tag="happened"):
    """An event that is safely stored. `before` are the pieces as they lay when the stroke began."""

    seq: int
    key: str | None
    event: Raw
    view: View
    trace: Raw | None = None
    before: list[tuple[PieceKind, float, float]] | None = None


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The act with this key is stored: its first event has this number."""

    key: str
    seq: int


class Nack(Struct, frozen=True, tag_field="t", tag="nack"):
    """The act was refused and changed nothing; `seq` is where the match stands."""

    key: str | None
    code: str
    text: str
    law: str | None
    seq: int


class Seen(Struct, frozen=True, tag_field="t", tag="seen"):
    """The aim of the player in turn, as he moves it."""

    along: float
    direction: float
    speed: float


class Here(Struct, frozen=True, tag_field="t", tag="here"):
    """Who is connected now."""

    players: list[PlayerName]
    watching: int


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """Here."""


ToClient = Welcome | Happened | Ack | Nack | Seen | Here | Pong
