"""The phone's engine gives the same answers as the command line, byte for byte.

A few thousand rulings every time; `CARROM_RULINGS=300000 pytest tests/pad/test_phone_engine.py` (`make phone`) asks
for that many.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from carrom.base.parsing import read_json
from carrom.laws import RULEBOOKS
from carrom.laws.wire import judge_json as rule
from carrom.match import read_record
from carrom.match.views.view import match_json
from carrom.pad.practice import made_up_match
from carrom.pad.questions import Engine
from carrom.pad.session import new_setup, setup_json
from tests.laws.situations import SCORES, befores, strokes
from tests.pad.phone import Asked, asked_in_phone

WANTED = int(os.environ.get("CARROM_RULINGS", "6000"))
GOLDEN = Path(__file__).parents[1] / "golden"
PAIRS = {"doubles": True, "names": {"a": ["Meera", "Tara"], "b": ["Anil", "عمر"]}}


def worlds() -> Iterator[dict[str, Any]]:
    """Yield random situations, strokes and rulebooks without end."""
    lots, every, books = Random(16), list(befores()), sorted(RULEBOOKS)
    while True:
        before = lots.choice(every)
        score = {"player": lots.choice(SCORES), "opponent": lots.choice(SCORES)}
        stroke = lots.choice(list(strokes(before, most=3)))
        yield {"rulebook": lots.choice(books), "before": {**before, "score": score}, "stroke": stroke}


@pytest.mark.slow
def test_rulings_match_the_command_line() -> None:
    asked = list(islice(worlds(), WANTED))
    answers = asked_in_phone([("rule", one) for one in asked])
    assert len(answers) == WANTED
    different = [
        (one, there)
        for one, there in zip(asked, answers, strict=True)
        if there != json.dumps(rule(one), ensure_ascii=False, separators=(",", ":"))
    ]
    assert different == []


def matches() -> Iterator[Asked]:
    """Yield golden records and a practice match of each rulebook, shown after every tap."""
    for line in (GOLDEN / "match-questions.jsonl").read_text(encoding="utf-8").splitlines():
        yield "match", read_json(line)
    for path in sorted(GOLDEN.glob("*.carrom")):
        record = read_record(path.read_text(encoding="utf-8")).record
        yield from folded(setup_json(record.setup), [event.json() for event in record.events])
    for book in sorted(RULEBOOKS):
        setup = new_setup({**PAIRS, "rulebook": book})
        events = [event.json() for event in made_up_match(setup, 5, boards=3)]
        yield "made-up", {"setup": setup_json(setup), "seed": 5, "boards": 3}
        yield from folded(setup_json(setup), events)


def folded(setup: dict[str, Any], events: list[dict[str, Any]]) -> Iterator[Asked]:
    yield "open", {"setup": setup, "language": "hi"}
    for number, event in enumerate(events):
        act = {key: value for key, value in event.items() if key not in ("v", "n", "at")}
        yield "do", {"act": act, "at": event.get("at"), "language": ("en", "hi", "ur")[number % 3]}
    yield "undo", {"at": 1e6}
    yield from ((question, {}) for question in ("history", "card", "record"))
    yield "open", {"setup": setup, "events": events, "match": "stored"}


@pytest.mark.slow
def test_matches_match_the_command_line() -> None:
    asked, engine = list(matches()), Engine()
    expected = [engine.answer(question, json.dumps(value)) for question, value in asked]
    assert not any(line.startswith('{"error"') for line in expected[30:])
    assert asked_in_phone(asked) == expected
    assert json.loads(expected[0]) == json.loads(json.dumps(match_json(asked[0][1])))
