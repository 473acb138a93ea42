"""Several processes on one PostgreSQL: any of them may be killed, everyone receives every event once, and nothing is
lost."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from carrom.match import Match
from carrom.server import store_at
from carrom.server.stores.store import Store
from carrom.server.table.agreement import Agreement
from carrom.server.table.snapshot import build_snapshot
from carrom.server.table.state import replay_stored
from carrom.testing.postgres import Postgres
from tests.depth import by_depth
from tests.server.cluster import COMPUTER, LINKS, Person, Process, table
from tests.server.talk import do, post_match, secret, wake_computers

KILLS = int(os.environ.get("CARROM_KILLS", by_depth("2", "20")))
DATABASE_KILLS = max(1, KILLS // 4)
Blow = Callable[[], None]


@pytest.fixture
def database(cluster_database: str) -> str:
    return cluster_database


def test_no_event_is_missed_when_processes_or_the_database_are_killed(
    pair: list[Process], postgres: Postgres, database: str
) -> None:
    luck = random.Random(KILLS)

    def database_dies() -> None:
        postgres.kill()
        postgres.start()

    def process_goes(how: signal.Signals) -> Blow:
        process = luck.choice(pair)
        return lambda: process.start_again(how)

    # Killed, or stopped, as when servers are replaced one after the other.
    ways = [signal.SIGTERM if number % 3 == 2 else signal.SIGKILL for number in range(KILLS - DATABASE_KILLS)]
    acts = [process_goes(how) for how in ways]
    acts += [database_dies] * DATABASE_KILLS
    luck.shuffle(acts)

    async def run() -> list[str]:
        ports = [process.port for process in pair]
        seats = [LINKS, LINKS, COMPUTER]
        made = [table(pair[n % 2].address, seats[n % 3], lambda: ports, n) for n in range(6)]
        people = [person for one in made for person in one]
        playing = [asyncio.create_task(person.run()) for person in people]
        for act in [*acts, None]:
            enough = sum(len(one.acknowledged) for one in people) + luck.randrange(10, 60)
            async with asyncio.timeout(60):
                while sum(len(one.acknowledged) for one in people) < enough:
                    await asyncio.sleep(0.02)
            if act is not None:
                await asyncio.to_thread(act)
        for person in people:
            person.is_playing = False
        store = store_at(database)
        store.open()
        faults = [fault for one in made for fault in await _faults(store, one)]
        store.close()
        heard = sum(len(person.heard) for person in people)
        print(f"{len(acts)} kills, {sum(len(one.acknowledged) for one in people)} acknowledged, {heard} told")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return faults

    assert asyncio.run(run()) == []


async def _faults(store: Store, people: list[Person]) -> list[str]:
    """List differences between what the clients received and what the store has."""
    match_id = people[0].match["id"]
    async with asyncio.timeout(60):
        last = await _settled(store, people)
    log = await store.log(match_id)
    assert log is not None
    events = await store.events(match_id)
    agreed = msgspec.json.decode(log.setup, type=Agreement)
    match = replay_stored(Match.start(agreed.match_setup()), events)[-1]
    shown = msgspec.json.decode(msgspec.json.encode(build_snapshot(match, agreed, "en")))
    bodies = {event.seq: msgspec.json.decode(event.body) for event in events}
    keys = {event.key: event.seq for event in events if event.key is not None}
    faults = [] if sorted(bodies) == list(range(1, last + 1)) else ["the log has a gap"]
    for person in people:
        faults += person.faults
        faults += [f"{key} is lost" for key, seq in person.acknowledged.items() if keys.get(key) != seq]
        faults += [f"{seq} is another" for seq, event in person.heard.items() if bodies[seq] != event]
        missed = [seq for seq in range((person._first or 0) + 1, last + 1) if seq not in person.heard]
        faults += [f"{missed} were never told"] if missed else []
        faults += [] if person.view == shown else [f"he sees {person.view} where {shown} is so"]
    return faults


async def _settled(store: Store, people: list[Person]) -> int:
    """Wait until everyone has received everything and has nothing left to do or send."""
    last = 0
    while True:
        if events := await store.events(people[0].match["id"], last):
            last = events[-1].seq
            for person in people:
                await person.hears(last)
        elif all(person.has_settled for person in people):
            return last
        else:
            await asyncio.sleep(0.02)


@pytest.mark.deep
def test_computers_turn_is_taken_over(pair: list[Process]) -> None:
    """Its server is killed while it thinks; a spectator watches at the other one."""

    async def run() -> float:
        first, second = pair
        seats = [COMPUTER[0], {**COMPUTER[1], "player": "tactician"}]
        for process in pair:
            wake_computers(process.address)
        made = post_match(first.address, seats, length="match")
        player = Person(made, made["links"][0]["secret"], lambda: [first.port], 1)
        watcher = Person(made, None, lambda: [second.port], 2)
        tasks = [asyncio.create_task(one.run()) for one in (player, watcher)]
        async with asyncio.timeout(60):
            while watcher.view is None or not _is_machines(watcher.view):
                watcher.changed.clear()
                await watcher.changed.wait()
        first.end()
        killed, number = time.monotonic(), watcher.view["seq"] + 1
        async with asyncio.timeout(30):
            await watcher.hears(number)
            while watcher.heard[number]["kind"] == "arrange":  # it may turn the rack before it breaks
                number += 1
                await watcher.hears(number)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert watcher.heard[number]["kind"] == "stroke"
        return watcher.heard_at[number] - killed

    seconds = asyncio.run(run())
    assert seconds < by_depth(30.0, 5.0)  # two to notice, and one to think, on a machine that may be busy


def _is_machines(view: dict[str, Any]) -> bool:
    return bool(view["todo"]["what"] == "strike" and view["todo"]["players"] == ["b1"])


def _workers(server: Process) -> set[int]:
    pid = server.pid
    return {int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def _says(server: Process, what: str) -> int:
    try:
        with urllib.request.urlopen(f"{server.address}/api/{what}", timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except (http.client.HTTPException, OSError) as error:
        raise AssertionError(f"nobody answers: {error}") from None


def _until_replaced(server: Process, old: set[int]) -> None:
    """Wait until all of these are replaced by two others; the server answers all the time."""
    patience = time.monotonic() + 90
    while len(now := _workers(server)) < 2 or now & old:
        assert time.monotonic() < patience, (now, old)
        assert _says(server, "health") == 200
        time.sleep(0.02)


def _hear(line: ClientConnection, kind: str) -> dict[str, Any]:
    while (told := json.loads(line.recv(timeout=30)))["t"] != kind:
        pass
    return dict(told)


def test_aim_is_shown_at_the_other_server(pair: list[Process]) -> None:
    """Aims go from server to server directly, never through the database."""
    made = post_match(pair[0].address)
    where = f"/api/matches/{made['id']}/socket"
    seat: Any = ["carrom.v1", f"seat.{secret(made)}"]
    with (
        connect(f"ws://127.0.0.1:{pair[0].port}{where}", subprotocols=seat, compression=None) as player,
        connect(f"ws://127.0.0.1:{pair[1].port}{where}", compression=None) as watcher,
    ):
        view = _hear(player, "welcome")["view"]
        asked = {"toss": {"do": "toss", "choice": "break"}, "next": {"do": "next"}}
        while (todo := view["todo"])["what"] != "strike":
            if act := asked.pop(todo["what"], None):
                player.send(do(view["seq"], todo["players"][0], act))
            view = _hear(player, "happened")["view"]
        until = time.monotonic() + 30
        seen = None
        while seen is None:
            assert time.monotonic() < until
            player.send('{"t":"aiming","along":12.5,"direction":3.0,"speed":2.0}')  # an aim may get lost: move again
            with suppress(TimeoutError):
                while seen is None:
                    told = json.loads(watcher.recv(timeout=0.2))
                    seen = told if told["t"] == "seen" else None
    assert (seen["along"], seen["direction"], seen["speed"]) == (12.5, 3.0, 2.0)


@pytest.mark.deep
def test_workers_share_one_socket_and_are_replaced(database: str) -> None:
    """A killed worker is replaced; all are replaced one after the other; the end is announced."""
    server = Process(database, "--workers", "2", "--drain", "1")
    try:
        people = table(server.address, LINKS, lambda: [server.port], 3)

        async def run() -> None:
            playing = [asyncio.create_task(person.run()) for person in people]
            async with asyncio.timeout(60):
                while sum(len(one.acknowledged) for one in people) < 12:
                    await asyncio.sleep(0.02)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

        asyncio.run(run())
        workers = _workers(server)
        os.kill(min(workers), signal.SIGKILL)
        while min(workers) in _workers(server):
            time.sleep(0.01)
        server.tell(signal.SIGHUP)  # while another one is starting: the only one that serves is not stopped
        _until_replaced(server, workers)
        assert (len(_workers(server)), _says(server, "ready")) == (2, 200)
        server.tell(signal.SIGTERM)
        while _says(server, "ready") != 503:  # readiness ends before the server does
            time.sleep(0.01)
    finally:
        assert server.end(signal.SIGTERM) == 0
