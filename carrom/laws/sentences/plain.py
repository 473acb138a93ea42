"""A law in one plain sentence, for those who play; many laws say the same to them."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _sentences_by_law() -> dict[str, dict[str, str]]:
    text = files(__package__).joinpath("data", "plain.toml").read_text(encoding="utf-8")
    return {law: one for one in tomllib.loads(text)["said"] for law in one["laws"]}


def plain_sentence(law: str, language: str) -> str | None:
    """What a law means in play; None for one that no table comes upon.

    >>> plain_sentence("72a", "en")
    "The striker fell: one of the player's pocketed pieces comes back, and the turn passes."
    """
    said = _sentences_by_law()
    # A clause without a sentence of its own is meant by that of the whole law.
    found = said.get(law) or said.get(law.rstrip("abcdefghi") if law[:1].isdigit() else law)
    return None if found is None else found[language]
