"""The judge agrees with a second judge written from the specification's tables in another form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from carrom.laws import RULEBOOKS
from carrom.laws.register import register
from carrom.laws.wire import judge_json
from tests.depth import examples
from tests.laws.situations import befores, questions, strokes
from tests.laws.transcription import rule

_WITHOUT_SPECIAL = ((0, 0), (22, 21), (21, 22), (24, 25), (25, 24))


def _compare(question: dict[str, Any]) -> None:
    expected, got = rule(question), judge_json(question)
    decisive, plain, cited = expected.pop("decisive"), expected.pop("plain"), got.pop("laws")
    assert got == expected, question
    numbers = {law if ":" in law or law.startswith("I-") else law.rstrip("abcd") for law in cited}
    assert decisive & {*numbers, *cited}, (question, cited)
    # After the deciding law the wire names the whole law of every lettered clause.
    whole = [law[:-1] for law in plain if law[:-1].isdigit() and law[-1].isalpha()]
    assert [law for law in cited if ":" not in law] == list(dict.fromkeys([*plain, *whole])), question
    local = [law for law in cited if ":" in law]
    assert all(law in register() and law.startswith(question["rulebook"]) for law in local), (question, cited)
    assert all(law in register() for law in plain), (question, plain)


@given(questions())
@settings(max_examples=examples(400), deadline=None)
def test_judge_agrees_on_random_questions(question: dict[str, Any]) -> None:
    _compare(question)


@pytest.mark.slow
@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_judge_agrees_on_every_small_board(book: str) -> None:
    """Tries counts of 1, 2 and 9, every queen, every fault, and the scores on both sides of every ceiling."""
    asked = 0
    for before in befores((1, 2, 9)):
        for stroke in strokes(before, most=2):
            player, opponent = _WITHOUT_SPECIAL[asked % len(_WITHOUT_SPECIAL)]
            asked += 1
            _compare(
                {
                    "rulebook": book,
                    "before": {**before, "score": {"player": player, "opponent": opponent}},
                    "stroke": stroke,
                }
            )
    assert asked > 4000


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_judge_agrees_on_every_ending_at_every_score(book: str) -> None:
    for before in befores((1, 3)):
        for stroke in strokes(before):
            if stroke["own"] < before["own"] and stroke["opponent"] < before["opponent"]:
                continue
            for opponent in (0, 21, 22, 24, 25, 40):
                score = {"player": 46 - opponent, "opponent": opponent}
                _compare({"rulebook": book, "before": {**before, "score": score}, "stroke": stroke})
