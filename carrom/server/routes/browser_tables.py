"""Matches of a tournament that are played in the browser."""

from carrom.server.desk.browser_tables import BrowserTables
from carrom.server.desk.desks import Desks
from carrom.server.wire import desk as w
from carrom.server.wire.endpoints import Ask, Endpoints


def add_table_routes(endpoints: Endpoints, desks: Desks, tables: BrowserTables) -> None:
    @endpoints.route("POST", "/api/tournaments/{tournament}/tables", w.TableWish, w.FixtureTable)
    async def open_table(ask: Ask[w.TableWish]) -> w.FixtureTable:
        """Open a table in the browser for a match: one link for each player. Its result comes back by itself."""
        opened = await desks.open(ask, ask.path["tournament"], "open-table")
        return await tables.open(opened, ask.wish.match, has_clock=ask.wish.clock)

    @endpoints.route("POST", "/api/tournaments/{tournament}/tables/end", w.TableWish, w.FixtureTable)
    async def end_table(ask: Ask[w.TableWish]) -> w.FixtureTable:
        """Let a match have another table; what is played at the old one counts no more."""
        opened = await desks.open(ask, ask.path["tournament"], "open-table")
        match, table = await tables.give_up(opened, ask.wish.match)
        return w.FixtureTable(match, table, [])
