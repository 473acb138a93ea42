"""Setting a link aside: only links, only by those who may revoke them, and nothing set aside is reported as done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.desk.conftest import Club, Person, contains_all, join


def seq(person: Person) -> int:
    number: int = person.get("log").json()["seq"]
    return number


@pytest.mark.parametrize("role", ["desk", "referee"])
@pytest.mark.parametrize("source", ["Olga", "owner", "director", "desk", "Nobody at all"])
def test_people_cannot_be_set_aside_by_name(drawn: Person, role: str, source: str) -> None:
    helper, before = drawn.link(role), seq(drawn)
    refused = helper.try_act("revoke", source=source, reason="x")
    assert (refused.status_code, refused.json()["code"]) == (422, "no-link")
    assert source in refused.json()["text"]
    assert helper.post("preview", {"act": {"do": "revoke", "source": source}}).json()["code"] == "no-link"
    assert seq(drawn) == before
    drawn.act("call", match="M1", table=1, at="10:00")
    assert drawn.get("hall").json()["tables"][0]["match"]["id"] == "M1", "the owner's word counts"


def test_account_is_not_a_link(drawn: Person) -> None:
    secret = drawn.post("invite", {"role": "desk"}).json()["secret"]
    dora = Person(drawn.client, drawn.tournament, join(drawn.client, secret, "Dora"))
    assert drawn.try_act("revoke", source="Dora").json()["code"] == "no-link"
    dora.act("call", match="M1", table=1, at="10:00")


def source_of(drawn: Person, role: str, **of: object) -> tuple[str, Person]:
    made = drawn.post("links", {"role": role, "name": "Uma", **of}).json()
    place = f", table {of['table']}" if "table" in of else ""
    return f"Uma{place} ({made['id']})", drawn.bearing(made["secret"])


def test_link_is_set_aside_by_those_who_may_revoke_it(drawn: Person) -> None:
    umpires, umpire = source_of(drawn, "umpire", table=1)
    desks, _ = source_of(drawn, "desk")
    helper = drawn.link("desk")
    refused = helper.try_act("revoke", source=desks)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    done = helper.act("revoke", source=umpires)
    assert [umpires in line for line in done["said"]] == [True]
    again = helper.try_act("revoke", source=umpires)
    assert (again.status_code, again.json()["code"]) == (422, "revoked-already")
    assert umpires in again.json()["text"]
    drawn.act("call", match="M1", table=1, at="10:00")
    before = seq(drawn)
    refused = umpire.try_act("here", match="M1")
    assert (refused.status_code, refused.json()["code"]) == (422, "set-aside")
    assert contains_all(refused.json()["text"], umpires, str(done["seq"]))
    assert seq(drawn) == before
    drawn.act("revoke", source=desks)


@pytest.fixture
def muted_owner(club: Club, drawn: Person) -> Person:
    """The owner of a tournament from a version in which a person could be set aside, with the acts lost by it."""
    lines = drawn.get("file").text.splitlines()
    n = len(lines)
    told = {"at": "2024-11-05T10:00:00"}
    for by, kind, body in [
        ("Rita (x1)", "revoked", {"source": "Olga"}),
        ("Olga", "called", {"match": "M1", "table": 1}),
        *[("Olga", "undone", {"fact": f"any {i}"}) for i in range(25)],  # more than could ever be undone
    ]:
        fact = {"n": n, "id": f"late {n}", **told, "by": by, "kind": kind, "body": body, "reason": "x"}
        lines.append(json.dumps(fact))
        n += 1
    return club.new(None, file="\n".join(lines) + "\n", copy=True)


def test_owner_who_is_set_aside_is_informed_and_restored(muted_owner: Person) -> None:
    log = muted_owner.get("log", words="revoked").json()
    (revoked,) = log["facts"]
    before = log["seq"]
    tries: list[tuple[str, dict[str, Any]]] = [
        ("call", {"match": "M2", "table": 2}),
        ("undo", {"reason": "x"}),
        ("retract", {"fact": "9", "reason": "x"}),
        ("protest", {"match": "M1", "side": "a", "board": 1, "text": "wrong"}),
        ("check", {"what": "here", "who": ["Asha"]}),
    ]
    for do, said in tries:
        answer = muted_owner.try_act(do, **said)
        assert answer.status_code in (409, 422), (do, answer.text)
        assert seq(muted_owner) == before, do
    refused = muted_owner.try_act("call", match="M2", table=2)
    assert (refused.json()["code"], str(revoked["n"]) in refused.json()["text"]) == ("set-aside", True)

    helper = muted_owner.link("desk")
    refused = helper.try_act("retract", fact=str(revoked["n"]), reason="x")
    assert refused.status_code == 403
    (line,) = muted_owner.act("retract", fact=str(revoked["n"]), reason="it was a mistake")["said"]
    assert contains_all(line, "Olga", "it was a mistake")
    muted_owner.act("call", match="M2", table=2, at="10:30")
    tables = muted_owner.get("hall").json()["tables"]
    assert [one["match"]["id"] for one in tables if one["match"]] == ["M2"], "what was set aside stays so"
    assert [one["is_undone"] for one in muted_owner.get("log", words="revoked").json()["facts"]] == [True]
    again = muted_owner.client.get(f"/api/tournaments/{muted_owner.tournament}/file", headers=muted_owner.headers)
    assert again.text.count('"kind":"restored"') == 1
