"""A match of a tournament is played in the browser, and its result arrives once."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from carrom.tournament.log.file import from_text
from tests.server.desk.conftest import Person
from tests.server.talk import connect, do, hear


def play_until_given_up(client: TestClient, made: dict[str, Any], loser: str) -> None:
    """Let both arrive, toss and get ready; then one concedes the match."""
    table = {"id": made["table"]}
    for _ in range(3):
        for link in made["links"]:
            with connect(client, table, link["secret"]) as socket:
                welcome = hear(socket, "welcome")
                todo = welcome["view"]["todo"]
                asked = [name for name in todo["players"] if name in welcome["players"]]
                act = {"toss": {"do": "toss", "choice": "break"}, "next": {"do": "next"}}.get(todo["what"])
                if act and asked:
                    socket.send_text(do(welcome["view"]["seq"], asked[0], act))
                    assert hear(socket, "ack", "nack")["t"] == "ack"
    for link in made["links"]:
        if link["name"] == loser:
            with connect(client, table, link["secret"]) as socket:
                welcome = hear(socket, "welcome")
                socket.send_text(do(welcome["view"]["seq"], welcome["players"][0], {"do": "concede", "what": "match"}))
                assert hear(socket, "ack", "nack")["t"] == "ack"


def test_match_played_in_the_browser_gives_one_result(drawn: Person) -> None:
    made = drawn.post("tables", {"match": "M1", "clock": False}).json()
    assert [(link["name"], link["seat"]) for link in made["links"]] == [("Asha", "south"), ("Carl", "north")]
    assert drawn.post("tables", {"match": "M1"}).status_code == 409
    play_until_given_up(drawn.client, made, "Carl")
    for _ in range(100):  # the result is recorded in the background
        record = from_text(drawn.get("file").text).state.matches["M1"]  # type: ignore[index]
        if record.result is not None:
            break
    assert record.result is not None
    assert (record.result.retired, record.history[-1].by) == ("b", f"table:{made['table']}")
    assert len(record.history) == 1


def test_ended_table_is_replaced(drawn: Person) -> None:
    first = drawn.post("tables", {"match": "M1"}).json()
    assert drawn.post("tables/end", {"match": "M1"}).json()["table"] == first["table"]
    assert drawn.post("tables", {"match": "M1"}).json()["table"] != first["table"]
