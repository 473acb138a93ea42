"""What is no reason: a card that somebody typed on, or signs without a word."""

import re
import unicodedata
from itertools import takewhile
from typing import Final

from carrom.base.digits import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.desk.typed_result import read_word

NOT_YET: Final = "…"
"""What stands for a reason in a trial while none is typed."""
_WHICH: Final = re.compile(r"[@#MT]?\d+", re.ASCII | re.IGNORECASE)
"""A table or a match."""
_BEFORE_IT: Final = frozenset(
    ("table", "tbl", "match", "board", "no", "number", "टेबल", "मेज", "मैच", "ٹیبل", "میز", "میچ")
)
"""Words that people write before the number of one."""
_LEAST: Final = 2


def not_a_reason(text: str) -> str | None:
    """Why a text is no reason, as a sentence; None where it may be one. That a card stands in a sentence is no harm."""
    if is_card(text):
        return f"{text!r} is a result, and no reason: say in words why."
    return None if _has_a_word(text) else f"{text!r} is no reason: say in words why."


def is_card(text: str) -> bool:
    """Whether a text is what is typed into the line for results, or the beginning of it. The key that leads to that
    line may stand before it, and the word for a table before its number."""
    said = plain_digits(text).split()
    if said and said[0].startswith("--"):
        return True
    words = takewhile(lambda word: not word.startswith("--"), said)
    told = [word.lstrip("/").rstrip(".,;:)") or word for word in words]
    told = [word for word in told if word.lower() not in _BEFORE_IT]
    begins = len(told) > 1 and bool(_WHICH.fullmatch(told[0])) and _is_word(told[1])
    return begins or (bool(told) and all(_WHICH.fullmatch(word) or _is_word(word) for word in told))


def _has_a_word(text: str) -> bool:
    """Letters in a row; in many writings the signs of vowels are no letters of their own."""
    run = 0
    for sign in text:
        run = run + 1 if unicodedata.category(sign)[0] in "LM" else 0
        if run >= _LEAST:
            return True
    return False


def _is_word(text: str) -> bool:
    try:
        read_word(text)
    except CarromError:
        return False
    return True
