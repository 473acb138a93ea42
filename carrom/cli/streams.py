"""Reading what a verb is given: a file by its name, or standard input."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from carrom.base.errors import CarromError
from carrom.base.files import read_text, write_whole
from carrom.base.parsing import read_json
from carrom.equipment import Position
from carrom.laws import Rulebook
from carrom.match.log.record import Reading, read_record


def read_input(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if path != "-":
        return read_text(Path(path))
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CarromError("not-text", f"standard input is not text: byte {error.start + 1} is not UTF-8") from None


def read_record_file(path: Path, books: Mapping[str, Rulebook]) -> Reading:
    """The record in a file; its faults are mentioned, and a file that holds nothing of a record is refused."""
    reading = read_record(read_text(path), books=books)
    if reading.faults and not reading.record.events and reading.faults[0].line == 1:
        raise CarromError("not-a-record", f"{path} is not the record of a match: {reading.faults[0].message}")
    for fault in reading.faults:
        print(f"{path}: {fault}", file=sys.stderr)
    return reading


def check_seed(seed: int) -> int:
    """A seed that a verb is told."""
    if seed < 0:
        raise CarromError("bad-seed", f"a seed of {seed}: it is a whole number from 0")
    return seed


def read_position(text: str) -> Position:
    """The position that a verb is told of, or reads from standard input for `-`."""
    return Position.from_text(sys.stdin.read() if text == "-" else text)


def write_output(data: bytes, path: str | None) -> None:
    """To `path`, or to standard output where there is none."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    write_whole(Path(path), data)


def write_picture(svg: str, width: int, path: str | None) -> None:
    """A drawing, as PNG where the name of the file says so."""
    if output_format(path, ("svg", "png")) == "png":
        from carrom.render.ink.typeset import png

        write_output(png(svg, width), path)
    else:
        write_output(svg.encode() + b"\n", path)


def check_width(width: int) -> None:
    """Refuse a picture that nobody could see, or that would fill the memory."""
    if not 16 <= width <= 8192:
        raise CarromError("bad-option", f"a picture {width} pixels wide: between 16 and 8192 can be drawn")


def output_format(path: str | None, known: tuple[str, ...]) -> str | None:
    """The ending of a file name, which says what to write; `None` for standard output."""
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
    """Answer every line of `source` with `answer`; a `CarromError` raised by it is that line's error."""
    reader = sys.stdin.buffer if source is None else source
    writer = sys.stdout.buffer if sink is None else sink
    status = 0
    for raw in reader:
        try:
            reply = answer(read_json(raw))
            line = _json_line(reply)
        except CarromError as error:
            line, status = _json_line({"error": str(error)}), 1
        except Exception as error:  # a fault of ours: this line is lost, its neighbours need not be
            fault = f"carrom failed on this line, please report it ({type(error).__name__}: {error})"
            line, status = _json_line({"error": fault}), 1
        writer.write(line + b"\n")
        writer.flush()  # a program may be waiting for this very answer before it sends the next line
    return status


def _json_line(reply: Any) -> bytes:
    return json.dumps(reply, separators=(",", ":"), allow_nan=False).encode()


@contextmanager
def progress(what: str, stream: TextIO | None = None) -> Iterator[Callable[[int, int], None]]:
    """`with progress("matches") as show: show(3, 80)`"""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), "{task.description}", TimeRemainingColumn())
    # What the verb itself prints goes where it is sent, not through the bar.
    with Progress(*columns, console=Console(file=stream), redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
