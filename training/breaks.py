"""Find the best breaks for every angle of the rack: the table of `carrom.players.candidates.breaks`.

    python training/breaks.py carrom/players/candidates/data/breaks.npz

For each angle a family of strokes is simulated once without error. The value of an aim for a skill is the family
weighted with that skill's errors; the most promising are simulated some hundreds of times with it. Racks turned by
`angle` and `60 − angle` are mirror images. Also finds the best rack angle to ask for. Sixteen minutes of one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1])]

from carrom.equipment import Position, Seat, striker_spans  # noqa: E402
from carrom.equipment.striker_place import MIDDLE  # noqa: E402
from carrom.laws import RULEBOOKS, START  # noqa: E402
from carrom.physics import CLUB  # noqa: E402
from carrom.play import LEVELS, Perception  # noqa: E402
from carrom.play.batch.counter_rng import draw_unit_errors  # noqa: E402
from carrom.play.batch.execution import execute_rows, skill_row  # noqa: E402
from carrom.play.batch.layouts import (  # noqa: E402
    BLACK,
    QUEEN,
    WHITE,
    lay_racks,
    position_of,
)
from carrom.play.racking import RACK_ANGLE_ERROR  # noqa: E402
from carrom.play.sight import Floats  # noqa: E402
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty  # noqa: E402
from carrom.players.evaluation.outcomes import SideMasks, simulate_outcomes  # noqa: E402
from carrom.players.evaluation.side_evaluation import EvaluationMode, SideEvaluator  # noqa: E402

ANGLES = np.arange(30.0, 91.0)
HANDS = ("robot", "world", "club", "casual")
PARTS = (0.4, 0.55, 0.75, 1.0)
BESIDE = np.arange(-90.0, 90.1, 2.25)
PROMISING, FINALISTS, KEPT = 36, 10, 4
FIRST_TRIES, TRIES = 48, 240


def stands() -> Floats:
    """Striker places before a rack, along the base line."""
    found = []
    for left, right in striker_spans(Position(()), Seat.SOUTH):
        count = max(1, round((right - left) / 26))
        found.append(np.linspace(left + 0.05, right - 0.05, count))
    return np.concatenate(found)


def family() -> tuple[Floats, tuple[int, int, int]]:
    """(place, part of the speed, offset from the middle)."""
    across = stands()
    x, part, beside = (a.ravel() for a in np.meshgrid(across, np.array(PARTS), BESIDE, indexing="ij"))
    far = np.hypot(x, MIDDLE)
    direction = np.degrees(np.arctan2(-x, -MIDDLE) + np.arcsin(beside / far))
    strokes = np.column_stack((x, np.full(len(x), MIDDLE), direction, part * CLUB.max_speed))
    return strokes, (len(across), len(PARTS), len(BESIDE))


def values_of(strokes: Floats, angle: float, level: str, seed: int) -> tuple[Floats, Floats]:
    """Points as a `tactician` values them, and whether the turn was kept; one rack for each."""
    count = len(strokes)
    numbers = np.arange(count)
    racks = lay_racks(np.full(count, seed), -1 - numbers, np.full(count, angle))
    skill = LEVELS[level]
    view = Perception(
        position_of(racks[0]), Seat.SOUTH, "white", START, RULEBOOKS["icf"], skill, skill, CLUB, Seat.NORTH, Seat.SOUTH
    )
    queen = np.arange(len(WHITE)) == QUEEN
    stance = replace(SideEvaluator.of(view), sides=SideMasks(WHITE, BLACK, queen))
    outcomes = simulate_outcomes(racks, strokes, CLUB)
    found = stance.verdicts(outcomes, START)
    return stance.values(outcomes, found, EvaluationMode.BOTH), found.continues.astype(float)


def in_hand(strokes: Floats, angle: float, level: str, tries: int, seed: int) -> tuple[Floats, Floats]:
    """Mean value of each stroke with this skill, and how often it keeps the turn."""
    count = len(strokes) * tries
    intended = np.repeat(strokes, tries, axis=0)
    errors = np.tile(draw_unit_errors(np.full(tries, seed), np.arange(tries)), (len(strokes), 1))
    skills = np.tile(np.array(skill_row(LEVELS[level])), (count, 1))
    rack = lay_racks(np.array([seed]), np.array([-1]), np.array([angle]))
    made = execute_rows(np.broadcast_to(rack, (count, 19, 2)), intended, errors, skills, CLUB.max_speed)
    values, kept = values_of(made, angle, level, seed)
    shape = len(strokes), tries
    return values.reshape(shape).mean(axis=1), kept.reshape(shape).mean(axis=1)


def best_at(angle: float) -> tuple[Floats, Floats, Floats]:
    """Per skill: the best breaks (x, direction, part of the speed), their values and chances to keep the turn."""
    strokes, shape = family()
    breaks = np.zeros((len(HANDS), KEPT, 3))
    values, keeps = np.zeros((len(HANDS), KEPT)), np.zeros((len(HANDS), KEPT))
    for number, level in enumerate(HANDS):
        once = np.mean([values_of(strokes, angle, level, seed)[0] for seed in (1, 2)], axis=0).reshape(shape)
        hoped = _smoothed(once, strokes.reshape(*shape, 4), LEVELS[level].angle).ravel()
        chosen = _apart(strokes, hoped, PROMISING)
        first, _ = in_hand(strokes[chosen], angle, level, FIRST_TRIES, 3)
        chosen = chosen[np.argsort(-first)[:FINALISTS]]
        worth, kept = in_hand(strokes[chosen], angle, level, TRIES, 4)
        order = np.argsort(-worth)[:KEPT]
        final = strokes[chosen[order]]
        breaks[number] = np.column_stack((final[:, 0], final[:, 2], final[:, 3] / CLUB.max_speed))
        values[number], keeps[number] = worth[order], kept[order]
    return breaks, values, keeps


def _smoothed(values: Floats, strokes: Floats, spread: float) -> Floats:
    out = np.empty_like(values)
    for stand in range(values.shape[0]):
        for pace in range(values.shape[1]):
            direction, speed = strokes[stand, pace, :, 2], strokes[stand, pace, :, 3]
            wide = np.maximum(spread * difficulty(direction, speed, CLUB.max_speed), 0.25)
            t = (direction[None, :] - direction[:, None]) / wide[:, None] / UNIT_SPREAD
            weights = (1 + t * t / TAIL_FREEDOM) ** (-(TAIL_FREEDOM + 1) / 2)
            out[stand, pace] = weights @ values[stand, pace] / weights.sum(axis=1)
    return out


def _apart(strokes: Floats, hoped: Floats, count: int) -> np.ndarray:
    chosen: list[int] = []
    for row in np.argsort(-hoped).tolist():
        alike = [
            one
            for one in chosen
            if abs(strokes[one, 0] - strokes[row, 0]) < 20
            and abs(strokes[one, 2] - strokes[row, 2]) < 0.8
            and strokes[one, 3] == strokes[row, 3]
        ]
        if not alike:
            chosen.append(row)
        if len(chosen) == count:
            break
    return np.array(chosen)


def called(values: Floats) -> Floats:
    """Per skill, the best rack angle, if racks are laid with an error of about `HAND_TURNED` degrees."""
    off = np.linspace(-3, 3, 61)
    weights = np.exp(-off * off / 2) / np.exp(-off * off / 2).sum()
    found = []
    for best in values.max(axis=2):
        hoped = [float(weights @ np.interp(_folded(angle + RACK_ANGLE_ERROR * off), ANGLES, best)) for angle in ANGLES]
        found.append(ANGLES[int(np.argmax(hoped))])
        print(" ".join(f"{angle:.0f}:{value:.2f}" for angle, value in zip(ANGLES[::5], hoped[::5], strict=True)))
    return np.array(found)


def _folded(angles: Floats) -> Floats:
    """To 30° … 90°."""
    turned = (angles - 30.0) % 120.0
    return 30.0 + np.where(turned > 60.0, 120.0 - turned, turned)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    since = time.monotonic()
    with get_context("spawn").Pool(args.workers) as pool:
        found = []
        for angle, one in zip(ANGLES, pool.imap(best_at, ANGLES.tolist(), chunksize=1), strict=True):
            found.append(one)
            told = " ".join(f"{v[0]:+.2f}/{k[0]:.2f}" for v, k in zip(one[1], one[2], strict=True))
            print(f"{angle:.0f}° {told} ({time.monotonic() - since:.0f} s)", flush=True)
    breaks, values, keeps = (np.stack([one[i] for one in found], axis=1) for i in range(3))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        args.out,
        angles=ANGLES,
        hands=np.array([LEVELS[level].angle for level in HANDS]),
        breaks=np.round(breaks, 3),
        values=np.round(values, 3),
        keeps=np.round(keeps, 3),
        called=called(values),
    )


if __name__ == "__main__":
    main()
