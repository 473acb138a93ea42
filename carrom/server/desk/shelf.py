"""Which tournaments there are on this server: found by how they began, and taken off it."""

import time

from carrom.server.desk.desks import KIND, Desks
from carrom.server.desk.live_tournament import LiveTournament

_PAGE = 200
_PADS = "pad"
"""The kind of the logs that pads keep of the matches of a tournament."""


async def tournament_ids(desks: Desks) -> list[str]:
    """All of them."""
    found: list[str] = []
    while True:
        page = await desks.store.logs(KIND, after=found[-1] if found else "", limit=_PAGE)
        found += [log.id for log in page]
        if len(page) < _PAGE:
            return found


async def begun_by(desks: Desks, line: str) -> LiveTournament | None:
    """The tournament whose first fact is this one: facts have ids, which no two of them share."""
    for id in await tournament_ids(desks):
        live = await desks.live(id)
        if live.lines[0] == line:
            return live
    return None


async def remove(desks: Desks, id: str) -> None:
    """Take a tournament off this server for good, with the logs of its pads. A backup stays where it is."""
    first = (await desks.live(id)).lines[0]
    await desks.store.rewrite(id, {1: first})  # nothing is otherwise, but every process has to look at it anew
    soon = time.time() + 1
    await desks.store.forget(KIND, prefix=id, before=soon, most=1)
    desks.let_go(id)
    while await desks.store.forget(_PADS, prefix=f"{id}.", before=soon, most=_PAGE):
        pass
