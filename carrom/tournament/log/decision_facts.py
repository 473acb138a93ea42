"""Facts of what a referee, a committee or the director decides: protests until their end, places of a published draw,
whose word counts again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, NewType

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.definition import EventId, StageId
from carrom.tournament.tables.results import EntryId, Side

ProtestId = NewType("ProtestId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsRuled:
    """The referee has decided who sits on places of a published draw that the tables now fill otherwise, or no more.

    `seats` are the places that were ruled on, each with who has it from now on, be it the same as before.
    """

    kind: ClassVar[str] = "seats"
    event: EventId
    stage: StageId
    seats: Mapping[str, EntryId]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestLodged:
    """A side contests what happened in one board of a match.

    `board` counts within `game`; without one, through all games of the match. `over` is when that board ended, where
    somebody knows it (146), `signed_by` who has signed the protest (144).
    """

    kind: ClassVar[str] = "protest"
    protest: ProtestId
    match: MatchId
    side: Side
    board: int
    text: str
    game: int | None = None
    over: datetime | None = None
    signed_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePaid:
    """The scrutiny fee of a protest is paid."""

    kind: ClassVar[str] = "fee"
    protest: ProtestId
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestJudged:
    """The committee has decided. Upheld: the match goes back to the beginning of the contested board (151)."""

    kind: ClassVar[str] = "decision"
    protest: ProtestId
    upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRestored:
    """A source was revoked by mistake: what it says from now on counts. Also where it says so itself, since whoever
    was silenced may be the only one who can put that right."""

    kind: ClassVar[str] = "restored"
    source: str
