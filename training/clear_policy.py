"""Train a policy to clear the board: a small network over the candidates of `carrom/Clear-v1`, in plain NumPy.

    python training/clear_policy.py                          # a minute or two; prints what it found
    python training/clear_policy.py --weights learnt.npz     # and keeps what it learnt
    python training/clear_policy.py --output training/clear_policy.json   # the figures of docs/env.md

A network with one hidden layer scores every candidate at every pace, trained by advantage actor-critic with GAE, then
compared on unseen boards with the level `greedy`.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import carrom.env  # noqa: F401 - registers the environments
from carrom.base.files import write_whole
from carrom.env.candidate_actions import CANDIDATES, PACES
from carrom.equipment import Seat
from carrom.equipment.sizes import POCKETS
from carrom.physics import CLUB
from carrom.play import skill_named
from carrom.play.batch.layouts import PIECES, position_of
from carrom.play.sight import seen_from
from carrom.play.skill import VERSION as HANDS
from carrom.play.solo import SoloBoards
from carrom.play.striker_positions import free_striker_row
from carrom.players.candidates.breaks import good_breaks
from carrom.players.candidates.generator import SeenPosition, pocketing_strokes, touching_strokes
from carrom.players.candidates.model import Candidates, SkillOnSurface
from carrom.players.evaluation.outcomes import simulate_outcomes

Floats = NDArray[np.float64]
LEVEL, BOARDS, STRETCH, HIDDEN = "club", 256, 16, 32
DISCOUNT, SMOOTHING, RATE, ENTROPY = 0.9, 0.9, 0.003, 0.01
TRIED = 300
EASY = 6.0
"""Initial preference for a certain stroke, as the easiest."""
_CORNERS = np.array(POCKETS) / 370.0
_PACES = np.array(PACES)


def features(seen: dict[str, Any]) -> tuple[Floats, NDArray[np.bool_]]:
    """(boards, 20 × paces, numbers), and which of them exist."""
    candidates, pieces, lies = seen["candidates"].astype(float), seen["pieces"].astype(float), seen["lies"] > 0
    boards = len(pieces)
    at = np.concatenate((pieces, np.zeros((boards, 1, 2))), axis=1)
    apart = np.hypot(*(at[:, :, None] - pieces[:, None]).transpose(3, 0, 1, 2))
    near = ((apart < 0.2) & lies[:, None]).sum(axis=2) / 5
    far = np.hypot(*(at[:, :, None] - _CORNERS).transpose(3, 0, 1, 2)).min(axis=2)
    left = np.broadcast_to(seen["state"][:, :1], (boards, CANDIDATES))
    broken = np.broadcast_to(seen["state"][:, 1:2], (boards, CANDIDATES))
    last = np.broadcast_to(np.arange(CANDIDATES) == CANDIDATES - 1, (boards, CANDIDATES))
    chance = candidates[:, :, 0]
    plain = np.stack(
        (
            chance,
            chance**2,
            candidates[:, :, 1],
            candidates[:, :, 2],
            candidates[:, :, 3],
            candidates[:, :, 4],
            near,
            far,
            left,
            broken,
            last,
        ),
        axis=-1,
    )
    out = np.empty((boards, CANDIDATES, len(PACES), plain.shape[2] + 3))
    out[..., : plain.shape[2]] = plain[:, :, None]
    speed = np.minimum(candidates[:, :, 5, None] * _PACES, 1.0)
    out[..., -3], out[..., -2], out[..., -1] = speed, speed * left[:, :, None], speed * chance[:, :, None]
    mask = np.repeat(seen["action_mask"] > 0, len(PACES), axis=1)
    return out.reshape(boards, -1, out.shape[-1]), mask


def summary(seen: dict[str, Any]) -> Floats:
    chance = -np.sort(-seen["candidates"][:, :, 0], axis=1)[:, :4]
    left = seen["state"][:, :1]
    return np.concatenate((np.ones_like(left), left, left**2, chance, chance * left, seen["state"][:, 1:2]), axis=1)


class Liking:
    """Network with one hidden layer, trained with Adam."""

    def __init__(self, numbers: int, rng: np.random.Generator) -> None:
        first = rng.normal(0, 1 / np.sqrt(numbers), (numbers, HIDDEN))
        self.weights = [first, np.zeros(HIDDEN), np.zeros(HIDDEN)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def chances(self, told: Floats, mask: NDArray[np.bool_]) -> Floats:
        first, bias, last = self.weights
        liked = np.full(mask.shape, -np.inf)
        liked[mask] = EASY * told[mask][:, 0] + np.tanh(told[mask] @ first + bias) @ last
        odds = np.exp(liked - liked.max(axis=1, keepdims=True))
        found: Floats = odds / odds.sum(axis=1, keepdims=True)
        return found

    def learn(self, told: Floats, mask: NDArray[np.bool_], wanted: Floats) -> None:
        """Step along the gradient `wanted`."""
        first, bias, last = self.weights
        inside = np.tanh(told[mask] @ first + bias)
        grows = wanted[mask]
        back = grows[:, None] * last * (1 - inside**2)
        slopes = [told[mask].T @ back, back.sum(axis=0), inside.T @ grows]
        self.steps += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            seen_mean, seen_square = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            weight += RATE * seen_mean / (np.sqrt(seen_square) + 1e-8)


def make(boards: int) -> gym.vector.VectorEnv[Any, Any, Any]:
    return gym.make_vec(
        "carrom/Clear-v1",
        num_envs=boards,
        vectorization_mode="vector_entry_point",
        level=LEVEL,
        actions="candidates",
    )


def action_of(choice: NDArray[np.int64]) -> NDArray[np.int64]:
    """From a choice among candidates × paces, in the middle of the window."""
    return np.column_stack((choice // len(PACES), choice % len(PACES), np.zeros_like(choice)))


def strokes_needed(liking: Liking, boards: int, seed: int) -> Floats:
    """To clear boards, always with the highest score."""
    env = make(boards)
    seen, _ = env.reset(seed=seed)
    needed, going = np.zeros(boards), np.ones(boards, dtype=bool)
    while going.any():
        told, mask = features(seen)
        seen, _, done, cut, _ = env.step(action_of(liking.chances(told, mask).argmax(axis=1)))
        needed += going
        going &= ~(done | cut)
    return needed


def greedy_needed(boards: int, seed: int) -> Floats:
    """Strokes by the rule of level `greedy`: every candidate simulated once without error, ranked by pieces pocketed
    and geometric likelihood. Unlike the policy it also uses rebounds and combinations."""
    skill = skill_named(LEVEL)
    hand, nobody = SkillOnSurface.of(skill, CLUB), np.empty(0, dtype=np.int64)
    solo = SoloBoards(boards, skill=skill, profile=CLUB)
    solo.begin(np.arange(boards), np.arange(boards) + seed)
    rows = np.arange(boards)
    while len(rows):
        strokes = []
        for row in rows.tolist():
            position = position_of(solo.places[row])
            pieces = seen_from(position, Seat.SOUTH)
            every = np.arange(len(pieces))
            ahead, spans = free_striker_row(position, Seat.SOUTH)
            scene = SeenPosition(pieces, every, nobody, nobody, ahead, spans)
            if solo.strokes[row] == 0:
                found = good_breaks(pieces, every, ahead, spans, hand)
                chance = np.ones(len(found))
            else:
                tried = pocketing_strokes(scene, every, hand, thorough=False).best(300)
                found = Candidates.joined([tried, touching_strokes(scene, every, hand)])
                chance = found.chance
            outcomes = simulate_outcomes(pieces, found.strokes, CLUB)
            brings = np.where(outcomes.striker, -0.5, outcomes.fell.sum(axis=1))
            strokes.append(found.strokes[int(np.argmax(chance * brings))])
        solo.strike(rows, np.array(strokes))
        rows = rows[(solo.left[rows] > 0) & (solo.strokes[rows] < 100)]
    return solo.strokes.astype(float)


def train(rounds: int, seed: int, *, every: int = 20, tried: int = TRIED) -> tuple[Liking, list[dict[str, float]]]:
    rng = np.random.default_rng(seed)
    env = make(BOARDS)
    seen, _ = env.reset(seed=seed)
    liking = Liking(features(seen)[0].shape[2], rng)
    baseline = np.zeros(summary(seen).shape[1])
    fresh = np.zeros(BOARDS, dtype=bool)
    curve: list[dict[str, float]] = []
    for turn in range(rounds + 1):
        if turn % every == 0:
            needed = strokes_needed(liking, tried, 1_000_000).mean()
            curve.append({"steps": turn * BOARDS * STRETCH, "strokes to clear": round(float(needed), 2)})
            print(curve[-1], flush=True)
        kept: list[tuple[Any, ...]] = []
        for _ in range(STRETCH):
            told, mask = features(seen)
            chances = liking.chances(told, mask)
            chosen = (chances.cumsum(axis=1) > rng.random(BOARDS)[:, None] * (1 - 1e-9)).argmax(axis=1)
            looked = summary(seen)
            seen, rewards, done, cut, _ = env.step(action_of(chosen))
            kept.append((told, mask, chances, chosen, looked, rewards, done | cut, ~fresh))
            fresh = done | cut  # the next step only lays the rack again
        after, gain, gains, targets = summary(seen) @ baseline, np.zeros(BOARDS), [], []
        for _, _, _, _, looked, rewards, ended, counts in reversed(kept):
            now = looked @ baseline
            gain = rewards + DISCOUNT * after * ~ended - now + DISCOUNT * SMOOTHING * ~ended * gain
            gains.append(np.where(counts, gain, 0.0))
            targets.append(now + gain)
            after = now
        gains.reverse()
        targets.reverse()
        counting = np.concatenate([one[7] for one in kept])
        x, y = np.concatenate([one[4] for one in kept])[counting], np.concatenate(targets)[counting]
        slowly = 0.3 if turn else 1.0
        baseline += slowly * (np.linalg.solve(x.T @ x + 10 * np.eye(x.shape[1]), x.T @ y) - baseline)
        if not turn:
            continue  # the baseline is known from the second round on
        usual = np.concatenate(gains)[counting]
        middle, spread = usual.mean(), usual.std() + 1e-6
        for start in range(0, STRETCH, 4):
            part = kept[start : start + 4]
            told, mask, chances = (np.concatenate([one[k] for one in part]) for k in range(3))
            chosen, gain = np.concatenate([one[3] for one in part]), np.concatenate(gains[start : start + 4])
            gain = np.where(np.concatenate([one[7] for one in part]), (gain - middle) / spread, 0.0)
            wanted = -chances * gain[:, None]
            wanted[np.arange(len(chosen)), chosen] += gain
            logs = np.log(np.maximum(chances, 1e-12))
            wanted -= ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
            liking.learn(told, mask, wanted / len(chosen))
    return liking, curve


def figure(needed: Floats) -> dict[str, float]:
    margin = 1.96 * needed.std(ddof=1) / np.sqrt(len(needed))
    return {"boards": len(needed), "strokes to clear": round(float(needed.mean()), 2), "95 %": round(float(margin), 2)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=80)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--boards", type=int, default=100, help="boards that greedy clears; the policy ten times as many"
    )
    options.add_argument("--output", type=Path, help="where to write the figures (default: they are printed)")
    options.add_argument("--weights", type=Path, help="where to keep what was learnt, as NumPy's .npz")
    given = options.parse_args()
    begun = time.process_time()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:
        greedy = beside.submit(greedy_needed, given.boards, 2_000_000)
        liking, curve = train(given.rounds, given.seed)
        took = time.process_time() - begun
        policy = figure(strokes_needed(liking, 10 * given.boards, 2_000_000))
        yardstick = figure(greedy.result())
    found = {
        "measured": {
            "by": f"training/clear_policy.py --rounds {given.rounds} --seed {given.seed} --boards {given.boards}",
            "on": date.today().isoformat(),
            "hands": HANDS,
        },
        "hand": LEVEL,
        "seed": given.seed,
        "pieces": PIECES,
        "processor seconds of training": round(took),
        "curve": curve,
        "tried": TRIED,
        "policy": policy,
        "greedy": yardstick,
    }
    told = json.dumps(found, indent=1)
    if given.weights is not None:
        np.savez(given.weights, first=liking.weights[0], bias=liking.weights[1], last=liking.weights[2])
    if given.output is None:
        print(told)
    else:
        write_whole(given.output, told.encode() + b"\n")


if __name__ == "__main__":
    main()
