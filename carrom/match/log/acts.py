"""Every act that can happen in a match, as frozen values.

A field's type defines how it is written (below, and in `notation`), so the JSON form and the line of the record come
from one declaration. `kind` names an act in both and never changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from carrom.base.codec import MisreadError, misread_value, reader_for, register_form, within
from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.laws import StrokeFacts
from carrom.match.parties import ByParty, Party, PlayerId, Who, who_from_text, who_text

# --- types of the values inside an act, and the JSON form of those that are objects -----------------------------------


def without_minus_zero(value: Any) -> Any:
    """Turn minus zeros into zeros, also inside tuples, so that one number has one text."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, Piece):
        return Piece(value.kind, value.x + 0.0, value.y + 0.0)
    return tuple(map(without_minus_zero, value)) if type(value) is tuple else value


def _whole_characters(value: str) -> str:
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
        raise MisreadError("half a character (a lone surrogate) is not a text")
    return value


def _law_number(value: str) -> str:
    if not value or any(letter.isspace() or letter in ';"' for letter in value):
        raise misread_value(value, "the number of a law")
    return value


Count = Annotated[int, within(0, 999_999)]
Number = Annotated[float, without_minus_zero]
Text = Annotated[str, _whole_characters]
Law = Annotated[str, _whole_characters, _law_number]
PlacePoint = tuple[Number, Number]
Places = tuple[PlacePoint, ...]


_text = reader_for(Text)
_piece = reader_for(tuple[Kind, Number, Number])
_stroke = reader_for(tuple[Number, Number, Number, Number])
_spun_stroke = reader_for(tuple[Number, Number, Number, Number, Number])


def _read_stroke(value: Any) -> Stroke:
    return Stroke(*(_spun_stroke if isinstance(value, list) and len(value) == 5 else _stroke)(value))


register_form(Who, who_text, who_from_text)
register_form(PlayerId, PlayerId.text, PlayerId.from_text)
register_form(Position, Position.text, lambda value: Position.from_text(_text(value)))
register_form(Piece, lambda piece: [piece.kind, piece.x, piece.y], lambda value: Piece(*_piece(value)))
register_form(Stroke, lambda stroke: list(stroke.numbers()), _read_stroke)

# --- acts -------------------------------------------------------------------------------------------------------------

ACTS: dict[str, type[Act]] = {}


class Act:
    __slots__ = ()
    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str | None = None) -> None:
        # A dataclass with slots creates its class twice; the second one, without arguments, counts.
        if kind is not None:
            cls.kind = kind
        ACTS[cls.kind] = cls

    def __post_init__(self) -> None:
        """Drop minus zeros: an act equals what the log gives back."""
        names: tuple[str, ...] = self.__slots__
        for name in names:
            value = getattr(self, name)
            if type(value) is float or type(value) is tuple:
                object.__setattr__(self, name, without_minus_zero(value))


_FIRST = {"first": True}  # written after the kind without its name, like every field without a default


def _as(word: str) -> dict[str, str]:
    return {"word": word}


@dataclass(frozen=True, slots=True)
class Called(Act, kind="called"):
    """The match is called to its table; a side has fifteen minutes to report (143i)."""


@dataclass(frozen=True, slots=True)
class Reported(Act, kind="reported"):
    """A side has come to its table (143i)."""

    party: Party


@dataclass(frozen=True, slots=True)
class Ready(Act, kind="ready"):
    party: Party


@dataclass(frozen=True, slots=True)
class Toss(Act, kind="toss"):
    """Toss before the match (39), or for the break of an extra board (56b)."""

    winner: Party
    choice: Literal["break", "side"] = field(default="break", metadata=_FIRST)
    breaker: Count = 0
    """Player of a pair who breaks: 0 or 1."""


