"""The order of play, computed in the background and shared. Requests wait a second, then get the previous one."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from carrom.base.errors import CarromError
from carrom.server.table.computers import ComputerWorkers
from carrom.tournament.desk.order_of_play import Appointment, order_of_play, planning_start
from carrom.tournament.model.state import State
from carrom.tournament.schedule.planner import ScheduleSolver
from carrom.tournament.seating.now import TO_PLAY, TournamentNow

_PATIENCE = 1.0
_SHORTLY = 0.05
"""Seconds to wait if there is a previous order, or the client asks again."""
_FRESH = timedelta(minutes=3)
"""Validity without new events."""
_FEW = 150
"""Open matches for a thread's search. More get a process and the quick solver: a full search takes half a minute."""


@dataclass(frozen=True, slots=True)
class PlannedOrder:
    """The order of play after event `seq`; empty at first."""

    order: tuple[Appointment, ...]
    seq: int
    is_current: bool
    trouble: str | None = None


@dataclass(slots=True)
class _CachedOrder:
    planned: PlannedOrder
    at: datetime
    task: asyncio.Task[None] | None = None


class OrdersOfPlay:
    """Orders of play known to this process."""

    def __init__(self, planner: ComputerWorkers) -> None:
        self._planner = planner
        self._cached: dict[str, _CachedOrder] = {}

    async def of(
        self, id: str, view: TournamentNow, seq: int, now: datetime, *, can_ask_again: bool = False
    ) -> PlannedOrder:
        """Return the current order, or the last known."""
        cached = self._cached.setdefault(id, _CachedOrder(PlannedOrder((), 0, is_current=False), datetime.min))
        if cached.planned.seq != seq or abs(now - cached.at) > _FRESH:
            if cached.task is None:
                cached.task = asyncio.ensure_future(self._compute(cached, id, view, seq, now))
            is_short = can_ask_again or cached.planned.order
            await asyncio.wait((cached.task,), timeout=_SHORTLY if is_short else _PATIENCE)
        return replace(cached.planned, is_current=cached.planned.seq == seq)

    async def for_paper(
        self, id: str, view: TournamentNow, seq: int, now: datetime, *, is_short: bool
    ) -> tuple[Appointment, ...]:
        """Return the current order for print; with `is_short` do not wait."""
        planned = await self.of(id, view, seq, now)
        while planned.seq < seq and not is_short:
            task = self._cached[id].task
            if task is not None:
                await asyncio.shield(task)
            planned = await self.of(id, view, seq, now)
        if planned.trouble is not None and not is_short:
            raise CarromError("no-plan", planned.trouble)
        return planned.order

    async def _compute(self, cached: _CachedOrder, id: str, view: TournamentNow, seq: int, now: datetime) -> None:
        try:
            cached.planned = PlannedOrder(await self._solve(id, view, now), seq, is_current=True)
        except CarromError as error:
            cached.planned = PlannedOrder((), seq, is_current=True, trouble=str(error))
        finally:
            cached.at, cached.task = now, None

    async def _solve(self, id: str, view: TournamentNow, now: datetime) -> tuple[Appointment, ...]:
        if await asyncio.to_thread(_count_open, view) <= _FEW:
            return await asyncio.to_thread(plan_order, view.state, now, "auto")
        stripped = replace(view.state, seen={}, past=(), notices=(), contacts=(), checks={}, quarantined=())
        return await self._planner.run(plan_order, stripped, now, "quick", address=id)


def _count_open(view: TournamentNow) -> int:
    return sum(view.status(match) in TO_PLAY for match in view.state.matches)


def plan_order(state: State, now: datetime, solver: ScheduleSolver) -> tuple[Appointment, ...]:
    if not state.matches:
        return ()
    view = TournamentNow(state)
    return order_of_play(view, now=planning_start(view, now), solver=solver)
