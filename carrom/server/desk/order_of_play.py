"""The order of play of each tournament, worked out once for all who ask, beside everything else.

For a large hall that takes many seconds. Nobody waits for it longer than one, and a page that can ask again hardly at
all: until it is there, the order before it is shown, and it is said that it is an old one.
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
"""So long somebody waits for a new order where an old one can be shown meanwhile, or who will ask again."""
_FRESH = timedelta(minutes=3)
"""So long an order is taken for that of now, if nothing was told meanwhile."""
_FEW = 150
"""Open matches that are ordered in a thread; more of them in a process of their own, and without a long search for the
shortest order: that would take half a minute, and meanwhile it would be another hall."""


@dataclass(frozen=True, slots=True)
class PlannedOrder:
    """An order of play, of the tournament as it was after fact `seq`; nothing yet where nothing is worked out."""

    order: tuple[Appointment, ...]
    seq: int
    is_current: bool
    trouble: str | None = None
    """Why there is none."""


@dataclass(slots=True)
class _CachedOrder:
    done: PlannedOrder
    at: datetime
    working: asyncio.Task[None] | None = None


class OrdersOfPlay:
    """What one process has worked out."""

    def __init__(self, planner: ComputerWorkers) -> None:
        self._planner = planner
        self._known: dict[str, _CachedOrder] = {}

    async def of(
        self, id: str, view: TournamentNow, seq: int, now: datetime, *, can_ask_again: bool = False
    ) -> PlannedOrder:
        """The order of a tournament as it is now, or the last that is known."""
        known = self._known.setdefault(id, _CachedOrder(PlannedOrder((), 0, is_current=False), datetime.min))
        if known.done.seq != seq or abs(now - known.at) > _FRESH:
            if known.working is None:
                known.working = asyncio.ensure_future(self._work(known, id, view, seq, now))
            is_short = can_ask_again or known.done.order
            await asyncio.wait((known.working,), timeout=_SHORTLY if is_short else _PATIENCE)
        return replace(known.done, is_current=known.done.seq == seq)

    async def for_paper(
        self, id: str, view: TournamentNow, seq: int, now: datetime, *, is_short: bool
    ) -> tuple[Appointment, ...]:
        """The order of a tournament as it is now or has become since: a sheet of paper cannot ask again. For a few
        cards nobody waits long: where none is known yet, the planned time and table stay to be written by hand."""
        worked_out = await self.of(id, view, seq, now)
        while worked_out.seq < seq and not is_short:
            working = self._known[id].working
            if working is not None:
                await asyncio.shield(working)
            worked_out = await self.of(id, view, seq, now)
        if worked_out.trouble is not None and not is_short:
            raise CarromError("no-plan", worked_out.trouble)
        return worked_out.order

    async def _work(self, known: _CachedOrder, id: str, view: TournamentNow, seq: int, now: datetime) -> None:
        try:
            known.done = PlannedOrder(await self._order(id, view, now), seq, is_current=True)
        except CarromError as error:
            known.done = PlannedOrder((), seq, is_current=True, trouble=str(error))
        finally:
            known.at, known.working = now, None

    async def _order(self, id: str, view: TournamentNow, now: datetime) -> tuple[Appointment, ...]:
        if await asyncio.to_thread(_count_open, view) <= _FEW:
            return await asyncio.to_thread(plan_order, view.state, now, "auto")
        bare = replace(view.state, seen={}, past=(), notices=(), contacts=(), checks={}, quarantined=())
        return await self._planner.run(plan_order, bare, now, "quick", address=id)


def _count_open(view: TournamentNow) -> int:
    return sum(view.status(match) in TO_PLAY for match in view.state.matches)


def plan_order(state: State, now: datetime, solver: ScheduleSolver) -> tuple[Appointment, ...]:
    """The order of play from now on, once play has begun."""
    if not state.matches:
        return ()
    view = TournamentNow(state)
    return order_of_play(view, now=planning_start(view, now), solver=solver)
