"""Messages beside the log: seat claims, proposals, rematches, polite phrases."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect as connect_to
from websockets.typing import Subprotocol

from carrom.server.table.seats import TAKEN_BACK
from tests.server.cluster import Process
from tests.server.talk import (
    COMPUTER,
    LINK,
    begun,
    connect,
    do,
    events,
    hear,
    new_match,
    post_match,
    say,
    secret,
    stroke_for,
)


def test_proposals_take_effect_when_both_sides_agree(client: TestClient) -> None:
    made, told = begun(client, LINK)
    view = told[-1]["view"]
    striker = view["todo"]["players"][0]
    other = {"a1": "b1", "b1": "a1"}[striker]
    with connect(client, made, secret(made, "here")) as asha, connect(client, made, secret(made, "link")) as ravi:
        by = {"a1": asha, "b1": ravi}
        before = hear(by[striker], "welcome")["view"]
        hear(by[other], "welcome")
        say(by[striker], "propose", player=striker, what="undo")
        assert hear(by[striker], "nack")["code"] == "nothing-to-undo"
        say(by[striker], "propose", player=striker, what="rematch")
        assert hear(by[striker], "nack")["code"] == "not-over"
        by[striker].send_text(do(before["seq"], striker, stroke_for(before)))
        hear(by[striker], "ack")

        def ask(who: str, what: str, *, yes: bool = True) -> None:
            say(by[who], "propose", player=who, what=what, yes=yes)

        ask(striker, "undo")
        assert _until(by[other], "asks") == [{"party": striker[0], "what": "undo"}]
        assert _until(by[striker], "asks"), "he sees that it is asked"
        ask(other, "undo", yes=False)
        said_no = {"party": striker[0], "what": "undo", "base": before["seq"] + 1}
        assert _until(by[striker], "declined", said_no) == said_no, "who asked is told"
        _until(by[other], "asks", [])
        ask(striker, "undo")
        _until(by[other], "asks")
        ask(other, "undo")
        corrected = hear(by[other], "happened")
        while corrected["event"]["kind"] != "correct":
            corrected = hear(by[other], "happened")
        assert corrected["event"]["reason"] == TAKEN_BACK
        assert corrected["view"]["pieces"] == before["pieces"]

        ask(other, "end")
        ask(striker, "end")
        ended = hear(by[other], "happened")
        assert (ended["view"]["todo"]["what"], ended["view"]["winner"]) == ("over", None)
        by[striker].send_text(do(ended["seq"], striker, {"do": "concede", "what": "match"}))
        assert hear(by[striker], "nack")["code"] == "ended"
        ask(striker, "rematch")
        ask(other, "rematch")
        again = _until(by[striker], "rematch")
    assert client.get(f"/api/games?ids={made['id']}").json()["games"][0]["is_agreed"]
    with connect(client, {"id": again}, secret(made, "link")) as socket:
        welcome = hear(socket, "welcome")
    assert welcome["players"] == ["b1"], "the same link opens the same seat"
    assert welcome["view"]["todo"]["players"] == [other], "who did not break has the toss"


def test_rematch_with_the_computer_needs_no_agreement(client: TestClient) -> None:
    made = new_match(client, COMPUTER)
    with connect(client, made, secret(made)) as socket:
        seq = hear(socket, "welcome")["view"]["seq"]
        while True:  # the computer may have begun
            socket.send_text(do(seq, "a1", {"do": "concede", "what": "match"}))
            answer = hear(socket, "ack", "nack")
            if answer["t"] == "ack":
                break
            seq = answer["seq"]
        say(socket, "propose", player="a1", what="rematch")
        assert _until(socket, "rematch")


def test_toss_alternates_in_rematches_after_a_concession(client: TestClient) -> None:
    made, told = begun(client, LINK)
    for _ in range(3):
        breaker = told[-1]["view"]["todo"]["players"][0]
        other = {"a1": "b1", "b1": "a1"}[breaker]
        with connect(client, made, secret(made, "here")) as asha, connect(client, made, secret(made, "link")) as ravi:
            hear(ravi, "welcome")
            asha.send_text(do(hear(asha, "welcome")["view"]["seq"], "a1", {"do": "concede", "what": "match"}))
            assert hear(asha, "ack", "nack")["t"] == "ack"
            say(asha, "propose", player="a1", what="rematch")
            say(ravi, "propose", player="b1", what="rematch")
            made = {**made, "id": _until(asha, "rematch")}
        for _ in range(3):  # the winner of the toss breaks, and both get ready
            for who, name in (("here", "a1"), ("link", "b1")):
                with connect(client, made, secret(made, who)) as socket:
                    view = hear(socket, "welcome")["view"]
                    if view["todo"]["what"] == "toss":
                        assert view["todo"]["players"] == [other], "who did not break has the toss"
                    act = {"toss": {"do": "toss", "choice": "break"}, "next": {"do": "next"}}.get(view["todo"]["what"])
                    if act and name in view["todo"]["players"]:
                        socket.send_text(do(view["seq"], name, act))
                        assert hear(socket, "ack", "nack")["t"] == "ack"
        told = events(client, made)


def test_phrases_are_limited(client: TestClient) -> None:
    made = new_match(client, LINK)
    with connect(client, made, secret(made, "here")) as asha, connect(client, made, secret(made, "link")) as ravi:
        while "b1" not in hear(ravi, "here")["players"]:
            pass
        for _ in range(9):
            say(asha, "speak", player="a1", phrase="hello")
        say(asha, "speak", player="b1", phrase="hello")  # not in another's name
        say(asha, "propose", player="a1", what="undo")
        hear(asha, "nack")
        say(ravi, "speak", player="b1", phrase="thanks")
        heard = []
        while "thanks" not in heard:
            heard.append(hear(ravi, "spoken")["phrase"])
        assert heard == [*["hello"] * 5, "thanks"]


def test_seats_and_proposals_are_shared_between_servers(pair: list[Process]) -> None:
    made = post_match(pair[0].address, LINK)

    def sits(process: Process, who: str, browser: str) -> ClientConnection:
        address = f"ws://127.0.0.1:{process.port}/api/matches/{made['id']}/socket?name={browser}"
        words = [Subprotocol(word) for word in ("carrom.v1", f"seat.{secret(made, who)}", f"browser.{browser}")]
        return connect_to(address, subprotocols=words, compression=None, close_timeout=1)

    with ExitStack() as ending, sits(pair[0], "here", "asha") as asha:
        _heard(asha, "here")  # from now on she receives events
        ravi = ending.enter_context(sits(pair[1], "link", "Mohan"))
        assert _heard(ravi, "welcome")["players"] == ["b1"]
        assert _heard(asha, "stands")["view"]["seats"][1]["name"] == "Mohan"
        with sits(pair[0], "link", "mallory") as mallory:
            assert _heard(mallory, "welcome")["seat"] == ["b1"]
        for kind in ("end", "rematch"):
            asha.send(json.dumps({"t": "propose", "player": "a1", "what": kind}))
            while not _heard(ravi, "beside")["asks"]:
                pass
            ravi.send(json.dumps({"t": "propose", "player": "b1", "what": kind}))
            if kind == "end":
                while _heard(asha, "happened")["view"]["todo"]["what"] != "over":
                    pass
        found = [None, None]
        for n, socket in enumerate((asha, ravi)):
            while found[n] is None:
                found[n] = _heard(socket, "beside")["rematch"]
        assert found[0] == found[1]
        asha.send(json.dumps({"t": "speak", "player": "a1", "phrase": "thanks"}))
        assert _heard(ravi, "spoken") == {"t": "spoken", "player": "a1", "phrase": "thanks"}


def _heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if message["t"] == kind:
            return message


def _until(socket: Any, field: str, value: Any = None) -> Any:
    """Wait for this field of the messages beside the log; return it."""
    while True:
        found = hear(socket, "beside")[field]
        if found == value if value is not None else found:
            return found


def test_phrases_are_limited_per_seat(client: TestClient) -> None:
    made = new_match(client, LINK)
    with connect(client, made, secret(made, "here")) as asha:
        for _ in range(3):
            with connect(client, made, secret(made, "link")) as ravi:
                hear(ravi, "welcome")
                for _ in range(4):
                    say(ravi, "speak", player="b1", phrase="hello")
                say(ravi, "ping")
                hear(ravi, "pong")
        say(asha, "speak", player="a1", phrase="thanks")
        heard = []
        while "thanks" not in heard:
            heard.append(hear(asha, "spoken")["phrase"])
    assert heard == [*["hello"] * 5, "thanks"]
