"""Messages and requests to a server."""

from __future__ import annotations

import json
import random
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from carrom.match import Act
from carrom.server.table.agreement import Agreement

HERE = [{"seat": "south", "name": "Asha", "who": "here"}, {"seat": "north", "name": "Ravi", "who": "here"}]
LINK = [{"seat": "south", "name": "Asha", "who": "here"}, {"seat": "north", "name": "Ravi", "who": "link"}]
COMPUTER = [
    {"seat": "south", "name": "Asha", "who": "here"},
    {"seat": "north", "name": "Machine", "who": "computer", "player": "random", "skill": "club"},
]


async def no_computer(_: Agreement, __: list[str], ___: str) -> Act:
    """The computer of tables that have none."""
    raise AssertionError("no computer plays here")


def new_match(client: Any, seats: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    body = {"rulebook": "icf", "length": "board", "clock": False, "seats": seats or HERE, **changes}
    answer = client.post("/api/matches", json=body)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def post_match(address: str, seats: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """Make a match at a server process."""
    body = {"rulebook": "icf", "length": "board", "clock": False, "seats": seats or HERE, **changes}
    return _post(f"{address}/api/matches", body)


def wake_computers(address: str) -> None:
    """Let the workers load what they need, as a server does at its start."""
    _post(f"{address}/api/hint", {"position": "start", "seat": "south", "colour": "white", "rulebook": "icf"})


def _post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        said: dict[str, Any] = json.load(answer)
    return said


def begun(
    client: TestClient, seats: list[dict[str, Any]] | None = None, **changes: Any
) -> tuple[dict[str, Any], list[Any]]:
    """Make a match whose first board has begun; return it with all its events."""
    made = new_match(client, seats, **changes)
    for _ in range(3):  # the toss, which may be the second one's, and then both are ready
        for link in made["links"]:
            with connect(client, made, link["secret"]) as socket:
                welcome = hear(socket, "welcome")
                todo = welcome["view"]["todo"]
                asked = [name for name in todo["players"] if name in welcome["players"]]
                act = {"toss": {"do": "toss", "choice": "break"}, "next": {"do": "next"}}.get(todo["what"])
                if act and asked:
                    socket.send_text(do(welcome["view"]["seq"], asked[0], act))
                    assert hear(socket, "ack", "nack")["t"] == "ack"
    return made, events(client, made)


def events(client: TestClient, made: dict[str, Any]) -> list[Any]:
    """All events of a match, as a late listener receives them."""
    with connect(client, made) as socket:
        last = hear(socket, "welcome")["view"]["seq"]
        socket.send_text(json.dumps({"t": "since", "seq": 0}))
        return [hear(socket, "happened") for _ in range(last)]


def secret(made: dict[str, Any], who: str = "here") -> str:
    return str(next(link["secret"] for link in made["links"] if link["who"] == who))


def connect(client: TestClient, made: dict[str, Any], key: str | None = None, query: str = "") -> WebSocketTestSession:
    protocols = ["carrom.v1"] if key is None else ["carrom.v1", f"seat.{key}"]
    return client.websocket_connect(f"/api/matches/{made['id']}/socket{query}", subprotocols=protocols)


def do(base: int, player: str, act: dict[str, Any], key: str | None = None) -> str:
    return json.dumps({"t": "do", "key": key or uuid.uuid4().hex, "base": base, "player": player, "act": act})


def hear(socket: Any, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of these kinds."""
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message["t"] in kinds:
            return message


BREAK = {"do": "strike", "x": 0.0, "y": -252.6, "direction": 1.0, "speed": 6.0}


def stroke_for(view: dict[str, Any]) -> dict[str, Any]:
    """A stroke straight ahead from the middle of the widest free stretch, for either side."""
    lane = view["todo"]["lane"]
    left, right = max(lane["free"], key=lambda span: span[1] - span[0])
    across, ahead = (left + right) / 2, lane["ahead"]
    x, y = {
        "south": (across, ahead),
        "east": (-ahead, across),
        "north": (-across, -ahead),
        "west": (ahead, -across),
    }[lane["seat"]]
    return {"do": "strike", "x": x, "y": y, "direction": 0.5, "speed": 5.0}


def closing_code(socket: WebSocketTestSession) -> int:
    """Return the code with which the server closes this socket, skipping its last messages."""
    while True:
        message = socket.receive()
        if message["type"] == "websocket.close":
            return int(message["code"])


def mutated(good: dict[str, Any], chance: random.Random) -> str:
    """A message that must be refused: one field spoilt, dropped or added, or the text itself broken."""
    message: dict[str, Any] = json.loads(json.dumps(good))
    spoilt: list[Any] = [None, [], {}, "", "x" * 3000, -1, 2**70, True, float("nan"), float("inf"), {"do": "strike"}]
    inner = message["act"]
    match chance.randrange(6):
        case 0:
            field = chance.choice(["key", "base", "player", "act", "t"])
            message[field] = chance.choice([value for value in spoilt if value != message[field]])
            if field == "base" and message["base"] is True:
                message["base"] = "1"
        case 1:
            del message[chance.choice(list(message))]
        case 2:
            message[f"extra{chance.randrange(99)}"] = 1
        case 3:
            inner[chance.choice(["x", "y", "direction", "speed"])] = chance.choice(
                [None, "1", [], float("nan"), float("-inf"), 1e6, -1e6]
            )
        case 4:
            text = json.dumps(message)
            return text[: chance.randrange(1, len(text))]
        case _:
            return "".join(chr(chance.randrange(32, 1000)) for _ in range(chance.randrange(1, 200)))
    return json.dumps(message)


@contextmanager
def seated(
    client: TestClient, made: dict[str, Any], browser: str, who: str = "link", query: str = "", ticket: str = ""
) -> Iterator[tuple[WebSocketTestSession, dict[str, Any]]]:
    """Connect a browser with the link of a seat; yield its welcome too."""
    words = ["carrom.v1", f"seat.{secret(made, who)}", *([f"browser.{browser}"] if browser else [])]
    words += [f"ticket.{ticket}"] if ticket else []
    with client.websocket_connect(f"/api/matches/{made['id']}/socket{query}", subprotocols=words) as socket:
        yield socket, hear(socket, "welcome")


def say(socket: Any, kind: str, **more: Any) -> None:
    socket.send_text(json.dumps({"t": kind, **more}))
