"""`carrom simulate`: one stroke per line, and refusals."""

import io
import json
from typing import Any

import pytest

from carrom.cli.streams import answer_lines
from carrom.equipment import Position
from carrom.physics.stroke_json import answer
from tests.refusals import refuses

GOOD: dict[str, Any] = {
    "position": "start",
    "seat": "south",
    "stroke": {"x": 0, "y": -252.6, "direction": 3.5, "speed": 6.0},
}


def ask(*lines: Any) -> tuple[int, list[Any]]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    sink = io.BytesIO()
    status = answer_lines(answer, io.BytesIO(text.encode()), sink)
    return status, [json.loads(line) for line in sink.getvalue().splitlines()]


def with_stroke(**values: Any) -> dict[str, Any]:
    return {**GOOD, "stroke": {**GOOD["stroke"], **values}}


def test_a_break() -> None:
    status, (reply,) = ask(GOOD)
    assert status == 0
    assert list(reply) == ["position", "pocketed", "touched", "duration", "events", "final", "striker"]
    assert reply["touched"] is True
    fallen = [kind for kind in reply["pocketed"] if kind != "striker"]
    assert len(reply["final"]) + len(fallen) == 19
    assert Position.of([tuple(piece) for piece in reply["final"]]).text() == reply["position"]
    assert (reply["striker"] is None) == ("striker" in reply["pocketed"])


def test_final_preserves_order_and_untouched_places_exactly() -> None:
    pieces = [["queen", 12.3, 200.1], ["black", -300.7, 0.1], ["white", 0.30000000000000004, -45.6]]
    text = "queen:12.3,200.1 black:-300.7,0.1 white:0.30000000000000004,-45.6"
    aside = {"stroke": {"x": 150, "y": -252.6, "direction": 90, "speed": 0.1}}
    _, replies = ask({"position": pieces, **aside}, {"position": text, **aside})
    assert replies[0] == replies[1]
    assert replies[0]["final"] == pieces
    assert replies[0]["touched"] is False
    assert replies[0]["pocketed"] == []


def test_seats_see_the_board_turned() -> None:
    south = {
        "position": [["white", 30, 40]],
        "seat": "south",
        "stroke": {"x": 10, "y": -252.6, "direction": 3, "speed": 4},
    }
    east = {
        "position": [["white", -40, 30]],
        "seat": "east",
        "stroke": {"x": 252.6, "y": 10, "direction": 3, "speed": 4},
    }
    _, (one, other) = ask(south, east)
    ((_, x, y),) = one["final"]
    assert other["final"] == [["white", -y, x]]
    assert other["duration"] == one["duration"]


def test_profiles_by_name_and_by_value() -> None:
    slide = {"position": "empty", "stroke": {"x": 0, "y": -252.6, "direction": 0, "speed": 0.5}}
    _, replies = ask(
        {**slide, "profile": "slow"}, {**slide, "profile": {"friction": 0.25}}, {**slide, "profile": {}}, slide
    )
    for reply, friction in zip(replies, (0.17, 0.25, 0.12, 0.12), strict=True):
        assert reply["striker"] == pytest.approx([0, -252.6 + 125 / (friction * 9.80665)])


def test_a_profile_can_raise_the_highest_speed() -> None:
    status, replies = ask(with_stroke(speed=9), {**with_stroke(speed=9), "profile": {"max_speed": 9}})
    assert status == 1
    assert "9" in replies[0]["error"]
    assert "final" in replies[1]


@pytest.mark.law("130")
@pytest.mark.parametrize(
    ("line", "part"),
    [
        (with_stroke(y=-200), "Law 130a"),
        (with_stroke(x=195), "Law 130b"),
        ({**GOOD, "position": [["white", 0, -240]]}, "0,-240 (Law 130)"),
    ],
)
def test_an_unlawful_striker_place_is_refused(line: Any, part: str) -> None:
    with refuses("stroke-not-allowed", part):
        answer(line)


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        (with_stroke(direction=181), "stroke-not-allowed", " 181.0"),
        (with_stroke(direction=-180), "stroke-not-allowed", " -180.0"),
        (with_stroke(speed=0), "stroke-not-allowed", " 0.0"),
        (with_stroke(speed=8.01), "stroke-not-allowed", " 8.01"),
        (with_stroke(speed="fast"), "misread", 'stroke.speed: "fast"'),
        (with_stroke(speed=True), "misread", "stroke.speed: true"),
        (with_stroke(x=10**400), "misread", "stroke.x: "),
        (with_stroke(spin=1), "misread", '"spin"'),
        (with_stroke(power=3), "misread", '"power"'),
        ({**GOOD, "stroke": {"x": 0, "y": -252.6, "speed": 1}}, "misread", "stroke.direction"),
        ({**GOOD, "stroke": []}, "misread", "stroke: []"),
        ({"position": "start"}, "misread", "stroke"),
        ({"stroke": GOOD["stroke"]}, "misread", "position"),
        ({**GOOD, "seat": "up"}, "misread", 'seat: "up"'),
        ({**GOOD, "colour": "red"}, "misread", '"colour"'),
        ({**GOOD, "position": "chaos"}, "misread", "'chaos'"),
        ({**GOOD, "position": 7}, "misread", "position: 7"),
        ({**GOOD, "position": [["white", 0]]}, "misread", 'position[0]: ["white", 0]'),
        ({**GOOD, "position": [["white", 0, None]]}, "misread", "position[0][2]: null"),
        ({**GOOD, "position": [["green", 0, 0]]}, "misread", "'green'"),
        ({**GOOD, "position": [["white", 0, 0], ["black", 10, 0]]}, "coins-overlap", " 10,0 "),
        ({**GOOD, "position": [["white", 360, 0]]}, "misread", " 360,0 "),
        ({**GOOD, "position": [["white", 345, 345]]}, "misread", " 345,345 "),
        ({**GOOD, "position": [["queen", 0, 0], ["queen", 90, 0]]}, "too-many-coins", "2 queen"),
        ({**GOOD, "profile": "ice"}, "misread", "'ice'"),
        ({**GOOD, "profile": {"friction": 0}}, "misread", "friction 0.0"),
        ({**GOOD, "profile": {"restitution": 1.5}}, "misread", "restitution 1.5"),
        ({**GOOD, "profile": {"colour": 1}}, "misread", '"colour"'),
        ({**GOOD, "profile": 3}, "misread", "profile: 3"),
        ([], "misread", "[]"),
    ],
)
def test_mistakes_are_refused(line: Any, code: str, part: str) -> None:
    with refuses(code, part):
        answer(line)


@pytest.mark.parametrize("line", [with_stroke(speed=0), [], '{"position":"start","stroke":{"x":NaN}}', ""])
def test_a_bad_line_costs_only_itself(line: Any) -> None:
    status, replies = ask(GOOD, line, GOOD)
    assert status == 1
    assert list(replies[1]) == ["error"]
    assert replies[0] == replies[2]
    assert "error" not in replies[0]
