"""Layout of the kernel's arrays, and its tolerances.

`s[field, disc]` is the motion of a disc: from its own time T0 it slides along the ray (X, Y) + d · (UX, UY) with speed
V, which falls by A a second until it rests at END; its rim turns with speed W (counter-clockwise), which falls by B a
second. TE is the time of its next event, HIT that of its last touch; at UNTIL its deceleration must be looked up again.
R is its radius, LIGHT one over its mass. `q[field, disc]` has integers: its next event, the pocket it fell into, the
pocket it is over, and its contacts in a pack. `p[…]` has the profile and the geometry, the same for all strokes; `g[…]`
the state of one stroke.
"""

X, Y, UX, UY, V, T0, END, TE, HIT, A, W, B, UNTIL, R, LIGHT = range(15)
FLOAT_FIELDS = 15  # odd, so that the strokes of a graphics card use different memory banks
NEXT, FELL, OVER, BEGIN, CHAIN = range(5)
INT_FIELDS = 5

# Kinds of events. Traces show the first four.
PAIR, FRAME, POCKET, REST, TURN, LEAVE, CORNER, NONE = range(8)
# An event in NEXT is its kind times this, plus the other disc, the side or the pocket.
KINDS = 32
# Sides of the frame; pockets are numbered as in `carrom.equipment.sizes`: 0 north-east, 1 north-west, 2 south-west, 3
# south-east.
NORTH, EAST, SOUTH, WEST = range(4)

# Parameters.
FRICTION = 0  # deceleration of a sliding disc, mm/s²
RESTITUTION = 1
FRAME_RESTITUTION = 2
CONTACT_FRICTION = 3
HALF = 4  # half the side of the surface
HOLE = 5  # radius of a pocket
HOLE_AT = 6  # distance of its centre from the middle lines
CONTACT_TIME = 7  # duration of a contact, s
DAMPING = 8  # of a soft contact between discs, tuned to RESTITUTION
FRAME_DAMPING = 9
CAPTURE = 10  # which capture rule
CAPTURE_SPEED = 11  # its parameter, mm/s
REFERENCE_MASS = 12  # the effective mass for which CONTACT_TIME holds, g
MAX_EVENTS = 13
PARAMETERS = 14

# State of one stroke.
NOW, STOP_SPEED, SOFT_SPEED, STALLED_AT, STALLED = range(5)
STROKE_FIELDS = 5

# Capture rules.
CENTRE_OVER_HOLE, BOUNCE_OUT = range(2)

# How a stroke ended.
FINISHED, TOO_MANY_EVENTS, UNREADABLE, GOES_ON = range(4)

MOST_DISCS = 20
CONTACTS_EACH, CONTACTS_MORE = 3, 4  # n round discs touch at most 3n - 6 times; the rest is for the frame
MOST_CONTACTS = CONTACTS_EACH * MOST_DISCS + CONTACTS_MORE

FAR_AWAY = 1e9  # place of a pocketed disc: out of every ray's reach
NEVER = 1e300
UNKNOWN = -1.0  # in UNTIL: the deceleration must be looked up

HAIR = 1e-12  # mm; beyond rounding errors
OVERLAP = 1e-3  # mm; allowed overlap of pieces at rest, as in the equipment
TOUCH = 1e-9  # mm; nearer than this is touching
STOPPED = 1e-2  # mm/s; slower than this is at rest (it would slide 5e-8 mm)
SOFT = 1.0  # mm/s; the frame absorbs the normal speed of a slower touch
GRAZE = 2e-3  # sine of the angle below which a slow touch is harmless: it would sink in by 6e-5 mm
HOP = 1e-3  # mm; how far two discs pressed together by friction separate between touches
RECENT = 1e-5  # s; a touch this soon after the last one loses no energy (Luding and McNamara 1998)
NEARLY_ELASTIC = 0.99
PROGRESS = 1e-6  # s; smaller steps make no progress
PATIENCE = 200  # events without progress before the speeds above are doubled
PATIENCE_STEP = 50


def kind_of(event: int) -> int:
    return event >> 5


def whom_of(event: int) -> int:
    """Return the other disc, side or pocket of an event in NEXT."""
    return event & 31
