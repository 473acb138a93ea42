"""`carrom match`: lines of a record in, the one view of the match and what each line led to out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, rulebook
from carrom.match import Event, Match, apply, view
from carrom.match.log.notation import act_text, event_text
from carrom.match.views.view import match_json
from tests.depth import examples
from tests.match.courses import next_act, setup_of

GOLDEN = Path(__file__).parents[1] / "golden"


def asked(*events: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(match_json({"rulebook": "icf", "events": list(events), **more})))
    return answer


def test_the_match_of_the_specification() -> None:
    names = {"a": ["Meera"], "b": ["Anil"]}
    events = ("toss a break", "play", "@0:00:09 stroke own 1", "stroke own 1 striker")
    seen = asked(*events, stage="group", doubles=False, names=names)
    assert (seen["phase"], seen["at"], seen["number"]) == ("placing", 9.0, 4)
    assert seen["players"]["a"] == [{"player": "a1", "name": "Meera", "seat": "south"}]
    assert seen["board"]["turn"]["player"] == "a1"
    assert seen["board"]["on"] == {"a": 9, "b": 9}
    assert seen["board"]["lying"] == {"queen": 1, "white": 7, "black": 9}
    assert seen["board"]["placing"] == [{"party": "a", "colour": "white", "count": 2, "by": "b1", "seat": "north"}]
    assert (seen["board"]["queen"], seen["board"]["owed"]) == ("board", {"a": 0, "b": 0})
    assert (seen["winner"], seen["announced"], seen["points"]) == (None, None, {"a": 0, "b": 0})
    assert "place" in seen["possible"]
    assert [line["happened"][0]["code"] for line in seen["lines"]] == [
        "toss", "play", "turn-continues", "turn-continues",
    ]  # fmt: skip
    assert seen["lines"][1] == {"happened": [{"code": "play", "laws": ["46"]}]}


def test_every_field_of_the_view() -> None:
    """Boards in placing, with dues left over, in an appeal, waiting for a demand; between games, and a match that is
    over with a protest open."""
    questions, views = ((GOLDEN / f"match-{name}.jsonl").read_text().splitlines() for name in ("questions", "views"))
    for question, wanted in zip(questions, views, strict=True):
        answer = match_json(json.loads(question))
        assert len(answer.pop("lines")) == len(json.loads(question)["events"])
        assert json.dumps(answer, separators=(",", ":")) == wanted


def test_a_refused_line_changes_nothing_and_the_next_is_tried() -> None:
    seen = asked("toss a break", "stroke own 1", "dance", "", "7. play", "@x play", "2. play", "@5 stroke", "@4 stroke")
    assert [line["refused"]["code"] if "refused" in line else "" for line in seen["lines"]] == [
        "", "play-not-called", "unreadable", "unreadable", "number", "unreadable", "", "", "time",
    ]  # fmt: skip
    assert seen["lines"][1] == {
        "refused": {
            "code": "play-not-called",
            "law": "46",
            "text": "the break is made only after the umpire has called 'Play'",
        }
    }
    assert seen["lines"][2] == {
        "refused": {"code": "unreadable", "law": None, "text": 'kind: there is no event "dance"'}
    }
    without = asked("toss a break", "play", "@5 stroke")
    assert {**seen, "lines": None} == {**without, "lines": None}


@given(st.integers(0, 2**32))
@settings(max_examples=examples(30), deadline=None)
def test_it_is_the_fold_of_the_lines_that_stand(seed: int) -> None:
    rng = Random(seed)
    setup = setup_of(rng)
    match, lines, stands = Match.start(setup), [], []
    for _ in range(60):
        act = next_act(match, rng, 0.4)
        if act is None:
            break
        event = Event(match.number + 1, act)
        lines.append(event_text(event) if rng.random() < 0.5 else act_text(act))
        answer = apply(match, event)
        match = getattr(answer, "match", match)
        stands.append(hasattr(answer, "match"))
    question = {
        "rulebook": setup.rulebook.id,
        "stage": setup.stage,
        "doubles": setup.is_doubles,
        "events": lines,
    }
    answered = match_json(question)
    told = answered.pop("lines")
    assert answered == view(match).json()
    assert ["happened" in line for line in told] == stands
    happened = [line["happened"] for line in told if "happened" in line]
    assert happened == [[{"code": one.code, "laws": one.laws} for one in step.happened] for step in match.steps()]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ({"events": []}, "rulebook"),
        ({"rulebook": "icf"}, "events"),
        ({"rulebook": "icf", "events": [], "boards": []}, "boards"),
        ({"rulebook": "icf", "events": "toss a"}, "events"),
        ({"rulebook": "icf", "events": [7]}, r"events\[0\]"),
        ({"rulebook": "chess", "events": []}, "chess"),
        ({"rulebook": "icf", "events": [], "stage": "semi"}, "semi"),
        ({"rulebook": "icf", "events": [], "doubles": 1}, "doubles"),
        ({"rulebook": "icf", "events": [], "names": {"c": ["x"]}}, "names"),
        ({"rulebook": "icf", "events": [], "names": {"a": ["x", "y"]}}, "names"),
        ([], "an object"),
    ],
)
def test_what_there_can_be_no_match_of(line: Any, complaint: str) -> None:
    with pytest.raises(CarromError, match=complaint):
        match_json(line)


def test_a_rulebook_of_ones_own() -> None:
    from dataclasses import replace

    books = {**RULEBOOKS, "village": replace(rulebook("icf"), id="village", target=10)}
    assert match_json({"rulebook": "village", "events": []}, books)["rulebook"] == "village"
