"""Taking a seat and returning to it: its state is shown first, names are readable, and the maker has a key."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.server.table.agreement import clean_name, distinct_names
from tests.server.talk import (
    HERE,
    LINK,
    closing_code,
    connect,
    hear,
    new_match,
    say,
    seated,
    secret,
)


def _look(client: TestClient, made: dict[str, Any], browser: str, who: str = "link") -> dict[str, Any]:
    wish = {"match": made["id"], "secret": secret(made, who), "browser": browser}
    answer: dict[str, Any] = client.post("/api/seats", json=wish).json()
    return answer


def test_seat_shows_its_player_before_it_is_taken(client: TestClient) -> None:
    made = new_match(client, LINK)
    assert (_look(client, made, "ravi")["players"], _look(client, made, "ravi")["state"]) == (["b1"], "free")
    with seated(client, made, "ravi", query="?name=Ravi%20K.") as (ravi, welcome):
        assert welcome["players"] == ["b1"], "to look was not to sit down"
        assert [one["name"] for one in welcome["view"]["seats"]] == ["Asha", "Ravi K."], "he is welcomed by his name"
        hear(ravi, "here")
        found = _look(client, made, "mallory")
        assert (found["state"], found["here"]) == ("held", ["b1"])
        assert [one["name"] for one in found["seats"]] == ["Asha", "Ravi K."]
        assert _look(client, made, "ravi")["state"] == "yours"
    wrong = {"match": made["id"], "secret": "guessed"}
    assert client.post("/api/seats", json=wrong).status_code == 404


def test_invitation_shows_no_name_for_a_free_seat(client: TestClient) -> None:
    """Until then the seat has a placeholder."""
    made = new_match(client, [LINK[0], {**LINK[1], "name": "North"}])

    def heads() -> tuple[list[str], str]:
        card = client.get("/api/games", params={"ids": made["id"]}).json()["games"][0]
        return card["free"], client.get(f"/play/{made['id']}").text.partition("</head>")[0]

    free, head = heads()
    assert (free, "North" in head, "0 : 0" in head) == (["b1"], False, False)
    with seated(client, made, "ravi", query="?name=Ravi%20K."):
        free, head = heads()
    assert (free, "Asha – Ravi K." in head) == ([], True)


def test_maker_returns_from_another_phone(client: TestClient) -> None:
    made = new_match(client, LINK)
    with seated(client, made, "lost phone", "here") as (lost, _), seated(client, made, "new", "here") as (new, welcome):
        assert (welcome["players"], welcome["seat"]) == ([], ["a1"])
        say(new, "open-seat", players=["a1"], ticket="mine")
        assert hear(new, "nack")["code"] == "not-your-seat", "the link of the seat alone does not do it"
        say(new, "open-seat", players=["a1"], ticket="mine", key=secret(made, "maker"))
        while hear(new, "beside")["free"] != ["a1"]:
            pass
        del lost
    with seated(client, made, "new", "here", query="?take", ticket="mine") as (_, welcome):
        assert welcome["players"] == ["a1"]
    again = client.post("/api/seats/links", json={"match": made["id"], "key": secret(made, "maker")}).json()
    with connect(client, made, again["links"][0]["secret"]) as socket:
        assert hear(socket, "welcome")["players"] == ["b1"], "and can invite the others from there"
    for key in ("", "x", secret(made, "here"), secret(made, "link")):
        answer = client.post("/api/seats/links", json={"match": made["id"], "key": key})
        assert answer.status_code == 403, "nobody else can"


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("  Asha \t Rao ", "Asha Rao"),
        ("a\x00b\nc", "a b c"),
        ("\ufffe\uffff\ud800", ""),
        ("\u3164\u2800\u200b ", ""),
        ("\u202eevil", "evil"),
        ("\u0301", ""),
        ("क्\u200dष", "क्\u200dष"),
        ("🎯", "🎯"),
        ("x" * 50, "x" * 40),
    ],
)
def test_names_are_cleaned(typed: str, called: str) -> None:
    assert clean_name(typed) == called


def test_names_at_a_table_are_distinct() -> None:
    names = distinct_names({"a1": "Asha", "b1": "asha", "a2": "ASHA", "b2": "Asha II"})
    assert list(names.values()) == ["Asha", "asha II", "ASHA III", "Asha II II"]
    assert distinct_names({"a1": "x" * 40, "b1": "x" * 40})["b1"] == f"{'x' * 37} II"


def test_strange_names_spoil_no_page_or_picture(client: TestClient) -> None:
    blank = [{**HERE[0], "name": "\u3164"}, HERE[1]]
    body = {"rulebook": "icf", "length": "board", "clock": False, "seats": blank}
    assert client.post("/api/matches", json=body).status_code == 422
    made = new_match(client, [{**LINK[0], "name": "Asha \ufffe"}, {**LINK[1], "name": "asha"}])
    with seated(client, made, "ravi", query="?name=%00%ef%bf%be%20Asha%00") as (_, welcome):
        pass
    with connect(client, made) as socket:
        names = [one["name"] for one in hear(socket, "welcome")["view"]["seats"]]
    assert names == ["Asha", "Asha II"]
    for address in (f"/play/{made['id']}", f"/api/matches/{made['id']}/preview.png", "/play/%00", "/play/a%0ab"):
        assert client.get(address).status_code in (200, 404), address
    assert welcome["players"] == ["b1"]


def test_first_browser_keeps_the_seat_until_it_is_released(client: TestClient) -> None:
    made = new_match(client, LINK)
    with (
        seated(client, made, "asha", "here") as (maker, _),
        seated(client, made, "ravi", query="?name=%20Ravi%20%20K.") as (first, welcome),
    ):
        assert welcome["players"] == ["b1"]
        view = hear(maker, "stands")["view"]
        assert [one["name"] for one in view["seats"]] == ["Asha", "Ravi K."], "the name is told with the seat"
        for browser in ("mallory", ""):  # another browser, and a program without a browser id
            with seated(client, made, browser, query="?take=1&name=Mallory") as (_, welcome):
                assert (welcome["players"], welcome["seat"]) == ([], ["b1"])
        with seated(client, made, "ravi") as (second, welcome):  # another window of the same browser
            assert welcome["players"] == ["b1"]
            say(second, "open-seat", players=["a1"])
            assert hear(second, "nack")["code"] == "not-your-seat"
        say(maker, "open-seat", players=["b1"], ticket="for_Ravi")  # a phone was lost
        assert closing_code(first) == 4409
        while not hear(maker, "beside")["free"]:
            pass
        with seated(client, made, "ravi") as (_, welcome):
            assert welcome["seat"] == ["b1"], "a page that only comes back does not take the seat by accident"
        for ticket in ("", "guessed"):
            with seated(client, made, "mallory", query="?take=1&name=Mallory", ticket=ticket) as (_, welcome):
                assert (welcome["players"], welcome["seat"]) == ([], ["b1"]), "it was not opened for him"
        with seated(client, made, "new phone", query="?take=1", ticket="for_Ravi") as (_, welcome):
            assert welcome["players"] == ["b1"]
            assert welcome["view"]["seats"][1]["name"] == "Ravi K."
    assert '[B "Ravi K."]' in client.get(f"/api/matches/{made['id']}/record").text


def test_unclaimed_seat_is_open_to_programs(client: TestClient) -> None:
    made = new_match(client, LINK)
    for _ in range(2):
        with connect(client, made, secret(made, "link")) as socket:
            assert hear(socket, "welcome")["players"] == ["b1"]
