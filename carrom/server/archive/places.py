"""A store as a whole, by its address: a database (postgresql://…), a file, or a folder with one in it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from carrom.server.stores.contents import Contents, Filling
from carrom.server.stores.opening import FILE, is_database, store_at
from carrom.server.stores.sqlite_contents import fill_sqlite, is_sqlite_in_use, read_sqlite


def contents_of(where: str) -> AbstractContextManager[Contents]:
    """What is there at this moment; servers may go on."""
    if not is_database(where):
        return read_sqlite(file_at(where))
    store_at(where)  # says what has to be installed
    from carrom.server.stores.postgres_contents import read_postgres

    return read_postgres(where)


@contextmanager
def filling(where: str) -> Iterator[Filling]:
    """Fill what is empty, or not there yet: all of it or nothing."""
    if not is_database(where):
        with fill_sqlite(file_at(where)) as new:
            yield new
        return
    store_at(where)
    from carrom.server.stores.postgres_contents import fill_postgres

    with fill_postgres(where) as new:
        yield new


def is_in_use(where: str) -> bool:
    """Whether a server has it: what it writes from now on is not in a copy."""
    if not is_database(where):
        return is_sqlite_in_use(file_at(where))
    from carrom.server.stores.postgres_contents import is_postgres_in_use

    return is_postgres_in_use(where)


def file_at(where: str) -> Path:
    """A file, or the one in a data folder; what is not there yet and has no ending is to be such a folder."""
    path = Path(where)
    return path / FILE if path.is_dir() or not (path.exists() or path.suffix) else path
