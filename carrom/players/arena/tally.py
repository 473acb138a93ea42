"""What the pairs add up to: points per board, Elo, slams, strokes and time, with 95 % intervals over pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from carrom.match import Party
from carrom.play.sight import Floats, Ints
from carrom.players.arena.entrant import ArenaEntrant
from carrom.players.arena.pair import PairPlayed
from carrom.players.arena.rating import bradley_terry

_RESAMPLES = 400
_WIDTH = 1.96


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant in the table."""

    entrant: ArenaEntrant
    boards: int
    points: float
    """Points per board, what was lost counted against."""
    points_margin: float
    """Half of the 95 % interval."""
    wins: float
    elo: float
    elo_low: float
    elo_high: float
    slams: float
    """Slams per board, white and black ones together."""
    strokes: float
    """Own strokes per board."""
    ms: float
    """Milliseconds per own stroke."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entrants against each other, told from the first."""

    a: ArenaEntrant
    b: ArenaEntrant
    pairs: int
    points: float
    margin: float
    wins: float


@dataclass(frozen=True, slots=True)
class Tally:
    """The whole table, best first, and every meeting."""

    lines: tuple[Line, ...]
    meetings: tuple[Meeting, ...]
    break_elo: float
    """What the break is worth."""

    @classmethod
    def of(cls, played: Sequence[PairPlayed], *, seed: int = 0) -> Tally:
        entrants = list(dict.fromkeys(e for pair in played for e in (pair.task.a, pair.task.b)))
        ratings, low, high, break_elo = _ratings(played, entrants, seed)
        lines = [
            _line(entrant, played, float(ratings[i]), float(low[i]), float(high[i]))
            for i, entrant in enumerate(entrants)
        ]
        meetings = list(dict.fromkeys((pair.task.a, pair.task.b) for pair in played))
        return cls(
            tuple(sorted(lines, key=lambda line: -line.elo)),
            tuple(_meeting(a, b, played) for a, b in meetings),
            break_elo,
        )


def mean_margin(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    numbers = np.asarray(values, dtype=float)
    if len(numbers) < 2:
        return float(numbers.mean()) if len(numbers) else 0.0, float("inf")
    return float(numbers.mean()), float(_WIDTH * numbers.std(ddof=1) / sqrt(len(numbers)))


def _meeting(a: ArenaEntrant, b: ArenaEntrant, played: Sequence[PairPlayed]) -> Meeting:
    pairs = [pair for pair in played if (pair.task.a, pair.task.b) == (a, b)]
    points, margin = mean_margin([sum(board.points for board in pair.boards) / 2 for pair in pairs])
    wins = float(np.mean([_score(board.points) for pair in pairs for board in pair.boards]))
    return Meeting(a, b, len(pairs), points, margin, wins)


def _line(entrant: ArenaEntrant, played: Sequence[PairPlayed], elo: float, low: float, high: float) -> Line:
    per_pair, won, slams, strokes, seconds = [], [], 0, 0, 0.0
    for pair in played:
        party: Party | None = "a" if pair.task.a == entrant else "b" if pair.task.b == entrant else None
        if party is None:
            continue
        sign = 1 if party == "a" else -1
        per_pair.append(sign * sum(board.points for board in pair.boards) / 2)
        for board in pair.boards:
            won.append(_score(sign * board.points))
            slams += board.slam == party
            strokes += board.strokes[party]
            seconds += board.seconds[party]
    points, margin = mean_margin(per_pair)
    boards = len(won)
    return Line(
        entrant,
        boards,
        points,
        margin,
        float(np.mean(won)),
        elo,
        low,
        high,
        slams / boards,
        strokes / boards,
        1000 * seconds / max(strokes, 1),
    )


def _ratings(
    played: Sequence[PairPlayed], entrants: list[ArenaEntrant], seed: int
) -> tuple[Floats, Floats, Floats, float]:
    """Ratings with intervals from resampled pairs: the boards of a pair share their luck and stay together."""
    place = {entrant: i for i, entrant in enumerate(entrants)}
    a = np.array([place[pair.task.a] for pair in played])
    b = np.array([place[pair.task.b] for pair in played])
    # Two rows per pair: the board that a broke, the one that b broke, each scored for its breaker.
    broke, other = np.stack((a, b), axis=1), np.stack((b, a), axis=1)
    score = np.array([[_score(pair.boards[0].points), 1 - _score(pair.boards[1].points)] for pair in played])

    def fit(rows: Ints) -> tuple[Floats, float]:
        return bradley_terry(broke[rows].ravel(), other[rows].ravel(), score[rows].ravel(), len(entrants))

    ratings, break_elo = fit(np.arange(len(played)))
    rng = np.random.default_rng(seed)
    drawn = np.array([fit(rng.integers(len(played), size=len(played)))[0] for _ in range(_RESAMPLES)])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return ratings, low, high, break_elo


def _score(points: int) -> float:
    return 0.5 if points == 0 else float(points > 0)
