"""Train a value function of boards by self-play, from nothing to the file that the players read.

    python training/value.py OUT --seconds 400

All cores play whole boards: first with a plain player, then with the newest weights (`boards.py`). Meanwhile a graphics
card learns from the last minutes of play and publishes newer weights twice a minute. At the end the network is compared
with positions played to the end many times; OUT/value.npz, OUT/value.json (seed, options, learning curve) and
OUT/truth.npz are written. Needs the extra `training` (PyTorch).

    python training/value.py OUT --card --begin WEIGHTS --workers 9 --seconds 440

Then strokes are chosen on the card too, by strong players (`card_search.py`). Needs a CUDA card and the extra `gpu`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import boards as data  # noqa: E402
import torch  # noqa: E402
from tables import Table, any_table  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from carrom.physics import CLUB  # noqa: E402
from carrom.play import LEVELS  # noqa: E402
from carrom.players.evaluation.value_network import (  # noqa: E402  # noqa: E402
    CONTEXT,
    FEATURES,
    GLANCES,
    HIGHEST,
    LOWEST,
    LearnedValue,
    piece_features,
)

CLASSES = HIGHEST - LOWEST + 1
OWN_EXPECTATION = 0.5
"""Weight of the player's own expectation in the target; the rest is the board's outcome."""
AGAIN = 14
"""Most uses of a position, against overfitting to single boards."""
WINDOW = 200.0
"""seconds; older positions are weaker players'"""


_LIKE_CORES = 9
"""Cores to which a card is equal when comparing positions."""


class SetValue(nn.Module):  # type: ignore[misc]
    """A perceptron per piece, summed by owner; two heads on top, with and without a look at the next strokes."""

    def __init__(self, inner: int = 256, width: int = 128, top: int = 256, quick: int = 128) -> None:
        super().__init__()
        self.kinds = nn.ModuleList(_layers(FEATURES, inner, width) for _ in range(3))
        self.top = _layers(3 * width + CONTEXT + GLANCES, top, CLASSES)
        self.quick = _layers(3 * width + CONTEXT, quick, CLASSES)

    def forward(self, pieces: Tensor, context: Tensor) -> tuple[Tensor, Tensor]:
        there = ~torch.isnan(pieces[..., 0])
        features = _features(torch.nan_to_num(pieces))
        sums = []
        for kind, part in zip(self.kinds, (slice(0, 9), slice(9, 18), slice(18, 19)), strict=True):
            sums.append((kind(features[:, part]) * there[:, part, None]).sum(dim=1))
        return self.top(torch.cat((*sums, context), dim=1)), self.quick(torch.cat((*sums, context[:, :CONTEXT]), dim=1))


def _layers(told: int, inner: int, out: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(told, inner), nn.ReLU(), nn.Linear(inner, inner), nn.ReLU(), nn.Linear(inner, out))


def _features(places: Tensor) -> Tensor:
    pockets = torch.as_tensor(piece_features(np.zeros((1, 2), np.float32))[0, 2:10].reshape(4, 2), device=places.device)
    ways = pockets.to(places.dtype) - places[..., None, :]
    far = ways.square().sum(dim=-1).sqrt()
    return torch.cat((places, ways.flatten(-2), far), dim=-1)


