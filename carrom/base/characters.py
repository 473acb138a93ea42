"""Signs that nobody sees in what people write: they steer a terminal, turn a line round, or make two names look alike.

The joiners of Indian scripts and Urdu (U+200C, U+200D) are none of them: there they are part of how a name is written.
"""

import re
import unicodedata
from typing import Final

from carrom.base.errors import CarromError

_CONTROLS: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_MARKS: Final = r"\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0"
"""Left in a text by programs; without them it looks the same."""
_BIDI_CONTROLS: Final = r"\u202a-\u202e\u2066-\u2069"
FORBIDDEN_CHARACTERS: Final = _CONTROLS + _MARKS + _BIDI_CONTROLS
"""All of them that Python and the page write alike, as the inside of a class in a regular expression."""
_TAGS: Final = r"\U000e0000-\U000e007f"

LONE_SURROGATE: Final = r"half a character stands alone, such as \ud800"
"""What is said of a text that JSON may hold and nothing else."""
_FORBIDDEN = re.compile(f"[{FORBIDDEN_CHARACTERS}{_TAGS}]")
_INVISIBLE = re.compile(f"[{_MARKS}{_TAGS}]")
_LAYOUT = "\t\n\r"


def check_characters(text: str, *, is_long: bool = False) -> str:
    """The text, where it holds no such sign; several lines only where it is a long one. Raises `CarromError`."""
    for found in _FORBIDDEN.finditer(text):
        if not (is_long and found[0] in _LAYOUT):
            where = f"{shorten(text)!a}: " if len(text) > 1 else ""
            what = "a sign that nobody sees, or that turns writing round"
            raise CarromError("text-not-allowed", f"{where}{what}, is not taken: {found[0]!a}")
    return text


def has_only_plain_characters(text: str) -> bool:
    """Whether a line of JSON has nothing in it that could be such a sign, or stand for one."""
    return "\\" not in text and _FORBIDDEN.search(text) is None


def strip_invisible(text: str) -> str:
    """The text without what programs leave behind in it."""
    return _INVISIBLE.sub("", text)


def shorten(text: str) -> str:
    """So much of it as a sentence quotes."""
    return text if len(text) <= 40 else f"{text[:39]}…"


def plain_digits(text: str) -> str:
    """The same text with every decimal digit, of whatever script, as 0 to 9."""
    return text if text.isascii() else "".join(str(unicodedata.decimal(sign, sign)) for sign in text)
