"""Every level answers lawfully on any board, and gives the same answer again."""

from __future__ import annotations

import numpy as np
import pytest

from carrom.play.striker_positions import spread_striker_positions
from carrom.players import LADDER, Rung, player_named
from carrom.players.candidates.generator import SeenPosition, generate_candidates
from carrom.players.candidates.geometry import cannon_strokes, find_goals
from carrom.players.candidates.model import Candidates, SkillOnSurface
from carrom.testing.players import player_faults, random_views
from tests.depth import by_depth
from tests.refusals import refuses


@pytest.mark.slow
@pytest.mark.law("130")
@pytest.mark.parametrize("rung", LADDER.values(), ids=LADDER)
def test_answers_on_random_boards_are_lawful(rung: Rung) -> None:
    """Slower players get fewer boards; their thinking is cut short, and the answer must be lawful all the same.

    `bench/players.py --only lawful` tries ten thousand.
    """
    count = 150 if rung.simulations == 0 else 45 if rung.simulations < 1000 else 20
    count = by_depth(count // 3, count)
    player = player_named(rung.name, simulations=min(max(rung.simulations, 1), 80))
    assert player_faults(player, count=count, seed=len(rung.name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", list(LADDER))
def test_the_same_seed_gives_the_same_stroke(name: str) -> None:
    for view in random_views(3, seed=5):
        first, again = (player_named(name, simulations=100).stroke(view, np.random.default_rng(9)) for _ in range(2))
        assert first == again


def test_unknown_player_lists_known_names() -> None:
    with refuses("unknown-player", "'grandpa'", "tactician"):
        player_named("grandpa")


@pytest.mark.parametrize(("simulations", "seconds"), [(0, None), (10, 0.0), (10, -1.0)])
def test_empty_budget_is_refused(simulations: int, seconds: float | None) -> None:
    with refuses("bad-budget"):
        player_named("club", simulations=simulations, seconds=seconds)


def test_candidates_are_playable_strokes() -> None:
    for view in random_views(60, seed=8):
        hand = SkillOnSurface.of(view.skill, view.profile)
        scene = SeenPosition.of(view)
        for shape, found in (("all", generate_candidates(view, hand)), ("cannon", cannons_of(scene, hand))):
            directions, speeds = found.strokes[:, 2], found.strokes[:, 3]
            assert ((directions > -180) & (directions <= 180)).all(), shape
            assert ((speeds > 0) & (speeds <= view.profile.max_speed)).all(), shape


def cannons_of(scene: SeenPosition, hand: SkillOnSurface) -> Candidates:
    everything = np.arange(len(scene.pieces))
    stands = spread_striker_positions(scene.ahead, scene.spans, 7)
    return cannon_strokes(scene.pieces, find_goals(scene.pieces, everything, hand, frames=0), stands, hand)
