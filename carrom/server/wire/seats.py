"""What is asked about the seats of a match before anybody sits down, and by whoever made it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.server.wire import messages as m, values as v
from carrom.server.wire.requests import MatchId, SeatSecret

_Secret = Annotated[str, Meta(max_length=80)]


class SeatQuestion(v.Body, frozen=True):
    """Whoever was sent the link of a seat looks before he sits down."""

    match: MatchId
    secret: _Secret
    browser: _Secret = ""


class SeatAnswer(Struct, frozen=True):
    """Whose seat the link opens, how it stands for this browser, and who sits where."""

    players: list[v.PlayerName]
    state: Literal["free", "yours", "held", "open"]
    seats: list[m.SeatView]
    here: list[v.PlayerName]
    """Who is at a screen now."""


class LinksWish(v.Body, frozen=True):
    """Whoever made a match comes back to it from another screen, with his key."""

    match: MatchId
    key: _Secret


class SeatLinks(Struct, frozen=True):
    """A new link for each seat to which somebody else comes; those that were sent before open them too."""

    links: list[SeatSecret]


class Reach(Struct, frozen=True):
    """By which names of this machine others may reach this server; none where only this machine can."""

    hosts: list[str]
    origin: str | None
    """The address that whoever runs the server gave it, where there is one."""
