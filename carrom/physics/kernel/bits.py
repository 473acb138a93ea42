"""Small sets of discs as the bits of a whole number."""


def bit(a: int) -> int:
    """The set of `a` alone."""
    return 1 << a


def has(bits: int, a: int) -> bool:
    return (bits >> a) & 1 != 0


def ones(bits: int) -> int:
    """How many are in it."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; there is one."""
    number = 0
    while not (bits >> number) & 1:
        number += 1
    return number
