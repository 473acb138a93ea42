"""`carrom simulate`: one stroke per line, every mistake named on its own line."""

import io
import json
from typing import Any

import pytest

from carrom.cli.streams import answer_lines
from carrom.equipment import Position
from carrom.physics.stroke_json import answer

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


def test_final_keeps_the_order_given_and_untouched_places_to_the_last_digit() -> None:
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


def test_a_higher_fastest_flick_may_be_asked_for() -> None:
    status, replies = ask(with_stroke(speed=9), {**with_stroke(speed=9), "profile": {"max_speed": 9}})
    assert status == 1
    assert "speed" in replies[0]["error"]
    assert "final" in replies[1]


@pytest.mark.law("130")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (with_stroke(y=-200), "Law 130a"),
        (with_stroke(x=195), "Law 130b"),
        ({**GOOD, "position": [["white", 0, -240]]}, "lies on the white piece"),
        (with_stroke(direction=181), "direction"),
        (with_stroke(direction=-180), "direction"),
        (with_stroke(speed=0), "speed"),
        (with_stroke(speed=8.01), "speed"),
        (with_stroke(speed="fast"), 'stroke.speed: "fast" is not a finite number'),
        (with_stroke(speed=True), "stroke.speed: true is not a finite number"),
        (with_stroke(x=10**400), "too large"),
        (with_stroke(spin=1), 'stroke: unknown field "spin"'),
        (with_stroke(power=3), 'stroke: unknown field "power"'),
        ({**GOOD, "stroke": {"x": 0, "y": -252.6, "speed": 1}}, "stroke.direction is missing"),
        ({**GOOD, "stroke": []}, "stroke: [] is not an object with x, y, direction, speed"),
        ({"position": "start"}, "stroke is missing"),
        ({"stroke": GOOD["stroke"]}, "position is missing"),
        ({**GOOD, "seat": "up"}, "seat"),
        ({**GOOD, "colour": "red"}, 'unknown field "colour"'),
        ({**GOOD, "position": "chaos"}, "not a position"),
        ({**GOOD, "position": 7}, "position: 7 is not a text or a list"),
        ({**GOOD, "position": [["white", 0]]}, 'position[0]: ["white", 0] is not a list of 3'),
        ({**GOOD, "position": [["white", 0, None]]}, "position[0][2]: null is not a finite number"),
        ({**GOOD, "position": [["green", 0, 0]]}, "green"),
        ({**GOOD, "position": [["white", 0, 0], ["black", 10, 0]]}, "overlaps"),
        ({**GOOD, "position": [["white", 360, 0]]}, "not on the playing surface"),
        ({**GOOD, "position": [["white", 345, 345]]}, "over a pocket"),
        ({**GOOD, "position": [["queen", 0, 0], ["queen", 90, 0]]}, "queen"),
        ({**GOOD, "profile": "ice"}, "no profile"),
        ({**GOOD, "profile": {"friction": 0}}, "out of range"),
        ({**GOOD, "profile": {"restitution": 1.5}}, "out of range"),
        ({**GOOD, "profile": {"colour": 1}}, 'profile: unknown field "colour"'),
        ({**GOOD, "profile": 3}, "profile: 3 is not an object with friction"),
        ([], "[] is not an object with position"),
        ('{"position":"start","stroke":{"x":NaN}}', "NaN"),
        ("", "not JSON"),
    ],
)
def test_mistakes_are_named_and_the_neighbours_still_played(line: Any, said: str) -> None:
    status, replies = ask(GOOD, line, GOOD)
    assert status == 1
    assert list(replies[1]) == ["error"]
    assert said in replies[1]["error"]
    assert replies[0] == replies[2]
    assert "error" not in replies[0]
