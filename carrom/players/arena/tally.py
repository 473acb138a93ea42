"""Results of the arena: points, Elo, slams, strokes and times, with 95 % intervals over pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from carrom.match import Party
from carrom.play.sight import Floats, Ints
from carrom.players.arena.entrant import ArenaEntrant
from carrom.players.arena.pairs import PairPlayed
from carrom.players.arena.rating import bradley_terry, break_advantage, expected_score

_CLEAR = 0.05

_RESAMPLES = 400
_MOST = 1200.0
"""Beyond this, Elo means no more than "always"."""
_WIDTH = 1.96


@dataclass(frozen=True, slots=True)
class TransitivityCheck:
    """The meeting that deviates most from the ratings: does one number describe strength?"""

    a: ArenaEntrant
    b: ArenaEntrant
    won: float
    """a's share of the boards against b."""
    foretold: float
    """The share that the ratings predict."""
    chance: float
    """Chance of such a deviation among this many meetings by luck alone (Bonferroni)."""

    @property
    def is_transitive(self) -> bool:
        """The ratings explain all meetings."""
        return self.chance >= _CLEAR

    @classmethod
    def of(
        cls, meetings: Sequence[Sequence[PairPlayed]], ratings: Mapping[ArenaEntrant, float]
    ) -> TransitivityCheck | None:
        """Test the meetings against the ratings; None without cycles, where ratings fit every meeting."""
        if len(meetings) < len(ratings) or any(len(pairs) < 2 for pairs in meetings):
            return None
        worst, found = -1.0, None
        for pairs in meetings:
            task = pairs[0].task
            foretold = expected_score(ratings[task.a] - ratings[task.b])
            scores = np.array([pair.score for pair in pairs])
            # at least the predicted spread: a player who won all pairs shows none
            spread = max(float(scores.std(ddof=1)), sqrt(foretold * (1 - foretold) / 2))
            off = abs(float(scores.mean()) - foretold) / (spread / sqrt(len(pairs)))
            if off > worst:
                chance = min(1.0, len(meetings) * erfc(off / sqrt(2)))
                worst, found = off, cls(task.a, task.b, float(scores.mean()), foretold, chance)
        return found


