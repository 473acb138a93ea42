"""A PostgreSQL of one's own, for tests and measurements: started on a free port, killed and started again at will."""

import os
import pwd
import signal
import socket
import subprocess
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from carrom.base.errors import CarromError

_TRIES = 20
_SETTINGS = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100"

_GUARD = 'read _; kill -KILL $(head -n 1 "$0/data/postmaster.pid") 2>/dev/null; rm -rf "$0"'


class Postgres:
    """A server with an empty data folder of its own, and its sync on, as it is in earnest."""

    def __init__(self) -> None:
        self._bin = find_postgres()
        self._names = count(1)
        # Not in a folder that belongs to somebody else alone: the server may run as another user.
        self._folder = Path(tempfile.mkdtemp(prefix="carrom-postgres-"))
        self._data = self._folder / "data"
        self._user = _user()
        self.port = 0
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        # Whoever started it may be killed: then its end of this pipe closes, and the database goes with it.
        self._guard = subprocess.Popen(
            ["sh", "-c", _GUARD, self._folder], stdin=subprocess.PIPE, start_new_session=True
        )
        self._run("initdb", "-D", str(self._data), "-U", "carrom", "-A", "trust", "-E", "UTF8", "-N", "--locale=C")

    def start(self) -> None:
        """Start, or start again on the same port. What a killed one left behind may take a moment to be gone."""
        for _ in range(_TRIES):
            port = self.port or _free_port()
            with suppress(CarromError):
                options = f"{_SETTINGS} -c port={port}"
                self._run("pg_ctl", "start", "-w", "-D", str(self._data), "-l", str(self._data / "log"), "-o", options)
                self.port = port
                return
        raise CarromError("postgresql-failed", f"PostgreSQL does not start: {(self._data / 'log').read_text()[-2000:]}")

    def stop(self, how: str = "fast") -> None:
        """`immediate` is as if the power had gone, as far as the server can know."""
        self._run("pg_ctl", "stop", "-w", "-D", str(self._data), "-m", how)

    def kill(self) -> None:
        """The first of its processes, with -9; the others end when they notice."""
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def hang(self) -> None:
        """It answers nothing any more, and nobody is told."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, others)):
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def remove(self) -> None:
        """End it, and leave nothing of it."""
        self._guard.communicate()

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        name = f"carrom{next(self._names)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def address(self, database: str) -> str:
        return f"postgresql://carrom@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *options: str) -> None:
        user: dict[str, Any] = {}
        if self._user is not None:
            user = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        # Files, not pipes: the server would inherit them, and whoever reads one to its end waits for ever.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                [self._bin / program, *options],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                cwd=self._folder,
                env={**os.environ, "LC_ALL": "C"},
                **user,
            )
            if done.returncode:
                said.seek(0)
                raise CarromError(
                    "postgresql-failed", f"{program} failed: {said.read().decode(errors='replace').strip()}"
                )


def find_postgres() -> Path:
    """Return the folder of PostgreSQL's programs: CARROM_POSTGRES, one on the PATH, or Debian's."""
    named = os.environ.get("CARROM_POSTGRES")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders = [Path(named)] if named else [*map(Path, os.get_exec_path()), *debian]
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise CarromError(
        "no-postgresql",
        "there is no PostgreSQL here: install it (Debian: postgresql), or name its folder by CARROM_POSTGRES",
    )


def _user() -> pwd.struct_passwd | None:
    """As whom it runs: PostgreSQL refuses to be root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise CarromError("postgresql-as-root", "PostgreSQL does not run as root, and there is nobody else here")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
