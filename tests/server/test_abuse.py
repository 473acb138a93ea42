"""Abuse: single forbidden, malformed or oversized requests are refused, by a code.

Attacks that would stop the server for others are in `test_denial_of_service.py`.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from carrom.equipment import Seat
from carrom.server import Settings, SqliteStore
from carrom.server.table.agreement import make_agreement
from carrom.server.table.live_match import LiveMatch
from carrom.server.table.open_matches import OpenMatches
from carrom.server.wire.values import SeatOccupant
from tests.server.conftest import Served
from tests.server.talk import begun, closing_code, connect, hear, new_match, secret, stroke_for

GOOD = {"t": "do", "key": "0123456789abcdef", "base": 1, "player": "a1"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '{"t":"do"}',
        '{"t":"nothing"}',
        '{"t":"since","seq":-1}',
        '{"t":"since","seq":1.5}',
        '{"t":"ping","extra":1}',
        '{"t":"since","seq":0,"seq":1}',
        '{"t":"since","seq":0,"s\\u0065q":1}',
        '{"t":"aiming","along":NaN,"direction":0,"speed":1}',
        '{"t":"aiming","along":1e999,"direction":0,"speed":1}',
        '{"t":"aiming","along":0,"direction":0,"speed":-1}',
        json.dumps({**GOOD, "key": "short", "act": {"do": "pass"}}),
        json.dumps({**GOOD, "key": "x" * 65, "act": {"do": "pass"}}),
        json.dumps({**GOOD, "player": "c1", "act": {"do": "pass"}}),
        json.dumps({**GOOD, "act": {"do": "strike", "x": 0, "y": 0, "direction": 0, "speed": 0}}),
        json.dumps({**GOOD, "act": {"do": "strike", "x": 0, "y": 0, "direction": -180, "speed": 1}}),
        json.dumps({**GOOD, "act": {"do": "strike", "x": 1e9, "y": 0, "direction": 0, "speed": 1}}),
        '{"t":"do","key":"0123456789abcdef","base":1,"player":"a1","act":{"do":"strike","x":NaN,"y":0,"direction":0,"speed":1}}',
        json.dumps({**GOOD, "act": {"do": "place", "at": [[0, 0]] * 20}}),
        json.dumps({**GOOD, "act": {"do": "demand", "points": 3}}),
        "🤖" * 100,
        json.dumps({**GOOD, "act": {"do": "pass"}}).replace('"pass"', "[" * 3000),
        json.dumps({**GOOD, "key": "abcdefgh\n", "act": {"do": "pass"}}),
    ],
)
def test_malformed_message_is_refused(client: TestClient, text: str) -> None:
    made = new_match(client)
    with connect(client, made, secret(made)) as socket:
        hear(socket, "welcome")
        socket.send_text(text)
        nack = hear(socket, "nack")
        assert nack["code"] == "unreadable"
        socket.send_text('{"t":"ping"}')
        assert hear(socket, "pong")


def test_malformed_act_is_refused_by_its_key(client: TestClient) -> None:
    """Its page keeps an act that is neither stored nor refused, and would send it again for ever."""
    made = new_match(client)
    stroke = {"do": "strike", "x": 0, "y": 0, "direction": 202.0, "speed": 1}
    with connect(client, made, secret(made)) as socket:
        hear(socket, "welcome")
        socket.send_text(json.dumps({**GOOD, "act": stroke}))
        assert hear(socket, "nack")["key"] == GOOD["key"]
        socket.send_text(json.dumps({**GOOD, "key": "short", "act": stroke}))
        assert hear(socket, "nack")["key"] is None


def test_duplicate_keys_and_invalid_names_are_refused(client: TestClient) -> None:
    seats = [{"seat": "south", "name": "Asha", "who": "here"}, {"seat": "north", "name": "Ravi", "who": "here"}]
    good = json.dumps({"rulebook": "icf", "length": "board", "clock": False, "seats": seats})
    for text, place in (
        (good.replace('"icf",', '"icf", "rulebook": "vkk",'), '"rulebook"'),
        (good.replace('"Asha",', '"Asha", "name": "Uma",'), '"name"'),
        (good.replace("Asha", "Asha\u202eivaR"), "seats[0].name: "),
        (good.replace("Asha", "Asha\u115f"), "seats[0].name: "),
        (good.replace("Asha", "A" * 1000), "seats[0].name: "),
    ):
        answer = client.post("/api/matches", content=text, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
        assert place in answer.json()["text"]
    assert client.post("/api/matches", content=good, headers={"content-type": "application/json"}).status_code == 200


def test_too_many_messages_close_the_socket(make_client: Callable[..., TestClient]) -> None:
    client = make_client(messages=20)
    made = new_match(client)
    with connect(client, made) as socket:
        for _ in range(21):
            socket.send_text('{"t":"ping"}')
        assert closing_code(socket) == 1008


def test_message_of_a_megabyte_closes_the_socket(client: TestClient) -> None:
    made = new_match(client)
    with connect(client, made) as socket:
        socket.send_text('{"t":"' + "x" * 1_000_000 + '"}')
        assert closing_code(socket) == 1009


def test_binary_message_closes_the_socket(client: TestClient) -> None:
    made = new_match(client)
    with connect(client, made) as socket:
        socket.send_bytes(b"")
        assert closing_code(socket) == 1003


def test_foreign_origins_are_refused(client: TestClient) -> None:
    made = new_match(client)
    foreign = {"origin": "https://elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/matches/{made['id']}/socket", headers=foreign),
    ):
        pass
    for headers in (foreign, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = client.post("/api/matches", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    for headers in (foreign, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}):
        answer = client.get("/api/board/blueprint.svg", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    assert client.get("/practice", headers={"sec-fetch-site": "cross-site"}).status_code in (200, 503), (
        "a link to the page"
    )
    assert client.get("/api/choices").headers["cross-origin-resource-policy"] == "same-origin"


def test_local_server_answers_to_local_names_only(make_client: Callable[..., TestClient]) -> None:
    """A foreign name that resolves to this machine (DNS rebinding) is foreign, although page and host agree."""
    client = make_client(host="127.0.0.1")
    rebound = {"origin": "http://evil.example:8000", "host": "evil.example:8000"}
    assert client.post("/api/matches", json={}, headers=rebound).status_code == 421
    assert client.get("/", headers={"host": "evil.example:8000"}).status_code == 421
    own = {"origin": "http://localhost:8000", "host": "localhost:8000"}
    assert client.post("/api/matches", json={}, headers=own).status_code == 422


def test_hall_server_answers_to_no_internet_name(make_client: Callable[..., TestClient]) -> None:
    """A laptop in a hall is reached by its address or its name in the local network."""
    client = make_client(host="0.0.0.0")
    for name in ("192.168.1.5:8000", "[fd00::5]:8000", "laptop", "hall.lan:8000", "laptop.local", "localhost"):
        assert client.get("/api/choices", headers={"host": name}).status_code == 200, name
    for name in ("evil.example:8000", "192.168.1.5.evil.example", "lan.example"):
        rebound = {"host": name, "origin": f"http://{name}"}
        assert client.post("/api/matches", json={}, headers=rebound).status_code == 421, name
        assert client.get("/api/choices", headers={"host": name}).status_code == 421, name
    made = new_match(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/matches/{made['id']}/socket", headers={"host": "evil.example"}),
    ):
        pass
    told = {"host": "0.0.0.0", "origins": ("http://club.example",)}
    for settings in (told, {"host": "0.0.0.0", "proxies": ("127.0.0.1",)}):
        assert make_client(**settings).get("/api/choices", headers={"host": "club.example"}).status_code == 200
    client.base_url = "https://club.example"  # a certificate proves the name
    assert client.get("/api/choices").status_code == 200


def test_oversized_body_is_refused(client: TestClient) -> None:
    answer = client.post("/api/records", content=b"x" * 1_300_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(("path", "size"), [("/api/pads/send", 2_400_000), ("/api/matches", 50_000_000)])
def test_oversized_upload_is_answered(served: Served, path: str, size: int) -> None:
    """The line is not cut while the client still sends."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        host = f"host: 127.0.0.1:{served.port}\r\n"
        head = f"POST {path} HTTP/1.1\r\n{host}content-type: application/json\r\ncontent-length: {size}\r\n\r\n"
        line.sendall(head.encode())
        for _ in range(0, size, 100_000):
            line.sendall(b" " * 100_000)
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("size", [2_000_000, 10**15])
def test_oversized_content_length_is_answered_at_once(served: Served, size: int) -> None:
    """The header is enough: the body may never come. What comes is skipped, and the line stays open meanwhile."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=8) as line:
        host = f"host: 127.0.0.1:{served.port}\r\n"
        head = f"POST /api/matches HTTP/1.1\r\n{host}content-type: application/json\r\ncontent-length: {size}\r\n\r\n"
        line.sendall(head.encode())
        said = b""
        while not said.endswith(b"}"):  # the timeout is a second before the server would give the body up
            said += line.recv(1000)
        assert said.startswith(b"HTTP/1.1 413 ")
        assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "too-large"
        for _ in range(20):
            line.sendall(b" " * 100_000)
        if size == 2_000_000:  # the whole body has come: the line can be used again
            line.sendall(f"GET /api/choices HTTP/1.1\r\n{host}\r\n".encode())
            assert line.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_oversized_upload_with_expect_is_answered_before_the_body(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        host = f"host: 127.0.0.1:{served.port}\r\n"
        asks = "content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 2400000\r\n\r\n"
        line.sendall(f"POST /api/pads/send HTTP/1.1\r\n{host}{asks}".encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")


def test_oversized_body_without_a_length_is_cut_off(client: TestClient) -> None:
    parts = (b" " * 100_000 for _ in range(13))
    answer = client.post("/api/records", content=parts, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_body_needs_the_json_content_type(client: TestClient) -> None:
    """A form of a foreign page can send text, but not JSON."""
    for headers in ({}, {"content-type": "text/plain"}):
        answer = client.post("/api/matches", content=b"{}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")


def test_every_answer_has_the_security_headers(client: TestClient) -> None:
    for path in ("/", "/api/health", "/play/anything"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/../settings.py", "/assets/../../settings.py", "/%2e%2e/settings.py"])
def test_no_file_outside_the_static_folder_is_served(client: TestClient, path: str) -> None:
    assert "class Settings" not in client.get(path).text


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/" + "a/" * 3000])
def test_impossible_file_names_are_ordinary_addresses(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (client.get("/play/x").status_code, client.get("/play/x").text)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/simulate", '{"position":"start","seat":"south","stroke":{"x":NaN,"y":-252.6,"direction":0,"speed":1}}'),
        (
            "/api/simulate",
            '{"position":"start","seat":"south","stroke":{"x":0,"y":-252.6,"direction":0,"speed":1e999}}',
        ),
        ("/api/simulate", '{"position":"start","seat":"south","stroke":{"x":0,"y":0,"direction":0,"speed":1}}'),
        ("/api/simulate", '{"position":"nowhere","seat":"south","stroke":{"x":0,"y":-252.6,"direction":0,"speed":1}}'),
        ("/api/position", '{"position":"white:0,0/1,1","seat":"south"}'),
        ("/api/matches", '{"rulebook":"icf","length":"board","clock":false,"seats":[]}'),
        ("/api/matches", '{"rulebook":"golf","length":"board","clock":false,"seats":[],"more":1}'),
        ("/api/rule", '{"before":{},"stroke":{}}'),
        ("/api/rule", '{"before":' + "[" * 3000 + "]" * 3000 + ',"stroke":{}}'),
        ("/api/what-if", '{"after":0,"match":"x","steps":[{"player":"a1","act":{"do":' + "[" * 1200 + "}}]}"),
    ],
)
def test_malformed_request_is_refused(client: TestClient, path: str, body: str) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["text"]


def test_strokes_are_limited_per_address(make_client: Callable[..., TestClient]) -> None:
    """Alone, in a branch that is sent whole each time, or hidden in the length of a record."""
    stroke = {"x": 0.0, "y": -252.6, "direction": 0.0, "speed": 1.0}
    trial = {"position": "start", "seat": "south", "stroke": stroke}
    client = make_client(strokes=12)
    made, told = begun(client)
    view = told[-1]["view"]
    step = {"player": view["todo"]["players"][0], "act": stroke_for(view)}
    branch = {"match": made["id"], "after": view["seq"], "steps": [step]}
    record = "carrom-record 1\n" + "\n" * 60
    answers = [
        client.post("/api/simulate", json=trial),
        client.post("/api/what-if", json=branch),
        client.post("/api/what-if", json={"record": record, "after": 0}),
        client.post("/api/what-if", json=branch),
        client.post("/api/records", json={"text": record}),
        client.post("/api/simulate", json=trial),
        client.post("/api/simulate", json=trial),
    ]
    # 2 with the match, 4 with 2, 8 with 4, 10 with 2 more, 11 and no room for 12 lines, 12, and no room for one more.
    assert [answer.status_code for answer in answers] == [200, 200, 422, 200, 429, 200, 429]


def test_unreadable_requests_count_too(make_client: Callable[..., TestClient]) -> None:
    client = make_client(strokes=2)
    for path, status in (("/api/what-if", 422), ("/api/board/check", 422), ("/api/rule", 429)):
        answer = client.post(path, content=b"[" * 3000, headers={"content-type": "application/json"})
        assert answer.status_code == status


def test_failing_route_answers_with_a_code(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    client = make_client()
    monkeypatch.setattr("carrom.server.routes.study.striker_lane", fail)
    answer = client.post("/api/position", json={"position": "start", "seat": "south"})
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    assert set(client.get("/api/health").headers) <= {*answer.headers}


def test_match_id_with_a_line_break_is_refused(client: TestClient) -> None:
    assert client.get("/api/matches/a%0a/record").json()["code"] == "unreadable"


def test_pictures_are_limited_per_address(make_client: Callable[..., TestClient]) -> None:
    client = make_client(heavy_requests=1)
    forms = ("png", "svg", "png", "svg")
    answers = [client.get(f"/api/picture?position=start&width=16&form={form}").status_code for form in forms]
    assert answers == [200, 200, 429, 200]
    assert client.head("/api/picture?position=start&width=16&form=png").status_code == 429


def test_overlong_record_is_refused(client: TestClient) -> None:
    record = 'carrom-record 1\n[Rulebook "icf"]\n\n' + "".join(f'{n} remark "x"\n' for n in range(1, 5000))
    for path, body in (("/api/records", {"text": record}), ("/api/what-if", {"record": record, "after": 0})):
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "record-too-long")


def test_matches_are_limited_per_address(make_client: Callable[..., TestClient]) -> None:
    client = make_client(heavy_requests=3)
    for _ in range(3):
        new_match(client)
    body = {"rulebook": "icf", "length": "board", "clock": False, "seats": []}
    assert client.post("/api/matches", json={**body, "seats": [{"seat": "south", "name": "A", "who": "here"},
        {"seat": "north", "name": "B", "who": "here"}]}).status_code == 429  # fmt: skip


def test_unused_matches_are_unloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making or reading many matches fills no memory; the most recently used stay loaded."""
    monkeypatch.setattr("carrom.server.table.open_matches._KEPT", 3)
    both = {Seat.SOUTH: SeatOccupant("Asha", "here"), Seat.NORTH: SeatOccupant("Ravi", "here")}

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        tables = OpenMatches(Settings(), store)
        one, two, three = [(await tables.make(make_agreement("icf", "board", False, both))).id for _ in range(3)]
        second, third, first = [await _at_hand(tables, made) for made in (two, three, one)]
        await tables.make(make_agreement("icf", "board", False, both))
        assert await _at_hand(tables, one) is first, "asked for after the second was made"
        assert await _at_hand(tables, two) is not second
        assert await _at_hand(tables, three) is not third, "the second took its place"
        store.close()

    asyncio.run(run())


async def _at_hand(tables: OpenMatches, match: str) -> LiveMatch:
    async with tables.hold(match) as live:
        assert live is not None
        return live
