"""Alone at the board: clear all nineteen pieces in as few strokes as possible, whatever their colour.

A stroke that pockets the striker brings everything back that it pocketed: to the centre, as the umpire would place it.
"""

from __future__ import annotations

from dataclasses import dataclass

from carrom.equipment import Kind, Position, Seat, queen_place
from carrom.physics import CLUB, Profile, Stroke, Trace, simulate


@dataclass(frozen=True, slots=True)
class Solo:
    """How far a solitary player is."""

    position: Position
    strokes: int = 0

    @classmethod
    def start(cls, *, rotation: float = 45.0) -> Solo:
        """The whole rack, nothing played."""
        return cls(Position.start(rotation))

    @property
    def is_cleared(self) -> bool:
        return not self.position.pieces

    def after(self, stroke: Stroke, *, profile: Profile = CLUB) -> tuple[Solo, Trace]:
        """What a stroke from the south makes of it."""
        trace = simulate(self.position, stroke, profile=profile)
        position = trace.rest
        if "striker" in trace.pocketed:
            position = brought_back(position, [kind for kind in trace.pocketed if kind != "striker"])
        return Solo(position, self.strokes + 1), trace


def brought_back(position: Position, kinds: list[Kind]) -> Position:
    """The position with these pieces back on the board, at or beside the centre circle."""
    for kind in kinds:
        position = position.with_piece(kind, *queen_place(position, Seat.SOUTH))
    return position
