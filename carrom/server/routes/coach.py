"""The coach's report on a match of this server, or on a record."""

import asyncio
from hashlib import blake2b

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError
from carrom.match import Match, Record, read_record
from carrom.match.log.record import count_lines
from carrom.server.live.coaching import Coaching
from carrom.server.live.open_matches import OpenMatches
from carrom.server.live.unaided import is_unaided_record
from carrom.server.tell.rights import has_aids
from carrom.server.wire import coach as c
from carrom.server.wire.endpoints import Ask, Endpoints

_COST = 3
"""A report takes the computers as long as so many hints, at the least."""
_LONGEST = 2_000_000
_WHILE_PLAYED = "nothing is said of a match while people play it, unless both sides agree"


def add_coach_routes(endpoints: Endpoints, matches: OpenMatches, coaching: Coaching) -> None:
    async def text_of(wish: c.CoachWish) -> str:
        if (wish.match is None) == (wish.record is None):
            raise CarromError("match-or-record", "either the match or its record is wanted")
        if wish.record is not None:
            if len(wish.record) > _LONGEST:
                raise CarromError("match-too-long", "a record this long is not weighed here: `carrom coach` does it")
            count_lines(wish.record)
            return wish.record
        async with matches.hold(str(wish.match)) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            match: Match = live.match
            if not has_aids(match, live.agreed):
                raise HTTPException(403, _WHILE_PLAYED)
        return await asyncio.to_thread(lambda: Record.of(match).text())

    @endpoints.route("POST", "/api/coach", c.CoachWish, c.CoachAnswer)
    async def coach(ask: Ask[c.CoachWish]) -> c.CoachAnswer:
        """How far the report is, and the report when it is whole. Ask again until it is."""
        record = await text_of(ask.wish)
        key = blake2b(record.encode(errors="surrogatepass"), digest_size=16).hexdigest()
        if not coaching.is_known(key):
            for _ in range(_COST):
                matches.count_heavy(ask.address)
            if ask.wish.record is not None:
                events = (await asyncio.to_thread(read_record, record)).record.events
                if is_unaided_record(matches.all_open, events):
                    raise HTTPException(403, _WHILE_PLAYED)
        done, of, report = coaching.ask(key, record, ask.address)
        return c.CoachAnswer(done, of, report)
