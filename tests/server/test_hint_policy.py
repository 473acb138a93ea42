"""Hints and trial strokes are refused for positions of open matches between people who have not agreed on aids."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from carrom.equipment import Position
from carrom.server.table.hint_policy import is_hint_forbidden
from carrom.server.table.open_matches import OpenMatches
from tests.server.talk import LINK, begun, connect, do, hear, secret, stroke_for


def test_no_hint_for_an_open_match_without_agreement(client: TestClient) -> None:
    made, told = begun(client, LINK)
    striker = told[-1]["view"]["todo"]["players"][0]
    link = {"a1": "here", "b1": "link"}[striker]
    with connect(client, made, secret(made, link)) as socket:
        view = hear(socket, "welcome")["view"]
        assert _hint(client, view["position"]) == 403, "not for the rack either, as it lies there"
        socket.send_text(do(view["seq"], striker, stroke_for(view)))
        view = hear(socket, "happened")["view"]
        hear(socket, "ack")
        pieces = [f"{kind}:{x + 1},{y}" for kind, x, y in view["pieces"]]
        assert _hint(client, view["position"]) == 403
        assert _hint(client, " ".join(pieces)) in (403, 422), "a little beside it is the same board"
        record = client.get(f"/api/matches/{made['id']}/record").text
        for path, wish in (
            ("/api/simulate", _trial(client, view["position"], 0.5)),
            ("/api/film", _trial(client, view["position"], 0.5)),
            ("/api/what-if", {"record": record, "after": view["seq"], "steps": []}),
            ("/api/coach", {"record": record}),
        ):
            assert client.post(path, json=wish).status_code == 403, f"{path}: nor is a stroke tried, by whatever way"
        other = {"a1": "b1", "b1": "a1"}[striker]
        socket.send_text(do(view["seq"], striker, {"do": "aid"}))
        hear(socket, "ack")
    with connect(client, made, secret(made, {"a1": "link", "b1": "here"}[striker])) as socket:
        view = hear(socket, "welcome")["view"]
        socket.send_text(do(view["seq"], other, {"do": "aid"}))
        hear(socket, "ack")
    matches: OpenMatches = client.app.state.matches  # type: ignore[attr-defined]
    assert not is_hint_forbidden(matches.all_open, Position.from_text(view["position"])), "they have agreed"
    assert client.post("/api/simulate", json=_trial(client, view["position"], 0.5)).status_code == 200
    wish = {"record": record, "after": view["seq"] - 2, "steps": []}
    assert client.post("/api/what-if", json=wish).status_code == 200


def test_finished_stroke_that_moved_nothing_can_be_simulated(client: TestClient) -> None:
    made, told = begun(client, LINK)
    striker = told[-1]["view"]["todo"]["players"][0]
    with connect(client, made, secret(made, {"a1": "here", "b1": "link"}[striker])) as socket:
        view = hear(socket, "welcome")["view"]
        before = view["position"]
        tried = _trial(client, before, 0.05, view["todo"]["lane"]["seat"])
        assert client.post("/api/simulate", json=tried).status_code == 403
        socket.send_text(do(view["seq"], striker, {"do": "strike", **tried["stroke"]}))
        assert hear(socket, "happened")["view"]["position"] == before
        assert client.post("/api/simulate", json=tried).status_code == 200


def _trial(client: TestClient, position: str, speed: float, seat: str = "south") -> dict[str, Any]:
    """A lawful stroke straight ahead."""
    laid = client.post("/api/position", json={"position": position, "seat": seat}).json()
    stroke = stroke_for({"todo": {"lane": laid["lane"]}})
    return {
        "position": position,
        "seat": seat,
        "stroke": {"x": stroke["x"], "y": stroke["y"], "direction": 0, "speed": speed},
    }


def _hint(client: TestClient, position: str) -> int:
    wish = {"position": position, "seat": "south", "colour": "white"}
    return client.post("/api/hint", json=wish).status_code
