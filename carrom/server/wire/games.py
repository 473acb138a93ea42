"""Matches at a glance: what somebody's own list, a lobby and the preview of a link show of each."""

from typing import Annotated

from msgspec import Meta, Struct

from carrom.match.parties import ByParty, Party
from carrom.server.wire import messages as m, values as v

MOST_GAMES = 24
"""Matches that can be asked for at once."""


class GamesWish(Struct, frozen=True):
    """Matches by their ids, with commas between them."""

    ids: Annotated[str, Meta(max_length=MOST_GAMES * 41)]


class Feats(Struct, frozen=True):
    """What one side did in a match. A run are the own pieces that one player pocketed in one turn."""

    boards: int = 0
    queens: int = 0
    best_run: int = 0
    fouls: int = 0


class GameCard(Struct, frozen=True):
    """One match as it stands: who plays, what is waited for and from whom, or how it ended."""

    id: str
    seq: int
    made: float
    """Seconds since 1970."""
    at: float
    """When something last happened in it."""
    rulebook: str
    title: str
    length: v.Length
    seats: list[m.SeatView]
    pieces: list[v.PieceRow]
    score: ByParty[int]
    games: ByParty[int]
    waits: m.TaskName
    players: list[v.PlayerName]
    """Who is waited for."""
    winner: Party | None
    is_agreed: bool
    """Whether both sides ended it without a winner."""
    feats: ByParty[Feats] | None
    """Once it is over."""
    free: list[v.PlayerName]
    """Before it begins: the seats by link at which nobody has sat down yet. What they are called is nobody's name."""


class GameCards(Struct, frozen=True):
    """The matches that are still kept, in the order in which they were asked for; the others are gone."""

    games: list[GameCard]
    gone: list[str]
