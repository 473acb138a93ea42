"""Coach reports are made in small steps, only while they are awaited, one for each address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from carrom.laws import rulebook
from carrom.match import ByParty, Match, Record, Setup
from carrom.match.log import acts
from carrom.play import LEVELS, Contestant, Luck, Seating
from carrom.play.seating import next_act
from carrom.players import player_named
from carrom.players.coach.recorded_strokes import recorded_strokes
from carrom.players.coach.report import coach_match
from carrom.players.coach.report_json import report_form
from carrom.players.coach.skill_estimate import Evidence, estimate_skill, informative_strokes
from carrom.server.table import coaching
from carrom.server.table.coaching import CoachReports
from carrom.server.table.computers import ComputerWorkers
from tests.depth import by_depth


@cache
def _match(seed: int, strokes: int) -> Match:
    """Play strokes without stated intentions."""
    careless = Contestant(player_named("random"), LEVELS["casual"])
    seating = Seating(ByParty((careless,), (careless,)))
    match = Match.start(Setup(rulebook("icf")))
    made = 0
    while made < strokes:
        act = next_act(match, seating, Luck((seed,)), made)
        if isinstance(act, acts.StrokeMade):
            act, made = replace(act, meant=None), made + 1
        match = match.play(act)
    return match


def record(seed: int, strokes: int = 3) -> str:
    return Record.of(_match(seed, strokes)).text()


class Watched(ComputerWorkers):
    """One worker, in this process, that lists its jobs with their records."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[tuple[str, Any]] = []
        self.on_job: Callable[[], None] = lambda: None

    async def _work(self, work: Callable[..., Any], *args: Any) -> Any:
        self.jobs.append((work.__name__, args))
        self.on_job()
        return await asyncio.to_thread(work, *args)


async def _until_made(coach: CoachReports, key: str, text: str, address: str = "one") -> Any:
    while (answer := coach.ask(key, text, address))[2] is None:
        await asyncio.sleep(0.02)  # a page asks less often
    return answer


def test_report_in_steps_equals_the_whole_report() -> None:
    async def case() -> None:
        computers = Watched()
        done, of, report = await _until_made(CoachReports(computers), "a", record(1, 2))
        assert (done, of) == (2, 2)
        assert report == report_form(coach_match(_match(1, 2)))
        assert [name for name, _ in computers.jobs] == ["_plan", *["_some"] * 2, "_report"]

    asyncio.run(case())


@pytest.mark.deep
def test_each_step_takes_few_strokes() -> None:
    """A longer match has more steps, not longer ones."""
    text = record(2, 34)
    _, told = coaching._plan(text)
    played = recorded_strokes(_match(2, 34))
    for person, numbers in list(told.items())[: by_depth(1, len(told))]:
        assert [played[one] for one in numbers] == informative_strokes([one for one in played if one.person == person])
        found: Evidence | None = None
        for first in range(0, len(numbers), coaching._HAND_STEP):
            found = coaching._look(text, numbers[first : first + coaching._HAND_STEP], found)
        assert found is not None
        assert found.spread() == estimate_skill([one for one in played if one.person == person])
    assert coaching._HAND_STEP <= 6
    assert len(coaching._some(text, dict.fromkeys(told), 0)) == 1


def test_report_stops_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the current step is finished. When it is asked for again, it continues from there."""

    async def case() -> None:
        computers = Watched()
        coach = CoachReports(computers)
        computers.on_job = lambda: monkeypatch.setattr(coaching, "_LISTENS", 0.0) if len(computers.jobs) == 3 else None
        coach.ask("a", record(3), "one")
        while len(computers.jobs) < 3 or computers._free == 0:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert [name for name, _ in computers.jobs] == ["_plan", "_some", "_some"]
        monkeypatch.setattr(coaching, "_LISTENS", 3600.0)
        assert (await _until_made(coach, "a", record(3)))[:2] == (3, 3)
        assert [name for name, _ in computers.jobs[3:]] == ["_some", "_report"], "nothing is done twice"

    monkeypatch.setattr(coaching, "_LISTENS", 3600.0)
    asyncio.run(case())


def test_abandoned_report_does_not_take_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        computers = Watched()
        coach = CoachReports(computers)
        await computers._take_worker("a match", is_match=True)  # which thinks for a long time
        coach.ask("a", record(3, 1), "one")
        while coach._jobs["a"].is_polled.is_set():  # until the request is abandoned
            await asyncio.sleep(0.01)
        computers._give_worker()
        for _ in range(100):
            await asyncio.sleep(0)
        assert computers.jobs == []
        assert (await _until_made(coach, "a", record(3, 1)))[2] is not None

    monkeypatch.setattr(coaching, "_LISTENS", 0.2)
    asyncio.run(case())


def test_one_report_at_a_time_for_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        computers = Watched()
        coach = CoachReports(computers)
        several = {key: (record(seed, 1), address) for key, seed, address in
                   (("a", 4, "one"), ("b", 5, "one"), ("c", 6, "two"))}  # fmt: skip
        for key, (text, address) in several.items():
            coach.ask(key, text, address)
        for key in ("a", "c", "b"):
            await _until_made(coach, key, *several[key])
        texts = [args[0] for _, args in computers.jobs]
        assert texts.index(record(5, 1)) > max(n for n, text in enumerate(texts) if text == record(4, 1))
        assert texts.index(record(6, 1)) < texts.index(record(5, 1)), "another address does not wait for it"

    monkeypatch.setattr(coaching, "_LISTENS", 3600.0)
    asyncio.run(case())


def test_match_comes_before_the_next_step() -> None:
    async def case() -> None:
        computers = Watched()
        coach = CoachReports(computers)

        def move() -> str:
            return "moved"

        async def play() -> None:
            for _ in range(3):
                assert await computers.run(move, address="a player", is_match=True) == "moved"

        playing: list[asyncio.Task[None]] = []

        def begin() -> None:
            if len(computers.jobs) == 2:
                playing.append(asyncio.ensure_future(play()))

        computers.on_job = begin
        await _until_made(coach, "a", record(7, 2))
        await playing[0]
        names = [name for name, _ in computers.jobs]
        assert names[2] == "move", "the very next one"

    asyncio.run(case())
