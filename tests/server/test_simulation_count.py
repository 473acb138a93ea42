"""A stroke is simulated once and judged once, for any number of listeners and languages."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom import laws, match, physics
from tests.server.counting import count_calls
from tests.server.talk import COMPUTER, begun, connect, do, events, hear, secret, stroke_for


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the calls of the real simulator, judge and match, in every module."""
    return count_calls(monkeypatch, simulated=physics.simulate, judged=laws.judge, applied=match.apply)


def test_stroke_is_simulated_and_judged_once(client: TestClient, counted: Counter[str]) -> None:
    made, told = begun(client)
    view = told[-1]["view"]
    counted.clear()
    with (
        connect(client, made, secret(made)) as player,
        connect(client, made, query="?language=hi") as hindi,
        connect(client, made, query="?language=ur") as urdu,
        connect(client, made, query="?language=ur") as also_urdu,
    ):
        for socket in (player, hindi, urdu, also_urdu):
            hear(socket, "here")
        player.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        heard = [hear(socket, "happened") for socket in (player, hindi, urdu, also_urdu)]
        hear(player, "ack")
        assert (counted["simulated"], counted["judged"]) == (1, 1)
    assert all(one["trace"] == heard[0]["trace"] and one["trace"]["segments"] for one in heard)
    said = [one["view"]["said"] for one in heard]
    assert said[0][0]["code"] == "stroke", "the page has the sentence"
    assert all(one == said[0] for one in said)

    with connect(client, made, query=f"?since={view['seq']}") as late:
        hear(late, "welcome")
        assert hear(late, "happened")["trace"] == heard[0]["trace"]
    happened = events(client, made)[view["seq"] :]
    assert counted == {"simulated": 1, "judged": 1, "applied": len(happened)}, "nor for those who missed it"


def test_old_stroke_is_simulated_again(client: TestClient, counted: Counter[str]) -> None:
    """Only the traces of the last events are cached, to bound the memory."""
    made, told = begun(client)
    view, first = told[-1]["view"], told[-1]["view"]["seq"] + 1
    with connect(client, made, secret(made)) as socket:
        traces: dict[int, Any] = {}
        while view["seq"] < first + 16:
            act = stroke_for(view) if view["todo"]["what"] == "strike" else {"do": "forgo"}
            socket.send_text(do(view["seq"], view["todo"]["players"][0], act))
            while (message := hear(socket, "happened", "ack", "nack"))["t"] == "happened":
                view = message["view"]
                traces[message["seq"]] = message["trace"]
            assert message["t"] == "ack", message
    counted.clear()
    again = {one["seq"]: one["trace"] for one in events(client, made)}
    assert {seq: again[seq] for seq in traces} == traces
    assert 0 < counted["simulated"] < sum(trace is not None for trace in traces.values())
    assert counted["judged"] == 0


def test_server_does_not_simulate_the_computers_stroke(client: TestClient, counted: Counter[str]) -> None:
    """The worker has simulated it, and passes the trace on."""
    made, _ = begun(client, COMPUTER)
    with connect(client, made, secret(made)) as socket:
        view = hear(socket, "welcome")["view"]
        counted.clear()
        if view["todo"]["players"] == ["a1"]:
            socket.send_text(do(view["seq"], "a1", {"do": "pass"}))
        while (event := hear(socket, "happened"))["event"]["kind"] != "stroke":
            pass
    assert event["trace"]["segments"]
    assert counted["judged"] > 0
    assert counted["simulated"] == 0
