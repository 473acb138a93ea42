"""The option that names a rulebook: one of the house's by its id, or a TOML file of one's own."""

from collections.abc import Mapping
from pathlib import Path

from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.own_rulebook import load_rulebook


def books_with(name: str | None) -> Mapping[str, Rulebook]:
    """The five, and the rulebook of the file if one was named. An id must be known."""
    if name is None:
        return RULEBOOKS
    book = named_book(name)
    return {**RULEBOOKS, book.id: book}


def named_book(name: str) -> Rulebook:
    """The rulebook of that id, or of that file."""
    return load_rulebook(Path(name)) if name.endswith(".toml") else rulebook(name)
