"""Input, output, JSON lines and progress, for all verbs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from carrom.base.errors import CarromError
from carrom.base.files import read_text, write_whole
from carrom.base.parsing import read_json

if TYPE_CHECKING:  # JSON lines and pictures need none of it
    from carrom.equipment import Position
    from carrom.laws import Rulebook
    from carrom.match.log.record import Reading


def read_input(path: str) -> str:
    """`-` means standard input."""
    if path != "-":
        return read_text(Path(path))
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CarromError("not-text", f"standard input is not text: byte {error.start + 1} is not UTF-8") from None


def read_record_file(path: Path, books: Mapping[str, Rulebook]) -> Reading:
    """Prints the record's faults. Raises CarromError if it is no record."""
    from carrom.match.log.record import read_record

    reading = read_record(read_text(path), books=books)
    if reading.faults and not reading.record.events and reading.faults[0].line == 1:
        raise CarromError("not-a-record", f"{path} is not the record of a match: {reading.faults[0].message}")
    for fault in reading.faults:
        print(f"{path}: {fault}", file=sys.stderr)
    return reading


def check_seed(seed: int) -> int:
    """Raises CarromError if the seed is negative."""
    if seed < 0:
        raise CarromError("bad-seed", f"a seed of {seed}: it is a whole number from 0")
    return seed


def read_position(text: str) -> Position:
    """`-` means standard input."""
    from carrom.equipment import Position

    return Position.from_text(sys.stdin.read() if text == "-" else text)


def write_output(data: bytes, path: str | None) -> None:
    """Write to a file, or to standard output if `path` is None or `-`."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    write_whole(Path(path), data)


def write_picture(svg: str, width: int, path: str | None) -> None:
    """SVG, or PNG if the name ends so."""
    if output_format(path, ("svg", "png")) == "png":
        from carrom.render.ink.typeset import png

        write_output(png(svg, width), path)
    else:
        write_output(svg.encode() + b"\n", path)


def check_width(width: int) -> None:
    """Neither too small to see nor too large for memory."""
    if not 16 <= width <= 8192:
        raise CarromError("bad-option", f"a picture {width} pixels wide: between 16 and 8192 can be drawn")


def output_format(path: str | None, known: tuple[str, ...]) -> str | None:
    """Format by file extension; None for standard output."""
    if path is None or path == "-":
        return None
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in known:
        raise CarromError(
            "unknown-format",
            f"{path}: a name that ends in {', '.join('.' + each for each in known)} says what to write",
        )
    return ending


AnswerLine = Callable[[Any], Any]


def answer_lines(answer: AnswerLine, source: BinaryIO | None = None, sink: BinaryIO | None = None) -> int:
    """Answer each JSON line of `source` with a line; return the exit status.

    On `CarromError` the answer is `{"error": "…"}`, and the status becomes 1. Answers have the numbers of their lines:
    a blank line is an error, too.
    """
    reader = sys.stdin.buffer if source is None else source
    writer = sys.stdout.buffer if sink is None else sink
    status = 0
    for raw in reader:
        try:
            reply = answer(read_json(raw))
            line = _json_line(reply)
        except CarromError as error:
            line, status = _json_line({"error": str(error)}), 1
        except Exception as error:  # a bug costs only this line
            fault = f"carrom failed on this line, please report it ({type(error).__name__}: {error})"
            line, status = _json_line({"error": fault}), 1
        writer.write(line + b"\n")
        writer.flush()  # the caller may wait for it
    return status


def _json_line(reply: Any) -> bytes:
    return json.dumps(reply, separators=(",", ":"), allow_nan=False).encode()


@contextmanager
def progress(what: str, stream: TextIO | None = None) -> Iterator[Callable[[int, int], None]]:
    """Show progress on a terminal's standard error: `with progress("matches") as show: show(3, 80)`."""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), "{task.description}", TimeRemainingColumn())
    # Keep other output out of the bar.
    with Progress(*columns, console=Console(file=stream), redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
