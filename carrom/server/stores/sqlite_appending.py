"""Events for one log in one statement, as long as nobody came first.

Python hands the interpreter over several times in every statement, and while others play it has it back only when they
pause: what is done in few statements is done soon, and leaves the others in peace.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from carrom.server.stores.store import Appended, NoSuchLogError, Repeated, Stale

_ADD = "INSERT INTO events (log, seq, key, at, body) VALUES (?, ?, ?, ?, ?)"
_ADD_BEHIND = """
INSERT INTO events (log, seq, key, at, body) SELECT :log, :after + 1, :key, :at, :body
WHERE :after = 0 OR EXISTS (SELECT 1 FROM events WHERE log = :log AND seq = :after)"""


@dataclass(slots=True)
class Append:
    """What `Store.append` is asked for."""

    log: str
    after: int
    bodies: Sequence[str]
    key: str | None
    at: float

    def __call__(self, connection: sqlite3.Connection) -> Appended | Repeated | Stale:
        if not self.bodies or not self._add_first(connection):
            return self._explain(connection)
        if len(self.bodies) > 1:
            rest = enumerate(self.bodies[1:], self.after + 2)
            connection.executemany(_ADD, [(self.log, seq, None, self.at, body) for seq, body in rest])
        return Appended(self.after + len(self.bodies))

    @property
    def is_one_statement(self) -> bool:
        """Whether nothing of it stays if it fails, as of nearly everything while people play."""
        return len(self.bodies) == 1

    def _add_first(self, connection: sqlite3.Connection) -> bool:
        """Whether it is there now. The keys of the table see to it that there is such a log, and that nobody's number
        or key is used twice."""
        row = {"log": self.log, "after": self.after, "key": self.key, "at": self.at, "body": self.bodies[0]}
        try:
            return connection.execute(_ADD_BEHIND, row).rowcount == 1
        except sqlite3.IntegrityError:
            return False

    def _explain(self, connection: sqlite3.Connection) -> Appended | Repeated | Stale:
        """Why not. That its key is known is told before anything else."""
        if self.key is not None:
            sql = "SELECT seq FROM events WHERE log = ? AND key = ?"
            row = connection.execute(sql, (self.log, self.key)).fetchone()
            if row is not None:
                return Repeated(row[0])
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM events WHERE log = ?", (self.log,)).fetchone()
        if not last and not connection.execute("SELECT 1 FROM logs WHERE id = ?", (self.log,)).fetchone():
            raise NoSuchLogError(self.log)
        return Appended(last) if last == self.after and not self.bodies else Stale(last)
