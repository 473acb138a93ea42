"""The coach over the network: a report is made in small steps beside everything else, and read while it is made.

A step is a few strokes, so that a long match holds up nobody's computer; who asks for a report and goes away is soon
forgotten, and what was made once is kept for those who come later.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError
from carrom.match.log.record import read_record
from carrom.server.live.computer import Computers

if TYPE_CHECKING:
    from carrom.match import Match
    from carrom.match.parties import PlayerId
    from carrom.players.coach.form import CoachReport
    from carrom.players.coach.hand_spread import HandSpread
    from carrom.players.coach.strokes import StrokePlayed
    from carrom.players.coach.weighing import Weighed

MOST_STROKES = 600
"""More strokes than a long match has are not weighed here; `carrom coach` weighs any number."""
_LOG = logging.getLogger(__name__)
_STEP = 3
_KEPT = 32
_PATIENCE = 30.0
"""Seconds after which nobody seems to wait any more."""


@dataclass
class _Job:
    done: int = 0
    of: int = 0
    asked: float = 0.0
    report: CoachReport | None = None
    problem: CarromError | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Coaching:
    """All reports that are made or were made lately."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._jobs: dict[str, _Job] = {}

    def is_known(self, key: str) -> bool:
        """Whether asking for it costs nothing more."""
        return key in self._jobs

    def ask(self, key: str, record: str, address: str) -> tuple[int, int, CoachReport | None]:
        """How many strokes are weighed, of how many, and the report when all are."""
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = _Job()
            job.task = asyncio.get_running_loop().create_task(self._make(key, job, record, address))
            for old in [name for name, one in self._jobs.items() if one.report is not None][:-_KEPT]:
                del self._jobs[old]
        job.asked = time.monotonic()
        if job.problem is not None:
            self._jobs.pop(key, None)
            raise job.problem
        return job.done, job.of, job.report

    async def _make(self, key: str, job: _Job, record: str, address: str) -> None:
        run = self._computers.run
        job.asked = time.monotonic()
        try:
            job.of, spreads = await run(_hands, record, address=address)
            weighed: list[Weighed] = []
            while job.done < job.of:
                if time.monotonic() - job.asked > _PATIENCE:
                    del self._jobs[key]
                    return
                weighed += await run(_some, record, spreads, job.done, address=address)
                job.done = len(weighed)
            job.report = await run(_report, record, spreads, weighed, address=address)
        except CarromError as error:
            job.problem = error
        except Exception:
            _LOG.exception("the coach did not finish a report")
            job.problem = CarromError("the coach could not finish this report")


@lru_cache(maxsize=4)
def _played(record: str) -> tuple[Match, tuple[StrokePlayed, ...]]:
    """The match of a record and its strokes, read once by each worker."""
    from carrom.players.coach.strokes import strokes_played

    match = read_record(record).record.replay().match
    return match, strokes_played(match)


def _hands(record: str) -> tuple[int, dict[PlayerId, HandSpread | None]]:
    from carrom.players.coach.report import spreads_in

    _, played = _played(record)
    if len(played) > MOST_STROKES:
        raise CarromError(f"a match of {len(played)} strokes is too long to weigh here: `carrom coach` does it")
    return len(played), spreads_in(played)


def _some(record: str, spreads: dict[PlayerId, HandSpread | None], first: int) -> list[Weighed]:
    from carrom.players.coach.report import skills_of, weigh_in

    skills = skills_of(spreads)
    return [weigh_in(stroke, skills) for stroke in _played(record)[1][first : first + _STEP]]


def _report(record: str, spreads: dict[PlayerId, HandSpread | None], weighed: list[Weighed]) -> CoachReport:
    from carrom.players.coach.json_form import report_form
    from carrom.players.coach.report import report_of

    return report_form(report_of(_played(record)[0], spreads, weighed))
