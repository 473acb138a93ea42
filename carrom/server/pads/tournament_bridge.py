"""What pads ask of the tournaments on this server: who holds a link, what is played, and to put results on record."""

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
    """Whoever opened a pad: by the link of a table or a match, or as one of those who run the tournament."""

    role: str
    source: str
    table: int | None = None
    match: str | None = None
    is_revoked: bool = False

    @property
    def place(self) -> str:
        """What the link is for, in words."""
        if self.match is not None:
            return self.match
        return f"table {self.table}" if self.table is not None else self.role

    def matches(self, view: TournamentNow) -> list[MatchId]:
        """What there is to umpire for him now."""
        if self.match is not None:
            return [MatchId(self.match)] if self.match in view.state.matches else []
        in_use = view.tables_in_use
        if self.table is not None:
            return [in_use[self.table]] if self.table in in_use else []
        return [in_use[table] for table in sorted(in_use)] if self.role in _ALL_TABLES else []

    def obstacle(self, view: TournamentNow, match: str, opened_by: str | None) -> Why | None:
        """Why facts of this match are set aside when he sends them. Who has begun a match goes on with it, wherever it
        has been moved meanwhile."""
        if self.is_revoked:
            return "revoked"
        if self.source == opened_by or self.role in _ALL_TABLES or match == self.match:
            return None
        if match not in view.state.matches or self.table is None:
            return "elsewhere"
        return None if view.state.matches[MatchId(match)].table == self.table else "elsewhere"


class TournamentBridge:
    """The tournaments, as far as pads know them."""

    def __init__(self, desks: Desks) -> None:
        self._desks = desks

    async def holder(self, tournament: str, secret: str) -> LinkHolder | None:
        """Who has this secret, also when his link has been revoked since; None for one that was never given."""
        role = await self._desks.role_of(tournament, secret)
        if role is None or role.role not in _UMPIRES:
            return None
        return LinkHolder(role.role, role.source, role.table, role.match, role.is_revoked)

    async def view(self, tournament: str) -> TournamentNow | None:
        """The tournament as it stands now."""
        try:
            return (await self._desks.open_now(tournament)).view
        except HTTPException:
            return None

    async def tell(self, tournament: str, act: DeskAct, *, by: str, key: str) -> Refused | None:
        """Do an act of the desk, once for each key; why not, if not."""
        try:
            told = await self._desks.tell(tournament, act, by=by, key=key)
        except (CarromError, HTTPException) as error:
            if isinstance(error, NotStoredError):
                raise
            return Refused("not-taken", None, str(error))
        return told if isinstance(told, Refused) else None
