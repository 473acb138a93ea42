"""What the views of the desk are asked by their addresses."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.server.wire.desk import TournamentId
from carrom.server.wire.values import WORD, Body

_Words = Annotated[str, Meta(max_length=200)]


class FindWish(Struct, frozen=True, kw_only=True):
    """Matches, laws or facts that somebody looks for."""

    tournament: TournamentId
    words: _Words = ""
    by: _Words = ""
    rulebook: _Words = ""


class MatchWish(Struct, frozen=True):
    """One match of a tournament: M7, 7 or @4."""

    tournament: TournamentId
    match: Annotated[str, Meta(max_length=20)]


class OrderWish(Struct, frozen=True):
    """The order of play, on so many tables."""

    tournament: TournamentId
    tables: Annotated[int, Meta(ge=1, le=200)] | None = None


class StageWish(Struct, frozen=True):
    """One stage: S/groups."""

    tournament: TournamentId
    stage: _Words


class SheetWish(Struct, frozen=True, kw_only=True):
    """A sheet to be printed; `which` are words such as `S/groups` or `M7`. For the `desk` it has what is held back."""

    tournament: TournamentId
    sheet: Annotated[str, Meta(max_length=20, pattern=WORD)]
    which: _Words = ""
    paper: Literal["a4", "a3"] = "a4"
    blank: bool = False
    desk: bool = False


class BeginningWish(Struct, frozen=True):
    """A template, or formats such as groups+knockout."""

    beginning: Annotated[str, Meta(max_length=200)]


class CodeWish(Body, frozen=True):
    """A text to be drawn as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
