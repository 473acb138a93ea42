"""Erase a person from a tournament's log, pads, browser matches and links.

The log comes last, so that an interrupted erasure can be repeated. Phones, backups and exported files are out of reach.
"""

import asyncio
import uuid
from collections.abc import Mapping, Sequence

from carrom.server.desk.browser_tables import MAX_SEAT_NAME, browser_tables_of
from carrom.server.desk.desks import Desks
from carrom.server.desk.roles import Role
from carrom.server.stores.store import Grant, StoredLog
from carrom.tournament.log.erasure import Erasure
from carrom.tournament.model.events import ContactGiven, EventBody, PersonRecorded
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import State

_PADS = "pad"
_PAGE = 200


async def erase_person(desks: Desks, id: str, role: Role, person: PersonId) -> str:
    """Erase a person; return the replacing alias."""
    live = await desks.live(id)
    erasure = Erasure(live.state, person, cut=MAX_SEAT_NAME)
    await asyncio.to_thread(erasure.lines, tuple(live.lines))  # raises before anything changes
    for log in [*await _pads_of(desks, id), *await _tables_of(desks, id)]:
        await _erase_log(desks, log, erasure)
    for grant in await desks.store.rights(id):
        body = erasure.json_text(grant.body)
        if body != grant.body:
            await desks.store.grant(id, Grant(grant.secret, body))

    def write(state: State, lines: Sequence[str]) -> Mapping[int, str]:
        new = Erasure(state, person).lines(lines)
        return {seq: body for seq, (old, body) in enumerate(zip(lines, new, strict=True), 1) if old != body}

    await live.rewrite(write)
    erased = next(one for one in live.state.people.values() if one.name == erasure.alias)
    bodies: list[EventBody] = [PersonRecorded(person=erased)]
    bodies += [ContactGiven(person=erased.id) for one in live.state.contacts if one.person == erased.id]
    key = f"erased {uuid.uuid4().hex}"
    await desks.record_events(id, bodies, by=erasure.text(role.source), key=key, reason="erased on request")
    return erasure.alias


async def _erase_log(desks: Desks, log: StoredLog, erasure: Erasure) -> None:
    events = {event.seq: event.body for event in await desks.store.events(log.id)}
    new = await asyncio.to_thread(lambda: {seq: erasure.json_text(body) for seq, body in events.items()})
    changed = {seq: body for seq, body in new.items() if body != events[seq]}
    setup = erasure.json_text(log.setup)
    if changed or setup != log.setup:
        await desks.store.rewrite(log.id, changed, setup=setup)


async def _pads_of(desks: Desks, id: str) -> list[StoredLog]:
    found: list[StoredLog] = []
    while logs := await desks.store.logs(_PADS, prefix=f"{id}.", after=found[-1].id if found else "", limit=_PAGE):
        found += logs
    return found


async def _tables_of(desks: Desks, id: str) -> list[StoredLog]:
    logs = [await desks.store.log(table) for table in await browser_tables_of(desks.store, id)]
    return [log for log in logs if log is not None]
