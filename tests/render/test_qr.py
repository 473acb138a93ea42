"""QR codes: read back by our own reader, and one known code module by module."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from carrom.render.ink.qr import Matrix, qr_code, qr_svg
from tests.depth import examples
from tests.refusals import refuses

# The code of "carrom:Cup/M7" as the Python library segno draws it (level M, bytes).
KNOWN = """
#######..#.##.#######
#.....#..##.#.#.....#
#.###.#.#..##.#.###.#
#.###.#.##....#.###.#
#.###.#.###.#.#.###.#
#.....#.##.#..#.....#
#######.#.#.#.#######
........##...........
#.#####...##..#####..
####.#.#.##.#..#..#.#
#.########..###..###.
###.##...#.#.#.######
.#.#.###.#########...
........##.#.#..#.#.#
#######..#..##.#...#.
#.....#.#.####...###.
#.###.#.####.##.##.##
#.###.#.##..#..##.#..
#.###.#.#..##........
#.....#..###....###..
#######.#..#..#.#..#.
"""

# Of every version: check bytes of a block and the lengths of the blocks (ISO/IEC 18004, table 9, level M).
BLOCKS = {
    1: (10, [16]),
    2: (16, [28]),
    3: (26, [44]),
    4: (18, [32, 32]),
    5: (24, [43, 43]),
    6: (16, [27] * 4),
    7: (18, [31] * 4),
    8: (22, [38, 38, 39, 39]),
    9: (22, [36, 36, 36, 37, 37]),
    10: (26, [43] * 4 + [44]),
}


def is_function(version: int, y: int, x: int) -> bool:
    """Whether a module is a function pattern: finder, timing, alignment, format or version."""
    size = 17 + 4 * version
    if (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9) or 6 in (y, x):
        return True
    if version >= 7 and ((y < 6 and size - 11 <= x) or (x < 6 and size - 11 <= y)):
        return True
    middles = [6, size - 7] if version < 7 else [6, (size - 1) // 2 if version != 7 else 22, size - 7]
    if version == 1:
        return False
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    return any(abs(y - a) <= 2 and abs(x - b) <= 2 and (a, b) not in corners for a in middles for b in middles)


MASKS: list[Callable[[int, int], int]] = [
    *(lambda y, x: (y + x) % 2, lambda y, x: y % 2, lambda y, x: x % 3, lambda y, x: (y + x) % 3),
    *(lambda y, x: (y // 2 + x // 3) % 2, lambda y, x: y * x % 2 + y * x % 3),
    *(lambda y, x: (y * x % 2 + y * x % 3) % 2, lambda y, x: ((y + x) % 2 + y * x % 3) % 2),
]


def times(a: int, b: int) -> int:
    found = 0
    for bit in range(8):
        if b >> bit & 1:
            found ^= a << bit
    for bit in range(14, 7, -1):
        if found >> bit & 1:
            found ^= 0x11D << (bit - 8)
    return found


def read(code: Matrix) -> str:
    """Decode a code. Every block must have no remainder."""
    size = len(code)
    version = (size - 17) // 4
    format_bits = [code[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [code[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    format = int("".join("01"[bit] for bit in format_bits), 2) ^ 0x5412
    assert format >> 13 == 0, "level M"
    mask = MASKS[format >> 10 & 7]
    bits, up, x = [], True, size - 1
    while x > 0:
        x -= x == 6
        for y in range(size - 1, -1, -1) if up else range(size):
            bits += [code[y][z] ^ (mask(y, z) == 0) for z in (x, x - 1) if not is_function(version, y, z)]
        up, x = not up, x - 2
    data = [int("".join("01"[bit] for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) // 8 * 8, 8)]
    check, sizes = BLOCKS[version]
    blocks: list[list[int]] = [[] for _ in sizes]
    coming = iter(data)
    for n in range(max(sizes)):
        for block, length in zip(blocks, sizes, strict=True):
            if n < length:
                block.append(next(coming))
    checks: list[list[int]] = [[] for _ in sizes]
    for _ in range(check):
        for own in checks:
            own.append(next(coming))
    root = 1
    for _ in range(check):
        for block, own in zip(blocks, checks, strict=True):
            rest = 0
            for byte in (*block, *own):
                rest = times(rest, root) ^ byte
            assert rest == 0
        root = times(root, 2)
    stream = "".join(f"{byte:08b}" for block in blocks for byte in block)
    wide = 8 if version < 10 else 16
    assert stream[:4] == "0100", "bytes"
    length, start = int(stream[4 : 4 + wide], 2), 4 + wide
    return bytes(int(stream[start + 8 * n : start + 8 * n + 8], 2) for n in range(length)).decode()


@settings(max_examples=examples(40), deadline=None)
@given(st.text(min_size=1, max_size=70))
def test_any_text_reads_back(text: str) -> None:
    data = text.encode("utf-8", "ignore").decode()
    if 0 < len(data.encode()) <= 213:
        assert read(qr_code(data)) == data


@pytest.mark.parametrize("length", [14, 26, 42, 62, 84, 106, 122, 152, 180, 213])
def test_the_longest_text_of_every_version(length: int) -> None:
    text = ("carrom:Cup/M7?" * 20)[:length]
    code = qr_code(text)
    assert read(code) == text
    longer = qr_code(text + "x") if length < 213 else None
    assert longer is None or len(longer) == len(code) + 4


def test_a_known_code() -> None:
    drawn = ["".join("#" if dark else "." for dark in row) for row in qr_code("carrom:Cup/M7")]
    assert drawn == KNOWN.split()


def test_a_text_that_is_too_long_is_refused() -> None:
    with refuses("text-too-long", "214", "213"):
        qr_code("x" * 214)


def test_a_picture_has_white_around_it() -> None:
    assert 'viewBox="0 0 29 29"' in qr_svg("carrom:Cup/M7")
