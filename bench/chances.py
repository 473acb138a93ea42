"""Calibration of the coach's win probability between unequal players, against the results of boards.

`make bench` plays a few boards; `python bench/chances.py --full` writes the table of docs/coach.md. The probability is
that of the layout before each stroke, knowing both skills and levels, or skills alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

import numpy as np
from page_figures import COACH, keep, wilson

from carrom.match import ByParty, Party
from carrom.play import Luck, Perception, Seating, play_board
from carrom.play.sight import Floats, seen_from
from carrom.players.coach.recorded_strokes import recorded_strokes
from carrom.players.evaluation.side_evaluation import SideEvaluator
from carrom.players.evaluation.strengths import PLAYER_ELO, chances_with_gap
from carrom.players.evaluation.value_network import POINTS
from carrom.players.registry import contestant_named

SEED: Final = 2027
PAIRS: Final = (
    ("club@club", "club@club"),
    ("club@club", "aimer@club"),
    ("planner@club", "random@club"),
    ("planner@club", "aimer@club"),
    ("planner@club", "club@club"),
    ("planner@casual", "aimer@state"),
    ("planner@club", "club@world"),
    ("asha", "emil"),
    ("meena", "bilal"),
    ("bilal", "nazmul"),
    ("yuki", "dilrukshi"),
    ("faisal", "kavita"),
    ("dilrukshi", "club@casual"),
    ("faisal", "club@club"),
    ("kavita", "planner@state"),
)


@dataclass(frozen=True, slots=True)
class Board:
    """One board: the first player's predicted chance before each stroke, and whether they won."""

    pair: int
    said: list[float]
    by_hands: list[float]
    """As if both played at the same level."""
    won: bool


def board_of(task: tuple[int, int]) -> Board | None:
    """Play a board of a pair by number; None if nobody won it."""
    pair, number = task
    names = PAIRS[pair]
    sides = [contestant_named(name.partition("@")[0], level=name.partition("@")[2] or None) for name in names]
    gap = PLAYER_ELO[names[0].partition("@")[0]] - PLAYER_ELO[names[1].partition("@")[0]]
    breaker: Party = "a" if number % 2 == 0 else "b"
    seating = Seating(ByParty((sides[0],), (sides[1],)))
    played = play_board(seating, Luck((SEED, pair, number // 2)), breaker=breaker)
    if not played.points("a"):
        return None
    said, by_hands = [], []
    for stroke in recorded_strokes(played.match):
        is_a = stroke.person.party == "a"
        own, rival = sides if is_a else reversed(sides)
        chances = chances_before(stroke.with_skills(own.skill, rival.skill))
        chances = chances if is_a else chances[::-1]
        said.append(float(chances_with_gap(chances, gap)[POINTS > 0].sum()))
        by_hands.append(float(chances[POINTS > 0].sum()))
    return Board(pair, said, by_hands, played.points("a") > 0)


def chances_before(view: Perception) -> Floats:
    """(29,): chances of −14 … 14 points for the player to strike, by layout and both skills."""
    stance = replace(SideEvaluator.of(view), aim=np.eye(len(POINTS)))
    chances = stance.before(seen_from(view.position, view.seat), view.situation)
    return np.asarray(chances / chances.sum())


def rows_of(boards: Sequence[Board]) -> Iterator[str]:
    yield (
        "| | boards | first stroke: said, by hands alone | said | won (95 %) | all strokes: said | won |"
        " Brier, by hands alone | Brier |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for pair, names in enumerate(PAIRS):
        here = [board for board in boards if board.pair == pair]
        if here:
            yield f"| {' – '.join(f'`{name}`' for name in names)} | {' | '.join(_cells(here))} |"
    yield f"| all | {' | '.join(_cells(boards))} |"


def bins_of(boards: Sequence[Board]) -> Iterator[str]:
    """Compare predictions with results; long boards count no more than short ones."""
    yield "| said | strokes | said, on average | won (± 95 %, by boards) |"
    yield "|---|---|---|---|"
    edges = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
    for low, high in pairwise(edges):
        said, off = [], []
        for board in boards:
            own = [one for one in board.said if low <= one < high or one == high == 1.0]
            if own:
                said += own
                off.append(len(own) * board.won - sum(own))
        if len(off) > 1:
            mean = fmean(said)
            margin = 1.96 * stdev(off) * len(off) ** 0.5 / len(said)
            won = mean + sum(off) / len(said)
            yield f"| {low:.0%} – {high:.0%} | {len(said)} | {mean:.0%} | {won:.0%} ± {margin:.0%} |"


def _cells(boards: Sequence[Board]) -> list[str]:
    won, count = sum(board.won for board in boards), len(boards)
    low, high = wilson(won, count)
    strokes = [
        (said, hands, board.won) for board in boards for said, hands in zip(board.said, board.by_hands, strict=True)
    ]
    return [
        str(count),
        f"{fmean(board.by_hands[0] for board in boards):.0%}",
        f"{fmean(board.said[0] for board in boards):.0%}",
        f"{won / count:.0%} ({low:.0%} – {high:.0%})",
        f"{fmean(said for said, _, _ in strokes):.0%}",
        f"{fmean(float(one) for _, _, one in strokes):.0%}",
        f"{fmean((hands - one) ** 2 for _, hands, one in strokes):.3f}",
        f"{fmean((said - one) ** 2 for said, _, one in strokes):.3f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="play enough to publish, and write docs/coach.md")
    parser.add_argument("--boards", type=int, help="of each pair (default 40 with --full)")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")
    parser.add_argument(
        "--keep-boards", type=Path, help="a file to which boards are added, and from which they are read"
    )
    args = parser.parse_args()
    count = args.boards or (40 if args.full else 2)
    file = args.keep_boards
    boards = [] if file is None or not file.exists() else [Board(*json.loads(line)) for line in file.open()]
    done = len(boards)
    tasks = [(pair, number) for number in range(count) for pair in range(len(PAIRS))]
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        for board in pool.map(board_of, tasks[done:]):
            boards += [board] if board is not None else []
            if file is not None and board is not None:
                with file.open("a") as out:
                    print(json.dumps(astuple(board)), file=out)
    by = f"bench/chances.py --full --boards {count}"
    for name, lines in (("chances", list(rows_of(boards))), ("said and won", list(bins_of(boards)))):
        print("\n".join(lines), end="\n\n")
        if args.full:
            keep(name, lines, COACH, by=by)


if __name__ == "__main__":
    main()
