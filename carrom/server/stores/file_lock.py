"""A lock file beside a store: one server for each file."""

import errno
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from carrom.base.errors import CarromError


class InUseError(CarromError):
    """A server runs that has this file."""

    def __init__(self, text: str) -> None:
        super().__init__("in-use", text)


def lock_file(path: Path) -> IO[bytes]:
    """Hold the lock file as long as the server runs; it falls with the process, however that ends."""
    lock = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600), "ab", buffering=0)
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a system without flock: one server per file is up to its owner there
        return lock
    except OSError as error:
        lock.close()
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise InUseError(f"{path.with_suffix('')} is in use by another carrom server") from None
        raise
    with suppress(OSError):  # who holds it is for people to read, and a full disk has no room for it
        lock.truncate(0)
        lock.write(f"{os.getpid()} {time.time():.0f}\n".encode())
    return lock
