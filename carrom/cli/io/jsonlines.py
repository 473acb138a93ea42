"""One JSON value per line in, one per line out: the shape of every verb that scripts call.

A line that cannot be answered gets `{"error": "…"}` in its place; its neighbours are answered all the same, and the
exit status is 1 at the end. Every line has an answer on the line of the same number, so a blank one is an error too.
"""

import json
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from carrom.base.errors import CarromError
from carrom.base.json_text import read_json

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
