"""Small parts of what a page is shown of a match."""

from typing import Literal

from msgspec import Struct

from carrom.match.parties import Party
from carrom.server.wire import values as v


class GameClock(Struct, frozen=True):
    """What is left of the time of the game, where the rulebook limits it and a clock was agreed on."""

    seconds: float
    running: bool


class Until(Struct, frozen=True):
    """A time between boards that runs: fifteen minutes to come (143i), the change of sides (61), the rest (138)."""

    what: Literal["report", "change", "interval"]
    seconds: float
    law: str


class Testing(Struct, frozen=True):
    """The surface may be tried for so long before the match, where the rulebook says so."""

    seconds: int
    law: str | None


class Concession(Struct, frozen=True):
    """A game or the match that a side gave up (139), and in which game."""

    what: Literal["game", "match"]
    party: Party
    game: int


class Headline(Struct, frozen=True):
    """What stands over the board after an event: the word that everybody at the table would call out."""

    what: Literal["foul", "queen", "covered", "uncovered", "several", "retry", "board", "slam"]
    slam: str | None = None
    """Which slam it was."""
    count: int = 0
    """How many were pocketed at once."""


class Stopped(Struct, frozen=True):
    """Play stands still for an appeal (121a)."""

    party: Party | None
    text: str
    wants_replay: bool
    may_go_on: list[v.PlayerName]
    may_grant: list[v.PlayerName]
    seconds: float | None
    """After which everybody may go on."""


class Signature(Struct, frozen=True):
    """Under the card (XIX)."""

    who: str
    """`loser` or `umpire`."""
    name: str


class Coming(Struct, frozen=True):
    """The board that is played next, while the remains of the last one lie there."""

    game: int
    board: int
