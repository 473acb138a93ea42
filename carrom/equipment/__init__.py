"""Part I of the Laws: sizes, the marked board, the rack, positions, strokes and lawful places.

Drawing, making or measuring a board needs `carrom.equipment.markings` and `.standard` too.
"""

from carrom.equipment.centre_place import CentreReading, is_centre_covered, jumped_places, queen_place
from carrom.equipment.due_place import due_fault, due_places, has_due_room
from carrom.equipment.free_space import Fault
from carrom.equipment.position import Kind, Piece, Position
from carrom.equipment.seats import Seat
from carrom.equipment.striker_place import (
    has_striker_room,
    striker_fault,
    striker_spans,
)
from carrom.equipment.stroke import Stroke

__all__ = [
    "CentreReading",
    "Fault",
    "Kind",
    "Piece",
    "Position",
    "Seat",
    "Stroke",
    "due_fault",
    "due_places",
    "has_due_room",
    "has_striker_room",
    "is_centre_covered",
    "jumped_places",
    "queen_place",
    "striker_fault",
    "striker_spans",
]
