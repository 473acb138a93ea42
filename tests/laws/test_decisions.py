"""Decisions of the laws about protests and situations."""

import pytest

from carrom.laws import BySide, Situation, situation_fault
from carrom.laws.decisions import check_decider


@pytest.mark.law("149")
def test_protester_does_not_decide_own_protest() -> None:
    refused = check_decider(is_own=True)
    assert refused is not None
    assert (refused.code, refused.law) == ("own-protest", "149")
    assert check_decider(is_own=False) is None


@pytest.mark.parametrize(("owed", "start"), [(BySide(1, 0), "owed.player is 1"), (BySide(0, 2), "owed.opponent is 2")])
def test_owing_side_has_nine_on_the_board(owed: BySide[int], start: str) -> None:
    fault = situation_fault(Situation(own=5, opponent=5, opened=True, owed=owed))
    assert fault is not None
    assert fault.startswith(start)
