"""The batch on a graphics card, or in CUDA's simulator where there is none, in a process of its own."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from carrom.equipment import Position
from carrom.physics import Stroke, simulate_batch
from tests.refusals import refuses

SCRIPT = """
import warnings
warnings.simplefilter("ignore")
import numpy as np
import carrom.physics.gpu as gpu
gpu.THREADS, gpu.crew_size = 2, lambda size: 1  # it knows no warps
from carrom.physics import simulate_batch
places = [[0.0, 0.0], [31.8, 0.0], [120.0, 200.0]]
shots = [[0, -252.6, 1.5, 3.0], [30, -252.6, -5.0, 5.0], [float("nan"), 0, 0, 1]]
card = simulate_batch(places, shots, device="gpu")
core = simulate_batch(places, shots)
for name in ("rest", "fell", "pocket", "first", "duration", "events", "status"):
    assert np.array_equal(getattr(card, name), getattr(core, name), equal_nan=name in ("rest", "fell")), name
print("agreed", card.events.tolist())
"""


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba.cuda") is None, reason="Numba without CUDA")
def test_simulated_gpu_gives_the_same_bits() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("agreed")


def test_missing_gpu_is_refused() -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is a card")
    with refuses("no-gpu", "carrom[gpu]"):
        simulate_batch(Position(()), [Stroke(0, -252.6, 0, 1)], device="gpu")
