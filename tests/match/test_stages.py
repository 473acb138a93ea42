"""The rounds of a competition: open names, one order."""

from __future__ import annotations

import pytest

from carrom.base.errors import CarromError
from carrom.laws import rulebook
from carrom.match import STAGES, Format, Setup
from carrom.match.score_line import score_line
from carrom.match.stages import check_stage, is_by, stage_name
from carrom.tournament import knockout


def test_the_usual_rounds_stand_in_their_order() -> None:
    assert STAGES[0] == "group"
    assert STAGES[-5:] == ("pre-quarter-final", "quarter-final", "semi-final", "third-place", "final")
    assert "round-of-128" in STAGES
    for at, stage in enumerate(STAGES):
        assert check_stage(stage) == stage
        assert [is_by(one, stage) for one in STAGES] == [n <= at for n in range(len(STAGES))]


@pytest.mark.parametrize("entries", [2, 3, 5, 9, 17, 33, 100, 1500])
def test_the_score_takes_every_name_that_a_draw_gives(entries: int) -> None:
    draw = knockout([f"p{number}" for number in range(entries)], third_place=entries > 2)
    for one in draw.rounds:
        line = {"rulebook": "icf", "stage": one.stage, "first_break": "a", "boards": []}
        assert score_line(line)["next"] is not None
        assert Setup(rulebook("icf"), one.stage).stage == one.stage


@pytest.mark.parametrize("lines", [2**power for power in range(1, 14)])
def test_the_limit_of_boards_ends_with_the_pre_quarter_final(lines: int) -> None:
    assert Format.of(rulebook("icf"), stage_name(lines)).boards == (8 if lines >= 16 else None)
    assert Format.of(rulebook("vkk"), stage_name(lines)).boards == 6


def test_a_match_for_the_third_place_is_played_like_the_final() -> None:
    assert Format.of(rulebook("icf"), "third-place") == Format.of(rulebook("icf"), "final")


@pytest.mark.parametrize(
    "name", ["pools", "finals", "Final", "round-of-16", "round-of-100", "round-of-", "round-of-0064", "", None, 3]
)
def test_a_misspelt_stage_is_refused_with_what_is_possible(name: object) -> None:
    with pytest.raises(CarromError, match=r"is not one of group, round-of-32 .*, semi-final, third-place, final"):
        check_stage(name)
