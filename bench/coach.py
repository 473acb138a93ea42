"""Validation of the coach: does accuracy order the levels, and are skills recovered?

`make bench` plays a few boards; `python bench/coach.py --full` writes the figures of docs/coach.md in half an hour of
one core. `--only` and `--boards` reduce it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import erf, exp, hypot, sqrt
from multiprocessing import get_context
from statistics import covariance, fmean, stdev
from time import perf_counter
from typing import Final, NamedTuple, TypeVar, cast

import numpy as np
from page_figures import COACH, ROOT, keep

from carrom.match import ByParty, Party
from carrom.play import LEVELS, Contestant, Luck, Seating, Skill, play_board
from carrom.play.skill import TAIL_FREEDOM
from carrom.players import player_named
from carrom.players.coach.recorded_strokes import RecordedStroke, recorded_strokes
from carrom.players.coach.report import reliability
from carrom.players.coach.skill_estimate import SkillEstimate, estimate_skill
from carrom.players.coach.stroke_review import StrokeReview, review_stroke, stroke_accuracy
from carrom.players.evaluation.analysis import PositionAnalysis
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.evaluation.value_network import POINTS

SEED = 2026
RUNGS = ("aimer", "greedy", "club", "planner")
HANDS = ("casual", "club", "state", "national")
STROKES = 100
TRIES = 240
NEAR = 0.1
"""Target for estimating a skill."""
PARTS = ("rungs", "hands", "measures")
KEPT_STROKES = ROOT / "tests" / "players" / "data" / "weighed_strokes.json"
T = TypeVar("T")


class Key(NamedTuple):
    """A task: a part of this bench, a level or skill, and the number of a board or player."""

    part: str
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side's analysed strokes in a board."""

    strokes: list[StrokeReview]
    lost: list[float]
    won: bool
    luckier: bool
    """Gained more from execution and luck than the other side, apart from choices."""


Board = list[Side]


@dataclass(frozen=True, slots=True)
class Choices:
    """Accuracy of a side's choices in a board by some measure, and the win probability they lost."""

    each: list[float]
    lost: list[float]
    won: bool
    luckier: bool


MEASURES: Final[dict[str, Callable[[Sequence[float]], float]]] = {
    "points lost": lambda one: 100 * exp(-one[0] / 1.5),
    "points lost, of those at stake": lambda one: stroke_accuracy(one[0], one[2]),
    "the same, linear": lambda one: 100 * max(0.0, 1 - one[0] / max(one[2], 1.0)),
    "points lost, of the best over the mean on offer": lambda one: 100 * exp(-1.5 * one[0] / max(one[4], 0.5)),
    "chance to win the board lost": lambda one: 100 * exp(-max(one[3], 0.0) / 0.12),
    "strokes on offer that were no better": lambda one: 100 * one[5],
}
"""Measures of a choice (columns: tests/players/test_accuracy.py); the second is the coach's."""


@dataclass(frozen=True, slots=True)
class Found:
    """Estimates from one player's strokes, relative to the truth."""

    known: float
    guessed: float | None
    """Without them, if tried: five times as long."""
    covered: bool
    """The interval of `guessed` contained the truth."""


