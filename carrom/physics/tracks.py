"""Read filmed tracks of discs and cut them into legs of even deceleration."""

import csv
import io
import itertools
from dataclasses import dataclass
from math import isfinite, log, sqrt

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics.kernel.types import Floats

FEWEST = 8  # places needed to tell a path from noise


@dataclass(frozen=True, slots=True)
class Track:
    """One disc's places at increasing times."""

    disc: str
    is_striker: bool
    t: Floats
    x: Floats
    y: Floats


def tracks_from_csv(text: str) -> list[Track]:
    """Read tracks from CSV, as written by programs that track discs in a video.

    Columns are `t` (s), `x` and `y` (mm, board coordinates) and, if there are several discs, `disc`. A disc called
    `striker`, or with `kind` `striker`, is the striker. Raises `CarromError` naming the line.
    """
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


SHORTEST = 5


@dataclass(frozen=True, slots=True)
class Leg:
    """x(t) and y(t) as parabolas about `middle`, sharing the covariance of their three coefficients."""

    start: float
    end: float
    middle: float
    px: Floats
    py: Floats
    covariance: Floats

    def place(self, time: float) -> tuple[float, float]:
        row = np.array([1.0, time - self.middle, (time - self.middle) ** 2])
        return float(row @ self.px), float(row @ self.py)

    def place_variance(self, time: float) -> float:
        row = np.array([1.0, time - self.middle, (time - self.middle) ** 2])
        return float(row @ self.covariance @ row)

    def velocity(self, time: float) -> tuple[float, float]:
        row = self._slope(time)
        return float(row @ self.px), float(row @ self.py)

    def velocity_variance(self, time: float) -> float:
        row = self._slope(time)
        return float(row @ self.covariance @ row)

    def deceleration(self) -> tuple[float, float]:
        """Return the deceleration and its variance."""
        vx, vy = self.velocity(self.middle)
        speed = sqrt(vx * vx + vy * vy)
        if speed == 0.0:
            return 0.0, float("inf")
        return -2.0 * float(self.px[2] * vx + self.py[2] * vy) / speed, 4.0 * float(self.covariance[2, 2])

    def _slope(self, time: float) -> Floats:
        return np.array([0.0, 1.0, 2.0 * (time - self.middle)])


def estimate_noise(track: Track) -> float:
    """Standard error of a coordinate, from third differences, which vanish for smooth motion."""
    rough = np.concatenate([np.diff(track.x, 3), np.diff(track.y, 3)])
    return max(float(np.median(np.abs(rough))) / 0.6745 / sqrt(20.0), 1e-3)


def split_into_legs(track: Track) -> list[Leg]:
    """Cut a track into legs by least squares, charging each cut what it would gain on pure noise."""
    noise = estimate_noise(track)
    count = len(track.t)
    charge = 8.0 * noise * noise * log(count) + 1e-9
    sums = _Sums(track)
    best = np.full(count + 1, np.inf)
    best[0] = -charge
    previous = np.zeros(count + 1, int)
    for end in range(SHORTEST, count + 1):
        starts = np.arange(0, end - SHORTEST + 1)
        cost = best[starts] + sums.residual(starts, end) + charge
        choice = int(np.argmin(cost))
        best[end], previous[end] = cost[choice], starts[choice]
    cuts = [count]
    while cuts[-1] > 0:
        cuts.append(int(previous[cuts[-1]]))
    cuts.reverse()
    return [_fit(track, start, end, noise) for start, end in itertools.pairwise(cuts)]


def residuals(track: Track) -> tuple[Floats, Floats, Floats]:
    """Time of each place and its distance from the fitted leg in x and y, mm."""
    off_x, off_y = np.empty(len(track.t)), np.empty(len(track.t))
    for leg in split_into_legs(track):
        rows = (track.t >= leg.start) & (track.t <= leg.end)
        at = track.t[rows] - leg.middle
        powers = np.stack([np.ones_like(at), at, at**2], axis=1)
        off_x[rows], off_y[rows] = track.x[rows] - powers @ leg.px, track.y[rows] - powers @ leg.py
    return track.t, off_x, off_y


class _Sums:
    """Running sums that give the residual of a parabola over any stretch at once."""

    def __init__(self, track: Track) -> None:
        t = (track.t - track.t.mean()) / max(float(np.ptp(track.t)), 1e-9)
        powers = [t**k for k in range(5)]
        self.times = _running(powers)
        self.parts = []
        for values in (track.x - track.x.mean(), track.y - track.y.mean()):
            self.parts.append((_running([values * powers[k] for k in range(3)]), _running([values * values])))

    def residual(self, starts: np.ndarray[tuple[int], np.dtype[np.intp]], end: int) -> Floats:
        moments = self.times[:, end, None] - self.times[:, starts]
        normal = np.stack([moments[[0, 1, 2]], moments[[1, 2, 3]], moments[[2, 3, 4]]]).transpose(2, 0, 1)
        total = np.zeros(len(starts))
        for mixed, square in self.parts:
            right = (mixed[:, end, None] - mixed[:, starts]).T
            solved = np.linalg.solve(normal + 1e-13 * np.eye(3), right[..., None])[..., 0]
            total += np.maximum(square[0, end] - square[0, starts] - np.sum(solved * right, axis=1), 0.0)
        return total


def _running(columns: list[Floats]) -> Floats:
    table = np.zeros((len(columns), len(columns[0]) + 1))
    table[:, 1:] = np.cumsum(columns, axis=1)
    return table


def _fit(track: Track, start: int, end: int, noise: float) -> Leg:
    t = track.t[start:end]
    middle = float(t.mean())
    rows = np.stack([np.ones_like(t), t - middle, (t - middle) ** 2], axis=1)
    inverse: Floats = np.linalg.pinv(rows.T @ rows).astype(np.float64)
    px, py = inverse @ rows.T @ track.x[start:end], inverse @ rows.T @ track.y[start:end]
    left = np.concatenate([track.x[start:end] - rows @ px, track.y[start:end] - rows @ py])
    freedom = max(2 * len(t) - 6, 1)
    variance = max(float(left @ left) / freedom, (0.3 * noise) ** 2)
    return Leg(float(t[0]), float(t[-1]), middle, px, py, inverse * variance)
