"""The champion's evaluation: stratified luck, returned pieces, and points within the game."""

from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment import Position
from carrom.laws import RULEBOOKS, BySide
from carrom.physics import CLUB, Profile
from carrom.play import LEVELS, practice_view
from carrom.play.batch.boards import Boards
from carrom.play.sight import Bools
from carrom.players import Budget
from carrom.players.candidates.sweep import ALL_AROUND, Sweep, best_aims, sweep_grid
from carrom.players.evaluation.analysis import PositionAnalysis
from carrom.players.evaluation.outcomes import StrokeOutcomes
from carrom.players.evaluation.search import quasi_random_errors, simulations_for_pieces, vary_strokes
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.evaluation.strengths import next_board_chances
from carrom.players.evaluation.value_network import POINTS
from carrom.players.evaluation.winning_chances import EQUALS, game_values_of_points, win_chances
from carrom.players.levels.champion import Champion, robust_champion
from carrom.testing.players import player_faults

BOOK = RULEBOOKS["icf"]
LAYOUT = "white:-300,300/60,0/150,80 black:90,-100/-200,40 queen:0,100"


def test_stratified_luck_has_the_spread_of_random_luck() -> None:
    errors = quasi_random_errors(np.random.default_rng(1), 200)
    assert errors.mean(axis=0) == pytest.approx(0.0, abs=0.1)
    assert errors.std(axis=0) == pytest.approx(1.0, abs=0.15)
    means = [quasi_random_errors(np.random.default_rng(seed), 24).mean(axis=0) for seed in range(40)]
    assert np.std(means) < 0.7 / np.sqrt(24)


def test_champion_plays_for_the_game_not_points() -> None:
    at_start, at_the_end = game_values_of_points(BOOK, 0, 0, 1), game_values_of_points(BOOK, 24, 24, 7)
    assert np.diff(at_start).min() > 0.5
    one, nine, lost = at_the_end[15], at_the_end[23], at_the_end[13]
    assert nine - one < 1.0 < 10.0 < one - lost
    # In the last board four points behind, three more points win nothing, and five do.
    chances = win_chances(BOOK, 10, 14, 8)
    assert (chances[17], chances[18], chances[19]) == (0.0, 0.5, 1.0)


def test_predicted_endings_match_played_boards() -> None:
    """By the value network trained on them, and 288 boards of array players with `club` skill, most of them weaker."""
    club = LEVELS["club"]
    assert pytest.approx(next_board_chances(club, club, CLUB), abs=0.002) == EQUALS
    breaker = EQUALS[0, POINTS > 0].sum()
    assert breaker == pytest.approx(150 / 288, abs=0.06)
    assert (EQUALS @ np.abs(POINTS)).mean() == pytest.approx(4.9, abs=1.0)
    # The queen is worth three points: few boards end with less than four for the side that has her.
    assert EQUALS[0, POINTS == 4] > 2 * EQUALS[0, POINTS == 3]


def test_next_breaker_has_a_small_advantage() -> None:
    first, second = (win_chances(BOOK, 10, 10, 5, breaks_next=one) for one in (True, False))
    assert (first[1:-1] >= second[1:-1]).all()
    assert first.mean() > second.mean()
    assert first + second[::-1] == pytest.approx(1.0)
    assert win_chances(BOOK, 10, 10, 5) == pytest.approx((first + second) / 2)


def test_lead_changes_the_value_of_risk() -> None:
    view = practice_view(Position.from_text(LAYOUT))
    board = replace(view, situation=replace(view.situation, score=BySide(24, 24)), board=7)
    strokes = np.array([(0.0, -252.6, 20.0, 3.0), (0.0, -252.6, -20.0, 3.0), (60.0, -252.6, 0.0, 2.0)])
    values = []
    for one in (view, board):
        study = PositionAnalysis.of(one)
        values.append(study.values(study.exact(strokes), EvaluationMode.LEARNED))
    assert np.abs(values[0] - values[1]).max() > 0.5


def test_returned_piece_is_evaluated_on_the_board() -> None:
    view = practice_view(Position.from_text(LAYOUT))
    study = PositionAnalysis.of(view)
    pieces = study.scene.pieces
    own = int(study.scene.own[0])
    rest = np.repeat(pieces[None], 2, axis=0)
    fell = np.zeros((2, len(pieces)), dtype=bool)
    fell[:, own] = True
    rest[:, own] = np.nan
    clean, with_striker = study.values(
        StrokeOutcomes(rest, fell, np.array([False, True]), np.ones(2, dtype=bool)), EvaluationMode.LEARNED
    )
    assert clean > with_striker + 0.5


@pytest.mark.parametrize("look", [EvaluationMode.QUICK, EvaluationMode.LEARNED])
def test_uncovered_queen_is_evaluated_in_the_centre(look: EvaluationMode) -> None:
    """She was pocketed in an earlier stroke and is not among the pieces. Uncovered she comes back, and the opponent,
    who has two pieces left, may have her: ignoring her was worth two points more."""
    layout = Position.from_text("white:-300,300/60,0/150,80 black:90,-100/-200,40")
    study = PositionAnalysis.of(practice_view(layout, queen="pending"))
    here = study.scene.pieces[None]
    nothing = StrokeOutcomes(here, np.zeros(here.shape[:2], dtype=bool), *nothing_more())
    (missed,) = study.values(nothing, look)
    beside = Position.from_text("white:-300,300/60,0/150,80 black:90,-100/-200,40 queen:0,0")
    there = PositionAnalysis.of(practice_view(beside))
    pieces = there.scene.pieces[None]
    (lies,) = there.values(StrokeOutcomes(pieces, np.zeros(pieces.shape[:2], dtype=bool), *nothing_more()), look)
    assert missed == pytest.approx(lies, abs=0.02)


