"""A private PostgreSQL server on a free port, to kill and restart at will."""

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
    """New data folder, fsync on as in production."""

    def __init__(self) -> None:
        self._bin = find_postgres()
        self._names = count(1)
        # Other users must enter: the server may run as one.
        self._folder = Path(tempfile.mkdtemp(prefix="carrom-postgres-"))
        self._data = self._folder / "data"
        self._user = _user()
        self.port = 0
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        # If this process is killed, its pipe closes, and the guard removes the database.
        self._guard = subprocess.Popen(
            ["sh", "-c", _GUARD, self._folder], stdin=subprocess.PIPE, start_new_session=True
        )
        self._run("initdb", "-D", str(self._data), "-U", "carrom", "-A", "trust", "-E", "UTF8", "-N", "--locale=C")

    def start(self) -> None:
        """Start on the same port, retrying while a killed server goes away."""
        for _ in range(_TRIES):
            port = self.port or _free_port()
            with suppress(CarromError):
                options = f"{_SETTINGS} -c port={port}"
                self._run("pg_ctl", "start", "-w", "-D", str(self._data), "-l", str(self._data / "log"), "-o", options)
                self.port = port
                return
        raise CarromError("postgresql-failed", f"PostgreSQL does not start: {(self._data / 'log').read_text()[-2000:]}")

    def stop(self, how: str = "fast") -> None:
        """`immediate` resembles a power failure."""
        self._run("pg_ctl", "stop", "-w", "-D", str(self._data), "-m", how)

    def kill(self) -> None:
        """Kill with -9; other processes follow the main one."""
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def hang(self) -> None:
        """Suspend it, connections open."""
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
        self._guard.communicate()

    def new_database(self) -> str:
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
        # A pipe would be inherited by the server, and never end.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [self._bin / program, *options],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self._folder,
                env={**os.environ, "LC_ALL": "C"},
                **user,
            )
            if done.returncode:
                output.seek(0)
                raise CarromError(
                    "postgresql-failed", f"{program} failed: {output.read().decode(errors='replace').strip()}"
                )


def find_postgres() -> Path:
    """Folder of the programs: CARROM_POSTGRES, the PATH's, or Debian's."""
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
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise CarromError("postgresql-as-root", "PostgreSQL does not run as root, and there is nobody else here")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
