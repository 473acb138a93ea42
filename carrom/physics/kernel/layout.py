"""Where each number lives in the arrays, and how small is small.

`s[field, disc]` holds the motion of every disc: from its own time T0 on it slides along the ray (X, Y) + d · (UX, UY)
with speed V that falls by A a second until it rests at END; its rim turns with speed W (counter-clockwise) that falls
by B a second. TE is the time of its next event, HIT that of its last touch; at UNTIL its deceleration has to be looked
up anew. R is its radius, LIGHT one over its mass. `q[field, disc]` holds whole numbers: its next event, where it fell,
over which pocket it is, and where its contacts in a pack are found. `p[…]` holds the profile and the geometry, the
same for all strokes; `g[…]` what one stroke keeps in mind.
"""

X, Y, UX, UY, V, T0, END, TE, HIT, A, W, B, UNTIL, R, LIGHT = range(15)
FLOAT_FIELDS = 15  # odd: so the strokes of a graphics card lie in different banks of its memory
NEXT, FELL, OVER, BEGIN, CHAIN = range(5)
INT_FIELDS = 5

# Kinds of events. The first four are also the kinds that a trace shows.
PAIR, FRAME, POCKET, REST, TURN, LEAVE, CORNER, NONE = range(8)
# An event in NEXT is its kind times this, plus with whom or where: a disc, a side, a pocket.
KINDS = 32
# Sides of the frame; pockets are numbered as in the equipment: 0 north-east, 1 north-west, 2 south-west, 3 south-east.
NORTH, EAST, SOUTH, WEST = range(4)

# Parameters.
FRICTION = 0  # deceleration of a sliding disc, mm/s²
RESTITUTION = 1
FRAME_RESTITUTION = 2
CONTACT_FRICTION = 3
HALF = 4  # half the side of the surface
HOLE = 5  # radius of a pocket
HOLE_AT = 6  # distance of its centre from the middle lines
CONTACT_TIME = 7  # how long two pieces press each other, s
DAMPING = 8  # of the soft contact between discs, tuned to RESTITUTION
FRAME_DAMPING = 9
CAPTURE = 10  # which capture rule
CAPTURE_SPEED = 11  # its parameter, mm/s
REFERENCE_MASS = 12  # the effective mass that CONTACT_TIME speaks of, g
MAX_EVENTS = 13
PARAMETERS = 14

# What one stroke keeps in mind.
NOW, STOP_SPEED, SOFT_SPEED, STALLED_AT, STALLED = range(5)
STROKE_FIELDS = 5

# Capture rules.
CENTRE_OVER_HOLE, BOUNCE_OUT = range(2)

# How a stroke ended.
FINISHED, TOO_MANY_EVENTS, UNREADABLE, GOES_ON = range(4)

MOST_DISCS = 20
CONTACTS_EACH, CONTACTS_MORE = 3, 4  # n round discs touch at most 3n - 6 times; the rest is for the frame
MOST_CONTACTS = CONTACTS_EACH * MOST_DISCS + CONTACTS_MORE

FAR_AWAY = 1e9  # where a fallen disc is kept: out of every ray's reach
NEVER = 1e300
UNKNOWN = -1.0  # in UNTIL: how it slows has not been looked up yet

HAIR = 1e-12  # mm: what rounding can hide
OVERLAP = 1e-3  # mm: what pieces at rest may overlap by, as the equipment has it
TOUCH = 1e-9  # mm: nearer than this is touching
STOPPED = 1e-2  # mm/s: slower than this is at rest (it would slide 5e-8 mm)
SOFT = 1.0  # mm/s: the frame takes the normal speed of a slower touch
GRAZE = 2e-3  # sine of the angle under which a slow touch does no harm: it would sink in by 6e-5 mm
HOP = 1e-3  # mm: how far two discs that friction presses together come apart between touches
RECENT = 1e-5  # s: a touch so soon after the last one loses nothing (Luding and McNamara 1998)
NEARLY_ELASTIC = 0.99
PROGRESS = 1e-6  # s: less than this is no progress
PATIENCE = 200  # events without progress before the small numbers above are doubled
PATIENCE_STEP = 50


def kind_of(event: int) -> int:
    """What kind of event NEXT speaks of."""
    return event >> 5


def whom_of(event: int) -> int:
    """With whom, or where."""
    return event & 31
