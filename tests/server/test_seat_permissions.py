"""Seat permissions: every message of the socket and every address about seats, sent by every kind of client.

The messages are made from their types, so a new kind of message is covered as soon as it exists.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect
from starlette.testclient import TestClient, WebSocketTestSession

from carrom.server.wire import messages as m
from tests.server.talk import closing_code, do, hear

WISH = {"name": "Asha", "rulebook": "icf", "length": "board"}
PLAYERS = {"a1": "opener", "b1": "joiner"}
IDENTITIES = ("opener", "joiner", "spectator", "stranger", "revoked")
"""The player at the first seat and at the second; a spectator; a client with a secret of another table; one who sat at
the second seat and released it to the joiner."""


def samples(kind: inspect.Type) -> Iterator[Any]:
    """Values that a message may have."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from samples(inner)
        case inspect.StructType(tag=tag, tag_field=field, fields=fields):
            chosen = {one.encode_name: next(samples(one.type)) for one in fields if one.required}
            yield {**({field: tag} if field else {}), **chosen}
        case inspect.UnionType(types=several):
            for one in several:
                yield from samples(one)
        case inspect.LiteralType(values=values):
            yield from values
        case inspect.EnumType(cls=cls):
            yield from (one.value for one in cls)
        case inspect.ListType(item_type=item):
            yield [next(samples(item))]
        case inspect.TupleType(item_types=items):
            yield [next(samples(item)) for item in items]
        case inspect.IntType(ge=least):
            yield least or 1
        case inspect.FloatType():
            yield 1.0
        case inspect.BoolType():
            yield True
        case inspect.StrType(min_length=least):
            yield "x" * max(8, least or 0)
        case _:
            raise AssertionError(f"no sample of {kind}")


def messages(player: str) -> list[dict[str, Any]]:
    """One message and one act of every kind, from this player or about their seat."""
    made = []
    for kind in get_args(m.ToServer):
        if kind is m.Do:
            acts = [act for one in get_args(m.PlayerAct) for act in samples(inspect.type_info(one))]
            made += [json.loads(do(0, player, act)) for act in acts]
            continue
        for sample in samples(inspect.type_info(kind)):
            sample |= {name: player for name in sample if name == "player"}
            sample |= {name: [player] for name in sample if name == "players"}
            made.append(sample)
    assert {one["t"] for one in made} == {kind.__struct_config__.tag for kind in get_args(m.ToServer)}
    decoder = msgspec.json.Decoder(m.ToServer)
    for one in made:
        decoder.decode(json.dumps(one))  # so no message is refused for its form
    return made


@dataclass
class Table:
    """A lobby table at which two have met, with everyone's secrets."""

    client: TestClient
    id: str
    secrets: dict[str, str]

    def connect(self, who: str, *, ticket: str = "", query: str = "") -> WebSocketTestSession:
        secret = self.secrets.get(who)
        words = ["carrom.v1", *([f"seat.{secret}"] if secret else []), f"browser.{who}"]
        words += [f"ticket.{ticket}"] if ticket else []
        return self.client.websocket_connect(f"/api/matches/{self.id}/socket{query}", subprotocols=words)


@pytest.fixture
def table(make_client: Callable[..., TestClient]) -> Table:
    client = make_client(lobby=True)
    made, elsewhere = (client.post("/api/lobby", json=WISH).json() for _ in range(2))
    joined = client.post("/api/lobby/join", json={"match": made["id"]}).json()
    secrets = {
        "opener": made["links"][0]["secret"],
        "revoked": joined["links"][0]["secret"],
        "joiner": joined["links"][0]["secret"],
        "stranger": elsewhere["links"][0]["secret"],
    }
    at = Table(client, made["id"], secrets)
    with at.connect("revoked") as socket:
        assert hear(socket, "welcome")["players"] == ["b1"]
        socket.send_text(json.dumps({"t": "open-seat", "players": ["b1"], "ticket": "for the joiner"}))
        assert closing_code(socket) == 4409
    with at.connect("joiner", ticket="for the joiner", query="?take") as socket:
        assert hear(socket, "welcome")["players"] == ["b1"]
    return at


