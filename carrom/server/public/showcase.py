"""One tournament as the public has it open: the state of now, every page made of it once, and who listens."""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Protocol

from carrom.base.errors import CarromError
from carrom.server.public.news import News, news_between
from carrom.server.public.pages import Pages
from carrom.server.public.rendering import Rendered
from carrom.server.public.values.lines import Running
from carrom.server.public.values.shown import Plan, Shown
from carrom.tournament.desk.order_of_play import moment_of_play, order_of_play
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView

_log = logging.getLogger(__name__)
_REMEMBERED = 100
"""News that somebody may catch up on who was away."""
_WAITING = 40
"""News that may wait for a listener who does not read; then it is let go, and comes back."""
_OLD = 60.0
"""Seconds after which a page is made anew although nothing was told: by then somebody may be overdue."""
_KEPT = 4000
"""Pages of one state that are kept."""
_FIRST_PLAN = 0.4
"""Seconds that the very first page waits for the times of its matches."""
_PLAN_SHARE = 20
"""A plan is made anew after this many times as long as it took: planning takes a twentieth of one core at most."""
_PLAN_REST = 2.0


class OpenTournament(Protocol):
    """A tournament as the desk has it."""

    @property
    def state(self) -> State: ...
    @property
    def view(self) -> TournamentView: ...
    @property
    def seq(self) -> int: ...
    @property
    def now(self) -> datetime: ...


Opening = Callable[[str], Awaitable[OpenTournament]]
"""How a tournament is opened; raises 404 where there is none."""


class Scores(Protocol):
    """Scores of matches that are being played."""

    async def now(self, tournament: str, view: TournamentView) -> Mapping[MatchId, Running]:
        """As far as somebody tells them."""

    def watch(self, watcher: Callable[[str], None]) -> Callable[[], None]:
        """Call this with the id of a tournament whenever one of its scores may have moved."""


class Listener:
    """Somebody who has a page open, in a language, with news that wait to be sent. None ends it."""

    def __init__(self, language: str, is_chosen: bool) -> None:
        self.language, self.is_chosen = language, is_chosen
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(_WAITING)


