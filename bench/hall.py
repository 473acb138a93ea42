"""Public pages with a full hall: 500 people, some 2,000 matches, 60 tables, 500 phones listening.

Prints how long a page takes when first requested in a state and when cached, and how soon after a result the first and
the last listener receive it. Targets: every page under 100 ms at the server, every listener within a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path

from carrom.server import Settings, SqliteStore, create_app
from carrom.server.stores.store import StoredLog
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import HEADING, event_line
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Hall, Overrides, Stage, StageId
from carrom.tournament.model.events import (
    EntryRecorded,
    EventBody,
    MatchCalled,
    MatchStarted,
    PersonRecorded,
    ResultGiven,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId

PEOPLE, TABLES, LISTENERS = 500, 60, 500
PAGES = ("", "/people", "/p/p7", "/order", "/e/S", "/e/S/groups/3", "/results", "/rules", ".json", ".ics")


def facts() -> tuple[list[TournamentEvent], State]:
    """The middle of the groups, every table in use."""
    game = Overrides(games=1)
    groups = Stage(
        id=StageId("groups"), format="groups", rulebook="icf", overrides=game, policy=POLICIES["vkk"], group_size=8,
        advance=2,
    )  # fmt: skip
    knockout = Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=game)
    event = Competition(id=CompetitionId("S"), name="Open singles", category=Category(), stages=(groups, knockout))
    start = datetime.now().replace(microsecond=0) - timedelta(hours=6)
    told: list[TournamentEvent] = []
    state = State()

    def tell(body: EventBody) -> None:
        nonlocal state
        fact = TournamentEvent(
            id=TournamentEventId(f"f{len(told) + 1}"),
            at=start + timedelta(seconds=5 * len(told)),
            body=body,
            n=len(told) + 1,
        )
        step = apply_event(state, fact)
        assert hasattr(step, "state"), step
        state = step.state
        told.append(fact)

    tell(
        TournamentCreated(
            definition=Definition(name="Large", day=start.date(), events=(event,), hall=Hall(tables=TABLES))
        )
    )
    for n in range(PEOPLE):
        person = Person(id=PersonId(f"p{n}"), name=f"Player Number {n}", club=f"Club {n % 20}")
        tell(PersonRecorded(person=person))
        tell(EntryRecorded(event=event.id, entry=Entry(id=EntryId(person.name), members=(person.id,))))
    for stage in (groups, knockout):
        tell(draw_stage(state, StageKey(event.id, stage.id), random="2024"))
    view = TournamentNow(state)
    matches = [match for match in state.matches if view.status(match) == "ready"]
    for n, match in enumerate(matches[: 600 + TABLES]):
        a, b = view.known_sides(match)
        tell(MatchCalled(match=match, table=n % TABLES + 1))
        tell(MatchStarted(match=match))
        if n < 600:
            tell(ResultGiven(match=match, a=a, b=b, score=(25, n % 24)))
    return told, state


async def ask(port: int, path: str, etag: str = "") -> tuple[float, int, int, str]:
    """Milliseconds, status, bytes and name of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.perf_counter()
    known = f"if-none-match: {etag}\r\n" if etag else ""
    head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n{known}connection: close\r\n\r\n"
    writer.write(head.encode())
    answer = await reader.read()
    took = (time.perf_counter() - began) * 1000
    writer.close()
    headers, _, body = answer.partition(b"\r\n\r\n")
    lines = headers.decode().split("\r\n")
    found = next((line.partition(": ")[2] for line in lines if line.lower().startswith("etag")), "")
    return took, int(lines[0].split()[1]), len(body), found


async def listen(port: int, heard: list[float], ready: asyncio.Semaphore, seq: list[int]) -> None:
    """One phone: notes when it hears of the awaited fact."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /t/large/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
    try:
        async for line in reader:
            if line.startswith(b"event: hello"):
                ready.release()
            elif line.startswith(b"data: {") and json.loads(line[6:]).get("seq", 0) >= seq[0] > 0:
                heard.append(time.perf_counter())
                return
    finally:
        writer.close()


def best(rows: list[float]) -> str:
    return f"{statistics.median(rows):.0f} ms, at most {max(rows):.0f} ms"


async def measure(listeners: int) -> None:
    import uvicorn

    told, state = facts()
    print(f"{len(state.people)} people, {len(state.matches)} matches, {TABLES} tables, {len(told)} facts")
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "matches.sqlite")
        app = create_app(Settings(is_warmed=False), store)
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.05)
        port = server.servers[0].sockets[0].getsockname()[1]
        await store.create(StoredLog("large", "tournament", time.time(), json.dumps({"heading": HEADING})))
        await store.append("large", 0, [event_line(fact) for fact in told], key=None, at=time.time())
        print(f"opened for the first time, log of {len(told)} facts and all: {(await ask(port, '/t/large'))[0]:.0f} ms")
        began = time.perf_counter()
        while (await ask(port, "/t/large/order"))[2] < 2000:  # until the end of play is planned
            await asyncio.sleep(0.5)
        print(f"the order of play is there after {time.perf_counter() - began:.0f} s")
        for path in (*(f"/t/large{page}" for page in PAGES), "/hall/large", "/overlay/large/7"):
            cpu = time.process_time()
            first, status, size, etag = await ask(port, path)
            cpu = (time.process_time() - cpu) * 1000
            assert status == 200, (path, status)
            again = [(await ask(port, path))[0] for _ in range(20)]
            same, code, *_ = await ask(port, path, etag)
            kept = statistics.median(again)
            print(
                f"{path:24} first {first:6.1f} ms (processor {cpu:5.1f} ms), then {kept:4.1f} ms, "
                f"{size / 1024:5.1f} KB; known already: {code} in {same:.1f} ms"
            )
        await hear_results(port, app.state.desks, state, listeners)
        server.should_exit = True
        app.state.leave()
        await running


async def hear_results(port: int, desks: object, state: State, listeners: int) -> None:
    view = TournamentNow(state)
    firsts, lasts, pages, works = [], [], [], []
    on = list(view.tables_in_use.values())
    for n, match in enumerate(on[:5]):
        heard: list[float] = []
        seq, ready = [0], asyncio.Semaphore(0)
        phones = [asyncio.create_task(listen(port, heard, ready, seq)) for _ in range(listeners)]
        for _ in phones:
            await ready.acquire()
        a, b = view.known_sides(MatchId(match))
        body = ResultGiven(match=match, a=a, b=b, score=(25, 7))
        began, cpu = time.perf_counter(), time.process_time()
        done = await desks.record_events("large", [body], by="desk", key=f"result-{n}")  # type: ignore[attr-defined]
        seq[0] = done.seq
        await asyncio.wait_for(asyncio.gather(*phones), 30)
        works.append((time.process_time() - cpu) * 1000)
        pages += [(await ask(port, "/t/large/p/p9"))[0] for _ in range(3)]
        firsts.append((min(heard) - began) * 1000)
        lasts.append((max(heard) - began) * 1000)
    print(f"a result is heard by the first of {listeners} phones after {best(firsts)}, by the last after {best(lasts)}")
    print(f"processor's time for it, from the fact to the last phone: {best(works)}")
    print(f"a person's page right after it: {best(pages)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listeners", type=int, default=LISTENERS)
    asyncio.run(measure(parser.parse_args().listeners))
