"""Signs that nobody sees in what people write: they steer a terminal, turn a line round, or make two names look alike.

The joiners of Indian scripts and Urdu (U+200C, U+200D) are none of them: there they are part of how a name is written.
"""

import re
from typing import Final

from carrom.base.errors import CarromError

_BREAKING: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_MARKS: Final = r"\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0"
"""Left in a text by programs; without them it looks the same."""
_TURNING: Final = r"\u202a-\u202e\u2066-\u2069"
SPOILING: Final = _BREAKING + _MARKS + _TURNING
"""All of them that Python and the page write alike, as the inside of a class in a regular expression."""
_TAGS: Final = r"\U000e0000-\U000e007f"

HALF_A_CHARACTER: Final = r"half a character stands alone, such as \ud800"
"""What is said of a text that JSON may hold and nothing else."""
_SPOILS = re.compile(f"[{SPOILING}{_TAGS}]")
_LEFT_BEHIND = re.compile(f"[{_MARKS}{_TAGS}]")
_LAYOUT = "\t\n\r"


def check_writing(text: str, *, is_long: bool = False) -> str:
    """The text, where it holds no such sign; several lines only where it is a long one. Raises `CarromError`."""
    for found in _SPOILS.finditer(text):
        if not (is_long and found[0] in _LAYOUT):
            where = f"{shortened(text)!a}: " if len(text) > 1 else ""
            what = "a sign that nobody sees, or that turns writing round"
            raise CarromError("text-not-allowed", f"{where}{what}, is not taken: {found[0]!a}")
    return text


def is_plain(text: str) -> bool:
    """Whether a line of JSON has nothing in it that could be such a sign, or stand for one."""
    return "\\" not in text and _SPOILS.search(text) is None


def without_marks(text: str) -> str:
    """The text without what programs leave behind in it."""
    return _LEFT_BEHIND.sub("", text)


def shortened(text: str) -> str:
    """So much of it as a sentence quotes."""
    return text if len(text) <= 40 else f"{text[:39]}…"