class Showcase:
    """A tournament in the window. Made for the first who asks, and kept true as long as somebody does."""

    def __init__(self, id: str, opening: Opening, scores: Scores) -> None:
        self.id = id
        self.used = time.monotonic()
        self.listeners: set[Listener] = set()
        self._opening, self._scores = opening, scores
        self._pages: Pages | None = None
        self._rendered: dict[object, Rendered] = {}
        self._making: dict[object, asyncio.Future[Rendered | None]] = {}
        self._news: deque[News] = deque(maxlen=_REMEMBERED)
        self._boot, self._number = secrets.token_hex(3), 0
        self._lock = asyncio.Lock()
        self._made = 0.0
        self._is_stale = False
        self._refreshing: asyncio.Task[None] | None = None
        self._planned: Plan = {}
        self._planned_seq = -1
        self._plan_after = 0.0
        self._planning: asyncio.Task[None] | None = None

    @property
    def last_id(self) -> str:
        """The name of the last news."""
        return f"{self._boot}-{self._number}"

    async def pages(self) -> Pages:
        """The pages of now, not older than a minute; what happens is looked at as soon as it is heard of."""
        self.used = time.monotonic()
        is_first = self._pages is None
        if self._is_old:
            async with self._lock:
                if self._is_old:  # of many who waited one has looked
                    await self._refresh()
        if is_first and self._planning is not None:
            await asyncio.wait((self._planning,), timeout=_FIRST_PLAN)
            if self._refreshing is not None:
                await asyncio.wait((self._refreshing,), timeout=_FIRST_PLAN)
        assert self._pages is not None
        return self._pages

    @property
    def _is_old(self) -> bool:
        return self._pages is None or time.monotonic() - self._made > _OLD

    async def rendered(self, key: object, make: Callable[[Pages], Rendered | None]) -> Rendered | None:
        """A page of this state, made once beside the event loop for however many ask at once."""
        pages = await self.pages()
        kept, making = self._rendered, self._making
        if key in kept:
            return kept[key]
        if key not in making:
            making[key] = asyncio.ensure_future(asyncio.to_thread(make, pages))
        try:
            found = await asyncio.shield(making[key])
        finally:
            making.pop(key, None)
        if found is not None and len(kept) < _KEPT:
            kept[key] = found
        return found

    def refresh_soon(self) -> None:
        """Something has happened: look, and tell everybody. What happens meanwhile is looked at together."""
        self._is_stale = True
        if self._refreshing is None and self._pages is not None:
            self._refreshing = asyncio.ensure_future(self._refresh_until_true())

    def close(self) -> None:
        """Let everybody go."""
        for listener in list(self.listeners):
            self._end(listener)
        for task in (self._refreshing, self._planning):
            if task is not None:
                task.cancel()

    # -- listening --------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener, last: str | None) -> bytes:
        """Begin to hear. The answer is what somebody has missed who heard `last`, or that the page has to look anew."""
        self.listeners.add(listener)
        known = [news.id for news in self._news]
        if last is not None and (last == self.last_id or last in known) and self._pages is not None:
            missed = list(self._news)[known.index(last) + 1 :] if last in known else []
            return b"".join(one.encoded(self._pages, listener.language, is_chosen=listener.is_chosen) for one in missed)
        return b"event: hello\nid: %b\ndata: {}\n\n" % self.last_id.encode()

    def _tell(self, news: News, pages: Pages, encoded: dict[tuple[str, bool], bytes]) -> None:
        for listener in list(self.listeners):
            kind = (listener.language, listener.is_chosen)
            if kind not in encoded:
                encoded[kind] = news.encoded(pages, listener.language, is_chosen=listener.is_chosen)
            try:
                listener.waiting.put_nowait(encoded[kind])
            except asyncio.QueueFull:
                self._end(listener)

    def _end(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        while listener.waiting.full():
            listener.waiting.get_nowait()
        listener.waiting.put_nowait(None)

    # -- keeping true -------------------------------------------------------------------------------------------------

    async def _refresh_until_true(self) -> None:
        try:
            async with self._lock:
                while self._is_stale:
                    await self._refresh()
        except Exception:
            _log.exception("the pages of tournament %s", self.id)
        finally:
            self._refreshing = None

    async def _refresh(self) -> None:
        """Look at the tournament, and tell what is new. Held by the lock."""
        self._is_stale = False
        opened = await self._opening(self.id)
        running = await self._scores.now(self.id, opened.view)
        before, planned = self._pages, self._planned
        kinds = {(one.language, one.is_chosen) for one in self.listeners}
        name = f"{self._boot}-{self._number + 1}"

        def make() -> tuple[Pages, News | None, dict[tuple[str, bool], bytes]]:
            pages = Pages(Shown(self.id, opened.seq, opened.state, opened.now, planned=planned, running=running))
            news = None if before is None else news_between(before.shown, pages.shown, name)
            if news is None or news.is_empty:
                return pages, None, {}
            return pages, news, {kind: news.encoded(pages, kind[0], is_chosen=kind[1]) for kind in kinds}

        pages, news, encoded = await asyncio.to_thread(make)
        self._pages, self._rendered, self._making = pages, {}, {}
        self._made = time.monotonic()
        if news is not None:
            self._number += 1
            self._news.append(news)
            self._tell(news, pages, encoded)
        if opened.seq != self._planned_seq and self._planning is None:
            self._planning = asyncio.ensure_future(self._plan())

    async def _plan(self) -> None:
        """When everything is expected to be played: worked out from the whole state, shown as far as it is public."""
        try:
            await asyncio.sleep(max(0.0, self._plan_after - time.monotonic()))
            opened = await self._opening(self.id)
            began = time.monotonic()
            self._planned = await asyncio.to_thread(_plan_of, opened.state, opened.now)
            self._planned_seq = opened.seq
            took = time.monotonic() - began
            self._plan_after = time.monotonic() + _PLAN_REST + _PLAN_SHARE * took
        except Exception:
            _log.exception("the plan of tournament %s", self.id)
            self._plan_after = time.monotonic() + 60
        finally:
            self._planning = None
        self.refresh_soon()


def _plan_of(state: State, now: datetime) -> Plan:
    view = TournamentView(state)
    if not state.matches:
        return {}
    try:
        order = order_of_play(view, now=moment_of_play(view, now), solver="quick")
    except CarromError:  # every table out of service, say: then nobody can say when
        return {}
    return {one.match: one for one in order}
