"""A tournament on a server, links for its tables, and phones that send what they record."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from httpx2 import Client
from starlette.testclient import TestClient

from carrom.pad.session import open_log, play_tap
from carrom.server import Settings, SqliteStore, create_app, store_at
from carrom.server.desk.accounts import secret_hash
from carrom.server.desk.desks import role_grant
from carrom.server.desk.roles import Role
from carrom.server.stores.store import StoredLog
from carrom.tournament.log.file import HEADING, event_line
from carrom.tournament.model.events import MatchCalled, TournamentEvent
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout

TABLE_4 = "secret-of-table-four"
NEW_TABLE_4 = "second-secret-of-table-four"
TABLE_5 = "secret-of-table-five"
REFEREE = "secret-of-the-referee"
DESK = "secret-of-the-desk"
LINKS = {
    TABLE_4: Role(role="umpire", id="t4", table=4),
    NEW_TABLE_4: Role(role="umpire", id="t4-new", table=4),
    TABLE_5: Role(role="umpire", id="t5", table=5),
    REFEREE: Role(role="referee", id="ref", name="Rita"),
    DESK: Role(role="desk", id="desk", name="Dora"),
}
STEPS = ("toss a break", *["board-over a coins 9 queen a"] * 3, 'sign loser name "B"', 'sign umpire name "U"')
"""A whole match of one game to 25, signed."""


def hall_desk(zone: str | None = None) -> Desk:
    """Four players in one group; A – B is called to table 4."""
    desk = Desk(replace(groups_then_knockout(), zone=zone, hall=replace(groups_then_knockout().hall, tables=6)))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.record(MatchCalled(match=desk.match("A", "B"), table=4))
    return desk


def store_tournament(where: Path | str, facts: Sequence[TournamentEvent], names: Sequence[str] = ("T",)) -> None:
    """Put a tournament into a closed store, once under each name."""

    async def put() -> None:
        store = store_at(where)
        store.open()
        grants = [role_grant(secret_hash(secret), role) for secret, role in LINKS.items()]
        lines = [event_line(replace(fact, n=n)) for n, fact in enumerate(facts, 1)]
        for name in names:
            await store.create(StoredLog(name, "tournament", time.time(), json.dumps({"heading": HEADING})), grants)
            await store.append(name, 0, lines, key="made", at=time.time())
        store.close()

    with ThreadPoolExecutor(1) as beside:  # a browser's test has its own event loop in this thread
        beside.submit(asyncio.run, put()).result()


def serve(path: Path) -> TestClient:
    return TestClient(create_app(Settings(is_warmed=False, host="testserver"), SqliteStore(path)))


def revoke(client: TestClient, secret: str) -> None:
    """Revoke a link, as the desk does."""
    answer = client.post(
        "/api/tournaments/T/roles/revoke", json={"id": LINKS[secret].id}, headers={"authorization": f"Bearer {DESK}"}
    )
    assert answer.status_code == 200, answer.text


def new_link(client: TestClient, table: int) -> str:
    """Make another link for a table at the desk; return its secret."""
    body = {"role": "umpire", "table": table}
    answer = client.post("/api/tournaments/T/links", json=body, headers={"authorization": f"Bearer {REFEREE}"})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["secret"])


def act(client: TestClient, act: dict[str, Any], secret: str = DESK, **more: Any) -> Any:
    """Do something at the desk, after a preview if the server asks for that."""
    headers = {"authorization": f"Bearer {secret}"}
    body = {"key": uuid.uuid4().hex, "act": act, **more}
    answer = client.post("/api/tournaments/T/acts", json=body, headers=headers)
    if answer.status_code == 409 and answer.json()["code"] == "confirm":
        seen = client.post("/api/tournaments/T/preview", json={"act": act, **more}, headers=headers).json()
        body["confirm"] = seen["confirm"]
        answer = client.post("/api/tournaments/T/acts", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def look(client: Client, path: str = "", secret: str = REFEREE) -> Any:
    answer = client.get(f"/api/tournaments/T/pads{path}", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def tournament_file(client: TestClient) -> list[dict[str, Any]]:
    """The events of the exported tournament."""
    answer = client.get("/api/tournaments/T/file", headers={"authorization": f"Bearer {DESK}"})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()[1:]]


def results(client: TestClient) -> list[dict[str, Any]]:
    return [fact for fact in tournament_file(client) if fact["kind"] == "result"]


@dataclass
class Phone:
    """A pad: it stores events, and sends those that are not acknowledged."""

    client: Client
    secret: str = TABLE_4
    match: str = ""
    tournament: str = "T"
    pad: str = field(default_factory=lambda: uuid.uuid4().hex)
    wrong_by: int = 0
    """Clock error in ms."""
    facts: list[dict[str, Any]] = field(default_factory=list)
    acknowledged: int = 0
    setup: Any = None
    version: int = 0

    def open(self) -> dict[str, Any]:
        """Ask for the matches here, and take the first one."""
        work: dict[str, Any] = self.ask("work", {})
        if work["matches"]:
            self.match, self.setup = work["matches"][0]["match"], work["matches"][0]["setup"]
            self.version = work["matches"][0]["version"]
        return work

    @property
    def now(self) -> int:
        return int(time.time() * 1000) + self.wrong_by

    def ask(self, what: str, more: dict[str, Any], status: int = 200) -> Any:
        body = {"tournament": self.tournament, "secret": self.secret, **more}
        answer = self.client.post(f"/api/pads/{what}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def tap(self, *steps: str | dict[str, Any]) -> None:
        """Record acts, in the words of a record or as bodies."""
        for step in steps:
            if isinstance(step, str):
                bodies = [one["body"] for one in self.facts if "say" not in one["body"]]
                match = play_tap(open_log(self.setup, bodies), step, float(len(self.facts)))
                assert match.event is not None
                step = match.event.json()
            self.facts.append({"id": uuid.uuid4().hex, "at": self.now, "body": step})

    def sending(self, most: int = 200) -> dict[str, Any]:
        after = self.acknowledged
        return {
            "match": self.match,
            "pad": self.pad,
            "after": after,
            "behind": self.facts[after - 1]["id"] if after else None,
            "facts": self.facts[after : after + most],
            "now": self.now,
            "head": None if after else {"created": self.now, "version": self.version, "setup": self.setup},
        }

    def send(self, most: int = 200, *, is_lost: bool = False) -> Any:
        """Send one request; a lost answer leaves the phone as it was."""
        answer = self.ask("send", self.sending(most))
        if not is_lost:
            self.acknowledged = answer["has"]
        return answer
