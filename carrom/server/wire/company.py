"""What goes over a match's socket beside its acts: what one side asks the other, whose seats are open, polite words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.match.parties import Party
from carrom.server.wire import values as v

AskedFor = Literal["undo", "end", "rematch"]
Phrase = Literal["hello", "good-luck", "nice-stroke", "well-played", "thanks", "one-moment"]


class Propose(v.Body, frozen=True, tag_field="t", tag="propose"):
    """Ask the other side to take your last stroke back, to end without a winner, or to play once more; or answer what
    it asks."""

    player: v.PlayerName
    what: AskedFor
    yes: bool = True


class OpenSeat(v.Body, frozen=True, tag_field="t", tag="open-seat"):
    """Let another browser sit here: one's own seat, or as the one who made the match somebody else's."""

    players: Annotated[list[v.PlayerName], Meta(min_length=1, max_length=4)]
    key: Annotated[str, Meta(max_length=80)] = ""
    """That of whoever made the match and has no seat in it."""
    ticket: Annotated[str, Meta(max_length=80)] = ""
    """Made up by whoever opens it, and told to nobody but the one who shall sit there."""


class Speak(v.Body, frozen=True, tag_field="t", tag="speak"):
    """A polite word to everybody at the table; nothing else can be said, and nothing of it is stored."""

    player: v.PlayerName
    phrase: Phrase


class AskView(Struct, frozen=True):
    """What a side asks the other."""

    party: Party
    what: AskedFor


class Declined(Struct, frozen=True):
    """What a side asked, and the other said no to, after event number `base`."""

    party: Party
    what: AskedFor
    base: int


class Beside(Struct, frozen=True, tag_field="t", tag="beside"):
    """What stands beside the log: what is asked, whose seats are open again, and which match follows this one."""

    asks: list[AskView]
    free: list[v.PlayerName]
    rematch: str | None
    declined: Declined | None = None


class Spoken(Struct, frozen=True, tag_field="t", tag="spoken"):
    """A polite word of somebody at the table."""

    player: v.PlayerName
    phrase: Phrase
