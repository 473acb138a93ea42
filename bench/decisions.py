"""Value of single decisions: strokes of several players in the same positions, with equal luck, as `champion` sees
them.

It shows how much of `champion`'s judgement other players reach in their time, not who wins. `--full` writes
docs/players.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import process_time

import numpy as np
from page_figures import keep

from carrom.match import ByParty
from carrom.physics import Stroke
from carrom.play import LEVELS, Contestant, Luck, Perception, Player, Seating, play_board
from carrom.play.sight import Floats
from carrom.players import LADDER, Budget, player_named
from carrom.players.arena.tally import mean_margin
from carrom.players.evaluation.analysis import PositionAnalysis
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.levels.basic import Club
from carrom.players.levels.champion import robust_champion

SEED = 2026
TRIES = 300
LIKE_IT = 40
PLAYERS = ("master", "tactician", "planner", "club")


class Noting(Club):
    """A `club` player who records positions."""

    def __init__(self, seen: list[Perception]) -> None:
        super().__init__(Budget(LADDER["club"].simulations))
        self.seen = seen

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        self.seen.append(view)
        return super().stroke(view, rng)


def positions(count: int) -> list[Perception]:
    """Random positions from boards of `club` players; no breaks."""
    seen: list[Perception] = []
    for board in range(max(2, count // 6)):
        player = Contestant(Noting(seen), LEVELS["club"])
        play_board(Seating(ByParty(*((player,) for _ in range(2)))), Luck((SEED, board)))
    after = [view for view in seen if view.situation.break_attempt is None]
    return [after[row] for row in np.random.default_rng(SEED).permutation(len(after))[:count]]


def strokes_of(player: Player, views: list[Perception]) -> tuple[list[Floats], list[float]]:
    """Strokes, and milliseconds each."""
    player.stroke(views[0], np.random.default_rng(0))  # loads lazy imports
    rows, times = [], []
    for view in views:
        since = process_time()
        stroke = player.stroke(view, np.random.default_rng(SEED))
        times.append(1000 * (process_time() - since))
        rows.append(np.array([*view.seat.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed]))
    return rows, times


def worse_by(view: Perception, best: Floats, other: Floats) -> float:
    """Points by which one stroke is worse, with the same luck for both."""
    study = PositionAnalysis.of(view)
    tried = study.spread(np.stack((best, other)), TRIES, np.random.default_rng(1))
    values = study.values(tried, EvaluationMode.LEARNED).reshape(2, TRIES).mean(axis=1)
    return float(values[0] - values[1])


def decisions(count: int) -> Iterator[str]:
    views = positions(count)
    best, times = strokes_of(player_named("champion"), views)
    yield "| | worse than `champion`'s stroke by, points (95 %) | ms, median | 95th of a hundred |"
    yield "|---|---|---|---|"
    yield f"| `champion` | | {np.median(times):.0f} | {np.quantile(times, 0.95):.0f} |"
    for name in PLAYERS:
        rows, times = strokes_of(player_named(name), views)
        lost = [worse_by(view, one, other) for view, one, other in zip(views, best, rows, strict=True)]
        mean, margin = mean_margin(lost)
        yield f"| `{name}` | {mean:.2f} ± {margin:.2f} | {np.median(times):.0f} | {np.quantile(times, 0.95):.0f} |"
    yield ""
    yield f"{len(views)} positions of `club` boards, {TRIES} tries of each stroke, seed {SEED}."
    yield "Milliseconds of a processor."


def unsure(count: int) -> Iterator[str]:
    """Value of doubting the board: both kinds of strokes, on boards similar to the stated one."""
    views = positions(count)
    both = [strokes_of(player, views)[0] for player in (player_named("champion"), robust_champion())]
    rng = np.random.default_rng(SEED)
    rows: dict[str, list[Floats]] = {"the board that was told": [], f"{LIKE_IT} boards like it": []}
    for view, *strokes in zip(views, *both, strict=True):
        boards = (view.profile,), tuple(view.profile.sampled(rng) for _ in range(LIKE_IT))
        for found, surfaces in zip(rows.values(), boards, strict=True):
            study = PositionAnalysis.of(view, surfaces)
            tried = study.spread(np.stack(strokes), 30 * LIKE_IT, np.random.default_rng(1))
            kept = study.evaluator.verdicts(tried, view.situation).succeeds.reshape(2, -1).mean(axis=1)
            worth = study.values(tried, EvaluationMode.LEARNED).reshape(2, -1).mean(axis=1)
            found.append(np.array((*kept, worth[1] - worth[0])))
    yield "| tried on | `champion` keeps the turn | who doubts keeps it | points more by doubting (95 %) |"
    yield "|---|---|---|---|"
    for name, found in rows.items():
        sure, doubting, _ = np.mean(found, axis=0)
        mean, margin = mean_margin([row[2] for row in found])
        yield f"| {name} | {sure:.1%} | {doubting:.1%} | {mean:+.2f} ± {margin:.2f} |"
    yield ""
    yield f"{len(views)} positions of `club` boards, {30 * LIKE_IT} tries of each stroke, seed {SEED}."


SECTIONS = {"decisions": decisions, "unsure": unsure}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="write docs/players.md")
    parser.add_argument("--positions", type=int, help="how many (default 60 with --full, else 4)")
    parser.add_argument("--only", choices=SECTIONS, help="one section")
    args = parser.parse_args()
    count = args.positions or (60 if args.full else 4)
    for name, measure in SECTIONS.items():
        if args.only in (None, name):
            rows = []
            for row in measure(count):
                print(row, flush=True)
                rows.append(row)
            print()
            if args.full:
                keep(name, rows, by=f"bench/decisions.py --full --only {name} --positions {count}")


if __name__ == "__main__":
    main()
