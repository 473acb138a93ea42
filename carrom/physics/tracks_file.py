"""Measured tracks: a CSV of places over time, as a program that follows a disc through a video writes it.

A head line names the columns: `t` (s), `x` and `y` (mm, board coordinates), and `disc` where there are several; `kind`
may say `striker` of a disc, otherwise a disc called `striker` is one and all others are pieces.
"""

import csv
import io
from dataclasses import dataclass
from math import isfinite

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics.kernel.types import Floats

FEWEST = 8  # places from which a path can be told from noise


@dataclass(frozen=True, slots=True)
class Track:
    """Where one disc was, at growing times."""

    disc: str
    is_striker: bool
    t: Floats
    x: Floats
    y: Floats


def tracks_from_csv(text: str) -> list[Track]:
    """The tracks of a CSV text; a CarromError names the line that cannot be read."""
    reader = csv.DictReader(io.StringIO(text))
    columns = {name.strip().lower(): name for name in reader.fieldnames or ()}
    if missing := [name for name in ("t", "x", "y") if name not in columns]:
        raise CarromError(
            "column-missing",
            f"line 1: no column {missing[0]!r}: t, x and y are needed, and disc where there are several",
        )
    found: dict[str, list[tuple[float, float, float]]] = {}
    strikers: set[str] = set()
    for row in reader:
        disc = (row[columns["disc"]] or "").strip() if "disc" in columns else "striker"
        kind = (row[columns["kind"]] or "").strip() if "kind" in columns else disc
        if kind.lower() == "striker":
            strikers.add(disc)
        found.setdefault(disc, []).append(tuple(_number(row, columns[name], reader.line_num) for name in "txy"))  # type: ignore[arg-type]
    if not found:
        raise CarromError("no-places", "no places below the head line")
    return [_track(disc, disc in strikers, rows) for disc, rows in found.items()]


def _track(disc: str, is_striker: bool, rows: list[tuple[float, float, float]]) -> Track:
    table = np.array(sorted(rows))
    if len(table) < FEWEST:
        raise CarromError("too-few-places", f"disc {disc!r}: {len(table)} places; at least {FEWEST} are needed")
    if np.any(np.diff(table[:, 0]) <= 0):
        raise CarromError("time-twice", f"disc {disc!r}: two places at one time")
    return Track(disc, is_striker, table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy())


def _number(row: dict[str, str], column: str, line: int) -> float:
    try:
        value = float(row[column])
    except (TypeError, ValueError):
        raise CarromError("not-a-number", f"line {line}: {column} {row[column]!r} is not a number") from None
    if not isfinite(value):
        raise CarromError("number-not-finite", f"line {line}: {column} {row[column]!r} is not a finite number")
    return value
