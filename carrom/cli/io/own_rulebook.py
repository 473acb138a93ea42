"""The option that names a rulebook: one of the five by its id, or a TOML file of one's own."""

from __future__ import annotations

from pathlib import Path

from carrom.laws import Rulebook, rulebook
from carrom.laws.own_rulebook import load_rulebook


def own_book(name: str | None) -> Rulebook | None:
    """The rulebook of a file; None where an id was given, which must be known."""
    if name is None:
        return None
    if name.endswith(".toml"):
        return load_rulebook(Path(name))
    rulebook(name)
    return None


def named_book(name: str) -> Rulebook:
    """The rulebook of that id, or of that file."""
    return own_book(name) or rulebook(name)
