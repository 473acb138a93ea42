"""Parse JSON and TOML strictly and within limits.

JSON: no NaN, infinities, duplicate keys or oversized numbers. TOML: limits on size and nesting, since the standard
reader takes quadratic time for some inputs.
"""

import json
import re
import tomllib
from math import isinf
from typing import Any

from carrom.base.codec import quote_value
from carrom.base.errors import CarromError

_MAX_DIGITS = 300
"""Digits of a whole number: as large as floats go, so that sums can still be written."""


def read_json(raw: bytes | str) -> Any:
    try:
        return _DECODER.decode((raw if isinstance(raw, str) else raw.decode("utf-8")).strip())
    except UnicodeDecodeError as error:
        raise CarromError("not-text", f"not UTF-8: byte {error.start + 1} of the line") from None
    except json.JSONDecodeError as error:
        raise CarromError(
            "not-json", f"not JSON: {error.msg.removesuffix(' at')} at character {error.pos + 1}"
        ) from None
    except RecursionError:
        raise CarromError("nested-too-deeply", "not JSON that can be read: nested too deeply") from None


def _refuse_constant(name: str) -> Any:
    raise CarromError("number-not-finite", f"{name} is not a finite number")


def _finite(digits: str) -> float:
    value = float(digits)
    if isinf(value):  # 1e999 is valid JSON, but becomes infinity
        raise CarromError("number-too-large", f"{digits} is too large a number")
    return value


def _whole(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise CarromError("number-too-large", f"a whole number of {len(digits.lstrip('-'))} digits is too large")
    return int(digits)


def check_duplicate_keys(text: str) -> None:
    """Raise `CarromError` for a repeated key, for JSON parsers that silently keep the last one."""
    keys = [] if "\\" in text else _KEYS.findall(text)
    if not keys or len(keys) != len(set(keys)):
        try:
            _KEYS_ONLY.decode(text)
        except CarromError:
            raise
        except (ValueError, RecursionError):
            return


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise CarromError("key-twice", f"the key {quote_value(key)} appears twice")
            seen.add(key)
    return value


_KEYS = re.compile(r'"([^"]*)"\s*:')
_KEYS_ONLY = json.JSONDecoder(object_pairs_hook=_unique_keys)
_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_float=_finite, parse_int=_whole, object_pairs_hook=_unique_keys
)


MAX_TOML_SIZE = 64 * 1024
"""Board and rulebook files are a page or two long."""
_MAX_LINES = 1500
_MAX_LINE_LENGTH = 1000
_MAX_KEY_PARTS = 4
_KEY = re.compile(r"[^=#\"']*")


def read_toml(text: str) -> dict[str, Any]:
    """Raises `CarromError` with the place and the problem."""
    if len(text) > MAX_TOML_SIZE:
        raise CarromError("file-too-large", f"longer than {MAX_TOML_SIZE // 1024} KiB: this cannot be such a file")
    lines = text.split("\n")
    if len(lines) > _MAX_LINES:
        raise CarromError("file-too-large", f"of more than {_MAX_LINES} lines: this cannot be such a file")
    for number, line in enumerate(lines, start=1):
        if len(line) > _MAX_LINE_LENGTH:
            raise CarromError("line-too-long", f"line {number} is longer than {_MAX_LINE_LENGTH} characters")
        found = _KEY.match(line)
        if found is not None and found[0].count(".") >= _MAX_KEY_PARTS and not found[0].strip()[:1].isdigit():
            raise CarromError("key-too-long", f"line {number}: no key has more than {_MAX_KEY_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CarromError("not-toml", f"not TOML: {error}") from None
    except RecursionError:
        raise CarromError("nested-too-deeply", "not TOML that can be read: nested too deeply") from None
    except ValueError as error:  # thousands of digits
        raise CarromError("not-toml", f"not TOML that can be read: {error}") from None
