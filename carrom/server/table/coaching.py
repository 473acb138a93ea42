"""Coach reports, made in small steps in the worker pool and polled by the page.

Matches go first. Work pauses when polling stops. Each address has one report in progress.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from carrom.base.errors import CarromError
from carrom.match.log.record import read_record
from carrom.server.table.computers import ComputerWorkers

if TYPE_CHECKING:
    from carrom.match import Match
    from carrom.match.parties import PlayerId
    from carrom.players.coach.recorded_strokes import RecordedStroke
    from carrom.players.coach.report_json import CoachReport
    from carrom.players.coach.skill_estimate import Evidence, SkillEstimate
    from carrom.players.coach.stroke_review import StrokeReview

T = TypeVar("T")
MOST_STROKES = 600
"""Longer matches are refused."""
_LOG = logging.getLogger(__name__)
_HAND_STEP, _STEP = 6, 1
"""Strokes per step: for a player's accuracy, and analysed."""
_KEPT = 32
"""Finished reports cached, and abandoned ones remembered."""
_LISTENS = 1.0
"""Seconds without a poll until a client is gone."""
_COMES_BACK = 600.0
"""Seconds an abandoned report waits, as for a background tab."""
_LOOK = 0.1


@dataclass
class _Job:
    address: str
    done: int = 0
    of: int = 0
    polled_at: float = 0.0
    report: CoachReport | None = None
    problem: CarromError | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)
    is_polled: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def ask(self) -> None:
        self.polled_at = time.monotonic()
        self.is_polled.set()

    @property
    def patience(self) -> float:
        return self.polled_at + _LISTENS - time.monotonic()


class _ClientGoneError(Exception):
    """The client did not come back."""


class CoachReports:
    """Reports in progress, and cached ones."""

    def __init__(self, computers: ComputerWorkers) -> None:
        self._computers = computers
        self._jobs: dict[str, _Job] = {}

    def is_known(self, key: str) -> bool:
        return key in self._jobs

    def ask(self, key: str, record: str, address: str) -> tuple[int, int, CoachReport | None]:
        """Strokes analysed, total strokes, and the report once complete. Raises `CarromError` if it failed."""
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = _Job(address)
            job.task = asyncio.get_running_loop().create_task(self._make(key, job, record))
            self._forget()
        job.ask()
        if job.problem is not None:
            self._jobs.pop(key, None)
            raise job.problem
        return job.done, job.of, job.report

    def _forget(self) -> None:
        finished = [name for name, one in self._jobs.items() if one.report is not None]
        begun = [name for name, one in self._jobs.items() if one.report is None and one.polled_at and one.patience < 0]
        for old in [*finished[:-_KEPT], *begun[:-_KEPT]]:
            job = self._jobs.pop(old)
            if job.task is not None:
                job.task.cancel()

    async def _make(self, key: str, job: _Job, record: str) -> None:
        async def do(work: Callable[..., T], *args: Any) -> T:
            return await self._step(job, work, record, *args)

        try:
            job.of, evidence_strokes = await do(_plan)
            spreads: dict[PlayerId, SkillEstimate | None] = {}
            for person, numbers in evidence_strokes.items():
                found: Evidence | None = None
                for first in range(0, len(numbers), _HAND_STEP):
                    found = await do(_look, numbers[first : first + _HAND_STEP], found)
                spreads[person] = None if found is None else found.spread()
            reviewed: list[StrokeReview] = []
            while job.done < job.of:
                reviewed += await do(_some, spreads, job.done)
                job.done = len(reviewed)
            job.report = await do(_report, spreads, reviewed)
        except _ClientGoneError:
            self._jobs.pop(key, None)
        except CarromError as error:
            job.problem = error
        except Exception:
            _LOG.exception("the coach did not finish a report")
            job.problem = CarromError("report-failed", "the coach could not finish this report")

    async def _step(self, job: _Job, work: Callable[..., T], *args: Any) -> T:
        """Clients that leave the queue lose their turn; a step that began is finished."""
        while True:
            await self._turn(job)
            begun = asyncio.Event()
            step = asyncio.ensure_future(self._computers.run(work, *args, address=job.address, begun=begun))
            try:
                while not step.done() and job.patience > 0:
                    await asyncio.wait((step,), timeout=job.patience)
                if step.done() or begun.is_set():
                    return await step
            finally:
                step.cancel()

    async def _turn(self, job: _Job) -> None:
        """Wait for a poll, and for the address's earlier reports."""
        while True:
            waiting = (one for one in self._jobs.values() if one.address == job.address and one.report is None)
            if job.patience <= 0:
                job.is_polled.clear()
                try:
                    await asyncio.wait_for(job.is_polled.wait(), _COMES_BACK)
                except TimeoutError:
                    raise _ClientGoneError from None
            elif next((one for one in waiting if one.patience > 0 and one.problem is None), job) is job:
                return
            else:
                await asyncio.sleep(_LOOK)


@lru_cache(maxsize=8)
def _played(record: str) -> tuple[Match, tuple[RecordedStroke, ...]]:
    from carrom.players.coach.recorded_strokes import recorded_strokes

    match = read_record(record).record.replay().match
    return match, recorded_strokes(match)


def _plan(record: str) -> tuple[int, dict[PlayerId, list[int]]]:
    """Number of strokes, and those that show each player's accuracy."""
    from carrom.players.coach.report import people_in
    from carrom.players.coach.skill_estimate import informative_strokes

    _, played = _played(record)
    if len(played) > MOST_STROKES:
        raise CarromError(
            "match-too-long", f"a match of {len(played)} strokes is too long to weigh here: `carrom coach` does it"
        )
    place = {id(stroke): number for number, stroke in enumerate(played)}
    own = {person: [one for one in played if one.person == person] for person in people_in(played)}
    return len(played), {
        person: [place[id(one)] for one in informative_strokes(strokes)] for person, strokes in own.items()
    }


def _look(record: str, numbers: list[int], found: Evidence | None) -> Evidence:
    from carrom.players.coach.skill_estimate import Evidence

    _, played = _played(record)
    evidence = Evidence.none() if found is None else found
    for number in numbers:
        evidence = evidence.with_stroke(played[number])
    return evidence


def _some(record: str, spreads: dict[PlayerId, SkillEstimate | None], first: int) -> list[StrokeReview]:
    from carrom.players.coach.report import known_skills, review_with_skills

    skills = known_skills(spreads)
    return [review_with_skills(stroke, skills) for stroke in _played(record)[1][first : first + _STEP]]


def _report(record: str, spreads: dict[PlayerId, SkillEstimate | None], reviewed: list[StrokeReview]) -> CoachReport:
    from carrom.players.coach.report import build_report
    from carrom.players.coach.report_json import report_form

    return report_form(build_report(_played(record)[0], spreads, reviewed))
