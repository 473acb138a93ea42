"""Small sets of discs as bits of an integer."""


def bit(a: int) -> int:
    return 1 << a


def has(bits: int, a: int) -> bool:
    return (bits >> a) & 1 != 0


def ones(bits: int) -> int:
    """Return the size of a set."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


def lowest(bits: int) -> int:
    """Return the number of the lowest bit set; there must be one."""
    number = 0
    while not (bits >> number) & 1:
        number += 1
    return number
