"""A learned value of boards, from playing to the file that the players read.

    python training/value.py OUT --seconds 150 --steps 6000

plays whole boards on all cores, trains a set network on one card, compares it with the truth of other boards played to
the end many times, and writes OUT/value.npz and OUT/value.json (seed, sizes, learning curve). Needs PyTorch.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import boards as data  # noqa: E402
import torch  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from carrom.players.mind.value_inputs import CONTEXT, FEATURES, GLANCES, piece_features  # noqa: E402

LOWEST, HIGHEST = -14, 14
CLASSES = HIGHEST - LOWEST + 1


class SetValue(nn.Module):  # type: ignore[misc]
    """A perceptron for each piece, summed by whose it is, and one on top: chances of −14 … 14 points."""

    def __init__(self, inner: int = 256, width: int = 128, top: int = 256) -> None:
        super().__init__()
        layers = [nn.Linear(FEATURES, inner), nn.ReLU(), nn.Linear(inner, inner), nn.ReLU(), nn.Linear(inner, width)]
        self.kinds = nn.ModuleList(nn.Sequential(*[_fresh(layer) for layer in layers]) for _ in range(3))
        told = 3 * width + CONTEXT + GLANCES
        self.top = nn.Sequential(
            nn.Linear(told, top), nn.ReLU(), nn.Linear(top, top), nn.ReLU(), nn.Linear(top, CLASSES)
        )

    def forward(self, pieces: Tensor, context: Tensor) -> Tensor:
        there = ~torch.isnan(pieces[..., 0])
        features = _features(torch.nan_to_num(pieces))
        sums = []
        for kind, part in zip(self.kinds, (slice(0, 9), slice(9, 18), slice(18, 19)), strict=True):
            sums.append((kind(features[:, part]) * there[:, part, None]).sum(dim=1))
        return self.top(torch.cat((*sums, context), dim=1))


def _fresh(layer: nn.Module) -> nn.Module:
    return nn.Linear(layer.in_features, layer.out_features) if isinstance(layer, nn.Linear) else nn.ReLU()


def _features(places: Tensor) -> Tensor:
    pockets = torch.as_tensor(piece_features(np.zeros((1, 2), np.float32))[0, 2:10].reshape(4, 2), device=places.device)
    ways = pockets.to(places.dtype) - places[..., None, :]
    far = ways.square().sum(dim=-1).sqrt()
    return torch.cat((places, ways.flatten(-2), far), dim=-1)


def train(
    found: data.Positions, *, steps: int, batch: int, seed: int, blind: bool = False
) -> tuple[SetValue, list[tuple[int, float]]]:
    """The network after so many steps, and its learning curve (loss on positions kept back)."""
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pieces = torch.as_tensor(found.pieces, device=device)
    context = torch.as_tensor(found.context, device=device)
    points = torch.as_tensor(found.points, device=device).long().clamp(LOWEST, HIGHEST) - LOWEST
    held = torch.as_tensor(found.board % 200 == 0, device=device).nonzero()[:, 0][:200_000]
    free = torch.as_tensor(found.board % 200 != 0, device=device).nonzero()[:, 0]
    model = SetValue().to(device)
    best = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, max_lr=2e-3, total_steps=steps, pct_start=0.05)
    loss_of = nn.CrossEntropyLoss()
    curve: list[tuple[int, float]] = []
    average: dict[str, Tensor] = {name: value.clone() for name, value in model.state_dict().items()}

    def given(rows: Tensor, *, mirrored: bool) -> tuple[Tensor, Tensor]:
        places = pieces[rows].float()
        if blind:
            places = torch.full_like(places, torch.nan)
        elif mirrored:
            flip = (torch.rand(len(rows), 1, 1, device=device) < 0.5).float() * -2 + 1
            places = places * torch.cat((flip, torch.ones_like(flip)), dim=2)
        return places, context[rows].float()

    for step in range(1, steps + 1):
        rows = free[torch.randint(len(free), (batch,), device=device)]
        with torch.autocast(device.type, dtype=torch.bfloat16):
            loss = loss_of(model(*given(rows, mirrored=True)).float(), points[rows])
        best.zero_grad(set_to_none=True)
        loss.backward()
        best.step()
        plan.step()
        if step > steps // 2:
            for name, value in model.state_dict().items():
                average[name].lerp_(value, 0.002 if step > steps // 2 + 1 else 1.0)
        if step % max(1, steps // 20) == 0:
            with torch.no_grad():
                kept = float(loss_of(model(*given(held, mirrored=False)), points[held]))
            curve.append((step, round(kept, 4)))
            print(step, kept, flush=True)
    model.load_state_dict(average)
    with torch.no_grad():
        curve.append((steps, round(float(loss_of(model(*given(held, mirrored=False)), points[held])), 4)))
    return model, curve


def expected(model: SetValue, pieces: Any, context: Any) -> np.ndarray:
    """The points that the network expects."""
    device = next(model.parameters()).device
    with torch.no_grad():
        chances = model(torch.as_tensor(pieces, device=device).float(), torch.as_tensor(context, device=device).float())
        values = chances.softmax(dim=1) @ torch.arange(LOWEST, HIGHEST + 1, device=device).float()
    found: np.ndarray = values.cpu().numpy()
    return found


def explained(values: np.ndarray, points: np.ndarray) -> tuple[float, float]:
    """The share of the true variance that is explained, and the error in points; the noise of roll-outs taken off."""
    times = points.shape[1]
    truth, noise = points.mean(axis=1), float((points.var(axis=1, ddof=1) / times).mean())
    spread = float(truth.var()) - noise
    error = max(0.0, float(((values - truth) ** 2).mean()) - noise)
    return 1 - error / spread, error**0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=150, help="how long boards are played")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=32_768)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scratch", type=Path, default=Path("/dev/shm/carrom-value"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    played, positions = data.make(args.scratch, seed=args.seed, seconds=args.seconds)
    print(f"{played} boards, {positions} positions in {time.monotonic() - start:.0f} s", flush=True)
    with get_context("spawn").Pool() as pool:
        parts = pool.map(data.truths, [(args.seed, worker, 250, 64) for worker in range(16)], chunksize=1)
    truth = [np.concatenate([part[i] for part in parts]) for i in range(3)]
    found = data.read(args.scratch)
    report: dict[str, Any] = {"seed": args.seed, "boards": played, "positions": positions, "truths": len(truth[2])}
    for name, blind in (("counts", True), ("layout", False)):
        since = time.monotonic()
        model, curve = train(
            found, steps=args.steps // 6 if blind else args.steps, batch=args.batch, seed=args.seed, blind=blind
        )
        seen = np.full_like(truth[0], np.nan) if blind else truth[0]
        share, error = explained(expected(model, seen, truth[1]), truth[2])
        report[name] = {"explained": share, "error": error, "seconds": time.monotonic() - since, "curve": curve}
        print(name, f"explained {share:.3f}, error {error:.2f} points", flush=True)
    weights = {
        name.replace(".", "_"): value.cpu().numpy().astype(np.float16) for name, value in model.state_dict().items()
    }
    np.savez_compressed(args.out / "value.npz", **weights)
    np.savez_compressed(
        args.out / "truth.npz", pieces=truth[0][:400], context=truth[1][:400], points=truth[2][:400].astype(np.int8)
    )
    (args.out / "value.json").write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