@dataclass(frozen=True, slots=True)
class Sit(Act, kind="sit"):
    """Seats (27, 28, 39): one per player, partners opposite. One side alone may sit first."""

    seats: ByParty[tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Trial(Act, kind="trial"):
    """A trial board, one per party (40), begins or is over."""

    party: Party
    over: bool = False


@dataclass(frozen=True, slots=True)
class Play(Act, kind="play"):
    """The umpire calls 'Play': a board begins (46), or resumes after an appeal (121a).

    `rack` is its angle as the breaker sees it; without it the position is unknown.
    """

    rack: Number | None = None


@dataclass(frozen=True, slots=True)
class StrokeMade(Act, kind="stroke"):
    """Stroke by the player in turn."""

    own: Count = 0
    opponent: Count = 0
    queen: bool = False
    striker: bool = False
    proper: bool = field(default=True, metadata=_as("improper"))
    touched: bool = field(default=True, metadata=_as("untouched"))
    jumped: tuple[Kind, ...] = ()
    """Left the board without being pocketed; the umpire places them (65)."""
    early: bool = False
    """Break before 'Play' (47)."""
    law: Law | None = None
    by: PlayerId | None = None
    """Striker, if known; a stroke out of turn is then refused (51)."""
    aim: Stroke | None = None
    rests: Position | None = None
    """Position after the stroke, before anything is placed."""
    meant: Stroke | None = None  # a computer's intention, before execution error gave `aim`

    @property
    def facts(self) -> StrokeFacts:
        return StrokeFacts(self.proper, self.touched, self.own, self.opponent, self.queen, self.striker)


@dataclass(frozen=True, slots=True)
class StrikerUp(Act, kind="striker-up"):
    """The striker was picked up after the last stroke of a turn; the next player's time starts (50, 124b)."""


@dataclass(frozen=True, slots=True)
class PlaceCalled(Act, kind="place-called"):
    """The umpire calls for the placing; its time runs from here (88a)."""


@dataclass(frozen=True, slots=True)
class Fell(Act, kind="fell"):
    """Discs dropped into a pocket outside a stroke (71, 113)."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Place(Act, kind="place"):
    """Due pieces are placed (84): one for each of `places`, or `count` of them if places are unknown; without either,
    all (83)."""

    places: Places = field(default=(), metadata=_as("at"))
    by: PlayerId | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Forgo(Act, kind="forgo"):
    """The placer gives up all pieces to be placed, never a part (87a)."""

    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class NoRoom(Act, kind="no-room"):
    """The remaining due pieces find no space and stay due (79)."""


@dataclass(frozen=True, slots=True)
class UmpirePlaces(Act, kind="umpire-places"):
    """The umpire places the queen or pieces that jumped off, on the centre circle (65, 93)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Arrange(Act, kind="arrange"):
    """The umpire restores the pieces, or records where they lie (66, 69, 70, 86, 134)."""

    position: Position
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Pass(Act, kind="pass"):
    """The player in turn passes (137)."""


@dataclass(frozen=True, slots=True)
class Foul(Act, kind="foul"):
    """Offence outside a stroke, by a party or one player. Whose turn it is decides whether it is technical (62–64);
    outside play it always is (I-35)."""

    party: Who
    law: Law
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Warned(Act, kind="warning"):
    """A warning, counted per player and law (129, 143h)."""

    who: Who
    law: Law
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Talk(Act, kind="talk"):
    """A player talked to spectators: a foul (132), or the loss of a turn where the rulebook says so."""

    player: PlayerId
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Timeout(Act, kind="timeout"):
    """Time for the stroke or for placing has run out (50, 88)."""

    begun: bool = False
    """An uncounted part had been placed, and was removed (88b)."""
    reason: Text = ""
    """Why the umpire overrules the record's clock, which has time left (I-56)."""


@dataclass(frozen=True, slots=True)
class Removed(Act, kind="removed"):
    """The umpire orders off pieces placed before the time ran out (88b)."""

    count: Count


@dataclass(frozen=True, slots=True)
class Appeal(Act, kind="appeal"):
    """A player appeals: time stops until 'Play' (121a)."""

    party: Who
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Stop(Act, kind="stop"):
    """The umpire stops all clocks until 'Play' (66, 122e, 140, KREEDA 6b)."""

    reason: Text


@dataclass(frozen=True, slots=True)
class Unnoticed(Act, kind="unnoticed"):
    """An error not seen before the next stroke is let stand: 51, 60c, 82b, 83, 96, 125b."""

    law: Law
    player: PlayerId | None = None
    """Played out of turn (51), failed to cover the queen (96), or played on (125b)."""


@dataclass(frozen=True, slots=True)
class Noticed(Act, kind="noticed"):
    """The player in turn played on after an opponent's piece; the turn ends (125b)."""


@dataclass(frozen=True, slots=True)
class ReplayBoard(Act, kind="replay"):
    """The board is replayed: unforeseen circumstances (140), no room for the striker (142)."""

    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Demand(Act, kind="demand"):
    """Points on demand taken by the winner of the board (87b)."""

    points: Count


@dataclass(frozen=True, slots=True)
class BoardOver(Act, kind="board-over"):
    """Result of the board in play, or of the next one (I-48).

    Either counted: the loser's `coins`, who covered the `queen`, points on `demand`; or by a `law` and its `points`.
    """

    winner: Party
    coins: Count | None = None
    queen: Literal["a", "b", "none"] | None = None
    demand: Count = 0
    points: Count | None = None
    law: Law | None = None


@dataclass(frozen=True, slots=True)
class LoseBoard(Act, kind="lose-board"):
    """A party loses the board outside a stroke (51, 91, 121b, 126b)."""

    party: Party
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class LoseMatch(Act, kind="lose-match"):
    """A party loses the match by decision of the umpire or chief referee (143)."""

    party: Party
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Concede(Act, kind="concede"):
    """A party concedes the game or the match (139)."""

    party: Party
    what: Literal["game", "match"] = field(default="match", metadata=_FIRST)


@dataclass(frozen=True, slots=True)
class TimeUp(Act, kind="time-up"):
    """The game's time is up; an unfinished board scores nothing (I-26). `reason` is needed while this clock has time
    left (I-43)."""

    reason: Text = ""


@dataclass(frozen=True, slots=True)
class ChangeSides(Act, kind="change-sides"):
    """The players have changed sides (58–60)."""


@dataclass(frozen=True, slots=True)
class Interval(Act, kind="interval"):
    """The rest before the third game begins or is over (138)."""

    over: bool = False


@dataclass(frozen=True, slots=True)
class Protest(Act, kind="protest"):
    """Oral protest, lodged at once with the scrutiny fee (145)."""

    party: Party
    text: Text
    unpaid: bool = False


@dataclass(frozen=True, slots=True)
class ProtestWritten(Act, kind="protest-written"):
    """The protest is handed in in writing (144, 146)."""

    protest: Count


@dataclass(frozen=True, slots=True)
class ProtestDecided(Act, kind="protest-decided"):
    """A protest is decided (151). If upheld, the match returns to the beginning of that board."""

    protest: Count
    upheld: bool = False
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Remark(Act, kind="remark"):
    """Remark for the card: a changed striker, a damaged piece, …"""

    text: Text = field(default="", metadata=_FIRST)
    law: Law = ""
    rim: bool = False
    """A piece is on its rim (67): the position is unknown from here, and play goes on by counts."""
    overlap: bool = False
    """Pieces overlap (68): the same."""


@dataclass(frozen=True, slots=True)
class StrikerChecked(Act, kind="striker-checked"):
    """A player's striker passed, before play or as a new one (115, 117)."""

    player: PlayerId
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Powder(Act, kind="powder"):
    """Powder was spread (122a)."""


@dataclass(frozen=True, slots=True)
class BoardChanged(Act, kind="board-changed"):
    """Board, stand or table was changed or moved (118, 119)."""

    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Sign(Act, kind="sign"):
    """The card is signed (XIX)."""

    who: Literal["loser", "umpire"]
    name: Text = ""


@dataclass(frozen=True, slots=True)
class Correct(Act, kind="correct"):
    """The umpire corrects the record: the match returns to its state after event number `to`.

    Nothing is erased. To take a correction back, correct to the number before it.
    """

    to: Count
    reason: Text
