"""What is no reason: a card that somebody typed on."""

import re
from itertools import takewhile
from typing import Final

from carrom.base.digits import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.desk.typed_result import read_word

_WHICH: Final = re.compile(r"[@#MT]?\d+", re.ASCII | re.IGNORECASE)
"""A table or a match."""
_BEFORE_IT: Final = frozenset(
    ("table", "tbl", "match", "board", "no", "number", "टेबल", "मेज", "मैच", "ٹیبل", "میز", "میچ")
)
"""Words that people write before the number of one."""


def is_card(text: str) -> bool:
    """Whether a text is what is typed into the line for results, or the beginning of it. The key that leads to that
    line may stand before it, and the word for a table before its number. That a card stands in a sentence is no harm.
    """
    said = plain_digits(text).split()
    if said and said[0].startswith("--"):
        return True
    words = takewhile(lambda word: not word.startswith("--"), said)
    told = [word.lstrip("/").rstrip(".,;:)") or word for word in words]
    told = [word for word in told if word.lower() not in _BEFORE_IT and word != "/"]
    return bool(told) and all(_WHICH.fullmatch(word) or _is_word(word) for word in told)


def _is_word(text: str) -> bool:
    try:
        read_word(text)
    except CarromError:
        return False
    return True
