"""Every tournament is also written as a file to a second place, a second after it has grown at the latest.

What was acknowledged is in the store already: a copy that fails is only mentioned in the log, and tried again when the
tournament grows next. What a process that died left behind is written when the next one starts.
"""

import asyncio
import logging
from pathlib import Path

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError
from carrom.base.files import write_whole
from carrom.server.desk.desks import Desks, tournament_ids
from carrom.tournament.model.people import name_key

_log = logging.getLogger(__name__)
_PAUSE = 1.0
"""Seconds between two copies of one tournament."""


class Backups:
    """The copies that one process makes."""

    def __init__(self, desks: Desks, folder: Path) -> None:
        self._desks = desks
        self._folder = folder
        self._writing: dict[str, asyncio.Task[None]] = {}
        self._grown: set[str] = set()
        self._end = desks.watch(self._note)

    def close(self) -> None:
        """Make no more of them."""
        self._end()

    async def finish(self) -> None:
        """Wait for the copies that are due."""
        await asyncio.gather(*self._writing.values())

    async def catch_up(self) -> None:
        """Write every tournament of which no copy is there, or an older one."""
        for id in await tournament_ids(self._desks):
            try:
                data = await self._desks.file_of(id)
                copies = await asyncio.to_thread(_read_all, self._folder, id)
            except HTTPException:
                continue  # it was removed meanwhile
            except (CarromError, OSError) as error:
                _log.warning("no backup of the tournament %s: %s", id, error)
                continue
            if data not in copies:
                self._note(id)

    def _note(self, id: str) -> None:
        self._grown.add(id)
        if id not in self._writing:
            self._writing[id] = asyncio.ensure_future(self._write(id))

    async def _write(self, id: str) -> None:
        try:
            while id in self._grown:
                self._grown.discard(id)
                try:
                    name = (await self._desks.live(id)).state.announced.name
                    data = await self._desks.file_of(id)
                    # How to reach people stands in it: like the store it is read by its owner alone.
                    await asyncio.to_thread(write_whole, self._folder / backup_file_name(name, id), data, mode=0o600)
                except HTTPException:
                    continue  # it was removed: its last copy stays
                except CarromError as error:
                    _log.warning("no backup of the tournament %s: %s", id, error)
                if not self._desks.leaving.is_set():
                    await asyncio.sleep(_PAUSE)
        finally:
            del self._writing[id]


def _read_all(folder: Path, id: str) -> list[bytes]:
    """The copies of one tournament: a new name of it makes a new file."""
    return [path.read_bytes() for path in folder.glob(f"*.{id}.tournament")]


def backup_file_name(name: str, id: str) -> str:
    """hill-cup.4f2a.tournament"""
    return f"{'-'.join(name_key(name).split())[:60] or 'tournament'}.{id}.tournament"
