"""Copies of every tournament in a second folder, at most a second behind.

Failed copies are retried at the next event.
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
"""Seconds between copies of one tournament."""


class Backups:
    def __init__(self, desks: Desks, folder: Path) -> None:
        self._desks = desks
        self._folder = folder
        self._writing: dict[str, asyncio.Task[None]] = {}
        self._due: set[str] = set()
        self._end = desks.watch(self._schedule)

    def close(self) -> None:
        self._end()

    async def finish(self) -> None:
        await asyncio.gather(*self._writing.values())

    async def catch_up(self) -> None:
        for id in await tournament_ids(self._desks):
            try:
                data = await self._desks.file_of(id)
                copies = await asyncio.to_thread(_read_all, self._folder, id)
            except HTTPException:
                continue
            except (CarromError, OSError) as error:
                _log.warning("no backup of the tournament %s: %s", id, error)
                continue
            if data not in copies:
                self._schedule(id)

    def _schedule(self, id: str) -> None:
        self._due.add(id)
        if id not in self._writing:
            self._writing[id] = asyncio.ensure_future(self._write(id))

    async def _write(self, id: str) -> None:
        try:
            while id in self._due:
                self._due.discard(id)
                try:
                    name = (await self._desks.live(id)).state.announced.name
                    data = await self._desks.file_of(id)
                    # It holds contact details.
                    await asyncio.to_thread(write_whole, self._folder / backup_file_name(name, id), data, mode=0o600)
                except HTTPException:
                    continue  # removed: keep its last copy
                except CarromError as error:
                    _log.warning("no backup of the tournament %s: %s", id, error)
                if not self._desks.leaving.is_set():
                    await asyncio.sleep(_PAUSE)
        finally:
            del self._writing[id]


def _read_all(folder: Path, id: str) -> list[bytes]:
    """Each name a tournament had makes a file."""
    return [path.read_bytes() for path in folder.glob(f"*.{id}.tournament")]


def backup_file_name(name: str, id: str) -> str:
    """A file name such as `hill-cup.4f2a.tournament`."""
    return f"{'-'.join(name_key(name).split())[:60] or 'tournament'}.{id}.tournament"
