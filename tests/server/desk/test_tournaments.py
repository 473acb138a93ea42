"""The tournaments of a server: imports recognise an existing one, and one can be removed."""

import json
import logging
import time
from itertools import product
from typing import Any

import pytest

from carrom.server import Settings
from tests.server.desk.conftest import Club, Person
from tests.server.desk.test_acts import file_of


def bring(club: Club, file: str, key: str, **more: Any) -> Any:
    body = {"key": key, "file": file, **more}
    return club.client.post("/api/tournaments", json=body, headers=club.owner.headers).json()


def mine(club: Club) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = club.client.get("/api/tournaments", headers=club.owner.headers).json()["tournaments"]
    return found


def test_file_of_an_existing_tournament_is_recognised(club: Club, drawn: Person) -> None:
    early = file_of(drawn)
    seq = drawn.act("result", match="M1", words=["25-8"])["seq"]
    again = bring(club, early, "again-0001")
    assert (again["id"], again["was_here"], again["is_same"]) == (drawn.tournament, True, True)
    assert (again["seq"], again["facts"]) == (seq, seq - 1)
    assert len(mine(club)) == 1
    copy = bring(club, early, "again-0002", copy=True)
    assert not copy["was_here"]
    assert {one["facts"] for one in mine(club)} == {seq, seq - 1}
    assert bring(club, early, "again-0002", copy=True)["id"] == copy["id"], "sent twice, made once"
    # A file that continued differently is not the same.
    other = Person(club.client, copy["id"], club.owner.headers)
    other.act("result", match="M1", words=["8-25"])
    theirs = file_of(other)
    assert other.post("remove", {"name": other.get("standing").json()["name"]}).status_code == 200
    differs = bring(club, theirs, "again-0003")
    assert (differs["id"], differs["was_here"], differs["is_same"]) == (drawn.tournament, True, False)


def test_tournament_is_removed_by_name(club: Club, drawn: Person) -> None:
    kept, name = file_of(drawn), drawn.get("standing").json()["name"]
    umpire = drawn.link("umpire", match="M1")
    public = f"/t/{drawn.tournament}"
    assert club.client.get(public).status_code == 200
    assert drawn.post("remove", {"name": "another one"}).status_code == 422
    assert mine(club)
    assert drawn.post("remove", {"name": f" {name.upper()} "}).json() == {"name": name}
    assert mine(club) == []
    assert drawn.get("standing").status_code == umpire.get("standing").status_code == 404
    assert drawn.try_act("result", match="M1", words=["25-8"]).status_code == 404
    assert club.client.get(public).status_code == 404
    back = bring(club, kept, "back-00001")
    assert not back["was_here"]
    assert file_of(Person(club.client, back["id"], club.owner.headers)) == kept


def test_removing_a_tournament_with_an_open_page_logs_no_error(
    club: Club, drawn: Person, caplog: pytest.LogCaptureFixture
) -> None:
    public = f"/t/{drawn.tournament}"
    assert club.client.get(public).status_code == 200  # from now on the page is kept up to date
    assert drawn.post("remove", {"name": drawn.get("standing").json()["name"]}).status_code == 200
    for _ in range(10):  # the page is updated in the background
        assert drawn.get("standing").status_code == 404
        time.sleep(0.05)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_large_file_is_imported_for_owners_only(club: Club) -> None:
    owner = club.new("vkk")
    letters = [chr(0x905 + n) for n in range(20)]  # three bytes each, and no two names are alike
    names = ["".join(pair) for pair in product(letters, letters)]
    owner.act("import", text="name,club\n" + "".join(f"{name} {'न' * 90},{name} {'क' * 90}\n" for name in names))
    for what in ("here", "fee"):
        owner.act("check", what=what, event="S")
    kept, name = file_of(owner), owner.get("standing").json()["name"]
    body = json.dumps({"key": "back-00001", "file": kept}).encode()
    assert len(body) > Settings().largest_body, "more than anybody else may send"
    assert owner.post("remove", {"name": name}).status_code == 200
    headers = {"content-type": "application/json"}
    assert club.client.post("/api/tournaments", content=body, headers=headers).status_code == 401
    back = club.client.post("/api/tournaments", content=body, headers={**headers, **club.owner.headers})
    assert back.status_code == 200, back.text
    assert file_of(Person(club.client, back.json()["id"], club.owner.headers)) == kept


def test_unfinished_file_is_refused_before_it_is_parsed(club: Club, drawn: Person) -> None:
    whole = drawn.get("file").text
    damaged = whole.replace('"kind":"published"', '"kind":"no such"')
    for file, code in [
        (whole[:-20], "file-unfinished"),
        (damaged[:-20], "file-unfinished"),
        ("no tournament", "not-a-tournament"),
    ]:
        body = {"key": "key-unfinished", "file": file, "settings": []}
        answer = club.client.post("/api/tournaments", json=body, headers=club.owner.headers)
        assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
