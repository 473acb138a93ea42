"""Broken desk acts of an owner are refused with a sentence, never fail the server, and leave a readable log."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from carrom.server import SqliteStore
from carrom.server.desk.accounts import Accounts
from carrom.tournament.desk.acts import ACTS
from carrom.tournament.log.file import from_text
from tests.fuzz.fuzzed import MESSAGES, SEED, SHARDS, Fuzzed, fuzzed_server, share_of
from tests.fuzz.mutating import mutated_text, varied
from tests.server.desk.conftest import LIST

ACTS_SENT = max(90, MESSAGES // 100)
"""Each may rewrite a tournament, which takes as long as a hundred messages at a table."""
_AT_ONCE = 3
_EACH = 250
"""Acts of one tournament: a long log is slow to read."""
_WHY = "so it was"
SOUND: dict[str, list[dict[str, Any]]] = {
    "set": [{"changes": [{"setting": "tables", "value": "5"}]}, {"changes": [{"setting": "name", "value": "Cup"}]}],
    "import": [{"text": "name,club\nIda,Hill\nBen,Hill\n"}],
    "check": [{"what": "here", "who": ["Asha", "Ben"], "holds": True}, {"what": "fee", "who": ["Eva"], "amount": 5}],
    "contact": [{"who": "Asha", "role": "player", "phone": "98200 12345", "email": "a@example.org"}],
    "teams": [{"random": "7"}],
    "draw": [{"stage": "S/knockout", "random": "7"}, {"stage": "S/groups", "random": "7"}],
    "publish": [{"stage": "S/groups"}],
    "seats": [{"stage": "S/knockout", "others": "keep"}, {"stage": "S/knockout", "seats": {"A2": "Ben"}}],
    "call": [{"match": "M1", "table": 2, "umpire": "Uma"}, {"match": "M2", "table": 1}],
    "here": [{"match": "M1"}, {"match": "M2", "side": "a"}],
    "start": [{"match": "M1"}],
    "free": [{"match": "M1"}],
    "table": [{"table": 3, "works": False}, {"table": 1, "works": False, "move": 4}],
    "result": [
        {"match": "M1", "words": ["25-8"]}, {"match": "M2", "walkover": "a", "law": "143i"},
        {"match": "M3", "words": ["a:5", "b:9+q"], "first_break": "a"}, {"match": "M4", "words": ["3-25"]},
    ],
    "correct": [{"match": "M1", "words": ["25-3"]}],
    "shootout": [{"a": "Asha", "b": "Ben", "score": [5, 0], "stage": "S/groups"}],
    "lots": [{"order": ["Asha", "Ben", "Carl"], "stage": "S/groups"}],
    "confirm": [{"match": "M1"}],
    "rename": [{"who": "Carl", "name": "Karl"}],
    "describe": [{"who": "Asha", "club": "Mill", "gender": "f", "born": "1990-02-03"}],
    "substitute": [{"goes": "Gus", "comes": "Ida", "may_be_new": True}],
    "line-up": [{"team": "T", "rubber": "1", "players": ["Asha"]}],
    "line-ups": [{"team": "T", "rubbers": {"1": ["Asha"]}}],
    "person": [{"name": "Zoe", "club": "Hill", "born": "1990-02-03", "here": True}],
    "late": [{"name": "Yan", "group": "A", "club": "Lake", "age": 20}],
    "leave": [{"entry": "Dev", "how": "withdrawn"}, {"entry": "Fay", "how": "disqualified", "law": "139"}],
    "protest": [{"match": "M1", "side": "a", "board": 1, "text": "no"}],
    "fee": [{"protest": "1", "amount": 10}],
    "decide": [{"protest": "1", "decision": "dismissed"}],
    "policy": [{"stage": "S/groups", "policy": "vkk"}],
    "retract": [{"fact": "9"}],
    "undo": [{}, {"last": 1}],
    "revoke": [{"source": "Eve"}],
}  # fmt: skip


def test_seeds_cover_every_act() -> None:
    assert set(SOUND) == set(ACTS)


class Desk:
    """The owner's connection."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.cookie = cookie
        self.path = ""

    def post(self, where: str, body: bytes | dict[str, Any]) -> tuple[int, Any]:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        self._line.request("POST", where, text, headers)
        answer = self._line.getresponse()
        if header := answer.getheader("set-cookie"):
            self.cookie = header.partition(";")[0]
        status, reply = answer.status, json.loads(answer.read())
        if answer.will_close:
            self._line.close()
        return status, reply

    def file(self) -> str:
        self._line.request("GET", f"{self.path}/file", headers={"cookie": self.cookie})
        return self._line.getresponse().read().decode()

    def begin(self, key: str, **how: Any) -> None:
        status, made = self.post("/api/tournaments", {"key": key, **how})
        assert status == 200, made
        self.path = f"/api/tournaments/{made['id']}"

    def act(self, key: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Send an act as a page does: if a look at the changes is required, look first."""
        status, reply = self.post(f"{self.path}/acts", {"key": key, **body})
        if status == 409 and reply["code"] == "confirm":
            _, seen = self.post(f"{self.path}/preview", body)
            status, reply = self.post(f"{self.path}/acts", {"key": f"{key}-sure", **body, "confirm": seen["confirm"]})
        return status, reply

    def close(self) -> None:
        self._line.close()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Fuzzed, str, str]]:
    """Return a server, the cookie of its owner, and the file of a tournament with a draw."""
    folder: Path = tmp_path_factory.mktemp("desk")
    store = SqliteStore(folder / "s.sqlite")
    store.open()
    invite = asyncio.run(Accounts(store, 64).invite(None, "owner", is_host=True, is_first=True))
    store.close()
    with fuzzed_server(folder, password_memory=64) as fuzzed:
        owner = Desk(fuzzed.port)
        assert (
            owner.post("/api/session/join", {"invite": invite, "name": "Olga", "password": "a long password"})[0] == 200
        )
        settings = [{"setting": "day", "value": "2024-11-05"}, {"setting": "tables", "value": "4"}]
        owner.begin("the-first-one", beginning="vkk", settings=settings)
        acts = [{"do": "import", "text": LIST}, {"do": "draw", "stage": "S/groups", "random": "2024"}]
        acts += [{"do": "draw", "stage": "S/knockout"}, {"do": "publish", "stage": "S/groups"}]
        for number, act in enumerate(acts):
            status, reply = owner.act(f"begin-{number:04}", {"act": act})
            assert status == 200, reply
        yield fuzzed, owner.cookie, owner.file()
        owner.close()


@pytest.mark.parametrize("shard", SHARDS)
def test_broken_desk_acts_never_fail_the_server(desk: tuple[Fuzzed, str, str], shard: int) -> None:
    fuzzed, cookie, file = desk
    wanted = share_of(shard, ACTS_SENT)
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        tries = [(random.Random(f"{SEED} {shard} {n}"), f"{shard}-{n}") for n in range(_AT_ONCE)]
        for one in [threads.submit(_ask, fuzzed.port, cookie, file, *luck, wanted // _AT_ONCE + 1) for luck in tries]:
            counts += one.result()
    print(f"desk {shard}: {dict(counts.most_common())}")
    assert fuzzed.faults() == []
    assert counts["500"] == 0
    assert counts["sent"] >= wanted
    assert counts["200"] > wanted * 0.05, "a run without accepted acts proves nothing"


def _ask(port: int, cookie: str, file: str, luck: random.Random, name: str, count: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    desk = Desk(port, cookie)
    for number in range(count):
        if number % _EACH == 0:
            if number:
                assert from_text(desk.file()).state.people, "the file can be read"
            desk.begin(f"tournament-{name}-{number}", file=file, copy=True)
        verb = luck.choice(list(SOUND))
        body = {"act": {"do": verb, **luck.choice(SOUND[verb])}, "reason": _WHY, "at": "10:30"}
        key = f"act-{name}-{number:06}"
        if luck.random() < 0.6:
            status, reply = desk.act(key, varied(body, luck))
        else:
            status, reply = desk.post(f"{desk.path}/acts", mutated_text({"key": key, **body}, luck))
        counts["sent"] += 1
        counts[str(status)] += 1
        if status == 200:
            counts[f"did {verb}"] += 1
        assert status < 500, (body, reply)
    desk.close()
    return counts
