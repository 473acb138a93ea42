"""Taking a seat and returning to it: its state is shown first, names are readable, and the maker has a key."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.equipment import Position
from carrom.server.http.lan_addresses import reachable_hosts
from carrom.server.table.agreement import clean_name, distinct_names
from carrom.server.table.hint_policy import is_hint_forbidden
from carrom.server.table.open_matches import OpenMatches
from tests.server.talk import HERE, LINK, begun, connect, do, hear, new_match, secret, stroke_for
from tests.server.test_company import say, seated


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


def test_no_hint_for_an_open_match_without_agreement(client: TestClient) -> None:
    made, told = begun(client, LINK)
    striker = told[-1]["view"]["todo"]["players"][0]
    link = {"a1": "here", "b1": "link"}[striker]
    with connect(client, made, secret(made, link)) as socket:
        view = hear(socket, "welcome")["view"]
        assert _hint(client, view["position"]) == 403, "not for the rack either, as it lies there"
        socket.send_text(do(view["seq"], striker, stroke_for(view)))
        view = hear(socket, "happened")["view"]
        hear(socket, "ack")
        pieces = [f"{kind}:{x + 1},{y}" for kind, x, y in view["pieces"]]
        assert _hint(client, view["position"]) == 403
        assert _hint(client, " ".join(pieces)) in (403, 422), "a little beside it is the same board"
        record = client.get(f"/api/matches/{made['id']}/record").text
        for path, wish in (
            ("/api/simulate", _trial(client, view["position"], 0.5)),
            ("/api/film", _trial(client, view["position"], 0.5)),
            ("/api/what-if", {"record": record, "after": view["seq"], "steps": []}),
            ("/api/coach", {"record": record}),
        ):
            assert client.post(path, json=wish).status_code == 403, f"{path}: nor is a stroke tried, by whatever way"
        other = {"a1": "b1", "b1": "a1"}[striker]
        socket.send_text(do(view["seq"], striker, {"do": "aid"}))
        hear(socket, "ack")
    with connect(client, made, secret(made, {"a1": "link", "b1": "here"}[striker])) as socket:
        view = hear(socket, "welcome")["view"]
        socket.send_text(do(view["seq"], other, {"do": "aid"}))
        hear(socket, "ack")
    matches: OpenMatches = client.app.state.matches  # type: ignore[attr-defined]
    assert not is_hint_forbidden(matches.all_open, Position.from_text(view["position"])), "they have agreed"
    assert client.post("/api/simulate", json=_trial(client, view["position"], 0.5)).status_code == 200
    wish = {"record": record, "after": view["seq"] - 2, "steps": []}
    assert client.post("/api/what-if", json=wish).status_code == 200


def test_finished_stroke_that_moved_nothing_can_be_simulated(client: TestClient) -> None:
    made, told = begun(client, LINK)
    striker = told[-1]["view"]["todo"]["players"][0]
    with connect(client, made, secret(made, {"a1": "here", "b1": "link"}[striker])) as socket:
        view = hear(socket, "welcome")["view"]
        before = view["position"]
        tried = _trial(client, before, 0.05, view["todo"]["lane"]["seat"])
        assert client.post("/api/simulate", json=tried).status_code == 403
        socket.send_text(do(view["seq"], striker, {"do": "strike", **tried["stroke"]}))
        assert hear(socket, "happened")["view"]["position"] == before
        assert client.post("/api/simulate", json=tried).status_code == 200


def _trial(client: TestClient, position: str, speed: float, seat: str = "south") -> dict[str, Any]:
    """A lawful stroke straight ahead."""
    laid = client.post("/api/position", json={"position": position, "seat": seat}).json()
    stroke = stroke_for({"todo": {"lane": laid["lane"]}})
    return {
        "position": position,
        "seat": seat,
        "stroke": {"x": stroke["x"], "y": stroke["y"], "direction": 0, "speed": speed},
    }


def _hint(client: TestClient, position: str) -> int:
    wish = {"position": position, "seat": "south", "colour": "white"}
    return client.post("/api/hint", json=wish).status_code


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


def test_kreeda_allows_five_minutes_of_testing_before_the_match(client: TestClient) -> None:
    made = new_match(client, LINK, rulebook="kreeda-2024")
    with connect(client, made) as socket:
        view = hear(socket, "welcome")["view"]
    assert view["testing"] == {"seconds": 300, "law": "kreeda-2024:14c"}
    assert view["may_try"] == [], "there are no trial boards"
    _, told = begun(client, LINK, rulebook="kreeda-2024")
    assert told[-1]["view"]["todo"]["what"] == "strike"
    assert told[-1]["view"]["testing"] is None


def test_server_lists_its_reachable_names(client: TestClient) -> None:
    assert client.get("/api/reach").json() == {"hosts": ["testserver"], "origin": None}
    assert reachable_hosts("127.0.0.1") == (), "one that listens to its own machine alone"
    assert reachable_hosts("192.168.1.5") == ("192.168.1.5",)
    assert all(not one.startswith("127.") for one in reachable_hosts("0.0.0.0"))
