"""What is asked and told in a club's lobby."""

from typing import Annotated

from msgspec import Meta, Struct

from carrom.server.wire import values as v
from carrom.server.wire.games import GameCard
from carrom.server.wire.requests import MatchId


class NewTable(v.Body, frozen=True):
    """A table that somebody opens, under which name and for what."""

    name: v.PersonName
    rulebook: str
    length: v.Length
    clock: bool = False
    free: v.PersonName = "?"
    """What the other seat is called until somebody sits there."""


class TableToJoin(v.Body, frozen=True):
    """A table that somebody wants to sit down at."""

    match: MatchId


class TableToClose(v.Body, frozen=True):
    """One's own table, at which nobody sat down, and the secret of one's seat there."""

    match: MatchId
    secret: Annotated[str, Meta(max_length=80)]


class Closed(Struct, frozen=True):
    """It is no longer open."""

    match: str


class LobbyTables(Struct, frozen=True):
    """Tables at which somebody waits, and those at which two play who met here."""

    open: list[GameCard]
    playing: list[GameCard]
