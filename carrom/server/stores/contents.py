"""A store's contents at one moment."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import islice
from typing import Any

from carrom.server.stores.store import Grant, KeptItem, StoredEvent, StoredLog

_PAGE = 500
Row = tuple[Any, ...]
RunQuery = Callable[[str, Row], Iterable[Row]]
"""Runs SQL with `?` for values."""
AddRows = Callable[[str, tuple[str, ...], Iterable[Row]], None]


@dataclass(frozen=True, slots=True)
class WholeLog:
    log: StoredLog
    grants: list[Grant]
    events: list[StoredEvent]


class StoreContents:
    """A consistent snapshot of a store."""

    def __init__(self, ask: RunQuery) -> None:
        self._ask = ask

    def count(self) -> int:
        ((logs,),) = self._ask("SELECT count(*) FROM logs", ())
        return int(logs)

    def is_empty(self) -> bool:
        return not any(list(self._ask(f"SELECT 1 FROM {table} LIMIT 1", ())) for table in ("logs", "kept"))

    def logs(self) -> Iterator[WholeLog]:
        sql = "SELECT id, kind, created, setup FROM logs WHERE id > ? ORDER BY id LIMIT ?"
        after = ""
        while page := [StoredLog(*row) for row in self._ask(sql, (after, _PAGE))]:
            yield from map(self._whole, page)
            after = page[-1].id

    def _whole(self, log: StoredLog) -> WholeLog:
        grants = self._ask("SELECT secret, body FROM grants WHERE log = ? ORDER BY body, secret", (log.id,))
        events = self._ask("SELECT seq, at, body, key FROM events WHERE log = ? ORDER BY seq", (log.id,))
        return WholeLog(log, [Grant(*row) for row in grants], [StoredEvent(*row) for row in events])

    def kept(self) -> Iterator[KeptItem]:
        """Includes expired items."""
        return (KeptItem(*row) for row in self._ask("SELECT kind, id, body, until FROM kept ORDER BY kind, id", ()))


class StoreFiller:
    """Invisible until complete."""

    def __init__(self, add: AddRows, contents: StoreContents) -> None:
        self._add = add
        self.contents = contents

    def add(self, logs: Iterable[WholeLog], kept: Iterable[KeptItem]) -> None:
        rest = iter(logs)
        while some := list(islice(rest, _PAGE)):
            self._add("logs", ("id", "kind", "created", "setup"), [astuple(one.log) for one in some])
            grants = [(one.log.id, grant.secret, grant.body) for one in some for grant in one.grants]
            self._add("grants", ("log", "secret", "body"), grants)
            events = [(one.log.id, event.seq, event.at, event.body, event.key) for one in some for event in one.events]
            self._add("events", ("log", "seq", "at", "body", "key"), events)
        self._add("kept", ("kind", "id", "body", "until"), [astuple(thing) for thing in kept])
