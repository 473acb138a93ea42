"""The maps of the last piece, and players that need about as many strokes as the map says."""

import numpy as np
import pytest

from carrom.equipment import Piece, Position
from carrom.physics import simulate
from carrom.play import LEVELS, execute
from carrom.play.solo import Solo
from carrom.players import Budget
from carrom.players.evaluation.strokes_left import REACH, lone_piece_map
from carrom.players.levels.solo import SoloPlayer

HANDS = sorted(skill.angle for skill in LEVELS.values())


def test_map_is_symmetric_and_at_least_one_stroke() -> None:
    places = np.random.default_rng(1).uniform(-REACH, REACH, (500, 2))
    for angle in HANDS:
        found = lone_piece_map(angle).at(places)
        assert (found >= 0.99).all()
        assert (found == lone_piece_map(angle).at(places * [-1.0, 1.0])).all()


def test_lower_skill_needs_more_strokes() -> None:
    means = [lone_piece_map(angle).strokes.mean() for angle in HANDS]
    assert means == sorted(means)
    between = lone_piece_map((HANDS[-1] + HANDS[-2]) / 2).strokes.mean()
    assert means[-2] < between < means[-1]
    assert lone_piece_map(9.0).strokes.mean() == means[-1], "the map ends at its worst skill"


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y"), [(0.0, 300.0), (120.0, -250.0)])
def test_played_strokes_match_the_map(x: float, y: float) -> None:
    skill, asked = LEVELS["casual"], []
    player = SoloPlayer(skill, Budget(1500))
    for number in range(60):
        rng = np.random.default_rng((5, number))
        solo = Solo(Position((Piece("white", x, y),)))
        while not solo.is_cleared:
            stroke = execute(player.stroke(solo.position, rng), skill, rng, position=solo.position)
            solo = solo.after(simulate(solo.position, stroke))
        asked.append(solo.strokes)
    margin = 3 * np.std(asked) / len(asked) ** 0.5
    mapped = float(lone_piece_map(skill.angle).at(np.array([x, y])))
    assert mapped - margin < np.mean(asked) < mapped + margin + 0.25, (
        "the player searches less than the maker of the map"
    )
