"""Writing what a verb made: to a file, whole or not at all, or to standard output."""

import sys
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import write_whole


def write_out(data: bytes, path: str | None) -> None:
    """To `path`, or to standard output where there is none."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    write_whole(Path(path), data)


def write_picture(svg: str, width: int, path: str | None) -> None:
    """A drawing, as PNG where the name of the file says so."""
    if suffix_of(path, ("svg", "png")) == "png":
        from carrom.render.ink.png import png

        write_out(png(svg, width), path)
    else:
        write_out(svg.encode() + b"\n", path)


def check_width(width: int) -> None:
    """Refuse a picture that nobody could see, or that would fill the memory."""
    if not 16 <= width <= 8192:
        raise CarromError("bad-option", f"a picture {width} pixels wide: between 16 and 8192 can be drawn")


def suffix_of(path: str | None, known: tuple[str, ...]) -> str | None:
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