@dataclass(frozen=True, slots=True)
class EloRange:
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EntrantResult:
    entrant: ArenaEntrant
    boards: int
    points: float
    """Mean per board, negative for lost boards."""
    points_margin: float
    wins: float
    """Share of boards or games."""
    elo: float
    elo_low: float
    elo_high: float
    """The interval is around the mean of the field. To compare two lines, use `step`."""
    step: EloRange | None
    """Difference to the next line; None for the last one."""
    slams: float
    strokes: float
    ms: float
    forfeits: int
    """Boards lost by an unlawful answer or by conceding."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All boards between two entrants, counted for the first."""

    a: ArenaEntrant
    b: ArenaEntrant
    pairs: int
    points: float
    margin: float
    wins: float
    step: EloRange
    """Elo difference from these boards alone."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Boards that an entrant lost by an unlawful answer or by conceding."""

    entrant: ArenaEntrant
    why: str
    boards: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The table, best first, and all meetings."""

    lines: tuple[EntrantResult, ...]
    meetings: tuple[HeadToHead, ...]
    break_elo: float
    """Value of the break in Elo."""
    circle: TransitivityCheck | None
    """Check of a cycle of meetings; None if no meetings form one."""
    forfeits: tuple[Forfeit, ...]

    @classmethod
    def of(cls, played: Sequence[PairPlayed], *, seed: int = 0) -> Tally:
        entrants = list(dict.fromkeys(e for pair in played for e in (pair.task.a, pair.task.b)))
        fit = _Fit(played, entrants, seed)
        order = np.argsort(-fit.ratings, kind="stable").tolist()
        lines = [_line(entrants[i], played, fit, i, below) for i, below in zip(order, [*order[1:], None], strict=True)]
        meetings = list(dict.fromkeys((pair.task.a, pair.task.b) for pair in played))
        grouped = [[pair for pair in played if (pair.task.a, pair.task.b) == met] for met in meetings]
        return cls(
            tuple(lines),
            tuple(_meeting(a, b, pairs, seed) for (a, b), pairs in zip(meetings, grouped, strict=True)),
            _break_elo(played, entrants),
            TransitivityCheck.of(grouped, dict(zip(entrants, fit.ratings.tolist(), strict=True))),
            _forfeits(played),
        )


def mean_margin(values: Sequence[float]) -> tuple[float, float]:
    numbers = np.asarray(values, dtype=float)
    if len(numbers) < 2:
        return float(numbers.mean()) if len(numbers) else 0.0, float("inf")
    return float(numbers.mean()), float(_WIDTH * numbers.std(ddof=1) / sqrt(len(numbers)))


def _meeting(a: ArenaEntrant, b: ArenaEntrant, pairs: Sequence[PairPlayed], seed: int) -> HeadToHead:
    points, margin = mean_margin([_points(pair) for pair in pairs])
    wins = float(np.mean([pair.score for pair in pairs]))
    return HeadToHead(a, b, len(pairs), points, margin, wins, _Fit(pairs, [a, b], seed).step(0, 1))


def _points(pair: PairPlayed) -> float:
    return sum(board.points for board in pair.boards) / len(pair.boards)


def _forfeits(played: Sequence[PairPlayed]) -> tuple[Forfeit, ...]:
    found: Counter[tuple[ArenaEntrant, str]] = Counter()
    for pair in played:
        for board in pair.boards:
            if board.lost_by is not None:
                found[pair.task.a if board.lost_by == "a" else pair.task.b, board.why] += 1
    return tuple(Forfeit(entrant, why, boards) for (entrant, why), boards in found.items())


def _line(
    entrant: ArenaEntrant, played: Sequence[PairPlayed], fit: _Fit, place: int, below: int | None
) -> EntrantResult:
    won, boards, slams, strokes, forfeits, seconds = [], 0, 0, 0, 0, 0.0
    per_pair: dict[int, list[float]] = {}
    for pair in played:
        party: Party | None = "a" if pair.task.a == entrant else "b" if pair.task.b == entrant else None
        if party is None:
            continue
        per_pair.setdefault(pair.task.pair, []).append(_points(pair) if party == "a" else -_points(pair))
        won.append(pair.score if party == "a" else 1 - pair.score)
        boards += len(pair.boards)
        for board in pair.boards:
            slams += board.slam == party
            strokes += board.strokes[party]
            seconds += board.seconds[party]
            forfeits += board.lost_by == party
    # Pairs of one number share their luck in all meetings, so they are one sample.
    points, margin = mean_margin([float(np.mean(found)) for found in per_pair.values()])
    elo = fit.elo(place)
    return EntrantResult(
        entrant,
        boards,
        points,
        margin,
        float(np.mean(won)),
        elo.elo,
        elo.low,
        elo.high,
        None if below is None else fit.step(place, below),
        slams / boards,
        strokes / boards,
        1000 * seconds / max(strokes, 1),
        forfeits,
    )


def _break_elo(played: Sequence[PairPlayed], entrants: list[ArenaEntrant]) -> float:
    # two rows per pair: what a broke and what b broke, each scored for the side that broke
    met = np.array([(entrants.index(pair.task.a), entrants.index(pair.task.b)) for pair in played])
    score = np.array([[pair.scores[0], 1 - pair.scores[1]] for pair in played])
    return break_advantage(met.ravel(), met[:, ::-1].ravel(), score.ravel(), len(entrants))


class _Fit:
    """Ratings with bootstrap samples. Boards of a pair share their luck and stay together; so do pairs of one number in
    meetings of equal length.

    Each meeting gets one extra drawn pair, won or lost at random in each sample, for results not seen yet.
    """

    def __init__(self, played: Sequence[PairPlayed], entrants: list[ArenaEntrant], seed: int) -> None:
        place = {entrant: i for i, entrant in enumerate(entrants)}
        meetings: dict[tuple[int, int], list[float]] = {}
        for pair in played:
            a, b = place[pair.task.a], place[pair.task.b]
            key, score = ((a, b), pair.score) if (b, a) not in meetings else ((b, a), 1 - pair.score)
            meetings.setdefault(key, [0.5]).append(score)
        met, scores = np.array([*meetings]), [np.array(found) for found in meetings.values()]
        boards = np.array([2.0 * len(found) for found in scores])
        self.ratings = bradley_terry(met, np.array([2 * found.sum() for found in scores]), boards, len(entrants))
        rng = np.random.default_rng(seed)
        draws: dict[int, Ints] = {}
        for found in scores:
            if len(found) not in draws:
                draws[len(found)] = rng.integers(len(found), size=(_RESAMPLES, len(found)))
        won = [2 * _drawn_anew(found, draws[len(found)], rng).sum(axis=1) for found in scores]
        self._drawn = np.array([bradley_terry(met, row, boards, len(entrants)) for row in np.stack(won, axis=1)])

    def elo(self, place: int) -> EloRange:
        return _ranged(float(self.ratings[place]), self._drawn[:, place])

    def step(self, upper: int, lower: int) -> EloRange:
        return _ranged(float(self.ratings[upper] - self.ratings[lower]), self._drawn[:, upper] - self._drawn[:, lower])


def _drawn_anew(scores: Floats, which: Ints, rng: np.random.Generator) -> Floats:
    """(resamples, pairs); index 0 is the extra pair."""
    return np.where(which == 0, rng.integers(2, size=which.shape), scores[which])


def _ranged(elo: float, drawn: Floats) -> EloRange:
    low, high = np.clip(np.quantile(drawn, [0.025, 0.975]), -_MOST, _MOST).tolist()
    return EloRange(elo, min(low, elo), max(high, elo))
