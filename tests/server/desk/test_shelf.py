"""The tournaments of a server: one that is here already is not made again by accident, and one can be removed."""

from typing import Any

from tests.server.desk.conftest import Club, Person
from tests.server.desk.test_acts import file_of


def bring(club: Club, file: str, key: str, **more: Any) -> Any:
    body = {"key": key, "file": file, **more}
    return club.client.post("/api/tournaments", json=body, headers=club.owner.headers).json()


def mine(club: Club) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = club.client.get("/api/tournaments", headers=club.owner.headers).json()["tournaments"]
    return found


def test_a_file_of_what_is_here_is_recognised(club: Club, drawn: Person) -> None:
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
    # What went on in the file otherwise than here is told apart.
    other = Person(club.client, copy["id"], club.owner.headers)
    other.act("result", match="M1", words=["8-25"])
    theirs = file_of(other)
    assert other.post("remove", {"name": other.get("standing").json()["name"]}).status_code == 200
    differs = bring(club, theirs, "again-0003")
    assert (differs["id"], differs["was_here"], differs["is_same"]) == (drawn.tournament, True, False)


def test_a_tournament_is_removed_by_its_name(club: Club, drawn: Person) -> None:
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
