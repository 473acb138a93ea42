"""The nominal board in millimetres and grams, as simulated and drawn.

Plain numbers, for compiled code; `carrom.equipment.standard` has the law's limits.
"""

from math import sqrt

SURFACE = 740.0
HALF = SURFACE / 2
FRAME_BREADTH = 70.0

POCKET_RADIUS = 44.5 / 2
POCKET_CENTRE = HALF - POCKET_RADIUS
# North-east, north-west, south-west, south-east, in quarter turns.
POCKETS = (
    (POCKET_CENTRE, POCKET_CENTRE),
    (-POCKET_CENTRE, POCKET_CENTRE),
    (-POCKET_CENTRE, -POCKET_CENTRE),
    (POCKET_CENTRE, -POCKET_CENTRE),
)

PIECE_RADIUS = 31.8 / 2
PIECE_MASS = 5.25
STRIKER_RADIUS = 41.3 / 2
STRIKER_MASS = 15.0

CENTRE_RADIUS = 31.8 / 2
OUTER_RADIUS = 170.0 / 2

BASE_LINE_LENGTH = 470.0
BASE_LINE_FROM_FRAME = 101.5
BASE_LINES_APART = 31.8
LOWER_LINE = HALF - BASE_LINE_FROM_FRAME  # from the centre of the board
UPPER_LINE = LOWER_LINE - BASE_LINES_APART
BASE_MIDDLE = (LOWER_LINE + UPPER_LINE) / 2
BASE_CIRCLE_RADIUS = 31.8 / 2
BASE_CIRCLE_ACROSS = UPPER_LINE - BASE_CIRCLE_RADIUS  # touches the neighbour's upper line extended

ARROW_THICKNESS = 1.5
ARROW_LENGTH = 267.0
ARROW_TO_POCKET = 50.0
# Along the diagonal from the board's centre; stops short of the pocket's edge.
ARROW_TIP = POCKET_CENTRE * sqrt(2) - POCKET_RADIUS - ARROW_TO_POCKET
ARROW_TAIL = ARROW_TIP - ARROW_LENGTH

# Rounding overlap allowed between discs at rest: a micrometre.
TOLERANCE = 1e-3

SIDE_PIECES = 9
