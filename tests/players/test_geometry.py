"""Candidates from geometry, played through: the closed forms agree with the simulator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from carrom.equipment import Position
from carrom.physics import CLUB, stroke_fault
from carrom.play import LEVELS, Perception, practice_view
from carrom.play.skill import draw_errors
from carrom.players.candidates.generator import SeenPosition, generate_candidates
from carrom.players.candidates.model import Shape, SkillOnSurface
from carrom.players.evaluation.analysis import stroke_on_board
from carrom.players.evaluation.direct_strokes import easiest_strokes_at
from carrom.players.evaluation.outcomes import simulate_outcomes, strokes_with_errors
from carrom.testing.players import random_views

VIEWS = [replace(view, profile=CLUB) for view in random_views(40, seed=21) if view.situation.break_attempt is None]
EXACT, CLUB_HAND = SkillOnSurface.of(LEVELS["exact"], CLUB), SkillOnSurface.of(LEVELS["club"], CLUB)


def open_views(count: int) -> Iterator[Perception]:
    """Return boards on which no piece is near another, so that only the stroke matters."""
    rng = np.random.default_rng(3)
    for _ in range(count):
        places: list[tuple[float, float]] = []
        while len(places) < 12:
            x, y = (float(value) for value in rng.uniform(-320, 320, 2))
            if all(np.hypot(x - px, y - py) > 45 for px, py in places):
                places.append((x, y))
        kinds = ["white"] * 7 + ["black"] * 5
        yield practice_view(Position.of([(kind, *at) for kind, at in zip(kinds, places, strict=True)]))


def test_strokes_follow_the_geometry() -> None:
    tried: Counter[Shape] = Counter()
    done: Counter[Shape] = Counter()
    for view in open_views(25):
        found = generate_candidates(view, EXACT, limit=600)
        outcomes = simulate_outcomes(SeenPosition.of(view).pieces, found.strokes, CLUB)
        fell = outcomes.fell[np.arange(len(found)), np.maximum(found.target, 0)]
        for shape, hit in zip(found.shape.tolist(), fell.tolist(), strict=True):
            tried[Shape(shape)] += 1
            done[Shape(shape)] += hit
    rate = {shape: done[shape] / tried[shape] for shape in tried}
    assert min(tried[shape] for shape in (Shape.DIRECT, Shape.CUT, Shape.REBOUND, Shape.PAIR, Shape.DOUBLE)) > 30
    assert rate[Shape.DIRECT] > 0.99
    assert rate[Shape.CUT] > 0.95
    assert rate[Shape.REBOUND] > 0.6
    assert rate[Shape.PAIR] > 0.6
    assert rate[Shape.DOUBLE] > 0.25


def test_compiled_candidates_match_the_closed_forms() -> None:
    """Compares every eleventh candidate of some boards with the closed forms in NumPy, in order."""
    with np.load(Path(__file__).parent / "data" / "candidates.npz") as known:
        positions, counts, rows = (known[name] for name in ("positions", "counts", "rows"))
    for number, text in enumerate(positions.tolist()):
        found = generate_candidates(practice_view(Position.from_text(text)), CLUB_HAND, limit=10_000)
        assert np.array_equal(np.bincount(found.shape, minlength=len(Shape)), counts[number])
        now = found.take(np.arange(0, len(found), 11))
        here = np.column_stack((now.strokes, now.chance, now.target, now.pocket, now.shape))
        assert np.abs(here - rows[rows[:, 0] == number, 2:]).max() < 1e-9


@pytest.mark.law("130")
def test_every_candidate_is_a_lawful_striker_position() -> None:
    for view in VIEWS[:12]:
        for row in generate_candidates(view, CLUB_HAND, limit=150).strokes[::7]:
            assert stroke_fault(view.position, stroke_on_board(view, row), seat=view.seat) is None


def test_direct_strokes_are_playable_with_true_chances() -> None:
    stated, came = [], []
    for view in VIEWS:
        scene = SeenPosition.of(view)
        wanted = np.ones(len(scene.pieces), dtype=bool)
        chance, strokes = easiest_strokes_at(scene.pieces[None], wanted[None], wanted, CLUB_HAND)
        for piece in np.flatnonzero(chance[0] > 0)[:3]:
            made = strokes_with_errors(scene, strokes[0, [piece]], draw_errors(np.random.default_rng(1), 60), CLUB_HAND)
            stated.append(chance[0, piece])
            came.append(simulate_outcomes(scene.pieces, made, CLUB).fell[:, piece].mean())
    assert len(stated) > 60
    assert np.mean(stated) == pytest.approx(np.mean(came), abs=0.08)
    assert np.corrcoef(stated, came)[0, 1] > 0.75
