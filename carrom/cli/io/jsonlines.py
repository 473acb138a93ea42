"""One JSON value per line in, one per line out: the shape of every verb that scripts call.

A line that cannot be answered gets `{"error": "…"}` in its place; its neighbours are answered all the same, and the
exit status is 1 at the end. Every line has an answer on the line of the same number, so a blank one is an error too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from math import isinf
from typing import Any, BinaryIO

from carrom.base.errors import CarromError

_MOST_DIGITS = 300
"""Of a whole number: as far as floating numbers go too, and sums of them can still be written."""

Answer = Callable[[Any], Any]


def answer_lines(answer: Answer, source: BinaryIO | None = None, sink: BinaryIO | None = None) -> int:
    """Answer every line of `source` with `answer`; a `CarromError` raised by it is that line's error."""
    reader = sys.stdin.buffer if source is None else source
    writer = sys.stdout.buffer if sink is None else sink
    status = 0
    for raw in reader:
        try:
            reply = answer(read_json(raw))
            line = _written(reply)
        except CarromError as error:
            line, status = _written({"error": str(error)}), 1
        except Exception as error:  # a fault of ours: this line is lost, its neighbours need not be
            fault = f"carrom failed on this line, please report it ({type(error).__name__}: {error})"
            line, status = _written({"error": fault}), 1
        writer.write(line + b"\n")
        writer.flush()  # a program may be waiting for this very answer before it sends the next line
    return status


def _written(reply: Any) -> bytes:
    return json.dumps(reply, separators=(",", ":"), allow_nan=False).encode()


def read_json(raw: bytes) -> Any:
    """The value in one line. JSON as its standard has it: no NaN, no infinities, no key twice."""
    try:
        return _DECODER.decode(raw.decode("utf-8").strip())
    except UnicodeDecodeError as error:
        raise CarromError(f"not UTF-8: byte {error.start + 1} of the line") from None
    except json.JSONDecodeError as error:
        raise CarromError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise CarromError("not JSON that can be read: nested too deeply") from None


def _no_constant(name: str) -> Any:
    raise CarromError(f"{name} is not a finite number")


def _finite(digits: str) -> float:
    value = float(digits)
    if isinf(value):  # 1e999 is JSON, but no number that can be reckoned with
        raise CarromError(f"{digits} is too large a number")
    return value


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise CarromError(f"a whole number of {len(digits.lstrip('-'))} digits is too large")
    return int(digits)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise CarromError(f"the key {key!r} appears twice")
            seen.add(key)
    return value


_DECODER = json.JSONDecoder(
    parse_constant=_no_constant, parse_float=_finite, parse_int=_whole, object_pairs_hook=_unique_keys
)
