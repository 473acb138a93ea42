"""Entry lists that are sent are read one at a time: one may take a core for seconds, and some hundred megabytes. Those
of workbooks are not the server's, see `reading_apart`."""

import asyncio
from dataclasses import replace
from typing import Final

from starlette.exceptions import HTTPException

from carrom.server.desk.roles import Role
from carrom.tournament.desk.acts.act import DeskAct
from carrom.tournament.desk.acts.list_acts import ImportEntries
from carrom.tournament.intake.reading_apart import read_apart

_MOST_WAITING: Final = 4


class EntryLists:
    """Who wants a list read waits for the one before; who would have to wait long is told so."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting = 0

    async def read(self, role: Role, act: DeskAct) -> DeskAct:
        """The act with the rows of its list, where it has one and this role may bring it; else as it is."""
        if not isinstance(act, ImportEntries) or not role.may(act.do):
            return act
        if act.file is None:  # a text is as small as it is long, and waits for no workbook
            return replace(act, read=tuple(await asyncio.to_thread(act.rows)))
        if self._waiting >= _MOST_WAITING:
            raise HTTPException(429, "several entry lists are being read just now: try again in a minute")
        self._waiting += 1
        try:
            async with self._one:
                rows = await asyncio.to_thread(act.rows, read_apart)
        finally:
            self._waiting -= 1
        return replace(act, read=tuple(rows))
