"""A club's server: its owner is signed in, and the others have a role by link or by name."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore, create_app

_KEYS = itertools.count(1)
PASSWORD = "a long password"


@dataclass
class Person:
    """A person with a browser of their own, in one tournament."""

    client: TestClient
    tournament: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/tournaments/{self.tournament}/{path}", headers=self.headers, params=query)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(f"/api/tournaments/{self.tournament}/{path}", headers=self.headers, json=body)

    def try_act(self, do: str, *, key: str | None = None, base: int | None = None, **said: Any) -> Any:
        """Send an act; `reason`, `at` and `confirm` belong to the request around it."""
        wish: dict[str, Any] = {name: said.pop(name) for name in ("reason", "at", "confirm") if name in said}
        body: dict[str, Any] = {"key": key or f"key-{next(_KEYS):08}", "act": {"do": do, **said}, **wish}
        return self.post("acts", body if base is None else {**body, "base": base})

    def act(self, do: str, **said: Any) -> dict[str, Any]:
        """Do it, after previewing it if the server asks for that."""
        answer = self.try_act(do, **said)
        if answer.status_code == 409 and answer.json()["code"] == "confirm":
            wish: dict[str, Any] = {name: said[name] for name in ("reason", "at") if name in said}
            act = {name: value for name, value in said.items() if name not in ("reason", "at", "base", "key")}
            seen = self.post("preview", {"act": {"do": do, **act}, **wish})
            assert seen.status_code == 200, seen.text
            answer = self.try_act(do, **said, confirm=seen.json()["confirm"])
        assert answer.status_code == 200, answer.text
        done: dict[str, Any] = answer.json()
        return done

    def link(self, role: str, **of: Any) -> Person:
        """Return a person with a new link."""
        made = self.post("links", {"role": role, **of})
        assert made.status_code == 200, made.text
        return self.bearing(made.json()["secret"])

    def bearing(self, secret: str) -> Person:
        return Person(self.client, self.tournament, {"authorization": f"Bearer {secret}"})


@dataclass
class Club:
    """A server and its owner."""

    folder: Path
    client: TestClient
    owner: Person

    def new(self, beginning: str | None = "vkk", *settings: tuple[str, ...], **more: Any) -> Person:
        """Make a tournament; return its owner there."""
        changes = [dict(zip(("setting", "value", "where"), one, strict=False)) for one in settings]
        body = {"key": f"key-{next(_KEYS):08}", "beginning": beginning, "settings": changes} | more
        sent = {key: one for key, one in body.items() if one is not None}
        made = self.client.post("/api/tournaments", json=sent, headers=self.owner.headers)
        assert made.status_code == 200, made.text
        return Person(self.client, made.json()["id"], self.owner.headers)


def join(client: TestClient, invite: str, name: str) -> dict[str, str]:
    """Accept an invitation; return the session's header."""
    joined = client.post("/api/session/join", json={"invite": invite, "name": name, "password": PASSWORD})
    assert joined.status_code == 200, joined.text
    client.cookies.clear()  # each person has a browser of their own
    return {"cookie": joined.headers["set-cookie"].partition(";")[0]}


@pytest.fixture
def make_club(tmp_path: Path) -> Iterator[Callable[..., Club]]:
    opened: list[TestClient] = []

    def make(**changes: Any) -> Club:
        settings = Settings(is_warmed=False, password_memory=64, **{"host": "testserver", **changes})
        app = create_app(settings, SqliteStore(tmp_path / f"{len(opened)}.sqlite"))
        client = TestClient(app)
        client.__enter__()
        opened.append(client)
        return Club(tmp_path, client, Person(client, "", join(client, app.state.invite, "Olga")))

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def club(make_club: Callable[..., Club]) -> Club:
    return make_club()


def contains_all(text: str, *values: str) -> bool:
    """Return whether a text contains all these values, in any order; `tests.refusals.mentions` keeps the order."""
    return all(value in text for value in values)


LIST = "name,club,seed\nAsha,Hill,1\nBen,Hill,2\nCarl,Lake,\nDev,Lake,\nEva,Mill,\nFay,Mill,\nGus,Port,\nHema,Port,\n"


_DRAWN: list[str] = []


@pytest.fixture
def drawn(club: Club) -> Person:
    """Eight players in two groups, drawn and published; drawn once, and imported from the file for every test."""
    if _DRAWN:
        return club.new(None, file=_DRAWN[0])
    owner = club.new("vkk", ("day", "2024-11-05"), ("tables", "4"))
    owner.act("import", text=LIST)
    owner.act("draw", stage="S/groups", random="2024")
    owner.act("draw", stage="S/knockout")
    owner.act("publish", stage="S/groups")
    _DRAWN.append(owner.get("file").text)
    return owner
