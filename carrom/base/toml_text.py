"""TOML that a person wrote, read within bounds: the standard reader takes quadratic time for what nobody writes."""

import re
import tomllib
from typing import Any

from carrom.base.errors import CarromError

LONGEST = 64 * 1024
"""A file of a board or of a rulebook is a page or two. What is longer is some other file."""
_MOST_LINES = 1500
_LONGEST_LINE = 1000
_MOST_PARTS = 4
_KEY = re.compile(r"[^=#\"']*")


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a text. Raises `CarromError` with a sentence that says what is wrong and where."""
    if len(text) > LONGEST:
        raise CarromError("file-too-large", f"longer than {LONGEST // 1024} KiB: this cannot be such a file")
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        raise CarromError("file-too-large", f"of more than {_MOST_LINES} lines: this cannot be such a file")
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONGEST_LINE:
            raise CarromError("line-too-long", f"line {number} is longer than {_LONGEST_LINE} characters")
        found = _KEY.match(line)
        if found is not None and found[0].count(".") >= _MOST_PARTS and not found[0].strip()[:1].isdigit():
            raise CarromError("key-too-long", f"line {number}: no key has more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CarromError("not-toml", f"not TOML: {error}") from None
    except RecursionError:
        raise CarromError("nested-too-deeply", "not TOML that can be read: nested too deeply") from None
    except ValueError as error:  # a whole number of thousands of digits
        raise CarromError("not-toml", f"not TOML that can be read: {error}") from None
