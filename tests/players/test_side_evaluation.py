"""Values of boards, compared with races that can be solved by hand."""

from __future__ import annotations

import numpy as np
import pytest

from carrom.equipment import Position
from carrom.laws import Situation, StrokeFacts, judge, rulebook
from carrom.play import Perception, practice_view
from carrom.players.evaluation.outcomes import judge_outcomes
from carrom.players.evaluation.race import BOARD, MINE, PENDING, THEIRS, RaceValue, keep_chances

VIEW: Perception = practice_view(Position.from_text("white:0,100/50,0 black:100,0/150,50 queen:0,0"), level="club")
WORTH = RaceValue.of(VIEW)
ICF = rulebook("icf")


def test_one_piece_each_solves_two_equations() -> None:
    p = float(keep_chances(1.0)[1])
    # Mine, the queen mine: m = p(1 + 3) − (1 − p)t. His, the queen still mine: t = p·1 − (1 − p)m.
    mine, theirs = np.linalg.solve([[1, 1 - p], [1 - p, 1]], [4 * p, p])
    assert WORTH.mine[1, 1, MINE] == pytest.approx(mine, abs=0.01)
    assert WORTH.theirs[1, 1, THEIRS] == pytest.approx(theirs, abs=0.01)


def test_chances_grow_with_skill_and_choice() -> None:
    assert (np.diff(keep_chances(1.0)) >= 0).all()
    for left in range(1, 10):
        assert keep_chances(0.4)[left] > keep_chances(1.0)[left] > keep_chances(3.0)[left]


def test_fewer_own_and_more_opponent_pieces_are_better() -> None:
    for queen in (BOARD, MINE, THEIRS):
        table = WORTH.mine[1:, 1:, queen]
        start = 1 if queen == BOARD else 0  # the last piece is no progress while the queen is there
        assert (np.diff(table[start:], axis=0) < 0).all()
    assert WORTH.mine[5, 5, MINE] > WORTH.mine[5, 5, PENDING] > WORTH.mine[5, 5, THEIRS]


@pytest.mark.parametrize(
    ("before", "facts", "worth"),
    [
        (Situation(1, 4, "player", True), StrokeFacts(own=1), 7.0),  # won by four and the queen
        (Situation(1, 4, "board", True), StrokeFacts(own=1), -3.0),  # 107: the last one before the queen
        (Situation(3, 1, "opponent", True), StrokeFacts(opponent=1), -6.0),  # the opponent's last one, with the queen
    ],
)
def test_endings_are_worth_their_points(before: Situation, facts: StrokeFacts, worth: float) -> None:
    assert WORTH.after(judge(before, facts, ICF)) == worth


def test_a_pocketed_striker_costs_points() -> None:
    before = Situation(4, 5, "board", True)
    clean, due = (WORTH.after(judge(before, StrokeFacts(own=1, striker=s), ICF)) for s in (False, True))
    miss, lost = (WORTH.after(judge(before, StrokeFacts(striker=s), ICF)) for s in (False, True))
    assert clean > due
    assert miss > lost


def test_certain_strokes_raise_the_value() -> None:
    sure, none = np.ones(1), np.zeros(1)
    for queen in (BOARD, PENDING, MINE, THEIRS):
        for own in (1, 2, 3, 9):
            good = WORTH.with_chances(own, 4, queen, sure, sure, sure)
            bad = WORTH.with_chances(own, 4, queen, none, none, none)
            assert good[0] > bad[0]
    # A certain last stroke is a won board.
    assert WORTH.with_chances(1, 4, MINE, sure, sure, sure)[0] == pytest.approx(7.0)


def test_batch_rulings_match_the_judge() -> None:
    rng = np.random.default_rng(0)
    before = Situation(3, 3, "board", True)
    count = 200
    own, rival = rng.integers(0, 3, count), rng.integers(0, 3, count)
    queen, striker = rng.random(count) < 0.3, rng.random(count) < 0.3
    found = judge_outcomes(
        before, ICF, own=own, rival=rival, queen=queen, striker=striker, touched=np.ones(count, dtype=bool)
    )
    for i in range(count):
        facts = StrokeFacts(own=int(own[i]), opponent=int(rival[i]), queen=bool(queen[i]), striker=bool(striker[i]))
        assert found.rulings[found.which[i]] == judge(before, facts, ICF)
    assert sorted(row for _, _, rows in found.groups() for row in rows.tolist()) == list(range(count))
