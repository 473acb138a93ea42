"""Reasons: words are accepted, scores typed into the field are not."""

from __future__ import annotations

from datetime import datetime

import pytest

from carrom.base.errors import Refused
from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.result_acts import CorrectResult
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout


def corrected(reason: str) -> Done | Refused:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.play("A", "B", 25, 5)
    act = CorrectResult(match=desk.match("A", "B"), words=("10-25",))
    return carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 12), reason=reason))


@pytest.mark.parametrize(
    "words",
    [
        *("4 25-18", "M7 a:5+q b:3", "@4", "25-18", "٤ ٢٥-١٨", "4 --walkover a", "12", "3. 25-10"),
        # with the key that opens the line for results, or the word for a table
        *("/2 25-7", "/5", "/ 5 25-3", "/M14", "table 5 25-3", "Table 5: 25-3", "टेबल ५ २५-३", "t5 25-3"),
        *("--walkover a --law 143i --reason absent", "/4 --walkover a --reason absent"),
    ],
)
def test_score_is_not_a_reason(words: str) -> None:
    refused = corrected(words)
    assert isinstance(refused, Refused)
    assert refused.code == "no-reason"
    assert repr(words) in refused.text, "so it is not the refusal of an empty reason"


@pytest.mark.parametrize(
    "words",
    [
        *("card turned round", "25-18 was misread", "Law 143i", "5 boards, not 4", "the card says 25-18"),
        *("M7 10-25 was written upside down", "ill", "बीमार", "غلط", "x", "?"),
    ],
)
def test_words_are_a_reason(words: str) -> None:
    assert isinstance(corrected(words), Done)
