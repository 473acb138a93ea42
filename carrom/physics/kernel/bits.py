"""Small sets of discs as the bits of a whole number."""


def bit(a: int) -> int:
    """The set of `a` alone."""
    return 1 << a


def has(bits: int, a: int) -> bool:
    return (bits >> a) & 1 != 0


def ones(bits: int) -> int:
    """How many bits are set, of 32."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; there is one."""
    number = 0
    while not (bits >> number) & 1:
        number += 1
    return number
