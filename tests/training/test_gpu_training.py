"""Training on the graphics card agrees with the processor, in CUDA's simulator where PyTorch is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import numpy as np, torch
import card_ops, card_search, card_value
from carrom.physics import CLUB, simulate_batch
from carrom.play import LEVELS
from carrom.play.batch.execution import execute_rows, skill_row
from carrom.players.candidates.model import Hand
from carrom.players.evaluation.direct_strokes import easiest
from carrom.players.evaluation.value_network import learned_value

rng = np.random.default_rng(0)
places = np.array([[(x, y) for x in (-200.0, 30.0, 210.0) for y in (-120.0, 190.0)] + [(np.nan, np.nan)]] * 3)
places += rng.uniform(-40, 40, places.shape)
way, pace = rng.uniform(-50, 50, 3), rng.uniform(2, 5, 3)
strokes = np.column_stack((rng.uniform(-150, 150, 3), np.full(3, -252.6), way, pace))
skills, errors = np.tile(skill_row(LEVELS["club"]), (3, 1)), rng.standard_normal((3, 3))
on, each = card_ops.on_card, torch.arange(3)
made = card_ops.made(on(places), each, on(strokes), on(errors), on(skills), CLUB.max_speed).numpy()
assert np.array_equal(made, execute_rows(places, strokes, errors, skills, CLUB.max_speed))
rest, fell, striker, touched = (one.numpy() for one in card_ops.play(on(places), on(strokes), CLUB))
found = simulate_batch(places, strokes, profile=CLUB, threads=1)
assert np.array_equal(rest, found.rest[:, :-1], equal_nan=True) and np.array_equal(touched, found.touched)
assert np.array_equal(fell, found.is_pocketed[:, :-1]) and np.array_equal(striker, found.is_pocketed[:, -1])
whose, hand = np.array([0, 0, 1, 1, 0, 2, 0]), Hand.of(LEVELS["club"], CLUB)
kinds = on(np.tile(whose.astype(np.int8), (3, 1)))
ease = card_ops.eases(on(places), kinds, on(np.full(3, 5)), hand)
chance = card_search._chance(ease, torch.tensor(np.radians(1.0), dtype=torch.float32)).numpy()
there = ~np.isnan(places[:, :, 0])
mine, theirs = (easiest(seen, there, there, hand)[0] for seen in (places, -places))
assert np.allclose(chance[:, :-1], np.where(whose == 1, theirs, mine), atol=1e-5)
assert np.allclose(chance[:, -1], theirs[:, 5], atol=1e-5) and (chance > 0.1).any()
value, context, seen = learned_value(), rng.random((3, 19), np.float32), rng.random((3, 9), np.float32)
card, none = card_value.CardValue(value), torch.zeros((3, 3))
quick = card.quick.chances(on(places), kinds, none, on(context)).numpy()
top = card.top.chances(on(places), kinds, none, on(np.concatenate((context, seen), axis=1))).numpy()
assert np.allclose(quick, value.chances(places, whose, context), atol=1e-5)
assert np.allclose(top, value.chances(places, whose, context, seen), atol=1e-5)
changed = card_ops.changed(on(places), each, on(strokes), on(errors), 0.5, CLUB.max_speed).numpy()
assert (np.abs(changed[:, 0] - strokes[:, 0]) < 60).all() and not np.array_equal(changed, strokes)
print("agreed")
"""


@pytest.mark.torch
def test_gpu_matches_cpu() -> None:
    environment = {
        **os.environ,
        "NUMBA_ENABLE_CUDASIM": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "training"), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "agreed\n"
