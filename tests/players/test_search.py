"""The parts of the search: halving, sweep, windows, the next ply, due placement, clearing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment import Position, Seat, due_fault
from carrom.physics import CLUB, Stroke, simulate
from carrom.play import LEVELS, Perception, execute, practice_view
from carrom.play.sight import Floats, Ints
from carrom.play.solo import Solo
from carrom.players import Budget, player_named
from carrom.players.evaluation.analysis import PositionAnalysis, centre_aims
from carrom.players.evaluation.search import sequential_halving
from carrom.players.evaluation.side_evaluation import EvaluationMode, _values, is_better_forgone, most_harmful_place
from carrom.players.levels.solo import SoloPlayer

LATE = Position.from_text("white:-120,200/140,60/250,-100 black:60,150/-200,-40 queen:0,0")


def test_halving_finds_the_best_within_its_budget() -> None:
    rng = np.random.default_rng(0)
    truth = np.linspace(0.0, 3.0, 60)
    rng.shuffle(truth)
    spent = 0

    def sample(rows: Ints, each: int) -> Floats:
        nonlocal spent
        spent += len(rows) * each
        return truth[rows, None] + rng.standard_normal((len(rows), each))

    best, means = sequential_halving(60, 3000, Budget(1).start(), sample, finalists=3)
    assert truth[best].min() > 2.6
    assert spent <= 3000
    assert means[best[0]] == pytest.approx(truth[best[0]], abs=0.4)


def test_halving_stops_at_the_time_limit() -> None:
    rounds = 0

    def sample(rows: Ints, each: int) -> Floats:
        nonlocal rounds
        rounds += 1
        return np.zeros((len(rows), each))

    sequential_halving(81, 1000, Budget(1, seconds=1e-9).start(), sample)
    assert rounds == 1


def mean_value(study: PositionAnalysis, strokes: Floats, look: EvaluationMode = EvaluationMode.OWN) -> Floats:
    outcomes = study.noisy(strokes, 400, np.random.default_rng(5))
    means: Floats = study.values(outcomes, look).reshape(len(strokes), 400).mean(axis=1)
    return means


def test_sweep_matches_the_club_player() -> None:
    view = practice_view(LATE)
    study = PositionAnalysis.of(view)
    stroke = player_named("club", simulations=800).stroke(view, np.random.default_rng(1))
    known = mean_value(study, np.array([[stroke.x, stroke.y, stroke.direction, stroke.speed]]))[0]
    found = study.swept(9000, np.random.default_rng(2), keep=12)
    assert len(found) == 12
    assert mean_value(study, found).max() > known - 0.3


def test_aim_is_centred_in_its_window() -> None:
    # A piece before the far left pocket, struck two degrees off the middle: near the limit.
    view = practice_view(Position.from_text("white:-280,280/300,0 black:0,0"), level="world")
    study = PositionAnalysis.of(view)
    middle = np.degrees(np.arctan2(-280.0 - 100.0, 280.0 + 252.6))
    edge = np.array([[100.0, -252.6, middle + 2.0, 3.0]])
    assert mean_value(study, centre_aims(study, edge, EvaluationMode.OWN))[0] > mean_value(study, edge)[0] + 0.5


def test_tactician_considers_the_opponents_reply() -> None:
    # Layouts after a miss: one leaves the opponent's piece hanging, one hides it.
    study = PositionAnalysis.of(practice_view(Position.from_text("white:0,200 black:100,0"), level="club"))
    easy, hard = np.array([[0.0, 200.0], [325.0, -325.0]]), np.array([[0.0, 200.0], [0.0, 340.0]])
    rest = np.stack((easy, hard))
    (ruling,) = study.evaluator.verdicts(
        study.exact(np.array([[0.0, -252.6, 179.0, 0.3]])), study.view.situation
    ).rulings
    assert ruling.turn == "passes"
    exposed, hidden = study.evaluator.layout_values(rest, ruling)
    assert hidden > exposed


def placer(position: str, *, mine_next: bool) -> Perception:
    view = practice_view(Position.from_text(position), level="club")
    return replace(view, to_strike=Seat.SOUTH if mine_next else Seat.NORTH)


@pytest.mark.parametrize("mine_next", [True, False])
def test_dues_are_placed_where_they_hurt(mine_next: bool) -> None:
    view = placer("white:-150,150/200,100 black:60,-200/-60,-300 queen:0,0", mine_next=mine_next)
    rng = np.random.default_rng(0)
    chosen = most_harmful_place(view, rng)
    assert due_fault(view.position, *chosen) is None
    plain = [player_named("aimer").place(view, rng) for _ in range(20)]
    values = _values(view, [chosen, *plain])
    assert values[0] >= values[1:].max() - 1e-9
    assert values[0] > values[1:].mean()


def test_placing_a_due_is_worth_it() -> None:
    assert not is_better_forgone(placer("white:-150,150 black:60,-200/-60,-300 queen:0,0", mine_next=True), 1)


def test_exact_player_clears_the_board_in_few_strokes() -> None:
    exact, rng = LEVELS["exact"], np.random.default_rng(4)
    player, solo = SoloPlayer(exact, Budget(1500)), Solo.start(rng)
    while not solo.is_cleared and solo.strokes < 30:
        intended = player.stroke(solo.position, rng)
        solo = solo.after(simulate(solo.position, execute(intended, exact, rng, position=solo.position)))
    assert solo.is_cleared
    assert solo.strokes <= 15


def test_pocketed_striker_returns_the_pocketed_pieces() -> None:
    position = Position.from_text("white:-330,-310/0,100")
    for direction in np.arange(-130.0, -100.0, 0.5):
        stroke = Stroke(-184.25, -252.6, float(direction), 3.0)
        trace = simulate(position, stroke, profile=CLUB)
        if set(trace.pocketed) == {"white", "striker"}:
            after = Solo(position).after(trace)
            assert after.position.on_board("white") == 2
            assert any(abs(piece.x) + abs(piece.y) < 1 for piece in after.position.pieces)
            return
    pytest.fail("no stroke pocketed both")


def test_time_budget_is_kept() -> None:
    import time

    view = practice_view(LATE)
    player = player_named("planner", seconds=0.2)
    player.stroke(view, np.random.default_rng(0))
    since = time.process_time()
    player.stroke(view, np.random.default_rng(0))
    assert time.process_time() - since < 0.6
