"""A club's lobby: look, open a table, join one, close one's own."""

from carrom.equipment import Seat
from carrom.server.live.agreement import agree
from carrom.server.live.lobby import Lobby
from carrom.server.live.open_matches import OpenMatches
from carrom.server.wire import lobby as w, requests as r
from carrom.server.wire.endpoints import Ask, Endpoints
from carrom.server.wire.names import readable_or_refuse
from carrom.server.wire.values import Sitting


def add_lobby_routes(endpoints: Endpoints, matches: OpenMatches, lobby: Lobby) -> None:
    @endpoints.route("GET", "/api/lobby", r.Nothing, w.LobbyTables)
    async def tables(ask: Ask[r.Nothing]) -> w.LobbyTables:
        """The tables of the lobby."""
        return await lobby.tables(ask.address)

    @endpoints.route("POST", "/api/lobby", w.NewTable, r.MadeMatch)
    async def open_table(ask: Ask[w.NewTable]) -> r.MadeMatch:
        """Open a table and wait for somebody; the answer has the secret of one's own seat."""
        matches.count_heavy(ask.address)
        wish = ask.wish
        own, free = readable_or_refuse(wish.name), readable_or_refuse(wish.free)
        seats = {Seat.SOUTH: Sitting(own, "here"), Seat.NORTH: Sitting(free, "link")}
        return await lobby.open_table(agree(wish.rulebook, wish.length, wish.clock, seats), ask.address)

    @endpoints.route("POST", "/api/lobby/join", w.TableToJoin, r.MadeMatch)
    async def join(ask: Ask[w.TableToJoin]) -> r.MadeMatch:
        """Sit down at a table. Of all who ask at once one is given the secret of the seat."""
        return await lobby.join(ask.wish.match, ask.address)

    @endpoints.route("POST", "/api/lobby/close", w.TableToClose, w.Closed)
    async def close(ask: Ask[w.TableToClose]) -> w.Closed:
        """Wait no longer at one's own table."""
        await lobby.close_table(ask.wish.match, ask.wish.secret)
        return w.Closed(ask.wish.match)
