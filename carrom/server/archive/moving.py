"""A whole store copied to another place, checked, or backed up."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from carrom.base.errors import CarromError
from carrom.base.files import check_free
from carrom.server.archive.folding import state_of
from carrom.server.archive.places import contents_of, file_at, filling
from carrom.server.stores.contents import Contents, Filling, WholeLog
from carrom.server.stores.opening import is_database
from carrom.server.stores.sqlite_contents import back_up_sqlite, fill_sqlite

T = TypeVar("T")
Showing = Callable[[int, int], None]


@dataclass(slots=True)
class Looked:
    """What was found in a store."""

    logs: Counter[str] = field(default_factory=Counter)
    """How many of each kind."""
    events: int = 0
    faults: list[str] = field(default_factory=list)
    """Logs that do not add up, each in a sentence."""


def check_store(where: str, show: Showing) -> Looked:
    """Work out every state, and say which cannot be."""
    with contents_of(where) as contents:
        return _look(((one, _state(one)) for one in contents.logs()), contents.count(), show)


def copy_store(source: str, target: str, show: Showing) -> Looked:
    """Everything that is in one store into another that is empty. Before anybody can see the copy, it is compared line
    by line, and every state is worked out on both sides; if anything differs there is no copy."""
    with contents_of(source) as old, filling(target) as new:
        return _copy(old, new, show)


def back_up_store(where: str, copy: Path, show: Showing) -> Looked:
    """A consistent copy in one SQLite file, while servers go on; checked like any other."""
    check_free(copy)
    if is_database(where):
        with contents_of(where) as old, fill_sqlite(copy) as new:
            return _copy(old, new, show)
    back_up_sqlite(file_at(where), copy, show)
    return check_store(str(copy), show)


@dataclass(frozen=True, slots=True)
class _Damaged:
    """In the place of a state. A log that does not add up is copied as it is, and named."""

    said: str


def _copy(old: Contents, new: Filling, show: Showing) -> Looked:
    total = 2 * old.count()
    new.add(_counted(old.logs(), 0, total, show), old.kept())
    if list(new.contents.kept()) != list(old.kept()):
        raise CarromError("copy-differs", "what is kept is not the same in the copy: nothing was kept of it")
    return _look(_compared(old, new.contents), total, show, begin=old.count())


def _compared(old: Contents, new: Contents) -> Iterator[tuple[WholeLog, object]]:
    for one, other in zip_longest(old.logs(), new.logs()):
        state = None if other is None else _state(other)
        if one is None or one != other or state != _state(one):
            name = (one or other).log.id
            raise CarromError("copy-differs", f"the log {name} is not the same in the copy: nothing was kept of it")
        yield other, state


def _look(logs: Iterable[tuple[WholeLog, object]], total: int, show: Showing, begin: int = 0) -> Looked:
    looked = Looked()
    for one, state in _counted(logs, begin, total, show):
        looked.logs[one.log.kind] += 1
        looked.events += len(one.events)
        if isinstance(state, _Damaged):
            looked.faults.append(f"{one.log.kind} {one.log.id}: {state.said}")
    return looked


def _state(one: WholeLog) -> object:
    try:
        return state_of(one)
    except CarromError as error:
        return _Damaged(str(error))


def _counted(items: Iterable[T], begin: int, total: int, show: Showing) -> Iterator[T]:
    for done, item in enumerate(items, begin + 1):
        yield item
        show(done, total)
