"""Protests at a table without officials: in writing, decided by the other side, back to the beginning of the board."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.talk import COMPUTER, LINK, begun, connect, do, events, hear, new_match, secret, stroke_for

TEXT = {"do": "protest", "text": 'the elbow was over the board; "twice"'}


def _said(client: TestClient, made: dict[str, Any], who: str, player: str, act: dict[str, Any]) -> dict[str, Any]:
    """The server's answer to this act in the current state."""
    with connect(client, made, secret(made, who)) as socket:
        base = hear(socket, "welcome")["view"]["seq"]
        socket.send_text(do(base, player, act))
        answer = hear(socket, "ack", "nack")
        answer.pop("key")
        return answer


def _view(client: TestClient, made: dict[str, Any]) -> dict[str, Any]:
    with connect(client, made) as socket:
        view: dict[str, Any] = hear(socket, "welcome")["view"]
        return view


@pytest.mark.law("145", "149")
@pytest.mark.parametrize("upheld", [True, False])
def test_other_side_decides_a_protest(client: TestClient, upheld: bool) -> None:
    made, told = begun(client, LINK)
    view = told[-1]["view"]
    assert view["may_protest"]
    turn = view["todo"]["players"][0]
    who = {"a1": "here", "b1": "link"}
    assert _said(client, made, who[turn], turn, stroke_for(view))["t"] == "ack"
    struck = _view(client, made)
    assert _said(client, made, "link", "b1", TEXT)["t"] == "ack"
    lodged = _view(client, made)
    protest = {"number": 1, "party": "b", "game": 1, "board": 1, "text": TEXT["text"], "written": True}
    assert lodged["protests"] == [protest | {"decision": None}]
    assert [one["event"]["kind"] for one in events(client, made)][-2:] == ["protest", "protest-written"]
    assert lodged["todo"] == struck["todo"], "play goes on from where it stopped"
    own = _said(client, made, "link", "b1", {"do": "decide", "protest": 1, "upheld": True})
    assert (own["code"], own["law"]) == ("own-protest", "149")
    assert _said(client, made, "here", "a1", {"do": "decide", "protest": 1, "upheld": upheld})["t"] == "ack"
    after = _view(client, made)
    assert after["protests"] == []
    if upheld:
        assert after["todo"]["what"] == "next"
        assert (after["board"], after["lines"]) == (1, [])
    else:
        assert after["todo"] == struck["todo"]
        assert after["pieces"] == struck["pieces"]
    again = _said(client, made, "here", "a1", {"do": "decide", "protest": 1, "upheld": True})
    assert again["code"] == "decided"


def test_winner_is_not_announced_while_a_protest_is_open(client: TestClient) -> None:
    made, _ = begun(client, LINK)
    _said(client, made, "link", "b1", TEXT)
    _said(client, made, "link", "b1", {"do": "concede", "what": "match"})
    view = _view(client, made)
    assert (view["todo"]["what"], view["winner"]) == ("over", None)
    _said(client, made, "here", "a1", {"do": "decide", "protest": 1, "upheld": False})
    assert _view(client, made)["winner"] == "a"


@pytest.mark.parametrize(
    ("seats", "book", "law"),
    [(LINK, "four-break", "four-break:umpire"), (LINK, "kreeda-2024", "kreeda-2024:14b"), (COMPUTER, "icf", "145")],
)
def test_no_protest_where_no_one_can_decide_it(client: TestClient, seats: Any, book: str, law: str) -> None:
    made = new_match(client, seats, rulebook=book)
    assert not _view(client, made)["may_protest"]
    answer = _said(client, made, "here", "a1", TEXT)
    assert (answer["code"], answer["law"]) == ("no-protest", law)


def test_no_protest_before_a_board(client: TestClient) -> None:
    made = new_match(client, LINK, rulebook="icf")
    view = _view(client, made)
    assert view["todo"]["what"] == "toss"
    assert not view["may_protest"]
    assert _said(client, made, "here", "a1", TEXT)["code"] == "no-board"


def test_open_protests_are_limited_per_side(client: TestClient) -> None:
    """Every message carries the open protests: three for each side, then one has to be decided first."""
    made, _ = begun(client, LINK)
    for _ in range(3):
        assert _said(client, made, "link", "b1", TEXT)["t"] == "ack"
    refused = _said(client, made, "link", "b1", TEXT)
    assert (refused["code"], refused["law"]) == ("protests-wait", "150")
    assert _said(client, made, "here", "a1", TEXT)["t"] == "ack", "the other side has its own"
    assert _said(client, made, "here", "a1", {"do": "decide", "protest": 1, "upheld": False})["t"] == "ack"
    assert _said(client, made, "link", "b1", TEXT)["t"] == "ack"
