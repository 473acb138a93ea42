"""Find control and invisible characters in typed text: they steer terminals, reverse lines or make names look alike.

The joiners of Indian scripts and Urdu (U+200C, U+200D) are allowed.
"""

import re
import unicodedata
from typing import Final

from carrom.base.errors import CarromError

_CONTROLS: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_MARKS: Final = r"\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0"
_BIDI_CONTROLS: Final = r"\u202a-\u202e\u2066-\u2069"
FORBIDDEN_CHARACTERS: Final = _CONTROLS + _MARKS + _BIDI_CONTROLS
"""Inside of a regular expression's character class; the page uses the same."""
_TAGS: Final = r"\U000e0000-\U000e007f"

LONE_SURROGATE: Final = r"half a character stands alone, such as \ud800"
_FORBIDDEN = re.compile(f"[{FORBIDDEN_CHARACTERS}{_TAGS}]")
_INVISIBLE = re.compile(f"[{_MARKS}{_TAGS}]")
_LAYOUT = "\t\n\r"


def check_characters(text: str, *, is_long: bool = False) -> str:
    """Refuse forbidden characters; line breaks and tabs are allowed only in long texts.

    Raises `CarromError`.
    """
    for found in _FORBIDDEN.finditer(text):
        if not (is_long and found[0] in _LAYOUT):
            where = f"{shorten(text)!a}: " if len(text) > 1 else ""
            what = "a sign that nobody sees, or that turns writing round"
            raise CarromError("text-not-allowed", f"{where}{what}, is not taken: {found[0]!a}")
    return text


def has_only_plain_characters(text: str) -> bool:
    """A line of JSON has no forbidden character, literally or escaped."""
    return "\\" not in text and _FORBIDDEN.search(text) is None


def strip_invisible(text: str) -> str:
    """Remove invisible characters that programs leave in a text."""
    return _INVISIBLE.sub("", text)


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def plain_digits(text: str) -> str:
    """Replace the decimal digits of every script by 0 to 9."""
    return text if text.isascii() else "".join(str(unicodedata.decimal(sign, sign)) for sign in text)
