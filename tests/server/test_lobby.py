"""A club's lobby: open a table, join it, close it; an empty table disappears."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.testclient import TestClient

from tests.server.cluster import Process
from tests.server.talk import connect, do, hear, new_match, secret

WISH = {"name": "Asha <b>", "rulebook": "icf", "length": "board"}


def _lobby(client: TestClient) -> dict[str, list[str]]:
    found = client.get("/api/lobby").json()
    return {kind: [card["id"] for card in found[kind]] for kind in ("open", "playing")}


def test_lobby_is_off_by_default(client: TestClient) -> None:
    assert client.get("/api/choices").json()["lobby"] is False
    assert client.get("/api/lobby").status_code == 404
    assert client.post("/api/lobby", json=WISH).status_code == 404


def test_table_is_opened_joined_by_one_and_watched(make_client: Callable[..., TestClient]) -> None:
    client = make_client(lobby=True)
    assert client.get("/api/choices").json()["lobby"] is True
    assert client.post("/api/lobby", json={**WISH, "name": "a\u202eb"}).status_code == 422, "no sign that turns a line"
    made = client.post("/api/lobby", json=WISH).json()
    assert [link["who"] for link in made["links"]] == ["here"], "nobody has a link to the free seat"
    private = new_match(client)
    assert _lobby(client) == {"open": [made["id"]], "playing": []}, "what is played by link is nobody else's business"

    joined = client.post("/api/lobby/join", json={"match": made["id"]}).json()
    assert joined["links"][0]["seats"] == ["north"]
    late = client.post("/api/lobby/join", json={"match": made["id"]})
    assert (late.status_code, late.json()["code"]) == (409, "taken")
    assert client.post("/api/lobby/join", json={"match": private["id"]}).status_code == 409
    assert _lobby(client) == {"open": [], "playing": [made["id"]]}
    closing = {"match": made["id"], "secret": secret(made)}
    assert client.post("/api/lobby/close", json=closing).status_code == 409, "somebody sits there"
    with connect(client, joined, secret(joined)) as socket:
        welcome = hear(socket, "welcome")
        assert welcome["players"] == ["b1"]
        socket.send_text(do(welcome["view"]["seq"], "b1", {"do": "concede", "what": "match"}))
        assert hear(socket, "ack", "nack")["t"] == "ack"
    assert _lobby(client) == {"open": [], "playing": []}, "what is over is not watched"

    other = client.post("/api/lobby", json=WISH).json()
    assert client.post("/api/lobby/close", json={"match": other["id"], "secret": "x"}).status_code == 403
    assert client.post("/api/lobby/close", json={"match": other["id"], "secret": secret(other)}).status_code == 200
    assert client.post("/api/lobby/join", json={"match": other["id"]}).status_code == 409


def test_table_stays_while_a_player_is_connected(make_client: Callable[..., TestClient]) -> None:
    client = make_client(lobby=True, lobby_gone=0.6, lobby_tables=2)
    stays, goes = (client.post("/api/lobby", json=WISH).json() for _ in range(2))
    assert client.post("/api/lobby", json=WISH).status_code == 429
    with connect(client, stays, secret(stays)) as socket:
        hear(socket, "welcome")
        while goes["id"] in _lobby(client)["open"]:
            pass
        assert _lobby(client)["open"] == [stays["id"]], "it was opened first, and somebody sits at it"
        assert client.post("/api/lobby/join", json={"match": goes["id"]}).status_code == 409
    while _lobby(client)["open"]:
        pass


def test_one_of_many_joins_at_once_succeeds(pair: list[Process]) -> None:
    """At two servers."""

    def ask(process: Process, path: str, body: dict[str, Any]) -> dict[str, Any]:
        address = f"{process.address}/api/lobby{path}"
        request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                said: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                said = json.load(error)
        return said

    made = ask(pair[0], "", WISH)
    together = threading.Barrier(8)

    def join(number: int) -> dict[str, Any]:
        together.wait()
        return ask(pair[number % 2], "/join", {"match": made["id"]})

    with ThreadPoolExecutor(8) as people:
        answers = list(people.map(join, range(8)))
    assert [answer["code"] for answer in answers if "code" in answer] == ["taken"] * 7
    assert len([answer for answer in answers if "links" in answer]) == 1
    opened = [ask(pair[number % 2], "", WISH) for number in range(6)]
    assert [answer.get("code") for answer in opened] == [None] * 5 + ["too-many"], "six in all, at whichever server"


def test_maker_without_a_seat_can_release_seats(client: TestClient) -> None:
    links = [{"seat": seat, "name": seat, "who": "link"} for seat in ("south", "north")]
    made = new_match(client, links)
    assert [link["who"] for link in made["links"]] == ["link", "link", "maker"]
    words = ["carrom.v1", f"seat.{made['links'][1]['secret']}", "browser.ravi"]
    with (
        client.websocket_connect(f"/api/matches/{made['id']}/socket", subprotocols=words) as ravi,
        connect(client, made) as maker,
    ):
        assert hear(ravi, "welcome")["players"] == ["b1"]
        assert hear(maker, "welcome")["players"] == []
        for key in ("", made["links"][0]["secret"]):
            maker.send_text(json.dumps({"t": "open-seat", "players": ["b1"], "key": key}))
            assert hear(maker, "nack")["code"] == "not-your-seat"
        maker.send_text(json.dumps({"t": "open-seat", "players": ["b1"], "key": secret(made, "maker")}))
        while hear(maker, "beside")["free"] != ["b1"]:
            pass
