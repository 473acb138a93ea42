"""The pieces on the board, as a value with one text form.

    >>> Position.from_text("queen:0,0 white:10.5,-200/40,40").text()
    'white:10.5,-200/40,40 queen:0,0'

Pieces that are not listed are pocketed. A position sorts its pieces (white, black, queen, then by place), so equal
positions have equal texts; numbers are written so that reading them back gives the same value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import cos, hypot, isfinite, radians, sin, sqrt
from typing import Final, Literal, NamedTuple, get_args

from carrom.base.errors import CarromError
from carrom.base.notebook import svg_of
from carrom.equipment.seats import Seat
from carrom.equipment.sizes import HALF, PIECE_RADIUS, POCKET_RADIUS, POCKETS, SIDE_PIECES, TOLERANCE

_STEP = 2 * PIECE_RADIUS


def rack_places(rotation: float) -> list[tuple[str, float, float]]:
    """Nineteen pieces before the break (Law 41), with the queen in the middle.

    `rotation` is the direction of one arm of the white Y, in degrees from the x axis. The first ring alternates white
    and black; the second has white on its corners, black between.
    """
    places = [("queen", 0.0, 0.0)]
    for sixth in range(6):
        corner = rotation + 60 * sixth
        places.append(("white" if sixth % 2 == 0 else "black", *_polar(_STEP, corner)))
        places.append(("white", *_polar(2 * _STEP, corner)))
        places.append(("black", *_polar(_STEP * sqrt(3), corner + 30)))
    return places


def _polar(distance: float, degrees: float) -> tuple[float, float]:
    """Mirrored angles give exactly mirrored points, so that a symmetric break stays symmetric."""
    quarters = round(degrees / 90)
    rest = radians(degrees - 90 * quarters)
    x, y = distance * cos(rest), distance * sin(rest)
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters % 4]


Kind = Literal["white", "black", "queen"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
FULL_SET: Final[dict[Kind, int]] = {"white": SIDE_PIECES, "black": SIDE_PIECES, "queen": 1}

_NAMES: Final[dict[str, Kind]] = {
    "white": "white",
    "w": "white",
    "black": "black",
    "b": "black",
    "queen": "queen",
    "q": "queen",
    "red": "queen",
}


class Piece(NamedTuple):
    """Carromman or queen, with its centre at (x, y). A tuple: every stroke makes some twenty."""

    kind: Kind
    x: float
    y: float

    @property
    def place(self) -> str:
        return f"{number_text(self.x)},{number_text(self.y)}"


@dataclass(frozen=True, slots=True)
class Position:
    """Pieces on the board. Raises `CarromError` for overlaps, too many pieces, or pieces off the surface or over a
    pocket."""

    pieces: tuple[Piece, ...]
    _text: str = field(default="", init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranked = [(_RANK[piece.kind], piece) for piece in map(_checked_numbers, self.pieces)]
        ranked.sort()
        object.__setattr__(self, "pieces", tuple([piece for _, piece in ranked]))
        _check(self.pieces)

    @classmethod
    def of(cls, pieces: Iterable[tuple[str, float, float]]) -> Position:
        """Make a position from triples, `[("white", 12.3, -45.6), …]`."""
        return cls(tuple(Piece(kind_from_text(kind), x, y) for kind, x, y in pieces))

    @classmethod
    def start(cls, rotation: float = 45.0, *, breaker: Seat = Seat.SOUTH) -> Position:
        """The rack of Law 41.

        `rotation` is the direction of one arm of the white Y as the breaker sees it, from the right towards straight
        ahead; 45° points it at the far right pocket.
        """
        return cls.of(rack_places(rotation + 90 * breaker.turn))

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Pieces in any order, short names, `start`, `start@30`, `empty`. Errors quote the text."""
        try:
            return cls(pieces_from_text(text))
        except CarromError as error:
            raise CarromError(error.code, f"not a position: {error}, in {_shortened(text)!r}") from None

    def text(self) -> str:
        if not self._text:
            object.__setattr__(self, "_text", self._made_text())
        return self._text

    def _made_text(self) -> str:
        groups = []
        for kind in KINDS:
            places = [
                f"{x!r},{y!r}" if x % 1 and y % 1 else f"{number_text(x)},{number_text(y)}"
                for of, x, y in self.pieces
                if of == kind
            ]
            if places:
                groups.append(f"{kind}:{'/'.join(places)}")
        return " ".join(groups) or "empty"

    def on_board(self, kind: Kind) -> int:
        return [of for of, _, _ in self.pieces].count(kind)

    def pocketed(self, kind: Kind) -> int:
        return FULL_SET[kind] - self.on_board(kind)

    def with_piece(self, kind: Kind, x: float, y: float) -> Position:
        return Position((*self.pieces, Piece(kind, x, y)))

    def without(self, piece: Piece) -> Position:
        left = list(self.pieces)
        left.remove(piece)
        return Position(tuple(left))

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return svg_of(self)