class Memory:
    """Positions on the card, the newest replacing the oldest, with some boards of each group held out."""

    def __init__(self, room: int, device: torch.device) -> None:
        self.room, self.device, self.count = room, device, 0
        self.pieces = torch.empty((room, 19, 2), dtype=torch.float16, device=device)
        self.context = torch.empty((room, CONTEXT + GLANCES), dtype=torch.float16, device=device)
        self.expected = torch.empty((room, CLASSES), dtype=torch.float16, device=device)
        self.points = torch.empty(room, dtype=torch.int8, device=device)
        self.came: list[tuple[float, int]] = []
        self.held: list[data.Positions] = []

    def add(self, part: data.Positions) -> None:
        held = part.board % 24 == 0
        self.held = [*self.held[-120:], _chosen(part, held)]
        part = _chosen(part, ~held)
        self.came.append((time.time(), self.count))
        for name in ("pieces", "context", "expected", "points"):
            rows = torch.as_tensor(getattr(part, name), device=self.device)
            at = (self.count + torch.arange(len(rows), device=self.device)) % self.room
            getattr(self, name)[at] = rows
        self.count += len(part.points)

    def rows(self, batch: int, least: int) -> Tensor:
        """From the window, and older ones if these are too few."""
        since = next((row for at, row in self.came if at > time.time() - WINDOW), self.count)
        first = max(min(since, self.count - least), self.count - self.room, 0)
        return (first + torch.randint(self.count - first, (batch,), device=self.device)) % self.room

    def batch(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Pieces, often mirrored, context, and the target chances of points."""
        flip = (torch.rand(len(rows), 1, 1, device=self.device) < 0.5).float() * -2 + 1
        places = self.pieces[rows].float() * torch.cat((flip, torch.ones_like(flip)), dim=2)
        return places, self.context[rows].float(), _targets(self.points[rows], self.expected[rows].float())


def _chosen(part: data.Positions, rows: np.ndarray) -> data.Positions:
    return data.Positions(*(getattr(part, name)[rows] for name in ("pieces", "context", "expected", "points", "board")))


def _targets(points: Tensor, expected: Tensor) -> Tensor:
    led_to = nn.functional.one_hot(points.long().clamp(LOWEST, HIGHEST) - LOWEST, CLASSES).float()
    is_weighed = ~torch.isnan(expected[:, :1])
    share = OWN_EXPECTATION * is_weighed.float()
    return (1 - share) * led_to + share * torch.nan_to_num(expected)


def held_loss(model: nn.Module, held: list[data.Positions], device: torch.device) -> float:
    """On held-out boards, of the better of the two networks."""
    pieces, context, points = (
        np.concatenate([getattr(one, name) for one in held]) for name in ("pieces", "context", "points")
    )
    with torch.no_grad():
        odds, _ = model(torch.as_tensor(pieces, device=device).float(), torch.as_tensor(context, device=device).float())
        which = torch.as_tensor(points, device=device).long().clamp(LOWEST, HIGHEST) - LOWEST
        return float(nn.functional.cross_entropy(odds, which))


def write_weights(state: dict[str, Tensor], path: Path) -> None:
    """Atomically, in half precision."""
    weights = {name.replace(".", "_"): value.float().cpu().numpy().astype(np.float16) for name, value in state.items()}
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **weights)
    os.replace(unfinished, path)


def learn(
    folder: Path, model: SetValue, *, seconds: float, plain: float, calm: float, batch: int
) -> tuple[SetValue, list[Any]]:
    """Train while other processes play; the averaged network and its learning curve."""
    device = next(model.parameters()).device
    memory = Memory(12_000_000, device)
    best = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    average = {name: value.detach().clone() for name, value in model.state_dict().items()}
    read: set[str] = set()
    curve: list[Any] = []
    start = time.time()
    looked, told, step, generation = 0.0, start + plain - 28.0, 0, 0
    while (now := time.time()) < start + seconds:
        if now - looked > 4.0:
            for path in sorted(folder.glob("part-*.npz")):
                if path.name not in read:
                    read.add(path.name)
                    memory.add(data.read(path))
                    path.unlink()
            looked = time.time()
        if memory.count < min(50_000, 40 * batch) or step * batch > AGAIN * memory.count:
            time.sleep(0.05)
            continue
        left = start + seconds - now
        for group in best.param_groups:
            group["lr"] = 1e-3 * min(1.0, (step + 1) / 200, left / calm)
        places, context, wanted = memory.batch(memory.rows(batch, 1_500_000))
        with torch.autocast(device.type, dtype=torch.bfloat16):
            odds, quick = model(places, context)
        loss = _loss(odds, wanted) + _loss(quick, wanted)
        best.zero_grad(set_to_none=True)
        loss.backward()
        best.step()
        step += 1
        pull = max(0.003, 1 / step)
        for name, value in model.state_dict().items():
            average[name].lerp_(value.detach(), pull)
        if now - told > 28.0:
            told, generation = now, generation + 1
            write_weights(average, folder / f"weights-{generation:04}.npz")
            kept = held_loss(model, memory.held, device)
            curve.append([round(now - start), step, memory.count, round(kept, 4)])
            print(*curve[-1], flush=True)
    model.load_state_dict(average)
    curve.append([round(seconds), step, memory.count, round(held_loss(model, memory.held, device), 4)])
    return model, curve


def _loss(odds: Tensor, wanted: Tensor) -> Tensor:
    return -(wanted * nn.functional.log_softmax(odds.float(), dim=1)).sum(dim=1).mean()


def expected(model: SetValue, pieces: Any, context: Any) -> tuple[np.ndarray, np.ndarray]:
    device = next(model.parameters()).device
    points = torch.arange(LOWEST, HIGHEST + 1, device=device).float()
    with torch.no_grad():
        both = model(torch.as_tensor(pieces, device=device).float(), torch.as_tensor(context, device=device).float())
    first, second = ((odds.softmax(dim=1) @ points).cpu().numpy() for odds in both)
    return first, second


def explained(values: np.ndarray, points: np.ndarray) -> tuple[float, float]:
    """Share of the true variance that is explained, and the error in points, corrected for the noise of roll-outs."""
    times = points.shape[1]
    truth, noise = points.mean(axis=1), float((points.var(axis=1, ddof=1) / times).mean())
    spread = float(truth.var()) - noise
    error = max(0.0, float(((values - truth) ** 2).mean()) - noise)
    return 1 - error / spread, error**0.5


def _write_report(folder: Path, report: dict[str, Any]) -> None:
    (folder / "value.json").write_text(json.dumps(report, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=400, help="how long is played and learned")
    parser.add_argument("--begin", type=Path, help="weights to begin with, instead of nothing")
    parser.add_argument("--plain", type=float, default=45, help="how long the plain player plays before")
    parser.add_argument("--calm", type=float, default=110, help="over how long learning slows down at the end")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--truths", type=int, default=50, help="positions for each core to compare with")
    parser.add_argument("--times", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=max(1, len(os.sched_getaffinity(0)) - 1))
    parser.add_argument("--card", action="store_true", help="strokes are chosen on the card too")
    parser.add_argument(
        "--thought",
        type=float,
        default=1.0,
        help="tell the weights of --begin so much steadier hands: 0.6 where they learned from players of ten strokes",
    )
    parser.add_argument("--scratch", type=Path, default=Path("/dev/shm/carrom-value"))
    args = parser.parse_args()
    for folder in (args.out, args.scratch):
        folder.mkdir(parents=True, exist_ok=True)
    for old in args.scratch.glob("*.npz"):
        old.unlink()
    torch.manual_seed(args.seed)
    model = SetValue()
    first = args.scratch / ("untaught.npz" if args.begin is None else data.FIRST)
    if args.begin is not None:
        with np.load(args.begin) as found:
            known = {name.replace(".", "_"): name for name in model.state_dict()}
            model.load_state_dict({known[name]: torch.as_tensor(found[name]).float() for name in found.files})
    write_weights(model.state_dict(), first)
    model = model.to("cuda" if torch.cuda.is_available() else "cpu")
    rng = np.random.default_rng(0)
    for value in (None, LearnedValue.read(first)):  # compiles once for all processes
        data.play(rng, any_table(rng, value), count=8)
    start = time.time()
    with get_context("spawn").Pool(args.workers) as pool:
        until = start + args.seconds - args.calm / 3
        given = [
            (args.seed, worker, until, str(args.scratch), args.card, args.thought) for worker in range(args.workers)
        ]
        playing = pool.map_async(data.work, given, chunksize=1)
        model, curve = learn(
            args.scratch, model, seconds=args.seconds, plain=args.plain, calm=args.calm, batch=args.batch
        )
        played = sum(playing.get())
        final = args.out / "value.npz"
        write_weights(model.state_dict(), final)
        parts = None
        if not args.card:
            tasks = [(args.seed, worker, args.truths, args.times, str(final)) for worker in range(args.workers)]
            parts = pool.map(data.truths, tasks, chunksize=1)
    report: dict[str, Any] = {
        "seed": args.seed,
        "seconds": args.seconds,
        "begun with": None if args.begin is None else args.begin.name,
        "on the card": args.card,
        "workers": args.workers,
        "batch": args.batch,
        "steadier hands at first": args.thought,
        "boards": played,
        "curve: seconds, steps, positions, loss on boards kept back": curve,
    }
    _write_report(args.out, report)
    if parts is None:
        from card_value import CardValue

        value, club = LearnedValue.read(final), (LEVELS["club"], LEVELS["club"])
        table = Table(club, CLUB, (0, 0), None, value, 0.05, card=CardValue(value), seed=9)
        parts = [data.played_on(np.random.default_rng((args.seed, 9)), table, _LIKE_CORES * args.truths, args.times)]
    truth = [np.concatenate([part[i] for part in parts]) for i in range(3)]
    report["truths"] = len(truth[2])
    for name, values in zip(("looking", "quick"), expected(model, truth[0], truth[1]), strict=True):
        share, error = explained(values, truth[2])
        report[name] = {"explained": round(share, 4), "error": round(error, 3)}
        print(name, f"explained {share:.3f}, error {error:.2f} points", flush=True)
    np.savez_compressed(
        args.out / "truth.npz", pieces=truth[0][:400], context=truth[1][:400], points=truth[2][:400].astype(np.int8)
    )
    _write_report(args.out, report)
    print(f"{played} boards, {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