def analysed_board(rung: str, number: int) -> Board:
    """A level against itself, with `club` skill."""
    hand = LEVELS["club"]
    player = Contestant(player_named(rung), hand)
    breaker: Party = "a" if number % 2 == 0 else "b"
    board = play_board(Seating(ByParty((player,), (player,))), Luck((SEED, number // 2)), breaker=breaker)
    weighed = [review_stroke(one, hand, hand) for one in recorded_strokes(board.match)]
    winner = None if board.result is None else board.result.winner
    if winner is None:
        return []
    strokes = {party: [one for one in weighed if one.played.person.party == party] for party in ("a", "b")}
    given = {party: sum(one.points.luck - one.points.hand for one in own) for party, own in strokes.items()}
    return [
        Side(own, [chance_lost(one, hand) for one in own], party == winner, given[party] == max(given.values()))
        for party, own in strokes.items()
    ]


def chance_lost(weighed: StrokeReview, hand: Skill) -> float:
    """That of the best stroke minus that of the chosen one."""
    if weighed.is_best:
        return 0.0
    played = weighed.played
    study = PositionAnalysis.of(played.with_skills(hand, hand))
    seat = played.view.seat
    both = [[*seat.from_board(one.x, one.y), one.direction, one.speed] for one in (weighed.best, weighed.chosen)]
    tried = study.spread(np.array(both), TRIES, np.random.default_rng((played.number, 4)))
    to_win = replace(study.evaluator, aim=(POINTS > 0).astype(np.float64))
    chances = to_win.values(tried, to_win.verdicts(tried, played.view.situation), EvaluationMode.LEARNED)
    best, chosen = chances.reshape(2, TRIES).mean(axis=1)
    return float(best - chosen)


def estimated_skill(level: str, number: int, count: int, *, is_guessed: bool) -> Found:
    """Skill of a player of so many strokes, relative to the true one; optionally without knowing intentions."""
    player = Contestant(player_named("club"), LEVELS[level])
    played: list[RecordedStroke] = []
    board = 0
    while len(played) < count:
        match = play_board(Seating(ByParty((player,), (player,))), Luck((SEED, number, board))).match
        played += recorded_strokes(match)
        board += 1
    played, true = played[:count], LEVELS[level].angle
    known = spread_in(played).angle / true
    if not is_guessed:
        return Found(known, None, covered=False)
    guessed = spread_in([replace(one, meant=None) for one in played])
    return Found(known, guessed.angle / true, guessed.low <= true <= guessed.high)


def spread_in(played: Sequence[RecordedStroke]) -> SkillEstimate:
    found = estimate_skill(played)
    assert found is not None
    return found


def at_best(count: int) -> tuple[float, float]:
    """Best possible accuracy of a skill estimate: the spread's standard error by the information in the misses
    (Student's t with n degrees of freedom: 2n / (n + 3) a miss), and how often it is within a tenth."""
    error = 1.0 / sqrt(2 * TAIL_FREEDOM / (TAIL_FREEDOM + 3) * count)
    return error, erf(NEAR / error / sqrt(2))


def rung_rows(boards: Mapping[str, Sequence[Board]], count: int) -> Iterator[str]:
    yield (
        "| rung | strokes | accuracy (95 %) | who won | who lost | difference | of that, won by choosing well |"
        " who was luckier, less who was not | points lost by choice, a stroke |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for rung, played in boards.items():
        sides = [side for board in played for side in board]
        strokes = [one for side in sides for one in side.strokes]
        chosen = [Choices([one.accuracy for one in side.strokes], side.lost, side.won, side.luckier) for side in sides]
        won, lost = (mean_accuracy([side for side in chosen if side.won == is_won]) for is_won in (True, False))
        lucky, not_so = (mean_accuracy([side for side in chosen if side.luckier == is_so]) for is_so in (True, False))
        cells = [_within(mean_accuracy(chosen)), _within(won), _within(lost), _apart(won, lost)]
        cells += [_signed(by_choosing(chosen)), _apart(lucky, not_so)]
        mean = fmean(one.points.choice for one in strokes)
        yield f"| `{rung}` | {len(strokes)} | {' | '.join(cells)} | {mean:.2f} |"
    yield ""
    yield f"{count} boards of each rung against itself, both sides weighed, hands at `club`, seed {SEED}; ± by boards."


def measure_rows() -> Iterator[str]:
    """Several measures of the stored strokes, all levels in a cell."""
    kept = json.loads(KEPT_STROKES.read_text(encoding="utf-8"))
    given = {(one["rung"], one["board"], one["won"]): one["given"] for one in kept}
    names = " / ".join(f"`{rung}`" for rung in RUNGS)
    yield (
        f"| measure of a choice | {names} | least gap between two rungs, in its standard errors |"
        " who won, less who lost | of that, won by choosing well | who was luckier, less who was not |"
    )
    yield "|---|---|---|---|---|---|"
    for name, measure in MEASURES.items():
        cells: list[tuple[str, ...]] = []
        means = []
        for rung in RUNGS:
            chosen = [
                Choices(
                    [measure(stroke) for stroke in one["strokes"]],
                    [stroke[3] for stroke in one["strokes"]],
                    one["won"],
                    one["given"] > given[rung, one["board"], not one["won"]],
                )
                for one in kept
                if one["rung"] == rung
            ]
            won, lost = (mean_accuracy([side for side in chosen if side.won == is_so]) for is_so in (True, False))
            lucky, not_so = (mean_accuracy([one for one in chosen if one.luckier == is_so]) for is_so in (True, False))
            means.append(mean_accuracy(chosen))
            cells.append(
                (f"{means[-1][0]:.0f}", _apart(won, lost), _signed(by_choosing(chosen)), _apart(lucky, not_so))
            )
        gap = min((high[0] - low[0]) / hypot(high[1], low[1]) * 1.96 for low, high in pairwise(means))
        values, *others = (" / ".join(column) for column in zip(*cells, strict=True))
        yield f"| {name} | {values} | {gap:.1f} | {' | '.join(others)} |"
    yield ""
    count = len({(one["rung"], one["board"]) for one in kept}) // len(RUNGS)
    yield f"{count} boards of each rung against itself, seed 41, weighed once and kept; ± 95 % by boards."


def mean_accuracy(sides: Sequence[Choices]) -> tuple[float, float]:
    """Mean and 95 % error. Strokes of a board are correlated, so boards are counted."""
    count = sum(len(side.each) for side in sides)
    value = sum(sum(side.each) for side in sides) / max(count, 1)
    off = sqrt(sum((sum(side.each) - value * len(side.each)) ** 2 for side in sides)) / max(count, 1)
    return value, 1.96 * off


def by_choosing(sides: Sequence[Choices]) -> float:
    """How much more accurate strokes of won boards are only because good choices win boards."""
    each = [one for side in sides for one in side.each]
    lost = [one for side in sides for one in side.lost]
    part = sum(len(side.each) for side in sides if side.won) / len(each)
    return -covariance(each, lost) / (part * (1 - part))


def _within(value: tuple[float, float]) -> str:
    return f"{value[0]:.0f} ± {value[1]:.0f}"


def _apart(one: tuple[float, float], other: tuple[float, float]) -> str:
    return f"{_signed(one[0] - other[0])} ± {hypot(one[1], other[1]):.0f}"


def _signed(value: float) -> str:
    told = f"{abs(value):.0f}"
    return told if told == "0" else f"{'+' if value > 0 else '−'}{told}"


def reliability_rows(strokes: Sequence[StrokeReview]) -> Iterator[str]:
    yield "| stated chance to keep the turn | strokes | said, on average | came off |"
    yield "|---|---|---|---|"
    for one in reliability(strokes):
        yield f"| {one.low:.0%} – {one.high:.0%} | {one.strokes} | {one.stated:.0%} | {one.kept:.0%} |"


def hand_rows(found: dict[str, list[Found]], count: int) -> Iterator[str]:
    yield (
        "| hand | true spread, ° | told what was meant: mean (within 10 %) | smallest … largest |"
        " not told: mean (within 10 %) | smallest … largest | 95 % interval holds it | not told over told |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for level, players in found.items():
        known, guessed = [one.known for one in players], [one.guessed for one in players if one.guessed is not None]
        told = [
            cell
            for ratios in (known, guessed)
            for cell in ((_near(ratios), f"{min(ratios):.2f} … {max(ratios):.2f}") if ratios else ("", ""))
        ]
        held = f"{sum(one.covered for one in players)} of {len(guessed)}"
        over = [one.guessed / one.known for one in players if one.guessed is not None]
        adds = f"{fmean(over):.2f} ± {stdev(over):.2f}" if len(over) > 1 else ""
        yield f"| `{level}` | {LEVELS[level].angle} | {' | '.join(told)} | {held} | {adds} |"
    yield ""
    parts = [
        f"{strokes} misses tell a hand to ±{error:.1%} at best, and so within a tenth in {often:.0%}"
        for strokes in (count, 3 * count)
        for error, often in (at_best(strokes),)
    ]
    yield (
        f"Found over true, in {count} strokes of each player; of the last column the mean and the standard deviation."
        f" The limit for any method: {'; '.join(parts)}."
    )


def _near(ratios: Sequence[float]) -> str:
    return f"{fmean(ratios):.2f} ({sum(abs(one - 1) <= NEAR for one in ratios)} of {len(ratios)})"


def timed(work: Callable[[], T]) -> tuple[T, float]:
    began = perf_counter()
    return work(), perf_counter() - began


def all_done(works: Mapping[Key, Callable[[], object]], workers: int | None) -> dict[Key, object]:
    """Run all tasks on several processes, printing progress and times.

    Each uses one BLAS thread: several per process slow each other down.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    began, found, spent = perf_counter(), dict.fromkeys(works), dict.fromkeys((key.part for key in works), 0.0)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(timed, work): key for key, work in works.items()}
        try:
            for count, one in enumerate(as_completed(asked), start=1):
                key = asked[one]
                found[key], seconds = one.result()
                spent[key.part] += seconds
                told = f"{count} of {len(works)} done in {perf_counter() - began:.0f} s; last {key.part} {key.name}"
                print(f"\r{told:<70}", end="", file=sys.stderr, flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    each = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in spent.items())
    print(f"\n{perf_counter() - began:.0f} s in all; on one core: {each}", file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="weigh enough to publish, and write docs/coach.md")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--boards", type=int, help="of each rung (default 48 with --full)")
    parser.add_argument("--hands", type=int, help="players of each hand (default 32 with --full)")
    parser.add_argument("--guesses", type=int, help="of them, players of whom nothing is told (default: all)")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")
    args = parser.parse_args()
    boards, hands, guesses, strokes = (48, 32, 32, STROKES) if args.full else (2, 1, 1, 40)
    boards, hands = args.boards or boards, args.hands or hands
    guesses = min(hands, guesses if args.guesses is None else args.guesses)
    rungs: Sequence[str] = () if args.only in ("hands", "measures") else RUNGS if args.full else RUNGS[1:3]
    levels: Sequence[str] = () if args.only in ("rungs", "measures") else HANDS if args.full else HANDS[1:2]
    # longest first: guessed skills, then boards
    works: dict[Key, Callable[[], object]] = {}
    for number in range(hands):
        for level in levels:
            if number < guesses:
                works[Key("hands", level, number)] = partial(estimated_skill, level, number, strokes, is_guessed=True)
    for number in range(boards):
        for rung in rungs:
            works[Key("rungs", rung, number)] = partial(analysed_board, rung, number)
    for number in range(guesses, hands):
        for level in levels:
            works[Key("hands", level, number)] = partial(estimated_skill, level, number, strokes, is_guessed=False)
    found = all_done(works, args.workers) if works else {}
    sections: dict[str, tuple[list[str], str]] = {}
    if rungs:
        weighed = {rung: [cast(Board, found[Key("rungs", rung, number)]) for number in range(boards)] for rung in rungs}
        every = [one for played in weighed.values() for board in played for side in board for one in side.strokes]
        by = f"bench/coach.py --full --only rungs --boards {boards}"
        sections["rungs"] = list(rung_rows(weighed, boards)), by
        sections["reliability"] = list(reliability_rows(every)), by
    if levels:
        told = {level: [cast(Found, found[Key("hands", level, number)]) for number in range(hands)] for level in levels}
        by = f"bench/coach.py --full --only hands --hands {hands} --guesses {guesses}"
        sections["hands"] = list(hand_rows(told, strokes)), by
    if args.only in (None, "measures"):
        sections["measures"] = list(measure_rows()), "bench/coach.py --full --only measures"
    for name, (lines, by) in sections.items():
        print("\n".join(lines), end="\n\n")
        if args.full:
            keep(name, lines, COACH, by=by)


if __name__ == "__main__":
    main()
