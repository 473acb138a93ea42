"""Tournament matches played in the browser; each result is recorded once."""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError, Refused
from carrom.equipment import Seat
from carrom.server.desk.desks import Desks, OpenedTournament
from carrom.server.stores.store import KeptItem, LogChange, NotStoredError, Store
from carrom.server.table.agreement import DOUBLES, SINGLES, TableRules, make_agreement
from carrom.server.table.open_matches import OpenMatches
from carrom.server.wire.desk import FixtureTable, PlayerLink
from carrom.server.wire.values import SeatOccupant
from carrom.tournament.desk.match_result import match_terms, result_of
from carrom.tournament.desk.references import find_match
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.state import MatchRecord
from carrom.tournament.seating.now import TO_PLAY, TournamentNow

_log = logging.getLogger(__name__)
_KIND = "fixture"
_EVER = "fixture-table"
"""Every table a tournament had, for erasure."""
MAX_SEAT_NAME = 40


class BrowserTables:
    def __init__(self, desks: Desks, matches: OpenMatches) -> None:
        self._desks = desks
        self._matches = matches
        self._fixtures: dict[str, KeptItem] = {}
        """Fixtures by browser match id."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._end: Callable[[], None] | None = None

    async def start(self) -> None:
        self._end = self._desks.store.watch(self._changed)
        await self._find_tables()

    def close(self) -> None:
        if self._end is not None:
            self._end()

    async def open(self, opened: OpenedTournament, text: str, *, has_clock: bool) -> FixtureTable:
        """Open a match's table, with a link per player."""
        view = opened.view
        record = find_match(view.state, text)
        match = record.fixture.id
        if view.status(match) not in TO_PLAY:
            raise CarromError("not-ready", f"{match} is {view.status(match)}: it is not played now")
        seats, names = _seats(view, record)
        stage = view.state.stage(record.key)
        minutes, format = stage.book_in(record.fixture.round).minutes, stage.format_in(record.fixture.round)
        rules = TableRules(format.games, format.boards, format.target, minutes, record.fixture.round)
        agreed = make_agreement(stage.rulebook, "match", has_clock, seats, rules=rules)
        name = f"{opened.id}.{match}"
        if await self._desks.store.kept(_KIND, name) is not None:
            raise HTTPException(409, f"{match} has a table in the browser already")
        table = await self._matches.make(agreed)
        await self._desks.store.keep(KeptItem(_EVER, f"{opened.id}.{table.id}", table.id), of=table.id)
        body = json.dumps({"table": table.id, "tournament": opened.id, "match": match, "version": record.version})
        kept = KeptItem(_KIND, name, body)
        if not await self._desks.store.keep(kept, is_new=True, of=table.id):
            raise HTTPException(409, f"{match} has a table in the browser already")
        self._fixtures[table.id] = kept
        links = [PlayerLink(names[link.seats[0]], link.seats[0], link.secret) for link in table.links if link.seats]
        return FixtureTable(match, table.id, links)

    async def give_up(self, opened: OpenedTournament, text: str) -> tuple[str, str]:
        match = find_match(opened.state, text).fixture.id
        kept = await self._desks.store.kept(_KIND, f"{opened.id}.{match}")
        if kept is None or not await self._desks.store.drop(_KIND, kept.id):
            raise HTTPException(404, f"{match} has no table in the browser")
        table = json.loads(kept.body)["table"]
        self._fixtures.pop(table, None)
        return match, table

    def _changed(self, change: LogChange) -> None:
        for table in list(self._fixtures):
            if change.log in (None, table):
                self._spawn(self._record_if_over(table))
        if change.seq == 0:
            self._spawn(self._find_tables())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _find_tables(self) -> None:
        try:
            everything = await self._desks.store.all_kept(_KIND)
        except NotStoredError:
            return
        for kept in everything:
            table = json.loads(kept.body)["table"]
            if table not in self._fixtures:
                self._fixtures[table] = kept
                self._spawn(self._record_if_over(table))

    async def _record_if_over(self, table: str) -> None:
        kept = self._fixtures.get(table)
        if kept is None:
            return
        try:
            async with self._matches.hold(table) as live:
                if live is not None and live.match.winner is None:
                    await live.read_news()  # the store may announce events first
                if live is None or live.match.winner is None or live.match.announced is None:
                    return
                played = live.match
            if await self._desks.store.kept(_KIND, kept.id) == kept:
                await self._record(json.loads(kept.body), played)
        except CarromError as error:
            _log.warning("the table %s of %s: %s", table, kept.id, error)

    async def _record(self, fixture: dict[str, Any], played: Any) -> None:
        opened = await self._desks.open_public(fixture["tournament"])
        record = find_match(opened.state, fixture["match"])
        found = result_of(played, match_terms(opened.view, record.fixture.id), order="ab", anyway=True)
        recorded = await self._desks.record_events(
            opened.id,
            [found.given],
            by=f"table:{fixture['table']}",
            key=fixture["table"],
            base=fixture["version"],
            reason=found.reason,
        )
        if isinstance(recorded, Refused):
            _log.warning("the result of %s at the table %s: %s", fixture["match"], fixture["table"], recorded.text)


async def browser_tables_of(store: Store, tournament: str) -> list[str]:
    current = [json.loads(kept.body)["table"] for kept in await store.all_kept(_KIND, f"{tournament}.")]
    return list(dict.fromkeys([*current, *(kept.body for kept in await store.all_kept(_EVER, f"{tournament}."))]))


def _seats(view: TournamentNow, record: MatchRecord) -> tuple[dict[Seat, SeatOccupant], dict[Seat, str]]:
    """Occupant and full name per seat; the draw's first side is a."""
    sides = [who_plays(view.state, record, side) for side in view.known_sides(record.fixture.id)]
    sizes = {len(side) for side in sides}
    if sizes not in ({1}, {2}):
        raise CarromError("sides-open", f"it is not known who plays {record.fixture.id}")
    seats = SINGLES if sizes == {1} else DOUBLES
    people = {
        f"{party}{n + 1}": view.state.people[one].name
        for party, side in zip("ab", sides, strict=True)
        for n, one in enumerate(side)
    }
    names = {seat: people[player] for player, seat in seats.items()}
    return {seat: SeatOccupant(name[:MAX_SEAT_NAME], "link") for seat, name in names.items()}, names