def settled(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """All messages so far."""
    socket.send_text('{"t":"ping"}')
    said = []
    while (one := hear(socket, *_SAID))["t"] != "pong":
        said.append(one)
    return said


_SAID = tuple(str(kind.__struct_config__.tag) for kind in get_args(m.ToClient))


def begin(opener: WebSocketTestSession, joiner: WebSocketTestSession) -> None:
    """Play until the first stroke of the first board."""
    base = 0
    for _ in range(4):
        for socket, player in ((opener, "a1"), (joiner, "b1")):
            for act in ({"do": "toss", "choice": "break"}, {"do": "next"}):
                base = max([base, *(one["view"]["seq"] for one in settled(socket) if "view" in one)])
                socket.send_text(do(base, player, act))


@pytest.mark.parametrize("who", IDENTITIES)
@pytest.mark.parametrize("in_play", [False, True])
def test_client_cannot_act_for_another_seat(table: Table, who: str, in_play: bool) -> None:
    with ExitStack() as open_sockets:
        sockets = {name: open_sockets.enter_context(table.connect(name)) for name in PLAYERS.values()}
        if in_play:
            begin(sockets["opener"], sockets["joiner"])
        if who == "stranger":
            with table.connect(who) as socket:
                assert closing_code(socket) == 4403
        own = next((player for player, name in PLAYERS.items() if name == who), None)
        for name in sockets:
            settled(sockets[name])
        before = table.client.get(f"/api/matches/{table.id}/record").text
        for player in PLAYERS:
            if player == own or who == "stranger":
                continue
            for message in messages(player):
                with table.connect(who) as socket:
                    assert hear(socket, "welcome")["players"] == ([own] if own else [])
                    socket.send_text(json.dumps(message))
                    said = settled(socket)
                assert "ack" not in [one["t"] for one in said], message
                if message["t"] in ("do", "open-seat", "propose"):
                    assert [one["code"] for one in said if one["t"] == "nack"] != [], message
                assert not [one for one in said if one["t"] == "beside" and one["free"]], message
        assert table.client.get(f"/api/matches/{table.id}/record").text == before
        for player, name in PLAYERS.items():
            # Both keep their seats, and no client spoke or aimed in another's name.
            heard = {one["t"] for one in settled(sockets[name])}
            assert heard.isdisjoint({"spoken"} if own else {"spoken", "seen"}), player
    for player, name in PLAYERS.items():
        with table.connect(name) as socket:
            assert hear(socket, "welcome")["players"] == [player]


def test_no_address_gives_away_a_seat(table: Table) -> None:
    described = table.client.get("/api/openapi").json()["paths"]
    asked = {path for path in described if path.startswith(("/api/seats", "/api/lobby")) and "post" in described[path]}
    assert asked == {"/api/seats", "/api/seats/links", "/api/lobby", "/api/lobby/join", "/api/lobby/close"}, (
        "whatever is new here has to be tried too"
    )
    post, match = table.client.post, table.id
    for who in IDENTITIES:
        secret = table.secrets.get(who, "")
        own = {"opener": ["a1"], "joiner": ["b1"], "revoked": ["b1"]}.get(who)
        looked = post("/api/seats", json={"match": match, "secret": secret, "browser": who})
        assert (looked.json().get("players") if looked.status_code == 200 else None) == own, who
        if who == "revoked":
            assert looked.json()["state"] == "held", "it is the joiner's"
        for key in (secret, "", who):
            assert post("/api/seats/links", json={"match": match, "key": key}).status_code == 403, who
        assert post("/api/lobby/join", json={"match": match}).status_code == 409
        closed = post("/api/lobby/close", json={"match": match, "secret": secret})
        assert closed.status_code == (403 if own is None else 409), who


def test_player_may_give_the_seat_to_a_friend(table: Table) -> None:
    with table.connect("joiner") as joiner:
        hear(joiner, "welcome")
        joiner.send_text(json.dumps({"t": "open-seat", "players": ["b1"], "ticket": "friend"}))
        assert closing_code(joiner) == 4409
    table.secrets["opener's phone"] = table.secrets["joiner"]
    with table.connect("opener's phone", query="?take") as socket:
        assert hear(socket, "welcome")["players"] == [], "not without the ticket"
