"""People in the umpire's words: by name for whoever reads them, and by seat, so that a page can say "you"."""

from collections.abc import Mapping

from carrom.match import Match, PlayerId
from carrom.match.parties import Party
from carrom.match.umpire_words import party_name
from carrom.server.wire import values as v

Figure = str | int | bool
Who = PlayerId | Party


def named(code: str, laws: tuple[str, ...], data: Mapping[str, Figure], who: Mapping[str, Who], match: Match) -> v.Word:
    """A word of the umpire's with these people in it."""
    names = {key: _name(one, match) for key, one in who.items()}
    codes = {key: one if isinstance(one, str) else one.text() for key, one in who.items()}
    return v.Word(code, list(laws), None, {**data, **names}, codes)


def _name(one: Who, match: Match) -> str:
    return party_name(match.setup, one) if isinstance(one, str) else match.setup.name(one)
