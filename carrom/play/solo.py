"""Alone at the board: clear all nineteen pieces in as few strokes as possible, whatever their colour.

A stroke that pockets the striker brings everything back that it pocketed: to the centre, as the umpire would place it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.equipment import Kind, Position, Seat, queen_place
from carrom.equipment.position import kind_from_text
from carrom.play.facts import Seen
from carrom.play.racking import HAND_TURNED, RACK, rack_by_hand


@dataclass(frozen=True, slots=True)
class Solo:
    """How far a solitary player is."""

    position: Position
    strokes: int = 0

    @classmethod
    def start(cls, rng: np.random.Generator, *, rotation: float | None = None) -> Solo:
        """The whole rack as hands lay it, nothing played; a rotation that is told is kept to the degree."""
        if rotation is not None:
            return cls(rack_by_hand(rng, rotation, turn=0.0))
        return cls(rack_by_hand(rng, RACK, turn=HAND_TURNED))

    @property
    def is_cleared(self) -> bool:
        return not self.position.pieces

    def after(self, seen: Seen) -> Solo:
        """What a stroke from the south made of it."""
        position = seen.rest
        if "striker" in seen.pocketed:
            position = bring_back(position, [kind_from_text(kind) for kind in seen.pocketed if kind != "striker"])
        return Solo(position, self.strokes + 1)


def bring_back(position: Position, kinds: list[Kind]) -> Position:
    """The position with these pieces back on the board, at or beside the centre circle."""
    for kind in kinds:
        position = position.with_piece(kind, *queen_place(position, Seat.SOUTH))
    return position
