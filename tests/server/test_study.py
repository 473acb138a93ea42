"""Answers of the server without a match: hints, pictures, films."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from carrom.equipment import Position, Seat
from carrom.play import practice_view
from carrom.players.hints import hints

OPEN = "white:-300,300/150,-20/10,250 black:100,60/-60,-80"


def test_hint_equals_the_players_hint(client: TestClient) -> None:
    """The page gets the advice of `carrom hint`, with the queen where the match has her."""
    wish = {"position": OPEN, "seat": "east", "colour": "black", "queen": "opponent", "rulebook": "vkk"}
    told = client.post("/api/hint", json=wish).json()["strokes"]
    view = practice_view(Position.from_text(OPEN), seat=Seat.EAST, colour="black", queen="opponent", book="vkk")
    expected = hints(view)
    assert [(one["x"], one["y"], one["direction"], one["speed"], one["chance"]) for one in told] == [
        (hint.stroke.x, hint.stroke.y, hint.stroke.direction, hint.stroke.speed, hint.chance) for hint in expected
    ]
    assert len(told) > 1


@pytest.mark.parametrize(
    ("position", "code"),
    [("black:0,0", "nothing-to-play"), ("white:0,0/1,1", "coins-overlap"), ("white", "coin-unreadable")],
)
def test_invalid_positions_get_no_hint(client: TestClient, position: str, code: str) -> None:
    answer = client.post("/api/hint", json={"position": position, "seat": "south", "colour": "white"})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_picture_and_film_use_the_chosen_look(client: TestClient) -> None:
    plain, bright = (client.get(f"/api/picture?position=start{look}").text for look in ("", "&look=bombay,bright,rose"))
    assert plain != bright
    assert client.get("/api/picture?position=start&look=marble").status_code == 422
    stroke = {"x": 0.0, "y": -252.6, "direction": 3.0, "speed": 0.2}
    wish = {"position": "white:0,120", "seat": "south", "stroke": stroke}
    films = [client.post("/api/film", json={**wish, "look": look}).content for look in ("maple", "dark")]
    assert films[0] != films[1]
