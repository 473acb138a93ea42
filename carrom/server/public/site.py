"""Live public sites: cached pages and updates."""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import msgspec
from starlette.exceptions import HTTPException

from carrom.server.desk.desks import Desks
from carrom.server.pads.pads import Pads
from carrom.server.public.matches import PublicMatch, live_scores
from carrom.server.public.pages import Pages
from carrom.server.public.rendering import EncodedPage
from carrom.server.public.tournament import Plan, PublicTournament, TableTile
from carrom.server.stores.store import NotStoredError
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.entries import who_plays

_log = logging.getLogger(__name__)


# --- what changed -----------------------------------------------------------------------------------------------------

_MOST_TILES = 12
"""Tables per update; beyond, pages reload."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageUpdate:
    """Changed scores, tables, and pages to reload (`event:S`, `person:asha`, `table:4`, `order`, `results`, `hall`,
    `all`)."""

    id: str
    seq: int
    scores: dict[str, tuple[str, str]] = field(default_factory=dict)
    tables: tuple[int, ...] = ()
    has_calls: bool = False
    has_results: bool = False
    touched: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.scores or self.touched)

    def encoded(self, pages: Pages, language: str, *, is_chosen: bool) -> bytes:
        html = pages.fragments(
            language, self.tables, has_results=self.has_results, has_calls=self.has_calls, is_chosen=is_chosen
        )
        data = {"seq": self.seq, "scores": self.scores, "html": html, "touched": self.touched}
        body = msgspec.json.encode({key: value for key, value in data.items() if value or key == "seq"})
        return b"event: news\nid: %b\ndata: %b\n\n" % (self.id.encode(), body)


def page_update(old: PublicTournament, new: PublicTournament, id: str) -> PageUpdate:
    if _page_frame(old) != _page_frame(new):
        return PageUpdate(id=id, seq=new.seq, touched=("all",))
    scores: dict[str, tuple[str, str]] = {}
    touched: dict[str, None] = {}
    before = {line.match: line for line in old.lines}
    for line in new.lines:
        previous = before.pop(line.match, None)
        if previous == line:
            continue
        if (
            previous is not None
            and previous.stand == line.stand == "playing"
            and _without_score(previous) == _without_score(line)
        ):
            scores[line.match] = (line.sides[0].points, line.sides[1].points)
            continue
        touched |= dict.fromkeys(_affected_pages(new, line.match))
        if previous is not None:
            touched |= dict.fromkeys(_affected_pages(old, line.match))
    for match in before:
        touched |= dict.fromkeys(_affected_pages(old, match))
    tables = _changed_tables(old, new)
    has_results = _without_scores(old.latest[:6]) != _without_scores(new.latest[:6])
    has_calls = old.called != new.called
    if old.planned != new.planned:
        touched["order"] = None
    if has_results:
        touched["results"] = None
    touched |= dict.fromkeys(f"table:{table}" for table in tables)
    if len(tables) > _MOST_TILES:
        touched["hall"] = None
        tables = ()
    return PageUpdate(
        id=id,
        seq=new.seq,
        scores=scores,
        tables=tables,
        has_calls=has_calls,
        has_results=has_results,
        touched=tuple(touched),
    )


def _page_frame(shown: PublicTournament) -> tuple[object, ...]:
    state = shown.view.state
    return state.definition, state.people, state.entries, state.draws, shown.withheld


def _affected_pages(shown: PublicTournament, match: MatchId) -> list[str]:
    record = shown.view.state.matches[match]
    entries = [entry for entry in shown.view.sides(match) if entry is not None]
    people = [one for entry in entries for one in who_plays(shown.view.state, record, entry)]
    return [f"event:{record.key.event}", *(f"person:{one}" for one in people)]


def _changed_tables(old: PublicTournament, new: PublicTournament) -> tuple[int, ...]:
    before = _by_table(old)
    after = _by_table(new)
    return tuple(table for table in after if before.get(table) != after[table])


def _by_table(shown: PublicTournament) -> dict[int, list[TableTile]]:
    found: dict[int, list[TableTile]] = {}
    for tile in shown.tiles:
        # Scores are sent separately.
        visible = replace(tile, line=None if tile.line is None else _without_score(tile.line), until=None)
        found.setdefault(tile.table, []).append(visible)
    return found


def _without_scores(lines: tuple[PublicMatch, ...]) -> list[PublicMatch]:
    return [line if line.stand != "playing" else _without_score(line) for line in lines]


def _without_score(line: PublicMatch) -> PublicMatch:
    if line.stand != "playing":
        return line
    first, second = (replace(side, points="") for side in line.sides)
    return replace(line, sides=(first, second))


# --- pages and listeners ----------------------------------------------------------------------------------------------

_UPDATES_REMEMBERED = 100
_UPDATES_WAITING = 40
"""Updates queued before a slow listener is disconnected."""
_OLD_SECONDS = 60.0
"""Pages are rebuilt after this: matches may be overdue."""
_KEPT_BYTES = 50_000_000
"""Rendered pages kept per state."""
_OTHER_PROCESS_SECONDS = 1.0
"""Wait for an event that another process stored."""
_FIRST_PLAN_SECONDS = 0.4
"""Wait of the first page for planned times."""
_PLAN_OLD_SECONDS = 180.0
"""Times are planned again after this: long matches delay others."""
_STORE_RETRY_SECONDS = 1.0
"""Pause before a failing store is asked again."""
_PLAN_RETRY_SECONDS = 2.0


class PageListener:
    """A page that listens for updates; None in the queue ends it."""

    def __init__(self, language: str, is_chosen: bool) -> None:
        self.language, self.is_chosen = language, is_chosen
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(_UPDATES_WAITING)


class TournamentSite:
    """A tournament's pages, built on demand and current while in use."""

    def __init__(self, id: str, desks: Desks, pads: Pads) -> None:
        self.id = id
        self.used = time.monotonic()
        self.listeners: set[PageListener] = set()
        self._desks, self._pads = desks, pads
        self._end_watch = desks.watch(lambda _: self.refresh_soon(), id)
        self._pages: Pages | None = None
        self._rendered: dict[object, EncodedPage] = {}
        self._making: dict[object, asyncio.Future[EncodedPage | None]] = {}
        self._size = 0
        self._news: deque[PageUpdate] = deque(maxlen=_UPDATES_REMEMBERED)
        self._boot, self._number = secrets.token_hex(3), 0
        self._lock = asyncio.Lock()
        self._made_at = 0.0
        self._is_stale = False
        self._refreshing: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._planned: Plan = {}
        self._planned_seq, self._planned_at = -1, 0.0
        self._planning: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def is_made(self) -> bool:
        return self._pages is not None

    @property
    def last_id(self) -> str:
        return f"{self._boot}-{self._number}"

    async def pages(self, seen: int = 0) -> Pages:
        """Return pages that are at most a minute old. Wait briefly for event `seen`."""
        self.used = time.monotonic()
        is_first = self._pages is None
        if self._pages is not None and self._pages.shown.seq < seen:
            self.refresh_soon()
            if self._refreshing is not None:
                await asyncio.wait((self._refreshing,), timeout=_OTHER_PROCESS_SECONDS)
        if self._is_old:
            async with self._lock:
                if self._is_old:
                    await self._refresh()
        if is_first and self._planning is not None:
            await asyncio.wait((self._planning,), timeout=_FIRST_PLAN_SECONDS)
            if self._refreshing is not None:
                await asyncio.wait((self._refreshing,), timeout=_FIRST_PLAN_SECONDS)
        assert self._pages is not None
        return self._pages

    @property
    def _is_old(self) -> bool:
        return self._pages is None or time.monotonic() - self._made_at > _OLD_SECONDS

    async def rendered(
        self, key: object, make: Callable[[Pages], EncodedPage | None], seen: int = 0
    ) -> EncodedPage | None:
        pages = await self.pages(seen)
        kept, making = self._rendered, self._making
        if key in kept:
            return kept[key]
        if key not in making:
            making[key] = asyncio.ensure_future(asyncio.to_thread(make, pages))
        try:
            found = await asyncio.shield(making[key])
        finally:
            making.pop(key, None)
        if found is not None and self._size + found.size <= _KEPT_BYTES and kept is self._rendered:
            kept[key] = found
            self._size += found.size
        return found

    def refresh_soon(self) -> None:
        """Refresh in the background; events meanwhile are combined."""
        self._is_stale = True
        if self._refreshing is None and self._pages is not None:
            self._refreshing = asyncio.ensure_future(self._refresh_until_current())

    def close(self) -> None:
        for listener in list(self.listeners):
            self._disconnect(listener)
        if not self._is_closed:
            self._is_closed = True
            self._end_watch()
        for task in (self._refreshing, self._planning, self._retry):
            if task is not None:
                task.cancel()

    # --- listeners ----------------------------------------------------------------------------------------------------

    def listen(self, listener: PageListener, last: str | None) -> bytes:
        """Add a listener; return the updates it missed, or a message to reload."""
        self.listeners.add(listener)
        ids = [news.id for news in self._news]
        if last is not None and (last == self.last_id or last in ids) and self._pages is not None:
            missed = list(self._news)[ids.index(last) + 1 :] if last in ids else []
            return b"".join(one.encoded(self._pages, listener.language, is_chosen=listener.is_chosen) for one in missed)
        return b"event: hello\nid: %b\ndata: {}\n\n" % self.last_id.encode()

    def _send(self, news: PageUpdate, pages: Pages, encoded: dict[tuple[str, bool], bytes]) -> None:
        for listener in list(self.listeners):
            kind = (listener.language, listener.is_chosen)
            if kind not in encoded:
                encoded[kind] = news.encoded(pages, listener.language, is_chosen=listener.is_chosen)
            try:
                listener.waiting.put_nowait(encoded[kind])
            except asyncio.QueueFull:
                self._disconnect(listener)

    def _disconnect(self, listener: PageListener) -> None:
        self.listeners.discard(listener)
        while listener.waiting.full():
            listener.waiting.get_nowait()
        listener.waiting.put_nowait(None)

    # --- refreshing ---------------------------------------------------------------------------------------------------

    async def _refresh_until_current(self) -> None:
        try:
            async with self._lock:
                while self._is_stale:
                    await self._refresh()
        except NotStoredError:
            self._retry_soon()
        except HTTPException:
            for listener in list(self.listeners):
                self._disconnect(listener)
        except Exception:
            _log.exception("the pages of tournament %s", self.id)
        finally:
            self._refreshing = None

    def _retry_soon(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
        self._retry = asyncio.get_running_loop().call_later(_STORE_RETRY_SECONDS, self.refresh_soon)

    async def _refresh(self) -> None:
        """Rebuild and send an update, holding the lock."""
        self._is_stale = False
        opened = await self._desks.open_public(self.id)
        running = await live_scores(self._pads, self.id, opened.view)
        before, planned = self._pages, self._planned
        kinds = {(one.language, one.is_chosen) for one in self.listeners}
        name = f"{self._boot}-{self._number + 1}"

        def shown_after(last: PublicTournament | None) -> PublicTournament:
            return PublicTournament(
                self.id, opened.seq, opened.state, opened.now, planned=planned, running=running, before=last
            )

        def make() -> tuple[Pages, PageUpdate | None, dict[tuple[str, bool], bytes]]:
            if before is None:
                return Pages(shown_after(None)), None, {}
            try:
                pages = Pages(shown_after(before.shown))
                news = page_update(before.shown, pages.shown, name)
            except Exception:  # make everyone reload
                _log.exception("the news of tournament %s", self.id)
                pages = Pages(shown_after(None))
                news = PageUpdate(id=name, seq=opened.seq, touched=("all",))
            if news.is_empty:
                return pages, None, {}
            return pages, news, {kind: news.encoded(pages, kind[0], is_chosen=kind[1]) for kind in kinds}

        pages, news, encoded = await asyncio.to_thread(make)
        self._pages, self._rendered, self._making, self._size = pages, {}, {}, 0
        self._made_at = time.monotonic()
        if news is not None:
            self._number += 1
            self._news.append(news)
            self._send(news, pages, encoded)
        is_old = opened.seq != self._planned_seq or self._made_at - self._planned_at > _PLAN_OLD_SECONDS
        if is_old and self._planning is None:
            self._planning = asyncio.ensure_future(self._plan())

    async def _plan(self) -> None:
        """Refresh when planned times change."""
        try:
            while True:
                opened = await self._desks.open_public(self.id)
                planned_order = await self._desks.order(opened)
                planned = {one.match: one for one in planned_order.order}
                if planned != self._planned:
                    self._planned = planned
                    self.refresh_soon()
                self._planned_seq, self._planned_at = opened.seq, time.monotonic()
                if planned_order.is_current:
                    break
                await asyncio.sleep(_PLAN_RETRY_SECONDS)
        except NotStoredError:
            self._retry_soon()
        except HTTPException:
            pass
        except Exception:
            _log.exception("the order of play of tournament %s", self.id)
        finally:
            self._planning = None


_MOST_SITES = 20
_UNUSED = 600.0


class TournamentSites:
    def __init__(self, desks: Desks, pads: Pads) -> None:
        self._desks, self._pads = desks, pads
        self._open: dict[str, TournamentSite] = {}
        self._end_watch: Callable[[], None] | None = None

    def start(self) -> None:
        self._end_watch = self._pads.watch(self.changed)

    def changed(self, tournament: str | None) -> None:
        """Refresh one site, or all if `tournament` is None."""
        for one in self._open.values():
            if tournament in (None, one.id):
                one.refresh_soon()

    def close(self) -> None:
        if self._end_watch is not None:
            self._end_watch()
        for one in self._open.values():
            one.close()

    async def open(self, tournament: str) -> TournamentSite:
        """Open a tournament's site; raise 404 if there is no such tournament."""
        try:
            await self._desks.live(tournament)
        except HTTPException:
            removed = self._open.pop(tournament, None)
            if removed is not None:
                removed.close()
            raise
        found = self._open.get(tournament)
        if found is None:
            found = TournamentSite(tournament, self._desks, self._pads)
            try:
                await found.pages()
            finally:
                if found.is_made and tournament not in self._open:
                    self._open[tournament] = found
                else:
                    found.close()
            found = self._open[tournament]
            self._forget_unused()
        return found

    async def pages(self, tournament: str) -> Pages:
        return await (await self.open(tournament)).pages()

    async def rendered(
        self, tournament: str, key: object, make: Callable[[Pages], EncodedPage | None], seen: int = 0
    ) -> EncodedPage | None:
        """Render a page, with event `seen` if possible."""
        return await (await self.open(tournament)).rendered(key, make, seen)

    def _forget_unused(self) -> None:
        idle = [one for one in self._open.values() if not one.listeners]
        idle.sort(key=lambda one: one.used)
        over = len(self._open) - _MOST_SITES
        for n, one in enumerate(idle):
            if n < over or time.monotonic() - one.used > _UNUSED:
                one.close()
                del self._open[one.id]
