"""Permissions: every role tries every act and every address."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.exceptions import HTTPException

from carrom.server.desk.roles import POWERS, ROLES
from carrom.tournament.desk.acts import ACTS
from tests.server.desk.conftest import PASSWORD, Club, Person, contains_all, join

SAID: dict[str, dict[str, Any]] = {
    "set": {"changes": [{"setting": "venue", "value": "Town hall"}]},
    "import": {"text": "name\nAsha"},
    "check": {"what": "here", "who": ["Asha"]},
    "contact": {"who": "Asha", "phone": "1"},
    "teams": {"event": "S"},
    "draw": {"stage": "S/groups"},
    "publish": {"stage": "S/groups"},
    "seats": {"stage": "S/knockout", "others": "keep"},
    "call": {"match": "M1", "table": 1},
    "here": {"match": "M1"},
    "start": {"match": "M1"},
    "free": {"match": "M1"},
    "table": {"table": 1, "works": False},
    "result": {"match": "M1", "words": ["25-3"], "provisional": True},
    "correct": {"match": "M1", "words": ["25-3"]},
    "shootout": {"a": "Asha", "b": "Ben", "score": [5, 0], "stage": "S/groups"},
    "lots": {"order": ["Asha", "Ben"], "stage": "S/groups"},
    "confirm": {"match": "M1"},
    "rename": {"who": "Asha", "name": "Asha P"},
    "describe": {"who": "Asha", "club": "Hill"},
    "substitute": {"goes": "Asha", "comes": "Ben"},
    "line-up": {"team": "Asha", "rubber": "S1", "players": ["Ben"], "event": "S"},
    "line-ups": {"team": "Asha", "rubbers": {"S1": ["Ben"]}, "event": "S"},
    "person": {"name": "Nina"},
    "late": {"name": "Lata"},
    "leave": {"entry": "Asha"},
    "protest": {"match": "M1", "side": "a", "board": 1, "text": "wrong turn"},
    "fee": {"protest": "P1", "amount": 1},
    "decide": {"protest": "P1", "decision": "upheld"},
    "policy": {"stage": "S/groups", "policy": "vkk"},
    "retract": {"fact": "1"},
    "undo": {},
    "revoke": {"source": "nobody"},
}
LOOKED: dict[tuple[str, str], tuple[str, dict[str, Any] | None]] = {
    ("GET", "standing"): ("watch", None),
    ("GET", "file"): ("export", None),
    ("GET", "roles"): ("link", None),
    ("POST", "links"): ("link", {"role": "display"}),
    ("POST", "roles/revoke"): ("link", {"id": "nobody"}),
    ("POST", "erase"): ("erase", {"person": "nobody", "name": "nobody"}),
    ("POST", "remove"): ("remove", {"name": "another"}),
    ("POST", "tables/end"): ("open-table", {"match": "M1"}),
    ("POST", "invite"): ("invite", {"role": "desk"}),
    ("POST", "entries/read"): ("import", {"act": {"do": "import", "text": "name\nAsha"}}),
    ("POST", "preview"): ("call", {"act": {"do": "call", "match": "M1", "table": 1}}),
}
"""Every address of a tournament without a permission test of its own, with the power that it needs."""


@pytest.fixture
def people(drawn: Person) -> dict[str, Person]:
    """A person in each role."""
    return {role: person_as(drawn, role) for role in ROLES}


def person_as(owner: Person, role: str) -> Person:
    if role == "owner":
        return owner
    if role == "public":
        return Person(owner.client, owner.tournament)
    if role in ("umpire", "display"):
        return owner.link(role, **({"match": "M1"} if role == "umpire" else {}))
    secret = owner.post("invite", {"role": role}).json()["secret"]
    return Person(owner.client, owner.tournament, join(owner.client, secret, f"the {role}"))


def test_every_role_tries_every_act(people: dict[str, Person]) -> None:
    assert set(SAID) == set(ACTS)
    assert set(ACTS) <= set(POWERS)
    people["owner"].act("call", match="M2", table=2, at="10:00")  # the last act is one that every desk may undo
    for act, said in SAID.items():
        for role, person in people.items():
            answer = person.try_act(act, base=0, **said)  # an outdated base, so that little is really done
            is_forbidden = answer.status_code in (401, 403)
            assert is_forbidden == (role not in POWERS[act]), (act, role, answer.text)


def test_forbidden_act_is_refused_before_lookup(people: dict[str, Person]) -> None:
    nothing: dict[str, dict[str, Any]] = {"retract": {"fact": "4444"}, "confirm": {"match": "M4444"}}
    for act, said in nothing.items():
        for role, person in people.items():
            if role not in POWERS[act]:
                assert person.try_act(act, **said).status_code in (401, 403), (act, role)


def test_every_role_tries_every_address(people: dict[str, Person]) -> None:
    for (method, path), (power, body) in LOOKED.items():
        for role, person in people.items():
            answer = person.get(path) if method == "GET" else person.post(path, body or {})
            is_forbidden = answer.status_code in (401, 403)
            assert is_forbidden == (role not in POWERS[power]), (path, role, answer.text)


FOR_ALL = {"standing", "events"}
"""Public addresses."""


def test_new_addresses_are_private_by_default(drawn: Person) -> None:
    paths = drawn.client.get("/api/openapi").json()["paths"]
    stranger = Person(drawn.client, drawn.tournament)
    asked = 0
    for path, ways in paths.items():
        inside = path.partition("/api/tournaments/{tournament}/")[2]
        if inside and inside not in FOR_ALL and "get" in ways:
            answer = stranger.get(inside.replace("{", "").replace("}", ""))
            assert answer.status_code in (401, 403, 404, 422), (path, answer.text)
            asked += 1
    assert asked


def test_umpire_link_is_limited_to_its_match(drawn: Person) -> None:
    umpire = drawn.link("umpire", match="M1", name="Uma")
    drawn.act("call", match="M1", table=1, at="10:00")
    (line,) = umpire.act("here", match="M1")["said"]
    assert contains_all(line, "M1", "table 1")
    other = umpire.try_act("here", match="M2").json()
    assert (other["code"], "M1" in other["text"]) == ("forbidden", True)
    assert umpire.try_act("result", match="M1", words=["25-3"]).status_code == 403
    umpire.act("result", match="M1", words=["25-3"], provisional=True)
    drawn.act("confirm", match="M1")


def test_revoked_link_is_refused(drawn: Person) -> None:
    made = drawn.post("links", {"role": "umpire", "table": 1}).json()
    umpire = drawn.bearing(made["secret"])
    assert umpire.get("standing").json()["role"] == "umpire"
    left = drawn.post("roles/revoke", {"id": made["id"]}).json()
    assert [one["is_revoked"] for one in left["roles"] if one["id"] == made["id"]] == [True]
    assert umpire.get("standing").status_code == 401
    assert f"({made['id']})" in drawn.get("file").text  # recorded


def test_undo_needs_the_power_of_the_act(drawn: Person) -> None:
    """The draw is the director's, and so is undoing it; a call is every desk's."""
    for role in ("desk", "referee"):
        refused = drawn.link(role).try_act("undo", reason="by mistake")
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden"), refused.text
        assert contains_all(refused.json()["text"], "owner", "director"), "those who may"
    assert drawn.get("hall").json()["last"]["power"] == "publish", "so that a page offers it to nobody else"
    drawn.act("call", match="M1", table=1, at="10:00")
    helper = drawn.link("desk")
    asked = helper.try_act("undo", reason="by mistake")
    assert asked.status_code != 403, asked.text


def test_only_the_referee_disqualifies(drawn: Person) -> None:
    helper = drawn.link("desk")
    refused = helper.try_act("leave", entry="Asha", how="disqualified", reason="struck the umpire")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    referee = drawn.link("referee")
    referee.act("leave", entry="Asha", how="disqualified", law="143a")
    # nor can the desk undo it in any way
    fact = drawn.get("log").json()["facts"][0]["n"]
    tries: dict[str, dict[str, Any]] = {"undo": {}, "retract": {"fact": str(fact)}}
    for act, said in tries.items():
        refused = helper.try_act(act, reason="a friend of mine", **said)
        assert refused.status_code == 403, refused.text
    assert referee.try_act("retract", fact=str(fact), reason="another one").status_code != 403


def test_invitation_works_once_and_names_are_unique(club: Club) -> None:
    owner = club.new()
    secret = owner.post("invite", {"role": "desk"}).json()["secret"]
    taken = {"invite": secret, "name": "OLGA", "password": PASSWORD}
    assert club.client.post("/api/session/join", json=taken).status_code == 409
    for link in ("L referee (ada3f5f7)", "L referee （ada3f5f7）"):  # a name cannot pose as a link
        refused = club.client.post("/api/session/join", json={**taken, "name": link})
        assert (refused.status_code, refused.json()["code"]) == (422, "bad-name"), refused.text
    body = {"invite": secret, "name": "Dora", "password": PASSWORD}
    assert club.client.post("/api/session/join", json=body).status_code == 200
    again = {**body, "name": "Dolly"}
    assert club.client.post("/api/session/join", json=again).status_code == 404


def test_unused_invitation_is_revoked(club: Club, drawn: Person) -> None:
    secret = drawn.post("invite", {"role": "referee"}).json()["secret"]
    (waiting,) = drawn.get("roles").json()["invites"]
    assert waiting["role"] == "referee"
    assert secret not in drawn.get("roles").text
    assert drawn.link("desk").post("roles/revoke", {"invite": waiting["id"]}).status_code == 403
    assert drawn.post("roles/revoke", {"invite": waiting["id"]}).json()["invites"] == []
    assert drawn.post("roles/revoke", {"invite": waiting["id"]}).status_code == 404
    body = {"invite": secret, "name": "Rita", "password": PASSWORD}
    assert club.client.post("/api/session/join", json=body).status_code == 404


def test_host_owns_every_tournament(club: Club) -> None:
    """An owner who lost the password can be invited again."""
    owner = club.new()
    desks = club.client.app.state.desks  # type: ignore[attr-defined]
    portal = club.client.portal
    assert portal is not None
    secret = portal.call(lambda: desks.accounts.invite(None, "owner", is_host=True))
    again = Person(club.client, owner.tournament, join(club.client, secret, "Olga again"))
    assert again.get("standing").json()["role"] == "owner"


def test_sign_in(club: Club) -> None:
    right = club.client.post("/api/session", json={"name": "olga", "password": PASSWORD})
    assert right.json() == {"name": "Olga", "is_host": True}
    cookie = right.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= {part.strip() for part in cookie.split(";")}
    wrong = {"name": "olga", "password": "something else"}
    unknown = {"name": "nobody", "password": "something else"}
    answers = [club.client.post("/api/session", json=one) for one in (wrong, unknown)]
    assert answers[0].json() == answers[1].json()
    assert [one.status_code for one in answers] == [401, 401]
    for _ in range(12):
        last = club.client.post("/api/session", json=unknown)
    assert last.status_code == 429


def test_private_answers_are_not_cached(drawn: Person) -> None:
    helper = drawn.link("desk")
    for who in (drawn, helper):
        for path in ("people", "standing", "log", "file", "print/entries?format=pdf", "nothing"):
            answer = who.get(path)
            assert answer.headers["cache-control"] == "no-store", path
    session = drawn.client.get("/api/session", headers=drawn.headers)
    assert session.headers["cache-control"] == "no-store"
    signed_in = drawn.client.post("/api/session", json={"name": "olga", "password": PASSWORD})
    assert signed_in.headers["cache-control"] == "no-store", "its answer sets the cookie"
    drawn.client.cookies.clear()
    assert "cache-control" not in drawn.client.get("/api/choices").headers


def test_session_cookie_is_bound_to_the_host_over_tls(club: Club) -> None:
    """Another service of the same name cannot set a cookie with this prefix; a hall without TLS uses a plain one."""
    signing_in = {"name": "olga", "password": PASSWORD}
    plain = club.client.post("/api/session", json=signing_in)
    secret = plain.headers["set-cookie"].partition(";")[0].partition("=")[2]
    assert plain.headers["set-cookie"].startswith("carrom-session=")
    assert "secure" not in plain.headers["set-cookie"].lower()
    assert "strict-transport-security" not in plain.headers
    club.client.cookies.clear()

    club.client.base_url = "https://club.example"
    by_tls = club.client.post("/api/session", json=signing_in)
    name, *rules = by_tls.headers["set-cookie"].lower().replace(" ", "").split(";")
    assert name.startswith("__host-carrom-session=")
    assert {"secure", "httponly", "path=/", "samesite=strict"} <= set(rules)
    assert not any(rule.startswith("domain") for rule in rules)
    assert by_tls.headers["strict-transport-security"] == "max-age=2592000"
    club.client.cookies.clear()

    def owner(cookie: str) -> Any:
        return club.client.get("/api/session", headers={"cookie": cookie}).json()["name"]

    assert owner(by_tls.headers["set-cookie"].partition(";")[0]) == "Olga"
    assert owner(f"carrom-session={secret}") is None, "a cookie that anybody on this name may have set"
    ended = club.client.post("/api/session/end", json={}, headers={"cookie": f"__Host-carrom-session={secret}"})
    assert ended.headers["set-cookie"].startswith('__Host-carrom-session=""')
    club.client.base_url = "https://localhost"
    assert "strict-transport-security" not in club.client.get("/").headers, "other programs here speak plain HTTP"
    club.client.base_url = "http://testserver"
    assert owner(f"carrom-session={secret}") is None, "the same session, by either name"


def test_failed_sign_ins_do_not_lock_out_the_owner(club: Club) -> None:
    desks, portal = club.client.app.state.desks, club.client.portal  # type: ignore[attr-defined]
    assert portal is not None

    def sign_in(password: str, address: str) -> int:
        try:
            portal.call(desks.accounts.sign_in, "Olga", password, address)
        except HTTPException as error:
            return error.status_code
        return 200

    assert sign_in(PASSWORD, "10.0.0.1") == 200
    strangers = [sign_in("a guess", f"10.1.{n // 8}.1") for n in range(64)]
    assert strangers[0] == 401
    assert strangers[-1] == 429
    assert sign_in(PASSWORD, "10.0.0.1") == 200


def test_act_from_a_foreign_origin_is_refused(drawn: Person) -> None:
    body = {"key": "somewhere-else", "act": {"do": "call", "match": "M1", "table": 1}}
    address = f"/api/tournaments/{drawn.tournament}/acts"
    assert (
        drawn.client.post(address, json=body, headers=drawn.headers | {"origin": "https://evil.example"}).status_code
        == 403
    )


def test_referee_sees_neither_gender_nor_entry_fees(club: Club) -> None:
    """Protest fees are the referee's business; entry fees are not."""
    owner = club.new("vkk", ("day", "2024-11-05"), ("fee", "100"))
    owner.act("import", text="name,gender\nAsha,f\nBen,m\n")
    owner.act("check", what="fee", who=["Asha"], amount=40)
    private = {"gender", "asked", "taken", "owes", "back", "over", "fee", "lacks_fee"}
    seen = owner.link("referee").get("people").json()
    assert [{one[what] for what in private} for one in seen["people"]] == [{None, 0}] * 2
    assert not seen["has_fees"]
    for role, is_shown in (("desk", True), ("referee", False)):
        person = owner.link(role)
        for text in (person.get("log").json()["facts"][0]["text"], person.get("hall").json()["last"]["text"]):
            assert ("Asha" in text, "40" in text) == (True, is_shown), role
    asha = owner.link("desk").get("people").json()["people"][0]
    assert (asha["gender"], asha["taken"], asha["owes"]) == ("f", 40, 60)
    assert contains_all(owner.get("log").json()["facts"][0]["text"], "Asha", "40")


def test_protest_fees_are_shown_with_the_entry_fees(drawn: Person) -> None:
    def fees(role: str) -> object:
        return drawn.link(role).get("people").json()["protest_fees"]

    assert fees("desk") is None
    drawn.act("set", changes=[{"setting": "protest-fee", "value": "500"}])
    drawn.act("result", match="M1", words=["25-8"])
    drawn.act("protest", match="M1", side="b", board=1, text="wrong turn")
    assert fees("desk") is None, "lodged, and not paid"
    drawn.act("fee", protest="P1", amount=500)
    assert fees("desk") == {"taken": 500, "back": 0, "kept": 0}
    assert fees("referee") is None, "money at the door is not the referee's"
