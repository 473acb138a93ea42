"""Pads' access to tournaments."""

from dataclasses import dataclass

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError, Refused
from carrom.server.desk.desks import Desks
from carrom.server.pads.wire import Why
from carrom.server.stores.store import NotStoredError
from carrom.tournament.desk.acts import DeskAct
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.seating.now import TournamentNow

_ALL_TABLES = frozenset({"owner", "director", "desk", "referee"})
_UMPIRES = _ALL_TABLES | {"umpire"}


@dataclass(frozen=True, slots=True)
class LinkHolder:
    """An umpire's link to a table or match, or staff."""

    role: str
    source: str
    table: int | None = None
    match: str | None = None
    is_revoked: bool = False

    @property
    def place(self) -> str:
        if self.match is not None:
            return self.match
        return f"table {self.table}" if self.table is not None else self.role

    def matches(self, view: TournamentNow) -> list[MatchId]:
        if self.match is not None:
            return [MatchId(self.match)] if self.match in view.state.matches else []
        in_use = view.tables_in_use
        if self.table is not None:
            return [in_use[self.table]] if self.table in in_use else []
        return [in_use[table] for table in sorted(in_use)] if self.role in _ALL_TABLES else []

    def obstacle(self, view: TournamentNow, match: str, opened_by: str | None) -> Why | None:
        """A link that began a match may go on wherever it is moved."""
        if self.is_revoked:
            return "revoked"
        if self.source == opened_by or self.role in _ALL_TABLES or match == self.match:
            return None
        if match not in view.state.matches or self.table is None:
            return "elsewhere"
        return None if view.state.matches[MatchId(match)].table == self.table else "elsewhere"


class TournamentBridge:
    def __init__(self, desks: Desks) -> None:
        self._desks = desks

    async def holder(self, tournament: str, secret: str) -> LinkHolder | None:
        """A secret's holder, even if revoked; None for an unknown one."""
        role = await self._desks.role_of(tournament, secret)
        if role is None or role.role not in _UMPIRES:
            return None
        return LinkHolder(role.role, role.source, role.table, role.match, role.is_revoked)

    async def view(self, tournament: str) -> TournamentNow | None:
        """Return the tournament's view; None for an unknown tournament."""
        try:
            return (await self._desks.open_now(tournament)).view
        except HTTPException:
            return None

    async def record(self, tournament: str, act: DeskAct, *, by: str, key: str) -> Refused | None:
        """Act once per key; return any refusal."""
        try:
            recorded = await self._desks.record(tournament, act, by=by, key=key)
        except (CarromError, HTTPException) as error:
            if isinstance(error, NotStoredError):
                raise
            return Refused("not-taken", None, str(error))
        return recorded if isinstance(recorded, Refused) else None
