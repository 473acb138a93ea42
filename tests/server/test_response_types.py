"""Answers and messages have the types that the schema promises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from carrom.players.puzzles import puzzles
from carrom.server import Settings, SqliteStore
from carrom.server.app import described_api
from carrom.server.http.endpoints import JSON
from carrom.server.wire import messages as m, values as v
from tests.server.talk import HERE, LINK, begun, connect, do, events, hear, new_match, secret, stroke_for

ROOT = Path(__file__).resolve().parents[2]
SIDES = {"player": 0, "opponent": 0}
STROKE = {"x": 0.0, "y": -252.6, "direction": 3.0, "speed": 6.0}
ASKED: dict[str, Any] = {
    "/api/choices": None,
    "/api/matches": {"rulebook": "icf", "length": "game", "clock": True, "seats": HERE},
    "/api/games": None,
    "/api/reach": None,
    "/api/matches/{match_id}/timeline": None,
    "/api/what-if": {"after": 3},
    "/api/records": {},
    "/api/simulate": {"position": "start", "seat": "south", "stroke": STROKE},
    "/api/position": {"position": "white:0,-252 black:50,-252", "seat": "south"},
    "/api/hint": {"position": "white:-300,300 black:100,60", "seat": "east", "colour": "black"},
    "/api/rule": {
        "before": {"own": 1, "opponent": 4, "queen": "player", "opened": True, "owed": SIDES, "score": SIDES}
        | {"break": None},
        "stroke": {"proper": True, "touched": True, "own": 1, "opponent": 0, "queen": False, "striker": False},
    },
    "/api/laws/{law}": None,
    "/api/board/check": {"text": "[surface]\nside = 738"},
    "/api/board/requirements": None,
    "/api/puzzles": None,
    "/api/puzzles/{puzzle}": None,
    "/api/puzzles/{puzzle}/attempts": {},
    "/api/solutions/{puzzle}": None,
    "/api/coach": {},
    "/api/seats": {},
    "/api/seats/links": {},
}  # fmt: skip
_STORE = SqliteStore(Path("never-opened"))
ENDPOINTS = {one.path: one for one in described_api(Settings(), _STORE)}


def test_every_json_route_is_covered_here() -> None:
    """Routes of tournaments are covered in `tests/server/desk`, pads in `tests/server/pads`."""
    elsewhere = ("/api/tournaments", "/api/beginnings", "/api/session", "/api/pads", "/api/lobby")
    answering = {path for path, one in ENDPOINTS.items() if one.media == JSON and not path.startswith(elsewhere)}
    assert answering == set(ASKED)


def _keeps(kind: Any, value: Any) -> bool:
    """Whether a value can be read as this type without losing anything."""
    again: bool = json.loads(msgspec.json.encode(msgspec.json.decode(json.dumps(value), type=kind))) == value
    return again


@pytest.mark.parametrize("path", ASKED)
def test_answer_matches_its_type(client: TestClient, path: str) -> None:
    made, _ = begun(client)
    body = ASKED[path]
    if path == "/api/what-if":
        body = {**body, "match": made["id"]}
    if path == "/api/coach":
        body = {"match": made["id"]}
    if path == "/api/seats":
        body = {"match": made["id"], "secret": secret(made)}
    if path == "/api/seats/links":
        linked = new_match(client, LINK)
        body = {"match": linked["id"], "key": secret(linked, "maker")}
    if path == "/api/records":
        body = {"text": client.get(f"/api/matches/{made['id']}/record").text}
    puzzle = "daily"
    if path == "/api/puzzles/{puzzle}/attempts":  # a stroke fits one position, and the daily puzzle changes
        first, stroke = puzzles()[0], puzzles()[0].solution[0]
        puzzle, body = first.id, {"strokes": [{name: getattr(stroke, name) for name in STROKE}]}
    address = path.format(match_id=made["id"], law="51", puzzle=puzzle)
    if path == "/api/games":
        address += f"?ids={made['id']},nobody"
    answer = client.get(address) if body is None else client.post(address, json=body)
    assert answer.status_code == 200, answer.text
    assert _keeps(ENDPOINTS[path].answer, answer.json())
    if path == "/api/rule":
        ruling = next(one for one in v.DESCRIBED if one.__name__ == "Ruling")
        assert all(_keeps(ruling, one["ruling"]) for one in answer.json()["answers"])


def test_messages_match_their_types(client: TestClient) -> None:
    made, told = begun(client)
    view = told[-1]["view"]
    with connect(client, made, secret(made)) as socket:
        welcome = hear(socket, "welcome")
        socket.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        ack = hear(socket, "ack")
    happened = events(client, made)
    assert _keeps(m.ToClient, welcome)
    assert _keeps(m.ToClient, ack)
    for message in happened:
        assert _keeps(m.ToClient, {**message, "trace": None})
        assert _keeps(v.LoggedEvent, {key: message["event"][key] for key in ("v", "n", "kind", "at")})
    assert _keeps(v.StrokeTrace, happened[view["seq"]]["trace"])


def test_openapi_is_the_committed_one(client: TestClient) -> None:
    assert client.get("/api/openapi").json() == json.loads((ROOT / "web/schema/openapi.json").read_text())
