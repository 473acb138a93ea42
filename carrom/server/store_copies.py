"""Check, copy and back up whole stores."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

import msgspec

from carrom.base.errors import CarromError
from carrom.base.files import check_can_create
from carrom.match import Match
from carrom.server.desk.desks import TOURNAMENT_KIND as TOURNAMENT
from carrom.server.pads.pad_log import PAD_KIND as PAD, StoredHead, extend_fold, start_fold
from carrom.server.stores.contents import StoreContents, StoreFiller, WholeLog
from carrom.server.stores.opening import STORE_FILE, is_database, store_at
from carrom.server.stores.sqlite_contents import back_up_sqlite, fill_sqlite, is_sqlite_in_use, read_sqlite
from carrom.server.table.agreement import Agreement
from carrom.server.table.open_matches import MATCH
from carrom.server.table.state import replay_stored
from carrom.tournament.log.file import HEADING, from_text

T = TypeVar("T")
ShowProgress = Callable[[int, int], None]


# --- opening ----------------------------------------------------------------------------------------------------------


def open_contents(where: str) -> AbstractContextManager[StoreContents]:
    """Servers may go on writing."""
    if not is_database(where):
        return read_sqlite(store_file(where))
    store_at(where)
    from carrom.server.stores.postgres_contents import read_postgres

    return read_postgres(where)


@contextmanager
def fill_store(where: str) -> Iterator[StoreFiller]:
    """Fill a new store whole, or leave nothing of it."""
    if not is_database(where):
        with fill_sqlite(store_file(where)) as new:
            yield new
        return
    store_at(where)
    from carrom.server.stores.postgres_contents import fill_postgres

    with fill_postgres(where) as new:
        yield new


def is_store_in_use(where: str) -> bool:
    """Whether a server uses a store, so that a copy would miss later writes."""
    if not is_database(where):
        return is_sqlite_in_use(store_file(where))
    from carrom.server.stores.postgres_contents import is_postgres_in_use

    return is_postgres_in_use(where)


def store_file(where: str) -> Path:
    """The file in a folder, or in a missing path without suffix."""
    path = Path(where)
    return path / STORE_FILE if path.is_dir() or not (path.exists() or path.suffix) else path


# --- folding ----------------------------------------------------------------------------------------------------------


def replay_log(one: WholeLog) -> object:
    """Raise `CarromError` for a damaged log."""
    numbers = [event.seq for event in one.events]
    if numbers != list(range(1, len(numbers) + 1)):
        raise CarromError("log-damaged", "its events are not numbered one by one")
    fold = _FOLDS.get(one.log.kind)
    return one.events if fold is None else fold(one)


def _match(one: WholeLog) -> Match:
    try:
        agreed = msgspec.json.decode(one.log.setup, type=Agreement)
    except msgspec.MsgspecError as error:
        raise CarromError("log-damaged", f"what was agreed cannot be read: {error}") from None
    start = Match.start(agreed.match_setup())
    return [start, *replay_stored(start, one.events)][-1]


def _tournament(one: WholeLog) -> object:
    lines = (HEADING, *(event.body for event in one.events))
    return from_text("".join(f"{line}\n" for line in lines)).state


def _pad(one: WholeLog) -> object:
    """Unfoldable facts are part of the state, not damage."""
    try:
        head = msgspec.json.decode(one.log.setup, type=StoredHead)
    except msgspec.MsgspecError as error:
        raise CarromError("log-damaged", f"the head of this pad's log cannot be read: {error}") from None
    return extend_fold(start_fold(head), one.events)


_FOLDS: dict[str, Callable[[WholeLog], object]] = {MATCH: _match, TOURNAMENT: _tournament, PAD: _pad}


# --- checking and copying ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class StoreReport:
    logs: Counter[str] = field(default_factory=Counter)
    events: int = 0
    faults: list[str] = field(default_factory=list)


def check_store(where: str, show: ShowProgress) -> StoreReport:
    with open_contents(where) as contents:
        return _check_logs(((one, _state_or_damage(one)) for one in contents.logs()), contents.count(), show)


def copy_store(source: str, target: str, show: ShowProgress) -> StoreReport:
    """Compare line by line and fold both sides; keep nothing on any difference."""
    with open_contents(source) as old, fill_store(target) as new:
        return _copy(old, new, show)


def back_up_store(where: str, copy: Path, show: ShowProgress) -> StoreReport:
    """One checked SQLite file, while servers go on."""
    check_can_create(copy)
    if is_database(where):
        with open_contents(where) as old, fill_sqlite(copy) as new:
            return _copy(old, new, show)
    back_up_sqlite(store_file(where), copy, show)
    return check_store(str(copy), show)


@dataclass(frozen=True, slots=True)
class _DamagedLog:
    """Copied unchanged and reported."""

    problem: str


def _copy(old: StoreContents, new: StoreFiller, show: ShowProgress) -> StoreReport:
    total = 2 * old.count()
    new.add(_with_progress(old.logs(), 0, total, show), old.kept())
    if list(new.contents.kept()) != list(old.kept()):
        raise CarromError("copy-differs", "what is kept is not the same in the copy: nothing was kept of it")
    return _check_logs(_compare_logs(old, new.contents), total, show, begin=old.count())


def _compare_logs(old: StoreContents, new: StoreContents) -> Iterator[tuple[WholeLog, object]]:
    for one, other in zip_longest(old.logs(), new.logs()):
        state = None if other is None else _state_or_damage(other)
        if one is None or one != other or state != _state_or_damage(one):
            name = (one or other).log.id
            raise CarromError("copy-differs", f"the log {name} is not the same in the copy: nothing was kept of it")
        yield other, state


def _check_logs(logs: Iterable[tuple[WholeLog, object]], total: int, show: ShowProgress, begin: int = 0) -> StoreReport:
    report = StoreReport()
    for one, state in _with_progress(logs, begin, total, show):
        report.logs[one.log.kind] += 1
        report.events += len(one.events)
        if isinstance(state, _DamagedLog):
            report.faults.append(f"{one.log.kind} {one.log.id}: {state.problem}")
    return report


def _state_or_damage(one: WholeLog) -> object:
    try:
        return replay_log(one)
    except CarromError as error:
        return _DamagedLog(str(error))


def _with_progress(items: Iterable[T], begin: int, total: int, show: ShowProgress) -> Iterator[T]:
    for done, item in enumerate(items, begin + 1):
        yield item
        show(done, total)