def nothing_more() -> tuple[Bools, Bools]:
    """Assert that the striker stays on the board and touches something."""
    return np.zeros(1, dtype=bool), np.ones(1, dtype=bool)


def test_changed_strokes_stay_lawful_and_near() -> None:
    study = PositionAnalysis.of(practice_view(Position.from_text(LAYOUT)))
    strokes = np.repeat(study.scene.spans[0][0] + np.array([[5.0]]), 40, axis=0)
    rows = np.column_stack((strokes, np.full(40, study.scene.ahead), np.zeros(40), np.full(40, 3.0)))
    changed = vary_strokes(study.scene, study.hand, rows, 1.0, np.random.default_rng(2))
    assert all(any(a <= x <= b for a, b in study.scene.spans) for x in changed[:, 0])
    assert (changed[:, 3] > 0.3).all()
    assert len(np.unique(changed[:, 2])) > 20


def test_champion_pockets_a_hanging_coin() -> None:
    view = practice_view(Position.from_text("white:-330,330/100,-60 black:90,200 queen:0,100"))
    stroke = Champion(Budget(1500)).stroke(view, np.random.default_rng(3))
    study = PositionAnalysis.of(view)
    row = np.array([(*view.seat.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed)])
    outcomes = study.spread(row, 60, np.random.default_rng(4))
    assert study.evaluator.verdicts(outcomes, view.situation).continues.mean() > 0.8


def test_each_breaker_chooses_the_rack_angle() -> None:
    from tests.players.test_value_network import table

    boards: Boards = table(4)
    assert not np.allclose(boards.places[0], boards.places[2], atol=0.3)


def test_fewer_pieces_mean_more_simulations() -> None:
    assert [simulations_for_pieces(1000, pieces) for pieces in (2, 12, 19)] == [3000, 1000, 682]


def test_strokes_are_tried_on_every_sampled_board() -> None:
    """Strokes are tried on the boards in turn; a player who is sure of the board tries them there alone."""
    view = practice_view(Position.from_text(LAYOUT))
    boards = view.profile.with_values(friction=0.08), view.profile.with_values(friction=0.25)
    stroke = np.array([(60.0, PositionAnalysis.of(view).scene.ahead, -4.0, 4.0)])

    def tried(*surfaces: Profile) -> StrokeOutcomes:
        return PositionAnalysis.of(view, surfaces).spread(stroke, 10, np.random.default_rng(1))

    fast, slow, both = tried(boards[0]), tried(boards[1]), tried(*boards)
    for name in ("rest", "fell", "striker", "touched"):
        np.testing.assert_array_equal(getattr(both, name)[::2], getattr(fast, name)[::2])
        np.testing.assert_array_equal(getattr(both, name)[1::2], getattr(slow, name)[1::2])
    assert not np.array_equal(fast.rest, slow.rest, equal_nan=True)
    np.testing.assert_array_equal(tried().rest, tried(view.profile).rest)


@pytest.mark.deep
def test_uncertain_player_answers_lawfully_and_repeatably() -> None:
    assert player_faults(robust_champion(300), count=6, seed=3) == []
    view = practice_view(Position.from_text(LAYOUT))
    first, again = (robust_champion(2000).stroke(view, np.random.default_rng(9)) for _ in range(2))
    assert first == again


def test_front_sweep_does_not_wrap_around() -> None:
    """Its right end is not next to its left one, unlike in a sweep all around."""
    study = PositionAnalysis.of(practice_view(Position.from_text(LAYOUT)))
    for how in (ALL_AROUND, Sweep(stands=5, paces=2, widest=105.0)):
        grid = sweep_grid(study.scene, 2000, 8.0, np.random.default_rng(1), how=how)
        assert np.abs(grid.directions).max() <= how.widest
        values = np.zeros(len(grid.strokes))
        last = grid.strokes[:, 2] == grid.directions[-1]
        values[last] = 1.0
        best = best_aims(grid, values, study.hand, keep=200)[:, 2]
        apart = np.abs(best - grid.directions[-1])
        beside = np.minimum(apart, 360.0 - apart) if grid.is_round else apart
        assert len(best)
        assert beside[: how.stands].max() <= 2 * grid.step


def test_wide_window_is_aimed_at_its_middle() -> None:
    study = PositionAnalysis.of(practice_view(Position.from_text(LAYOUT), level="exact"))
    grid = sweep_grid(study.scene, 4000, 8.0, np.random.default_rng(1))
    window = (grid.directions > 20.0) & (grid.directions < 40.0)
    values = np.where(np.isin(grid.strokes[:, 2], grid.directions[window]), 2.0, -1.0)
    found = best_aims(grid, values, study.hand, keep=200)
    assert len(found) == len(grid.strokes) // len(grid.directions)
    assert found[:, 2] == pytest.approx(30.0, abs=grid.step)


def test_merged_outcomes_keep_their_values() -> None:
    study = PositionAnalysis.of(practice_view(Position.from_text(LAYOUT)))
    grid = sweep_grid(study.scene, 1500, 8.0, np.random.default_rng(1))
    outcomes = study.exact(grid.strokes)
    found = study.evaluator.verdicts(outcomes, study.view.situation)
    for look in (EvaluationMode.COUNTS, EvaluationMode.BOTH, EvaluationMode.QUICK, EvaluationMode.LEARNED):
        alone = study.evaluator.values(outcomes, found, look)
        assert study.values(outcomes, look) == pytest.approx(alone, abs=1e-4)
