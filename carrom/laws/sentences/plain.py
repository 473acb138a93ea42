"""One plain sentence per law for players; many share one."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _sentences_by_law() -> dict[str, dict[str, str]]:
    text = files(__package__).joinpath("data", "plain.toml").read_text(encoding="utf-8")
    return {law: one for one in tomllib.loads(text)["said"] for law in one["laws"]}


def plain_sentence(law: str, language: str) -> str | None:
    """Meaning of a law in play; None for laws that do not concern play.

    >>> plain_sentence("72a", "en")
    "The striker fell: one of the player's pocketed pieces comes back, and the turn passes."
    """
    sentences = _sentences_by_law()
    # A clause without its own sentence uses the whole law's.
    found = sentences.get(law) or sentences.get(law.rstrip("abcdefghi") if law[:1].isdigit() else law)
    return None if found is None else found[language]
