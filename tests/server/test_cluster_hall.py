"""A hall on two server processes: desk, pads, screens and listeners use either one, while one of them or the database
is killed.

`make faults` kills sixty times (CARROM_KILLS).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from carrom.server import store_at
from carrom.server.desk.accounts import Accounts
from carrom.testing.postgres import Postgres
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import from_text
from carrom.tournament.model.events import ResultGiven
from tests.depth import by_depth
from tests.server.cluster import Process
from tests.server.desk.test_browser_tables import play_until_given_up
from tests.server.pads.hall import DESK, REFEREE, STEPS, TABLE_4, TABLE_5, Phone, hall_desk

KILLS = int(os.environ.get("CARROM_KILLS", by_depth("1", "20")))
PATIENCE = 30.0


@pytest.fixture
def database(cluster_database: str) -> str:
    return cluster_database


@pytest.fixture
def client() -> Iterator[Callable[[Process | None], httpx.Client]]:
    """Clients of one process, or of none."""
    with ExitStack() as ending:
        yield lambda process: ending.enter_context(
            httpx.Client(base_url=process.address if process is not None else "", timeout=10)
        )


Clients = Callable[[Process | None], httpx.Client]


class Balancer:
    """Sends each request to one of the two, and an unanswered one unchanged to the other."""

    def __init__(self, processes: list[Process], luck: random.Random, client: httpx.Client) -> None:
        self.processes, self._luck, self._client = processes, luck, client

    def ask(self, method: str, path: str, at: int | None = None, **more: Any) -> httpx.Response:
        last: object = None
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            process = self.processes[self._luck.randrange(2) if at is None else at]
            try:
                answer = self._client.request(method, f"{process.address}{path}", **more)
            except httpx.TransportError as error:
                last = error
            else:
                if answer.status_code != 503:
                    return answer
                last = answer.text
            time.sleep(0.02)
        raise AssertionError(last)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("POST", path, **more)

    def desk(self, method: str, path: str, secret: str = DESK, at: int | None = None, **more: Any) -> Any:
        headers = {"authorization": f"Bearer {secret}"}
        answer = self.ask(method, f"/api/tournaments/T/{path}", at, headers=headers, **more)
        assert answer.status_code == 200, answer.text
        return answer

    def act(self, key: str, **act: Any) -> int:
        return int(self.desk("POST", "acts", json={"key": key, "act": act}).json()["seq"])


class Listener(threading.Thread):
    """Listens at either process, and resumes at the other when one dies."""

    def __init__(self, processes: list[Process], path: str, headers: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self._processes, self._path, self._headers = processes, path, headers
        self._luck = random.Random(seed)
        self.heard: list[dict[str, Any]] = []
        self.has_ended = 0
        self._is_over = False
        self._last = ""

    def run(self) -> None:
        while not self._is_over:
            address = f"{self._luck.choice(self._processes).address}{self._path}"
            headers = self._headers | ({"last-event-id": self._last} if self._last else {})
            try:
                with httpx.stream("GET", address, headers=headers, timeout=httpx.Timeout(5, read=20)) as answer:
                    if answer.status_code == 401:
                        return
                    self._hear(answer)
                self.has_ended += 1
            except httpx.TransportError:
                time.sleep(0.02)

    def _hear(self, answer: httpx.Response) -> None:
        for line in answer.iter_lines():
            if line.startswith("id: "):
                self._last = line[4:]
            if line.startswith("data: "):
                self.heard.append(json.loads(line[6:]))
            if self._is_over:
                return

    @property
    def seq(self) -> int:
        return max((one.get("seq", 0) for one in self.heard), default=0)

    def end(self) -> None:
        self._is_over = True


def until(is_so: Callable[[], object], what: str) -> None:
    patience = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < patience, what
        time.sleep(0.01)


def test_hall_goes_on_when_a_process_or_the_database_is_killed(
    pair: list[Process], postgres: Postgres, database: str, client: Clients
) -> None:
    luck = random.Random(KILLS)
    balancer = Balancer(pair, luck, client(None))
    begun = len(from_text(balancer.desk("GET", "file").text).facts)
    staff = {"authorization": f"Bearer {REFEREE}"}
    staff_hears = [Listener(pair, f"/api/tournaments/T/events?since={begun}", staff, n) for n in range(2)]
    public_hears = [Listener(pair, "/t/T/events", {}, n) for n in range(2)]
    for one in [*staff_hears, *public_hears]:
        one.start()
    phone = Phone(balancer, TABLE_4)  # type: ignore[arg-type]
    phone.open()
    told: dict[str, int] = {}

    def go_on() -> None:
        """Let a desk and a phone work for a while."""
        for _ in range(luck.randrange(4, 9)):
            key = f"act-{len(told):04}"
            told[key] = balancer.act(key, do="table", table=6, works=bool(len(told) % 2))
            phone.tap({"say": "referee", "text": f"call {len(told)}"})
            phone.send(is_lost=luck.random() < 0.3)

    for number in range(KILLS):
        go_on()
        if number % 3 == 1:  # everyone goes on asking until it is back
            postgres.kill()
            back = threading.Thread(target=postgres.start)
            back.start()
            go_on()
            back.join()
            continue
        victim = luck.choice(pair)
        victim.end()
        go_on()
        victim.start()
    go_on()
    phone.tap(*STEPS)
    answer = phone.send()
    assert (answer["has"], answer["result"]["state"]) == (len(phone.facts), "told")

    facts = [from_text(balancer.desk("GET", "file", at=n).text).facts for n in range(2)]
    last = len(facts[0])
    assert facts[0] == facts[1]
    assert len({told[key] for key in told}) == len(told) == sum(fact.body.kind == "table" for fact in facts[0])
    bodies = [fact.body for fact in facts[0]]
    results = [body for body in bodies if isinstance(body, ResultGiven) and body.match == phone.match]
    assert len(results) == 1, results

    def shown_pads() -> list[list[tuple[int, str]]]:
        both = (balancer.desk("GET", "pads", at=n).json()["pads"] for n in range(2))
        return [[(pad["facts"], pad["score"]) for pad in one if pad["match"] == phone.match] for one in both]

    # After the database was lost, updates resume a moment after it is back.
    until(lambda: all(len(one) == 1 and one[0][0] == len(phone.facts) for one in shown_pads()), "a pad is behind")
    assert len({one[0] for one in shown_pads()}) == 1
    until(lambda: all(one.seq == last for one in [*staff_hears, *public_hears]), "somebody was not told everything")
    for one in [*staff_hears, *public_hears]:
        one.end()
    print(f"{KILLS} kills, {len(told)} acts of the desk and {len(phone.facts)} facts of a pad acknowledged")
    for one in staff_hears:
        assert list(dict.fromkeys(heard["seq"] for heard in one.heard)) == list(range(begun + 1, last + 1))
    shown = [balancer.ask("GET", "/t/T.json", n, headers={"x-seen": str(last)}).json() for n in range(2)]
    played = [next(one for one in show["matches"] if one["match"] == phone.match) for show in shown]
    assert played[0] == played[1]
    assert played[0]["state"] == "over", played[0]


def test_calls_scores_and_revocations_reach_the_other_server(
    pair: list[Process], database: str, client: Clients
) -> None:
    balancer = Balancer(pair, random.Random(1), client(None))
    match = str(hall_desk().match("C", "D"))

    def pad_of(match: str, at: int) -> dict[str, Any]:
        """Return the pad when that process has received all that was sent."""
        found: list[dict[str, Any]] = []

        def is_heard() -> bool:
            pads = balancer.desk("GET", "pads", at=at).json()["pads"]
            found[:] = [one for one in pads if (one["match"], one["facts"]) == (match, len(second.facts))]
            return bool(found)

        until(is_heard, "a process does not hear of a pad")
        return found[0]

    # Called at one server, recorded at the other at once.
    call = {"key": "call-of-5", "act": {"do": "call", "match": match, "table": 5}, "reason": "D has rested enough"}
    balancer.desk("POST", "acts", at=0, json=call)
    first, second = (Phone(client(one), TABLE_5) for one in pair)
    assert second.open()["matches"][0]["match"] == match
    second.tap("toss a break")
    assert second.send()["aside"] is None
    assert pad_of(match, 0)["facts"] == 1
    # A score at one is on the screens of the other.
    hears = Listener([pair[0]], "/t/T/events", {}, 1)
    hears.start()
    until(lambda: hears.heard, "no greeting")
    second.tap("board-over a coins 9 queen a")
    second.send()
    until(lambda: any(match in one.get("scores", {}) for one in hears.heard), "the screen does not hear of a pad")
    hears.end()
    # A call answered at one is answered at the other; so are accepted events.
    second.tap({"say": "referee", "text": "come"})
    second.send()
    pad_of(match, 0)
    waiting = next(one for one in balancer.desk("GET", "pads", at=0).json()["calls"] if one["match"] == match)
    headers = {"authorization": f"Bearer {REFEREE}"}
    asked = balancer.ask(
        "POST", "/api/pads/calls/answer", 0, json={"tournament": "T", "call": waiting["id"]}, headers=headers
    )
    assert asked.status_code == 200, asked.text
    assert all(
        one["is_answered"] for one in balancer.desk("GET", "pads", at=1).json()["calls"] if one["match"] == match
    )
    balancer.desk("POST", "roles/revoke", REFEREE, at=0, json={"id": "t5"})
    second.tap("board-over a coins 9 queen a")
    assert second.send()["aside"] == "revoked"
    pad = pad_of(match, 0)
    taken = {"tournament": "T", "match": match, "pad": pad["pad"], "upto": pad["facts"]}
    assert pad["set_aside"] == 1
    assert balancer.ask("POST", "/api/pads/aside/take", 1, json=taken, headers=headers).status_code == 200
    until(lambda: pad_of(match, 0)["set_aside"] == 0, "not taken at the other")
    assert first.ask("work", {})["is_revoked"]


class Sockets:
    """A client of one process for matches in the browser."""

    def __init__(self, process: Process) -> None:
        self._address = process.address.replace("http", "ws")

    @contextmanager
    def websocket_connect(self, path: str, subprotocols: Any) -> Iterator[Any]:
        with connect(f"{self._address}{path}", subprotocols=subprotocols, compression=None) as line:
            yield SimpleNamespace(
                send_text=line.send, receive_text=line.recv, receive_json=lambda: json.loads(line.recv())
            )


def test_browser_table_survives_the_server_that_made_it(pair: list[Process], database: str, client: Clients) -> None:
    balancer = Balancer(pair, random.Random(1), client(None))
    match = str(hall_desk().match("A", "D"))
    made = [balancer.desk("POST", "tables", at=0, json={"match": match, "clock": False}).json()]
    balancer.desk("POST", "tables/end", at=1, json={"match": match})
    made.append(balancer.desk("POST", "tables", at=0, json={"match": match, "clock": False}).json())
    pair[0].end()
    for one in made:
        play_until_given_up(Sockets(pair[1]), one, "D")  # type: ignore[arg-type]
    seen: list[str] = []

    def is_told() -> bool:
        record = from_text(balancer.desk("GET", "file", at=1).text).state.matches[MatchId(match)]
        seen[:] = [one.by for one in record.history]
        return bool(seen)

    until(is_told, "its result does not come back")
    assert seen == [f"table:{made[1]['table']}"]


def test_sessions_and_owners_are_shared_between_servers(pair: list[Process], database: str, client: Clients) -> None:

    async def print_links() -> list[str]:
        """Two links for the first owner, as two processes print them."""
        store = store_at(database)
        store.open()
        accounts = Accounts(store, 64)
        links = [await accounts.invite(None, "owner", is_host=True, is_first=True) for _ in range(2)]
        store.close()
        return links

    invites = asyncio.run(print_links())
    clients = [client(one) for one in pair]
    answers: list[httpx.Response] = []

    def join(n: int) -> None:
        wish = {"invite": invites[n], "name": ("Olga", "Eve")[n], "password": "a long password"}
        answers.append(clients[n].post("/api/session/join", json=wish))

    joining = [threading.Thread(target=join, args=(n,)) for n in range(2)]
    for one in joining:
        one.start()
    for one in joining:
        one.join()
    assert sorted(one.status_code for one in answers) == [200, 404], "one of them owns it"
    winner = next(n for n in range(2) if clients[n].cookies)
    ((name, secret),) = clients[winner].cookies.items()
    cookie = {"cookie": f"{name}={secret}"}
    other = client(pair[1 - winner])
    assert other.get("/api/session", headers=cookie).json()["name"] in ("Olga", "Eve")
    assert other.post("/api/session/end", json={}, headers=cookie).status_code == 200
    assert clients[winner].get("/api/session", headers=cookie).json()["name"] is None
