"""`carrom match`: record lines in; the view of the match and the happenings of each line out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws import RULEBOOKS, rulebook
from carrom.match import Event, Match, apply, view
from carrom.match.log.notation import act_text, event_text
from carrom.match.views.view import match_json
from tests.depth import examples
from tests.match.random_courses import next_act, setup_of
from tests.refusals import mentions, refuses

GOLDEN = Path(__file__).parents[1] / "golden"


def asked(*events: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(match_json({"rulebook": "icf", "events": list(events), **more})))
    return answer


def test_specification_example() -> None:
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
    """Covers placing, remaining dues, an appeal, a pending demand, the time between games, and an ended match with an
    open protest."""
    questions, views = ((GOLDEN / f"match-{name}.jsonl").read_text().splitlines() for name in ("questions", "views"))
    for question, wanted in zip(questions, views, strict=True):
        answer = match_json(json.loads(question))
        assert len(answer.pop("lines")) == len(json.loads(question)["events"])
        assert json.dumps(answer, separators=(",", ":")) == wanted


def test_refused_line_changes_nothing() -> None:
    seen = asked("toss a break", "stroke own 1", "dance", "", "7. play", "@x play", "2. play", "@5 stroke", "@4 stroke")
    assert [line["refused"]["code"] if "refused" in line else "" for line in seen["lines"]] == [
        "", "play-not-called", "unreadable", "unreadable", "number", "unreadable", "", "", "time",
    ]  # fmt: skip
    before_play, unknown = (line["refused"] for line in seen["lines"][1:3])
    assert before_play.keys() == {"code", "law", "text"}
    assert before_play["law"] == "46"
    assert unknown["law"] is None
    assert mentions(unknown["text"], '"dance"')
    without = asked("toss a break", "play", "@5 stroke")
    assert {**seen, "lines": None} == {**without, "lines": None}


@given(st.integers(0, 2**32))
@settings(max_examples=examples(30), deadline=None)
def test_answer_is_the_fold_of_accepted_lines(seed: int) -> None:
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
    answers = answered.pop("lines")
    assert answered == view(match).json()
    assert ["happened" in line for line in answers] == stands
    happened = [line["happened"] for line in answers if "happened" in line]
    assert happened == [[{"code": one.code, "laws": one.laws} for one in step.happened] for step in match.steps()]


@pytest.mark.parametrize(
    ("line", "code", "quoted"),
    [
        ({"events": []}, "misread", ("rulebook ",)),
        ({"rulebook": "icf"}, "misread", ("events ",)),
        ({"rulebook": "icf", "events": [], "boards": []}, "misread", ('"boards"',)),
        ({"rulebook": "icf", "events": "toss a"}, "misread", ("events: ", '"toss a"')),
        ({"rulebook": "icf", "events": [7]}, "misread", ("events[0]: ", "7")),
        ({"rulebook": "chess", "events": []}, "misread", ("rulebook: ", '"chess"')),
        ({"rulebook": "icf", "events": [], "stage": "semi"}, "misread", ("stage: ", "'semi'")),
        ({"rulebook": "icf", "events": [], "doubles": 1}, "misread", ("doubles: ", "1")),
        ({"rulebook": "icf", "events": [], "names": {"c": ["x"]}}, "misread", ("names: ", '"c"')),
        (
            {"rulebook": "icf", "events": [], "names": {"a": ["x", "y"]}},
            "wrong-number-of-names",
            ("names: ", "'x', 'y'"),
        ),
        ([], "misread", ("[]", "rulebook, events")),
    ],
)
def test_impossible_questions_are_refused(line: Any, code: str, quoted: tuple[str, ...]) -> None:
    with refuses(code, *quoted):
        match_json(line)


def test_custom_rulebook() -> None:
    from dataclasses import replace

    books = {**RULEBOOKS, "village": replace(rulebook("icf"), id="village", target=10)}
    assert match_json({"rulebook": "village", "events": []}, books)["rulebook"] == "village"
