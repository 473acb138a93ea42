"""Tournaments for the tests of the public pages."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from carrom.base.errors import raise_if_refused
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import Appended, StoredLog
from carrom.tournament.desk.calling import next_calls
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import HEADING, event_line
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Hall, Overrides, Stage, StageId
from carrom.tournament.model.events import (
    ContactGiven,
    EntryRecorded,
    MatchCalled,
    MatchStarted,
    PadEventNoted,
    PersonChecked,
    PersonRecorded,
    ResultGiven,
    SideReported,
    TournamentEvent,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import Desk

FIRST = (
    *("Asha", "Ravi", "Meera", "Imran", "Heena", "Vikram", "Priya", "Sanjay"),
    *("Fatima", "Arjun", "Kavita", "Dilip", "Nasreen", "Suresh", "Lata", "Yusuf"),
)
LAST = ("Kulkarni", "Fernandes", "Shaikh", "Naidu", "Gowda", "Chatterjee", "Iyer", "Deshpande", "Pathan", "Mohanty")
STRANGE = (
    "Venkatanarasimharajuvaripeta Subramanyam K",
    "अनुराधा देशपांडे",
    "محمد عمران خان",
    "<script>alert(1)</script>",
    "Abc \u202egnitset\u202c Rao",
)
SECRETS = ("1961-02-03", "0987-65-SECRET", "secret@mail.example", "4711", "her hip hurts", "Formerly-Known")


def people(count: int) -> list[str]:
    """Names as in a club, all different."""
    names = dict.fromkeys(f"{first} {last}" for last in LAST for first in FIRST)
    return [*STRANGE, *names, *(f"Player {n}" for n in range(500))][:count]


def hall(
    count: int = 16,
    *,
    groups: int = 4,
    tables: int = 4,
    now: datetime | None = None,
    doubles: bool = False,
    named: tuple[str, ...] = (),
    **more: Any,
) -> Desk:
    """Groups with a knockout behind them, drawn, at nine in the morning of their day."""
    one_game = Overrides(games=1, boards_until="always")
    stages = (
        Stage(
            id=StageId("groups"), format="groups", rulebook="icf", overrides=one_game, policy=POLICIES["vkk"],
            groups=groups, advance=2,
        ),
        Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=one_game),
    )  # fmt: skip
    kind = Category(kind="doubles" if doubles else "singles")
    event = Competition(
        id=CompetitionId("S"), name="Doubles" if doubles else "Open singles", category=kind, stages=stages
    )
    # Yesterday, so that a running server adds later events only.
    day = (now or datetime.now() - timedelta(days=1)).date()
    said: dict[str, Any] = {"name": "Hill Cup", "venue": "Town hall", **more}
    desk = Desk(Definition(day=day, events=(event,), hall=Hall(tables=tables), **said))
    desk.clock = datetime.combine(day, datetime.min.time()) + timedelta(hours=9)
    enter(desk, [*named, *people(count - len(named))], pairs=doubles)
    for stage in event.stages:
        desk.draw(StageKey(event.id, stage.id), random="2024")
    return desk


def enter(desk: Desk, names: list[str], *, pairs: bool = False) -> None:
    """Enter everyone, with secrets that no page may show."""
    members: list[PersonId] = []

    def known(body: PersonRecorded | EntryRecorded) -> None:
        """Record it as an old log has it: earlier versions accepted names that are refused now."""
        fact = desk.fact(body)
        desk.state = raise_if_refused(apply_event(desk.state, fact)).state
        desk.facts.append(fact)

    for n, name in enumerate(names):
        born = datetime.fromisoformat(SECRETS[0]).date()
        person = Person(id=PersonId(f"p{n}"), name=name, born=born, club=("Hill", "Lake", "Port")[n % 3])
        known(PersonRecorded(person=replace(person, formerly=(SECRETS[5],))))
        desk.record(ContactGiven(person=person.id, phone=SECRETS[1], email=SECRETS[2]))
        desk.record(PersonChecked(person=person.id, what="fee", amount=int(SECRETS[3])))
        members.append(person.id)
        if not pairs or len(members) == 2:
            entry = " / ".join(str(desk.state.people[one].name) for one in members)
            known(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(entry), members=tuple(members))))
            members = []


def play(desk: Desk, matches: int, *, seed: int = 1, leave_on: bool = True) -> None:
    """Call matches and give results until so many are played; leave the next ones on the tables."""
    luck = random.Random(seed)
    played = 0
    while True:
        # An hour later everyone has rested.
        for call in next_calls(desk.view, desk.clock)[0]:
            desk.record(MatchCalled(match=MatchId(call.match), table=call.table))
        on = list(desk.view.tables_in_use.values())
        if played >= matches or not on:
            break
        for match in on:
            a, b = desk.view.known_sides(match)
            score = (25, luck.randrange(24)) if luck.random() < 0.5 else (luck.randrange(24), 25)
            desk.record(ResultGiven(match=match, a=a, b=b, score=score))
            played += 1
        desk.clock += timedelta(minutes=50)
    for n, match in enumerate(desk.view.tables_in_use.values() if leave_on else ()):
        if n % 4 == 0:
            desk.record(SideReported(match=match, side="a"))
        elif n % 4 < 3:
            desk.record(MatchStarted(match=match))
            desk.record(PadEventNoted(match=match, score=(luck.randrange(20), luck.randrange(20))))


def store_lines(facts: list[TournamentEvent]) -> list[str]:
    return [event_line(replace(fact, n=n)) for n, fact in enumerate(facts, 1)]


def keep(file: Path, tournament: str, desk: Desk) -> None:
    """Put a tournament into the store of a server that does not run yet."""

    async def put() -> None:
        store = SqliteStore(file)
        store.open()
        await store.create(StoredLog(tournament, "tournament", time.time(), f'{{"heading":{HEADING!r}}}'))
        done = await store.append(tournament, 0, store_lines(desk.facts), key=None, at=time.time())
        assert isinstance(done, Appended)
        store.close()

    asyncio.run(put())
