"""The umpire's words as the game's page is told them."""

from carrom.match import Match
from carrom.match.umpire_words import (
    UmpireWord,
    catalogue_for as catalogue_for,
    known_language as known_language,
    party_name as party_name,
    recent_steps,
    umpire_words,
)
from carrom.play import is_rack_exact
from carrom.server.live.noted import is_note
from carrom.server.wire import values as v


def recent_words(match: Match, language: str) -> list[v.Word]:
    """The umpire's words from the last stroke on (or toss, or 'Play')."""
    return [word for step in recent_steps(match) for word in event_words(step, language)]


def event_words(match: Match, language: str) -> list[v.Word]:
    """The umpire's words on the last event alone."""
    if match.event is not None and is_note(match.event.act):
        return []
    return [_on_page(word, match) for word in umpire_words(match, language)]


def _on_page(word: UmpireWord, match: Match) -> v.Word:
    if word.code == "arranged" and match.before is not None and is_rack_exact(match.before):
        return v.Word("racked", ["41a"], None, {})
    return v.Word(word.code, list(word.laws), word.text, word.data)
