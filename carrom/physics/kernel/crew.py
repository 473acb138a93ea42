"""Who plays a stroke: one on the processor, several side by side on a graphics card.

Everybody runs the same functions over the same arrays. What concerns one disc or one contact is done by the one whom
it belongs to: mine are those from `me()` on, `stride()` discs or `crew()` contacts apart. What concerns the stroke is
done by the first, `if me() == 0`; and before anybody reads what another has written they wait for each other,
`together()`. What all must know is agreed on by `union`, `least`, `most` and `total`. Here is the crew of one, which
costs nothing; `carrom.physics.gpu` puts others in its place.
"""

from carrom.physics.kernel.bits import lowest


def crew() -> int:
    """How many we are."""
    return 1


def me() -> int:
    """My number in the crew."""
    return crew() - 1  # of a plain 0 Numba makes a type of its own, and compiles everything that is given it twice


def stride() -> int:
    """How far my discs (pockets, sides) lie apart; beyond them all if we are so many that nobody has two."""
    return 1


def mine(bits: int) -> int:
    """Those of these discs that are mine."""
    return bits


def first_of(bits: int) -> int:
    """The first of my discs among these; there is one."""
    return lowest(bits)


def others_of(bits: int) -> int:
    """My discs among these without the first."""
    return bits & (bits - 1)


def together() -> None:
    """Wait until everybody is here, and has written what it had to write."""


def union(bits: int) -> int:
    """The bits of all; each brings none but those of its own discs."""
    return bits


def least(value: float, what: int) -> tuple[float, int]:
    """The least value of all, none of which is below 0, and what it belongs to (of equal ones the smallest)."""
    return value, what


def most(value: float) -> float:
    """The greatest value of all."""
    return value


def total(number: float) -> float:
    """The sum over all."""
    return number
