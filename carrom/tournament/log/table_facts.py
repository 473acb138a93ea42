"""The facts about the tables of the hall: what is called where, who has come, what does not work."""

from dataclasses import dataclass
from typing import ClassVar

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.tables.results import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A match is called to a table, or moved to another."""

    kind: ClassVar[str] = "called"
    match: MatchId
    table: int
    umpire: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A side is at the table that its match was called to; without `side` both are."""

    kind: ClassVar[str] = "reported"
    match: MatchId
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """Both sides are there and the match is in play."""

    kind: ClassVar[str] = "started"
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """A call is taken back: the table is free again, and the match waits to be called anew."""

    kind: ClassVar[str] = "freed"
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class TableService:
    """A table is taken out of service, or put back."""

    kind: ClassVar[str] = "table"
    table: int
    works: bool
