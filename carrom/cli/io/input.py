"""Reading what a verb is given: a file by its name, or standard input."""

import sys
from collections.abc import Mapping
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import read_text
from carrom.equipment import Position
from carrom.laws import Rulebook
from carrom.match.log.record import Reading, read_record


def text_of(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if path != "-":
        return read_text(Path(path))
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CarromError("not-text", f"standard input is not text: byte {error.start + 1} is not UTF-8") from None


def record_in(path: Path, books: Mapping[str, Rulebook]) -> Reading:
    """The record in a file; its faults are mentioned, and a file that holds nothing of a record is refused."""
    reading = read_record(read_text(path), books=books)
    if reading.faults and not reading.record.events and reading.faults[0].line == 1:
        raise CarromError("not-a-record", f"{path} is not the record of a match: {reading.faults[0].message}")
    for fault in reading.faults:
        print(f"{path}: {fault}", file=sys.stderr)
    return reading


def seed_in(seed: int) -> int:
    """A seed that a verb is told."""
    if seed < 0:
        raise CarromError("bad-seed", f"a seed of {seed}: it is a whole number from 0")
    return seed


def position_in(text: str) -> Position:
    """The position that a verb is told of, or reads from standard input for `-`."""
    return Position.from_text(sys.stdin.read() if text == "-" else text)
