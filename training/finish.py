"""Compute how many strokes the last piece takes, as maps for the players' evaluation.

    python training/finish.py carrom/players/evaluation/data/finish.npz

For a piece on every point of a grid, geometry and a sweep propose strokes; the best are mutated and tried again. A
point costs one stroke plus the cost of the place where the piece stops, iterated until nothing changes. A piece
pocketed with the striker returns to the centre. Two minutes of one core per skill.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1])]

from carrom.base.errors import CarromError  # noqa: E402
from carrom.equipment import Piece, Position, Seat  # noqa: E402
from carrom.physics import CLUB  # noqa: E402
from carrom.play import LEVELS  # noqa: E402
from carrom.play.sight import Bools, Floats, seen_from  # noqa: E402
from carrom.play.striker_positions import free_striker_row  # noqa: E402
from carrom.players.candidates.generator import SeenPosition, pocketing_strokes  # noqa: E402
from carrom.players.candidates.model import SkillOnSurface  # noqa: E402
from carrom.players.candidates.sweep import best_aims, sweep_grid  # noqa: E402
from carrom.players.evaluation.outcomes import simulate_outcomes, strokes_with_errors  # noqa: E402
from carrom.players.evaluation.search import (  # noqa: E402
    quasi_random_errors,
    vary_strokes,
)
from carrom.players.evaluation.strokes_left import ACROSS, AWAY, REACH, LonePieceMap  # noqa: E402

SEED = 7
SWEPT, KNOWN, FOUND = 2500, 40, 20
KEPT, CHILDREN, STEPS = 12, 3, (1.0, 0.5)
FIRST_TRIES, TRIES = 32, 128
ENOUGH = 1e-4
SCRATCHED = 0.2
"""First estimate for a pocketed striker."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Outcomes of strokes at a piece, each many times: (strokes, tries)."""

    cell: tuple[int, int]
    fell: Bools
    striker: Bools
    rest: Floats

    def hoped(self) -> Floats:
        return np.asarray((self.fell & ~self.striker).mean(axis=1) - SCRATCHED * self.striker.mean(axis=1))

    def cost(self, known: LonePieceMap) -> float:
        """Of the best stroke, given the cost of other places."""
        lies = np.where(np.isnan(self.rest), 0.0, self.rest)
        after = np.where(self.fell, np.where(self.striker, known.at_centre, 0.0), known.at(lies))
        return 1.0 + float(after.mean(axis=1).min())


def try_at(cell: tuple[int, int], level: str) -> Tried | None:
    """At a piece on this grid point; None in a pocket."""
    i, j = cell
    rng = np.random.default_rng((SEED, i, j))
    reach = REACH - 0.1
    place = reach * i / (ACROSS - 1), reach * (2 * j / (AWAY - 1) - 1)
    try:
        position = Position((Piece("white", *place),))
    except CarromError:
        return None
    hand = SkillOnSurface.of(LEVELS[level], CLUB)
    pieces, nothing = seen_from(position, Seat.SOUTH), np.empty(0, dtype=np.int64)
    scene = SeenPosition(pieces, np.arange(1), nothing, nothing, *free_striker_row(position, Seat.SOUTH))

    def tried(strokes: Floats, tries: int) -> Tried:
        made = simulate_outcomes(
            pieces, strokes_with_errors(scene, strokes, quasi_random_errors(rng, tries), hand), CLUB
        )
        shape = len(strokes), tries
        return Tried(cell, made.fell.reshape(shape), made.striker.reshape(shape), made.rest.reshape(*shape, 2))

    grid = sweep_grid(scene, SWEPT, CLUB.max_speed, rng)
    swept = simulate_outcomes(pieces, grid.strokes, CLUB)
    counts = np.where(swept.striker, -SCRATCHED, swept.fell.sum(axis=1))
    known = pocketing_strokes(scene, scene.own, hand).best(KNOWN).strokes
    strokes = np.concatenate((known, best_aims(grid, counts, hand, keep=FOUND)))
    for step in (0.0, *STEPS):
        if step:
            strokes = np.concatenate(
                (strokes, vary_strokes(scene, hand, np.repeat(strokes, CHILDREN, axis=0), step, rng))
            )
        hoped = tried(strokes, FIRST_TRIES).hoped()
        strokes = strokes[np.argsort(-hoped, kind="stable")[:KEPT]]
    return tried(strokes, TRIES)


def settled(outcomes: list[Tried]) -> Floats:
    """Iterate until all costs agree; a piece touching a pocket costs one stroke."""
    strokes = np.ones((ACROSS, AWAY))
    for one in outcomes:
        strokes[one.cell] = 2.0
    while True:
        known, before = LonePieceMap(strokes), strokes
        strokes = before.copy()
        for one in outcomes:
            strokes[one.cell] = one.cost(known)
        if np.abs(strokes - before).max() < ENOUGH:
            return strokes


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the maps of the last piece.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--cores", type=int, default=None)
    chosen = parser.parse_args()
    cells = [(i, j) for i in range(ACROSS) for j in range(AWAY)]
    levels = sorted(LEVELS.values(), key=lambda skill: skill.angle)
    maps = []
    with get_context("spawn").Pool(chosen.cores) as pool:
        for skill in levels:
            found = pool.map(partial(try_at, level=skill.name), cells, chunksize=8)
            maps.append(settled([one for one in found if one is not None]))
            print(f"{skill.name}: {maps[-1].mean():.2f} strokes on average, {maps[-1].max():.2f} at most", flush=True)
    np.savez_compressed(chosen.out, angles=[skill.angle for skill in levels], strokes=np.array(maps, dtype=np.float16))


if __name__ == "__main__":
    main()
