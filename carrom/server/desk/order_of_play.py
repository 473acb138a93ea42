"""The order of play of each tournament, computed in the background and shared by all requests.

A large hall takes many seconds. A request waits at most one second; until the new order is there, it gets the previous
one, marked as not current.
"""

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
"""Seconds to wait for a new order if the previous one can be shown, or if the client will ask again."""
_FRESH = timedelta(minutes=3)
"""How long an order stays valid without new events."""
_FEW = 150
"""Open matches up to which the order is searched in a thread. More are ordered in a process, with the quick solver: a
full search would take half a minute, and the hall would have moved on."""


@dataclass(frozen=True, slots=True)
class PlannedOrder:
    """An order of play for the state after event `seq`; empty until the first one is computed."""

    order: tuple[Appointment, ...]
    seq: int
    is_current: bool
    trouble: str | None = None
    """Why it could not be computed."""


@dataclass(slots=True)
class _CachedOrder:
    planned: PlannedOrder
    at: datetime
    task: asyncio.Task[None] | None = None


class OrdersOfPlay:
    """The orders of play known to one process."""

    def __init__(self, planner: ComputerWorkers) -> None:
        self._planner = planner
        self._cached: dict[str, _CachedOrder] = {}

    async def of(
        self, id: str, view: TournamentNow, seq: int, now: datetime, *, can_ask_again: bool = False
    ) -> PlannedOrder:
        """Return the current order, or the last known one."""
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
        """Return the order for print, waiting until it is current. With `is_short` (a few cards) do not wait: unknown
        times and tables are left to be filled in by hand."""
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
    """Compute the order of play from `now`, once play has begun."""
    if not state.matches:
        return ()
    view = TournamentNow(state)
    return order_of_play(view, now=planning_start(view, now), solver=solver)
