"""Fit `carrom.players.evaluation.strokes_left`: how many strokes a board still takes.

    python training/strokes_left.py --boards 160

For every position of boards cleared by a casual player, the strokes still to come are fitted: a smooth curve of the
number of pieces, and for some ranges of that number a weight of their places, by the maps of the last piece. The target
mixes the strokes played with the fit's values of later positions (temporal differences, λ = 0.6). Three minutes of one
core for a hundred boards; the printed numbers are copied by hand.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1])]

from carrom.equipment import Seat  # noqa: E402
from carrom.physics import simulate  # noqa: E402
from carrom.play import LEVELS, execute  # noqa: E402
from carrom.play.sight import Floats, Ints, seen_from  # noqa: E402
from carrom.play.solo import Solo  # noqa: E402
from carrom.players import Budget  # noqa: E402
from carrom.players.evaluation.strokes_left import lone_piece_map  # noqa: E402
from carrom.players.levels.solo import RACK_PIECES, SoloPlayer  # noqa: E402

SEED, HAND = 11, "casual"
STRETCHES = ((1, 1), (2, 4), (5, 8), (9, 13), (14, 18))
FEW = range(2, 11)
TRACE = 0.6
ROUNDS, ENOUGH = 60, 1e-4
MOST = 60


def positions_of(board: int, simulations: int) -> Floats:
    """(strokes, 19, 2): places before each stroke of a board, NaN for pocketed pieces."""
    skill, rng = LEVELS[HAND], np.random.default_rng((SEED, board))
    player, solo = SoloPlayer(skill, Budget(simulations)), Solo.start(rng)
    found = []
    while not solo.is_cleared and solo.strokes < MOST:
        here = np.full((RACK_PIECES, 2), np.nan)
        here[: len(solo.position.pieces)] = seen_from(solo.position, Seat.SOUTH)
        found.append(here)
        intended = player.stroke(solo.position, rng)
        solo = solo.after(simulate(solo.position, execute(intended, skill, rng, position=solo.position)))
    return np.array(found)


def inputs(count: Ints, lies: Floats) -> Floats:
    """The curve's four terms, and for each range how favourable the places are for this number of pieces."""
    kinds, which = np.unique(count, return_inverse=True)
    apart = lies - np.array([lies[count == each].mean() for each in kinds])[which]
    within = [np.where((count >= low) & (count <= high), apart, 0.0) for low, high in STRETCHES]
    return np.column_stack((_curve(count), *within))


def _curve(count: Ints) -> Floats:
    return np.column_stack((np.minimum(count, 1), count, np.sqrt(count), count**2 / RACK_PIECES))


def fit(boards: list[Floats]) -> tuple[Floats, Floats]:
    places = np.concatenate(boards)
    on = ~np.isnan(places[:, :, 0])
    count, lone = on.sum(axis=1), lone_piece_map(LEVELS[HAND].angle)
    lies = np.where(on, lone.at(np.where(on[..., None], places, 0.0)) - 1.0, 0.0).sum(axis=1)
    table, ends = inputs(count, lies), np.cumsum([len(board) for board in boards])
    used = count < RACK_PIECES
    inverse = np.linalg.inv(table[used].T @ table[used] + 0.01 * np.eye(table.shape[1]))
    weights = np.zeros(table.shape[1])
    for _ in range(ROUNDS):
        wanted = _to_come(table @ weights, ends)
        before, weights = weights, inverse @ table[used].T @ wanted[used]
        if np.abs(weights - before).max() < ENOUGH:
            break
    left = wanted[used] - table[used] @ weights
    share = [float((lies / np.maximum(count, 1))[count == each].mean()) for each in FEW]
    print(f"places add up to {np.mean(share) / (lone.strokes.mean() - 1.0):.2f} of the map's mean for each piece")
    return weights, np.asarray(np.sqrt(np.diag(inverse) * left.var()))


def _to_come(values: Floats, ends: Ints) -> Floats:
    wanted = np.empty(len(values))
    last = set(ends.tolist())
    for row in range(len(values) - 1, -1, -1):
        is_last = row + 1 in last
        wanted[row] = 1.0 if is_last else 1.0 + (1 - TRACE) * values[row + 1] + TRACE * wanted[row + 1]
    return wanted


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit how many strokes a board asks for alone.")
    parser.add_argument("--boards", type=int, default=160)
    parser.add_argument("--simulations", type=int, default=3000)
    parser.add_argument("--cores", type=int, default=None)
    chosen = parser.parse_args()
    with get_context("spawn").Pool(chosen.cores) as pool:
        boards = pool.map(partial(positions_of, simulations=chosen.simulations), range(chosen.boards), chunksize=1)
    print(f"{np.mean([len(board) for board in boards]):.2f} strokes a board")
    weights, errors = fit(boards)
    curve = _curve(np.arange(RACK_PIECES + 1)) @ weights[:4]
    print("strokes for 0 to 19 pieces:", " ".join(f"{strokes:.2f}" for strokes in curve))
    for (low, high), weight, error in zip(STRETCHES, weights[4:], errors[4:], strict=True):
        middle = (low + high) / 2
        print(f"places of {low} to {high}: {weight:+.2f} ± {1.96 * error:.2f}, held {np.exp((1 - middle) / 4.0):.2f}")


if __name__ == "__main__":
    main()
