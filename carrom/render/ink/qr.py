"""QR codes for score cards: ISO/IEC 18004, bytes, level M (15 % may be damaged).

>>> code = qr_code("carrom:Cup/M7")
>>> len(code), "".join("#" if dark else "." for dark in code[0][:9])
(21, '#######..')
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from carrom.base.errors import CarromError

Matrix = tuple[tuple[bool, ...], ...]

# By version: check bytes per block, then the data bytes of each block.
_BLOCKS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (10, (16,)),
    (16, (28,)),
    (26, (44,)),
    (18, (32,) * 2),
    (24, (43,) * 2),
    (16, (27,) * 4),
    (18, (31,) * 4),
    (22, (38, 38, 39, 39)),
    (22, (36, 36, 36, 37, 37)),
    (26, (43, 43, 43, 43, 44)),
)
_ALIGNED = ((), (18,), (22,), (26,), (30,), (34,), (22, 38), (24, 42), (26, 46), (28, 50))  # in addition to 6
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
_QUIET = 4  # white modules around a code


def qr_code(text: str) -> Matrix:
    """Row by row; dark modules are true."""
    data = text.encode()
    version = next((n for n, (_, blocks) in enumerate(_BLOCKS, 1) if _fits(data, n, sum(blocks))), None)
    if version is None:
        raise CarromError(
            "text-too-long", f"{text[:40]!r}… is too long for a QR code: {len(data)} bytes, where 213 can be held"
        )
    bits = _bits_of(_interleaved(_padded(data, version), version))
    masked = (_Canvas(version).filled(bits, mask) for mask in range(len(_MASKS)))
    return min(masked, key=_penalty)


def qr_svg(text: str) -> str:
    """One unit per module, with the white margin that readers need."""
    code = qr_code(text)
    size = len(code) + 2 * _QUIET
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z" for y, row in enumerate(code) for x, dark in enumerate(row) if dark
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><path d="{path}"/></svg>'


def _fits(data: bytes, version: int, room: int) -> bool:
    return len(data) + (2 if version < 10 else 3) <= room


def _padded(data: bytes, version: int) -> bytes:
    room = sum(_BLOCKS[version - 1][1])
    width = 8 if version < 10 else 16
    bits = f"0100{len(data):0{width}b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    known = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return known + bytes((0xEC, 0x11)[n % 2] for n in range(room - len(known)))


def _interleaved(data: bytes, version: int) -> bytes:
    check, sizes = _BLOCKS[version - 1]
    blocks, at = [], 0
    for size in sizes:
        blocks.append(data[at : at + size])
        at += size
    checks = [_check_bytes(block, check) for block in blocks]
    mixed = [block[n] for n in range(max(sizes)) for block in blocks if n < len(block)]
    return bytes(mixed + [one[n] for n in range(check) for one in checks])


@cache
def _field_product(a: int, b: int) -> int:
    """Multiply in the field of 256 elements used by QR codes."""
    found = 0
    while b:
        found ^= a if b & 1 else 0
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return found


@cache
def _generator(degree: int) -> tuple[int, ...]:
    """Polynomial by which data is divided, highest power first, without its leading 1."""
    found, root = [1], 1
    for _ in range(degree):
        found = [*found, 0]
        for at in range(len(found) - 1, 0, -1):
            found[at] ^= _field_product(found[at - 1], root)
        root = _field_product(root, 2)
    return tuple(found[1:])


def _check_bytes(block: bytes, degree: int) -> list[int]:
    left = [0] * degree
    for byte in block:
        factor = byte ^ left[0]
        left = [
            rest ^ _field_product(factor, own) for rest, own in zip([*left[1:], 0], _generator(degree), strict=True)
        ]
    return left


def _bits_of(data: bytes) -> list[bool]:
    return [bool(byte >> at & 1) for byte in data for at in range(7, -1, -1)]


@dataclass(slots=True)
class _Canvas:
    """Cells of a QR code; None where data goes."""

    version: int
    cells: list[list[bool | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = 17 + 4 * self.version
        self.cells = [[None] * size for _ in range(size)]
        for y, x in ((3, 3), (3, size - 4), (size - 4, 3)):
            self._square(y, x, 4, rings=(0, 1, 3))
        for at in range(8, size - 8):
            self.cells[6][at] = self.cells[at][6] = at % 2 == 0
        middles = (6, *_ALIGNED[self.version - 1]) if self.version > 1 else ()
        for y in middles:
            for x in middles:
                if (y, x) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                    self._square(y, x, 2, rings=(0, 2))
        if self.version >= 7:
            bits = _with_remainder(self.version, 12, 0x1F25)
            for at in range(18):
                y, x = at // 3, size - 11 + at % 3
                self.cells[y][x] = self.cells[x][y] = bool(bits >> at & 1)

    def _square(self, y: int, x: int, reach: int, *, rings: tuple[int, ...]) -> None:
        size = len(self.cells)
        for dy in range(-reach, reach + 1):
            for dx in range(-reach, reach + 1):
                if 0 <= y + dy < size and 0 <= x + dx < size:
                    self.cells[y + dy][x + dx] = max(abs(dy), abs(dx)) in rings

    def filled(self, bits: Sequence[bool], mask: int) -> Matrix:
        self._write_mask(mask)
        coming = iter(bits)
        for y, x in self._data_cells():
            self.cells[y][x] = next(coming, False) ^ _MASKS[mask](y, x)
        return tuple(tuple(bool(cell) for cell in row) for row in self.cells)

    def _write_mask(self, mask: int) -> None:
        """Write level and mask twice; level M is 00."""
        size, written = len(self.cells), _with_remainder(mask, 10, 0x537) ^ 0x5412
        first = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
        second = [(size - 1 - n, 8) for n in range(7)] + [(8, size - 8 + n) for n in range(8)]
        for places in (first, second):
            for n, (y, x) in enumerate(places):
                self.cells[y][x] = bool(written >> (14 - n) & 1)
        self.cells[size - 8][8] = True

    def _data_cells(self) -> Iterator[tuple[int, int]]:
        """Free cells in the order of the data: in columns of two, up and down, from the right."""
        size = len(self.cells)
        rights = [*range(size - 1, 6, -2), 5, 3, 1]
        free = [[cell is None for cell in row] for row in self.cells]
        for n, right in enumerate(rights):
            for y in range(size - 1, -1, -1) if n % 2 == 0 else range(size):
                yield from ((y, x) for x in (right, right - 1) if free[y][x])


def _with_remainder(value: int, bits: int, divisor: int) -> int:
    left = value << bits
    while left.bit_length() > bits:
        left ^= divisor << (left.bit_length() - divisor.bit_length())
    return value << bits | left


def _penalty(code: Matrix) -> int:
    lines = (*code, *zip(*code, strict=True))
    found = sum(map(_line_penalty, lines))
    size = len(code)
    found += 3 * sum(
        code[y][x] == code[y][x + 1] == code[y + 1][x] == code[y + 1][x + 1]
        for y in range(size - 1)
        for x in range(size - 1)
    )
    dark = sum(map(sum, code))
    return found + 10 * (abs(20 * dark - 10 * size * size) // (size * size))


def _line_penalty(line: Sequence[bool]) -> int:
    text = "".join("1" if dark else "0" for dark in line)
    runs = [len(run) for sign in "01" for run in text.split("10"[int(sign)]) if len(run) >= 5]
    corners = sum(text[at : at + 11] in ("10111010000", "00001011101") for at in range(len(text) - 10))
    return sum(run - 2 for run in runs) + 40 * corners
