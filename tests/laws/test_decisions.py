"""What the laws decide of protests and of situations, whoever asks."""

import pytest

from carrom.laws import BySide, Situation, situation_fault
from carrom.laws.decisions import check_decider


@pytest.mark.law("149")
def test_nobody_decides_on_a_protest_of_his_own() -> None:
    refused = check_decider(is_own=True)
    assert refused is not None
    assert (refused.code, refused.law) == ("own-protest", "149")
    assert check_decider(is_own=False) is None


@pytest.mark.parametrize(("owed", "says"), [(BySide(1, 0), "owed.player is 1"), (BySide(0, 2), "owed.opponent is 2")])
def test_who_owes_has_all_nine_on_the_board(owed: BySide[int], says: str) -> None:
    fault = situation_fault(Situation(own=5, opponent=5, opened=True, owed=owed))
    assert fault is not None
    assert fault.startswith(says)
