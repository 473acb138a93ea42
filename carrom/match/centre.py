"""Where the umpire's pieces belong: the queen and what jumped off, as the match's rulebook reads it (65, 93, 94)."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from carrom.base.refusal import Refused
from carrom.equipment import CentreReading, Kind, Piece, Position, Seat, is_centre_covered
from carrom.equipment.centre_place import ADJACENT, jumped_places, next_place, umpires_order
from carrom.equipment.position import number_text
from carrom.laws import Rulebook
from carrom.match.board import Board
from carrom.match.parties import other

HAND: Final = 5.0
"""How far off its place a hand may lay a piece (mm)."""


def centre_reading(book: Rulebook) -> CentreReading:
    return CentreReading(bool(book.covered_centre_from_behind), bool(book.only_queen_on_red))


def striker_side(board: Board) -> Kind:
    """The colour of whoever made the last stroke: his pieces go before the other's (65c)."""
    return board.colour(other(board.turn.party) if board.last is None else board.last.player.party)


def umpires_pieces(board: Board, position: Position, in_turn: Seat, book: Rulebook) -> list[Piece]:
    """What the umpire has to put on the board, in order, each where it belongs."""
    return jumped_places(position, board.umpire, in_turn, striker_side(board), centre_reading(book))


def place_fault(
    board: Board, position: Position, pieces: Sequence[Piece], in_turn: Seat, book: Rulebook
) -> Refused | None:
    """The first of these pieces that does not lie where it belongs, a hand's breadth of a few millimetres aside."""
    reading, left, placed = centre_reading(book), list(pieces), list[Piece]()
    for kind in umpires_order([piece.kind for piece in pieces], striker_side(board)):
        place = next_place(position, placed, kind, in_turn, reading)
        found = min((piece for piece in left if piece.kind == kind), key=lambda piece: _far(piece, place))
        if _far(found, place) > HAND and not _is_final(found, place, is_first=not placed, book=book):
            texts = [",".join(map(number_text, (round(x, 1), round(y, 1)))) for x, y in (place, (found.x, found.y))]
            law = local_rule(position, [kind], book) or ("93" if kind == "queen" else "65a")
            return Refused("umpire-place", law, f"the {kind} belongs at {texts[0]}, not at {texts[1]}")
        left.remove(found)
        placed.append(found)
    return None


def local_rule(position: Position, kinds: Sequence[Kind], book: Rulebook) -> str | None:
    """The rule of the rulebook that decides where these go, if it is not the Laws."""
    if book.only_queen_on_red and any(kind != "queen" for kind in kinds):
        return book.only_queen_on_red
    return book.covered_centre_from_behind if is_centre_covered(position) else None


def _far(piece: Piece, place: tuple[float, float]) -> float:
    return hypot(piece.x - place[0], piece.y - place[1])


def _is_final(piece: Piece, place: tuple[float, float], *, is_first: bool, book: Rulebook) -> bool:
    """94a: where the red is covered in part or wholly, the umpire's placing at the circle is final."""
    far = hypot(*place)
    if not is_first or far == 0 or book.only_queen_on_red or book.covered_centre_from_behind:
        return False
    return hypot(piece.x, piece.y) <= max(far, ADJACENT) + HAND
