"""Parallelism: one worker per stroke on the processor, a crew of several on a graphics card.

All workers run the same functions on the same arrays. Work on a disc or contact is done by its owner: worker `me()`
owns every disc `stride()` apart, or contact `crew()` apart, starting at its number. Work on the stroke is done by the
first worker, `if me() == 0`. Before reading what another has written, workers wait in `together()`. `union`, `least`,
`most` and `total` combine their values. This module is the crew of one, at no cost; `carrom.physics.gpu` replaces it.
"""

from carrom.physics.kernel.bits import lowest


def crew() -> int:
    return 1


def me() -> int:
    """Return this worker's number."""
    return crew() - 1  # Numba gives a literal 0 a type of its own and would compile every callee twice


def stride() -> int:
    """Return the distance between a worker's discs (pockets, sides); beyond all of them if no worker has two."""
    return 1


def mine(bits: int) -> int:
    """Return those of these discs that this worker owns."""
    return bits


def first_of(bits: int) -> int:
    """Return this worker's first disc among these; there must be one."""
    return lowest(bits)


def others_of(bits: int) -> int:
    """Return this worker's discs among these without the first."""
    return bits & (bits - 1)


def together() -> None:
    """Wait until all workers are here and their writes are visible."""


def union(bits: int) -> int:
    """Return the union of all workers' bits; each brings only bits of its own discs."""
    return bits


def least(value: float, what: int) -> tuple[float, int]:
    """Return the least value of all workers, never negative, and what it belongs to (on a tie the smallest)."""
    return value, what


def most(value: float) -> float:
    return value


def total(number: float) -> float:
    return number
