"""The same stroke gives the same bytes: alone, in a batch, in a fresh process, compiled or plain."""

import hashlib
import json
import math
import subprocess
import sys

import numpy as np
import pytest

from carrom.equipment import Position
from carrom.physics import CLUB, Stroke, simulate, simulate_batch
from carrom.physics.build import plain_kernel
from tests.physics.layouts import breaks, mid_games
from tests.refusals import refuses

# A rack by square roots alone, which are the same everywhere (sines need not be).
PITCH, ROW = 31.8, 31.8 * math.sqrt(0.75)
RACK = [("white", PITCH * (a + b / 2), ROW * b) for a in range(-2, 3) for b in range(-2, 3) if abs(a + b) <= 2]
RACK = [(kind, x, y) for kind, (_, x, y) in zip(["white"] * 9 + ["black"] * 9 + ["queen"], RACK, strict=True)]

# name: position, stroke, the first half of the SHA-256 of its trace's numbers. These change only when the physics does.
KNOWN: dict[str, tuple[list[tuple[str, float, float]], Stroke, str]] = {
    "slide": ([], Stroke(0, -252.6, 12.5, 1.0), "053ce7e40a80bbde9438e79c4757c655"),
    "one touch": ([("white", 0, 0)], Stroke(0, -252.6, 1.0, 3.0), "e161606775d79455bcbe292de3fb06d2"),
    "pockets": (
        [("white", 250, 250), ("black", -100, 40), ("queen", 0, 0)],
        Stroke(100, -252.6, 20.0, 5.0),
        "b7f729df33d6fbb9100ed69793a7b7a4",
    ),
    "break": (RACK, Stroke(20, -252.6, -3.0, 6.0), "4beeb1f10cab3d0c6cc568ca1f08569f"),
}


def digest(pieces: list[tuple[str, float, float]], stroke: Stroke) -> str:
    trace = simulate(Position.of(pieces), stroke)
    numbers = trace.rows.tobytes() + trace.tracks.tobytes() + json.dumps(trace.places).encode()
    return hashlib.sha256(numbers).hexdigest()[:32]


@pytest.mark.parametrize("name", KNOWN)
def test_known_strokes_have_known_hashes(name: str) -> None:
    pieces, stroke, known = KNOWN[name]
    assert digest(pieces, stroke) == known


@pytest.mark.slow
def test_fresh_process_gives_the_same_bits() -> None:
    question = {"position": "start", "seat": "east", "stroke": {"x": 252.6, "y": 7, "direction": -2.5, "speed": 7.5}}
    line = json.dumps(question)
    runs = [
        subprocess.run(
            [sys.executable, "-m", "carrom", "simulate"],
            input=f"{line}\n{line}\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert len({reply for run in runs for reply in run}) == 1
    assert len(runs[0]) == 2


def test_batch_single_and_threaded_runs_agree() -> None:
    shots = breaks(600, seed=1)
    position = Position.start()
    many = simulate_batch(position, shots, threads=2)
    few = simulate_batch(position, shots, threads=1)
    assert np.array_equal(many.rest, few.rest, equal_nan=True)
    for number in range(0, 600, 60):
        trace = simulate(position, Stroke(*shots[number].tolist()))
        for place, row in zip(trace.places, many.rest[number].tolist(), strict=True):
            assert place == tuple(row) if place is not None else np.isnan(row[0])
        assert trace.duration == many.duration[number]
        assert len(trace.events) == many.events[number]
        assert [disc for disc, _, _ in trace.falls] == many.falls(number)


@pytest.mark.parametrize("contact_friction", [0.0, 0.2])
def test_plain_python_gives_the_same_bits(contact_friction: float) -> None:
    """The compiler does not contract, reorder or approximate."""
    profile = CLUB.with_values(contact_friction=contact_friction)
    places, shots = mid_games(6, 6, seed=8)
    positions = [Position.of([("white", x, y) for x, y in row.tolist()]) for row in places] + [Position.start()]
    strokes = [Stroke(*shot.tolist()) for shot in shots] + [Stroke(10, -252.6, -2.0, 6.0)]
    for position, stroke in zip(positions, strokes, strict=True):
        compiled = simulate(position, stroke, profile=profile)
        python = simulate(position, stroke, profile=profile, kernel=plain_kernel())
        assert compiled.tracks.tobytes() == python.tracks.tobytes()
        assert compiled.rows.tobytes() == python.rows.tobytes()


def test_unknown_device_is_refused() -> None:
    with refuses("unknown-device", "'tpu'", "cpu, gpu"):
        simulate_batch(Position.of([]), [Stroke(0, -252.6, 12.5, 1.0)], device="tpu")  # type: ignore[arg-type]


def test_spin_changes_the_path_alone_and_in_a_batch() -> None:
    """On an empty board: the spin shows where the striker meets the frame."""
    position = Position.of([])
    plain, spun = Stroke(0, -252.6, 12.5, 1.0), Stroke(0, -252.6, 12.5, 1.0, spin=60.0)
    straight, turned = simulate(position, plain), simulate(position, spun)
    assert straight.striker is not None
    assert turned.striker != straight.striker
    outcomes = simulate_batch(position, [plain, spun])
    assert tuple(outcomes.rest[0, -1]) == straight.striker
    assert tuple(outcomes.rest[1, -1]) == turned.striker
    as_array = simulate_batch(position, [[*spun.numbers()]])
    assert tuple(as_array.rest[0, -1]) == turned.striker