def pieces_from_text(text: str) -> tuple[Piece, ...]:
    """Read pieces, in the order given."""
    words = text.strip().lower()
    if words == "empty":
        return ()
    if words == "start":
        return Position.start().pieces
    if words.startswith("start@"):
        return Position.start(_number(words[6:])).pieces
    pieces = tuple(piece for word in words.split() for piece in _pieces_of(word))
    if not pieces:
        raise CarromError("no-coins", "it names no piece (an empty board is written 'empty')")
    return pieces


def kind_from_text(text: str) -> Kind:
    """`white`, `black` or `queen`, by first letter or as `red`."""
    kind = _NAMES.get(text.lower()) if isinstance(text, str) else None
    if kind is None:
        raise CarromError("unknown-coin", f"there is no piece {text!r}; there are white, black and queen")
    return kind


def number_text(value: float) -> str:
    """Shortest text that reads back as the same number."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _checked_numbers(piece: Piece) -> Piece:
    """Float coordinates without minus zero, which would give one place two texts."""
    _, x, y = piece
    if type(x) is float and type(y) is float and x and y and isfinite(x) and isfinite(y):
        return piece
    if isinstance(x, bool) or isinstance(y, bool) or not isinstance(x, int | float) or not isinstance(y, int | float):
        raise CarromError(
            "place-not-numbers", f"the {piece.kind} piece has a place that is not two numbers: {x!r},{y!r}"
        )
    if not (isfinite(x) and isfinite(y)):
        raise CarromError("place-not-finite", f"the {piece.kind} piece has a place that is not finite: {x!r},{y!r}")
    return Piece(piece.kind, float(x) + 0.0, float(y) + 0.0)


_RANK: Final = {kind: number for number, kind in enumerate(KINDS)}
_AT_POCKET: Final = min(min(abs(x), abs(y)) for x, y in POCKETS) - POCKET_RADIUS
"""Distance from both middle lines within which no piece can be over a pocket."""


def _check(pieces: tuple[Piece, ...]) -> None:
    kinds = [kind for kind, _, _ in pieces]
    for kind, most in FULL_SET.items():
        count = kinds.count(kind)
        if count > most:
            raise CarromError("too-many-coins", f"{count} {kind} pieces: there are at most {most}")
    reach = HALF - PIECE_RADIUS + TOLERANCE
    for piece in pieces:
        _, x, y = piece
        if -_AT_POCKET <= x <= _AT_POCKET and -_AT_POCKET <= y <= _AT_POCKET:
            continue  # on the surface, far from corners, as most
        if abs(x) > reach or abs(y) > reach:
            raise CarromError("off-the-board", f"the {piece.kind} piece at {piece.place} is not on the playing surface")
        is_in_corner = abs(x) > _AT_POCKET and abs(y) > _AT_POCKET
        if is_in_corner and any(hypot(x - px, y - py) < POCKET_RADIUS for px, py in POCKETS):
            raise CarromError("over-a-pocket", f"the {piece.kind} piece at {piece.place} lies over a pocket")
    _check_apart(pieces)


def _check_apart(pieces: tuple[Piece, ...]) -> None:
    touching = 2 * PIECE_RADIUS - TOLERANCE
    clear = touching**2
    places = sorted([(x, y, number) for number, (_, x, y) in enumerate(pieces)])
    near: list[tuple[float, float, int]] = []
    for place in places:
        x, y, number = place
        while near and x - near[0][0] >= touching:
            del near[0]
        for ox, oy, other in near:
            if (x - ox) * (x - ox) + (y - oy) * (y - oy) < clear:
                one, met = pieces[max(number, other)], pieces[min(number, other)]
                raise CarromError(
                    "coins-overlap", f"the {one.kind} piece at {one.place} overlaps the {met.kind} piece at {met.place}"
                )
        near.append(place)


def _pieces_of(word: str) -> list[Piece]:
    name, colon, places = word.partition(":")
    if not colon:
        raise CarromError("coin-unreadable", f"{_shortened(word)!r} is not of the form kind:x,y/x,y")
    kind = kind_from_text(name)
    pieces = []
    for place in places.split("/"):
        x, comma, y = place.partition(",")
        if not comma:
            raise CarromError("place-unreadable", f"{_shortened(place)!r} is not a place x,y of a {kind} piece")
        pieces.append(Piece(kind, _number(x), _number(y)))
    return pieces


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise CarromError("not-a-number", f"{_shortened(text)!r} is not a number") from None
    if not isfinite(value):
        raise CarromError("number-not-finite", f"{_shortened(text)!r} is not a finite number")
    return value


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "…"
