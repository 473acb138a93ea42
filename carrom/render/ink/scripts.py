"""Scripts beyond the typesetter's own fonts: which letters of a text need another font, and which one to ask.

Names of Indian, Sri Lankan, Pakistani and Maldivian players are written in these. Fonts for Devanagari and Arabic come
with the package, the others are the system's. Everything else keeps to the fonts that come with the typesetter.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_FIRST = 0x0590  # Latin, Greek, Cyrillic and Armenian lie below
_OURS = ((0x1D00, 0x1FFF), (0x2C60, 0x2C7F), (0xA640, 0xA7FF), (0xFB00, 0xFB17))  # more of those


@dataclass(frozen=True, slots=True)
class Script:
    """Where its letters stand, and fonts that are good for it: Noto's, then those of Windows, macOS and Fedora."""

    name: str
    first: int
    last: int
    fonts: tuple[str, ...]


def _indic(name: str, first: int, mac: str, *, noto: str = "") -> Script:
    noto = noto or name
    fonts = (f"Noto Sans {noto}", f"Noto Serif {noto}", "Nirmala UI", mac, f"Lohit {name}")
    return Script(name, first, first + 0x7F, fonts)


_ARABIC = ("Noto Naskh Arabic", "Noto Sans Arabic", "Segoe UI", "Geeza Pro", "DejaVu Sans")
SCRIPTS = (
    Script("Arabic", 0x0600, 0x06FF, _ARABIC),
    Script("Arabic", 0x0750, 0x077F, _ARABIC),
    Script("Thaana", 0x0780, 0x07BF, ("Noto Sans Thaana", "MV Boli")),
    _indic("Devanagari", 0x0900, "Kohinoor Devanagari"),
    _indic("Bengali", 0x0980, "Bangla Sangam MN"),
    _indic("Gurmukhi", 0x0A00, "Gurmukhi Sangam MN"),
    _indic("Gujarati", 0x0A80, "Gujarati Sangam MN"),
    _indic("Odia", 0x0B00, "Oriya Sangam MN", noto="Oriya"),
    _indic("Tamil", 0x0B80, "Tamil Sangam MN"),
    _indic("Telugu", 0x0C00, "Telugu Sangam MN"),
    _indic("Kannada", 0x0C80, "Kannada Sangam MN"),
    _indic("Malayalam", 0x0D00, "Malayalam Sangam MN"),
    _indic("Sinhala", 0x0D80, "Sinhala Sangam MN"),
)


def foreign_letters(text: str) -> list[str]:
    """The letters and signs of a text that no font of the typesetter is sure to have, each once."""
    return sorted(letter for letter in set(text) if is_foreign(letter))


def is_foreign(letter: str) -> bool:
    """Whether a letter is of a script that the typesetter's own fonts lack."""
    at = ord(letter)
    if at < _FIRST or any(first <= at <= last for first, last in _OURS):
        return False
    return unicodedata.category(letter)[0] in "LM"


def script_rules(letters: Iterable[str]) -> str:
    """What tells the typesetter which fonts to try first for the scripts of these letters."""
    at = [ord(letter) for letter in letters]
    rules = []
    for script in SCRIPTS:
        if any(script.first <= one <= script.last for one in at):
            fonts = ", ".join(f'"{font}"' for font in script.fonts)
            letters_of = f"[\\u{{{script.first:04x}}}-\\u{{{script.last:04x}}}\\u{{200c}}\\u{{200d}}]+"
            rules.append(f'#show regex("{letters_of}"): set text(font: ({fonts}))\n')
    return "".join(rules)


def script_of(letter: str) -> str:
    """The name of a letter's script."""
    named = next((script.name for script in SCRIPTS if script.first <= ord(letter) <= script.last), None)
    return named or unicodedata.name(letter, "unknown").partition(" ")[0].capitalize()
