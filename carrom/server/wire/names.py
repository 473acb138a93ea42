"""What people are called at a table: something that can be read, and no two alike."""

import unicodedata
from collections.abc import Mapping

from carrom.base.errors import CarromError

LONGEST = 40
_JOINERS = frozenset("\u200c\u200d")
"""Hindi and Urdu are written with them."""
_LOOK_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their kind, and nothing to the eye."""
_SEEN = frozenset("LNPS")
_NUMERALS = ("", " II", " III", " IV")
"""Not 2 and 3: in a sentence they would be read as a count of pieces."""


def readable(name: str) -> str:
    """This name without signs that nobody sees and no picture can show; empty where nothing is left to read."""
    kept = "".join(_sign(one) for one in unicodedata.normalize("NFC", name))
    called = " ".join(kept.split())[:LONGEST].strip().strip("".join(_JOINERS))
    is_seen = any(unicodedata.category(one)[0] in _SEEN and one not in _LOOK_BLANK for one in called)
    return called if is_seen else ""


def readable_or_refuse(name: str) -> str:
    """The same, for whoever has to have a name."""
    called = readable(name)
    if not called:
        raise CarromError("bad-name", "a name needs something that can be read")
    return called


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names of everybody at one table: who is called as somebody before him is numbered."""
    found: dict[str, str] = {}
    taken = set[str]()
    for who, name in names.items():
        tried = (f"{name[: LONGEST - len(numeral)]}{numeral}" for numeral in _NUMERALS)
        found[who] = next((one for one in tried if _sound(one) not in taken), name)
        taken.add(_sound(found[who]))
    return found


def _sign(one: str) -> str:
    kind = unicodedata.category(one)
    if kind == "Cc":
        return " "
    is_none = kind == "Cs" or ord(one) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(one) <= 0xFDEF
    return "" if is_none or (kind == "Cf" and one not in _JOINERS) else one


def _sound(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
