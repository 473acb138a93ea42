"""Tables and logs of a large tournament: 500 players, 2,000 matches.

Each is compared with the least any program must do: add up points and sort; parse the same lines as JSON.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from datetime import date, datetime

from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import (
    EntryRecorded,
    PersonRecorded,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId, Result
from carrom.tournament.tables.standings import standings

PLAYERS, ROUNDS = 500, 8


def best(work: Callable[[], object], times: int = 5) -> float:
    shortest = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


def matches() -> tuple[list[EntryId], list[Result]]:
    """Eight rounds in which everybody plays."""
    luck = random.Random(1)
    entries = [EntryId(f"player {n}") for n in range(PLAYERS)]
    results = []
    for _ in range(ROUNDS):
        order = luck.sample(entries, len(entries))
        for a, b in zip(order[::2], order[1::2], strict=True):
            score = (25, luck.randrange(25)) if luck.random() < 0.5 else (luck.randrange(25), 25)
            results.append(Result(a=a, b=b, score=score))
    return entries, results


def floor(entries: list[EntryId], results: list[Result]) -> list[EntryId]:
    """Points and a sort, without tie-breaks and reasons."""
    points = dict.fromkeys(entries, 0)
    for result in results:
        if result.winner is not None:
            points[result.winner] += 2
    return sorted(entries, key=lambda entry: -points[entry])


def group_log() -> list[TournamentEvent]:
    """500 players in groups of eight, more than 1,700 matches, and the knockout."""
    groups = Stage(
        id=StageId("groups"), format="groups", rulebook="icf", overrides=Overrides(games=1), policy=POLICIES["vkk"],
        group_size=8, advance=2,
    )  # fmt: skip
    knockout = Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=Overrides(games=1))
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(groups, knockout))
    bodies: list[TournamentCreated | PersonRecorded | EntryRecorded] = [
        TournamentCreated(definition=Definition(name="Large", day=date(2024, 1, 1), events=(event,)))
    ]
    for n in range(PLAYERS):
        person = Person(id=PersonId(f"p{n}"), name=f"Player {n}")
        bodies.append(PersonRecorded(person=person))
        bodies.append(EntryRecorded(event=event.id, entry=Entry(id=EntryId(person.name), members=(person.id,))))
    start = datetime(2024, 1, 1, 8, 0)
    facts = [
        TournamentEvent(id=TournamentEventId(f"f{n}"), at=start, body=body, n=n) for n, body in enumerate(bodies, 1)
    ]
    return [*facts, *Simulation(fold_events(facts).state).facts()]


def main() -> None:
    entries, results = matches()
    print(f"standings, {PLAYERS} players, {len(results)} matches")
    least = best(lambda: floor(entries, results))
    for name, policy in POLICIES.items():
        took = best(lambda policy=policy: standings(entries, results, policy))  # type: ignore[misc]
        print(
            f"  {name:<8} {took * 1000:6.1f} ms   {took / least:5.1f} × adding up and sorting   "
            f"{took / 0.1:4.0%} of the 100 ms allowed"
        )
    facts = group_log()
    lines = tournament_text(facts)
    parsing = best(lambda: [json.loads(line) for line in lines.splitlines()], 3)
    loading = best(lambda: from_text(lines), 3)
    state = from_text(lines).state
    view = best(lambda: [TournamentNow(state).tables(key) for key in state.draws if state.stage(key).policy], 3)
    print(f"log, {len(facts)} facts, {len(state.matches)} matches")
    print(f"  open the file      {loading * 1000:7.0f} ms   {loading / parsing:5.1f} × parsing its JSON")
    print(f"  all group tables   {view * 1000:7.0f} ms   {view / loading:5.2f} × opening it")


if __name__ == "__main__":
    main()
