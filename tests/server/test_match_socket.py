"""A match over its socket: toss, strokes, refusals, and replays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.talk import HERE, LINK, begun, connect, do, hear, secret, stroke_for


def _broken(client: TestClient, seats: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """A match after the toss, and its view."""
    made, told = begun(client, seats)
    view: dict[str, Any] = told[-1]["view"]
    assert view["todo"]["what"] == "strike"
    return made, view


def test_stroke_is_stored_acknowledged_and_sent_with_its_trace(client: TestClient) -> None:
    made, view = _broken(client)
    with connect(client, made, secret(made)) as player, connect(client, made) as watcher:
        hear(player, "welcome")
        hear(watcher, "welcome")
        player.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        told = hear(player, "happened")
        assert hear(player, "ack")["seq"] == told["seq"] == view["seq"] + 1
        seen = hear(watcher, "happened")
        assert seen == told
        trace = told["trace"]
        assert [kind for kind, _ in trace["discs"]].count("striker") == 1
        assert len(told["before"]) == 19
        # The last segments end where the view places the pieces.
        ends: dict[int, tuple[float, float]] = {}
        for disc, t0, t1, x, y, vx, vy, ax, ay in sorted(trace["segments"], key=lambda row: row[1]):
            s = t1 - t0
            ends[disc] = (x + vx * s + ax * s * s / 2, y + vy * s + ay * s * s / 2)
        lying = [(x, y) for _, x, y in told["view"]["pieces"]]
        fallen = {event[2] for event in trace["events"] if event[1] == "pocket"}
        for disc, (x, y) in ends.items():
            if disc not in fallen and trace["discs"][disc][0] != "striker":
                assert any(abs(x - px) < 1e-6 and abs(y - py) < 1e-6 for px, py in lying)


def test_repeated_key_counts_once(client: TestClient) -> None:
    made, view = _broken(client)
    message = do(view["seq"], view["todo"]["players"][0], stroke_for(view), key="k" * 16)
    with connect(client, made, secret(made)) as socket:
        socket.send_text(message)
        first = hear(socket, "ack")
        socket.send_text(message)
        assert hear(socket, "ack", "nack") == first
    with connect(client, made, query=f"?since={view['seq']}") as watcher:
        seqs: list[int] = []
        welcome = hear(watcher, "welcome")
        while not seqs or seqs[-1] < welcome["view"]["seq"]:
            seqs.append(hear(watcher, "happened")["seq"])
    assert seqs == list(range(view["seq"] + 1, welcome["view"]["seq"] + 1))


def test_stale_move_is_refused(client: TestClient) -> None:
    made, view = _broken(client)
    with connect(client, made, secret(made)) as socket:
        socket.send_text(do(view["seq"] - 1, view["todo"]["players"][0], stroke_for(view)))
        nack = hear(socket, "ack", "nack")
    assert nack["code"] == "stale"
    assert nack["seq"] == view["seq"]


@pytest.mark.law("130b")
def test_unlawful_striker_position_is_refused_with_its_law(client: TestClient) -> None:
    made, view = _broken(client)
    stroke = stroke_for(view)
    seat = view["todo"]["lane"]["seat"]
    stroke["x"] = 200.0 if seat == "south" else -200.0  # across the edge of a base circle
    with connect(client, made, secret(made)) as socket:
        socket.send_text(do(view["seq"], view["todo"]["players"][0], stroke))
        nack = hear(socket, "ack", "nack")
    assert (nack["code"], nack["law"]) == ("base-circle", "130b")


@pytest.mark.law("51")
def test_moves_for_another_seat_or_out_of_turn_are_refused(client: TestClient) -> None:
    made, view = _broken(client, LINK)
    turn = view["todo"]["players"][0]
    key = {"a1": secret(made, "here"), "b1": secret(made, "link")}
    other = "b1" if turn == "a1" else "a1"
    with connect(client, made, key[other]) as socket:
        socket.send_text(do(view["seq"], turn, stroke_for(view)))
        assert hear(socket, "nack")["code"] == "not-your-seat"
        socket.send_text(do(view["seq"], other, stroke_for(view)))
        nack = hear(socket, "nack")
        assert (nack["code"], nack["law"]) == ("not-your-turn", "51")


def test_watcher_cannot_act(client: TestClient) -> None:
    made, view = _broken(client)
    with connect(client, made) as socket:
        assert hear(socket, "welcome")["players"] == []
        socket.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        assert hear(socket, "nack")["code"] == "not-your-seat"


def test_wrong_secret_is_refused(client: TestClient) -> None:
    made, _ = _broken(client)
    with connect(client, made, "guessed") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert closed.value.code == 4403


def test_unknown_match_is_refused(client: TestClient) -> None:
    with connect(client, {"id": "nothing"}) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert closed.value.code == 4404


def test_missed_events_are_replayed_on_request(client: TestClient) -> None:
    made, view = _broken(client)
    with connect(client, made) as socket:
        hear(socket, "welcome")
        socket.send_text(json.dumps({"t": "since", "seq": 0}))
        seqs = [hear(socket, "happened")["seq"] for _ in range(view["seq"])]
    assert seqs == list(range(1, view["seq"] + 1))


def test_board_can_be_played_and_undone(client: TestClient) -> None:
    made, view = _broken(client)
    with connect(client, made, secret(made)) as socket:
        start = hear(socket, "welcome")["view"]
        for _ in range(6):
            view = _go_on(socket, start)
            start = view
        before = [tuple(piece) for piece in view["pieces"]]
        if view["todo"]["what"] == "strike":
            stroke = do(view["seq"], view["todo"]["players"][0], stroke_for(view))
            socket.send_text(stroke)
            hear(socket, "ack")
            socket.send_text(json.dumps({"t": "since", "seq": view["seq"]}))
            after = hear(socket, "happened")["view"]
            latest = after["seq"]
            while True:
                socket.send_text(do(latest, view["todo"]["players"][0], {"do": "undo"}))
                answer = hear(socket, "ack", "nack")
                if answer["t"] == "ack":
                    break
                latest = answer["seq"]
            socket.send_text(json.dumps({"t": "since", "seq": answer["seq"] - 1}))
            undone = hear(socket, "happened")
            while undone["seq"] < answer["seq"]:
                undone = hear(socket, "happened")
            assert sorted(tuple(piece) for piece in undone["view"]["pieces"]) == sorted(before)


def _go_on(socket: Any, view: dict[str, Any]) -> dict[str, Any]:
    """Do what the match waits for; return the view after it."""
    todo = view["todo"]
    act: dict[str, Any] = {"do": "next"}
    if todo["what"] == "strike":
        act = stroke_for(view)
    elif todo["what"] == "place":
        spots = todo["spots"]
        free = [
            (spots["x"] + i * spots["step"], spots["y"] + j * spots["step"])
            for j, row in enumerate(spots["rows"])
            for i, mark in enumerate(row)
            if mark == "."
        ]
        laid: list[tuple[float, float]] = []
        for x, y in free:
            if len(laid) < todo["count"] and all((x - a) ** 2 + (y - b) ** 2 > 32**2 for a, b in laid):
                laid.append((x, y))
        act = {"do": "place", "at": laid}
    elif todo["what"] == "demand":
        act = {"do": "demand", "points": todo["count"]}
    socket.send_text(do(view["seq"], todo["players"][0], act))
    answer = hear(socket, "ack", "nack")
    assert answer["t"] == "ack", answer
    socket.send_text(json.dumps({"t": "since", "seq": view["seq"]}))
    while True:
        told = hear(socket, "happened", "pong")
        if told["t"] == "pong":
            return view
        view = told["view"]
        socket.send_text(json.dumps({"t": "ping"}))


def test_only_the_striker_may_undo(client: TestClient) -> None:
    made, told = begun(client, LINK)
    striker = told[-1]["view"]["todo"]["players"][0]
    assert told[-1]["view"]["may_undo"] == []
    link = {"a1": "here", "b1": "link"}[striker]
    with connect(client, made, secret(made, link)) as socket:
        view = hear(socket, "welcome")["view"]
        socket.send_text(do(view["seq"], striker, stroke_for(view)))
        hear(socket, "ack")
    with connect(client, made) as socket:
        assert hear(socket, "welcome")["view"]["may_undo"] == [striker]


def test_conceded_game_is_on_the_card_and_the_card_is_printed(client: TestClient) -> None:
    made, told = begun(client, HERE, length="match")
    with connect(client, made, secret(made)) as socket:
        seq = hear(socket, "welcome")["view"]["seq"]
        socket.send_text(do(seq, "b1", {"do": "concede", "what": "game"}))
        view = hear(socket, "happened")["view"]
        assert view["conceded"] == [{"what": "game", "party": "b", "game": 1}]
        assert told[-1]["view"]["conceded"] == []
        socket.send_text(do(view["seq"] + 1, "a1", {"do": "next"}))  # the umpire has changed the sides
        hear(socket, "ack")
        while view["todo"]["what"] != "strike":
            view = hear(socket, "happened")["view"]
        before = (view["game"], [one["colour"] for one in view["seats"]])
        socket.send_text(do(view["seq"], "a1", {"do": "concede", "what": "match"}))
        view = hear(socket, "happened")["view"]
        assert (view["game"], [one["colour"] for one in view["seats"]]) == before, "the board that lies there"
    printed = client.get(f"/api/matches/{made['id']}/card.pdf")
    assert (printed.headers["content-type"], printed.content[:5]) == ("application/pdf", b"%PDF-")
    assert client.get("/api/matches/nobody/card.pdf").status_code == 404
