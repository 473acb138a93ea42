"""Fonts for scripts that the typesetter's built-in fonts lack, in text and in pictures.

Scripts of Indian, Sri Lankan, Pakistani and Maldivian names. Fonts for Devanagari and Arabic are in the
package, others come from the system.
"""

import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass

_FIRST = 0x0590  # Latin, Greek, Cyrillic and Armenian lie below
_OURS = ((0x1D00, 0x1FFF), (0x2C60, 0x2C7F), (0xA640, 0xA7FF), (0xFB00, 0xFB17))  # more of those


@dataclass(frozen=True, slots=True)
class Script:
    """A Unicode range and suitable fonts: Noto's, then those of Windows, macOS and Fedora."""

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


def letters_needing_fonts(text: str) -> list[str]:
    """Letters that the built-in fonts may lack, each once."""
    return sorted(letter for letter in set(text) if needs_other_font(letter))


def needs_other_font(letter: str) -> bool:
    """The built-in fonts lack the letter's script."""
    at = ord(letter)
    if at < _FIRST or any(first <= at <= last for first, last in _OURS):
        return False
    return unicodedata.category(letter)[0] in "LM"


def script_rules(letters: Iterable[str]) -> str:
    """Typst rules that choose fonts for the scripts of these letters."""
    at = [ord(letter) for letter in letters]
    rules = []
    for script in SCRIPTS:
        if any(script.first <= one <= script.last for one in at):
            fonts = ", ".join(f'"{font}"' for font in script.fonts)
            letters_of = f"[\\u{{{script.first:04x}}}-\\u{{{script.last:04x}}}\\u{{200c}}\\u{{200d}}]+"
            rules.append(f'#show regex("{letters_of}"): set text(font: ({fonts}))\n')
    return "".join(rules)


def script_of(letter: str) -> str:
    named = next((script.name for script in SCRIPTS if script.first <= ord(letter) <= script.last), None)
    return named or unicodedata.name(letter, "unknown").partition(" ")[0].capitalize()


_SVG = "{http://www.w3.org/2000/svg}"
_LETTERED = """
#let lettered(file, wide, high, words) = layout(room => {
  let grown = calc.min(room.width / (wide * 1pt), room.height / (high * 1pt))
  set align(left + top)
  let set-words((x, y, size, anchor, weight, fill, most, said)) = {
    let body = text(size: size * 1pt, weight: weight, fill: fill, top-edge: "baseline", bottom-edge: "baseline", said)
    let natural = measure(body).width
    let squeezed = if most == none { 1 } else { calc.min(1, most * 1pt / natural) }
    let back = (start: 0, middle: 0.5, end: 1).at(anchor)
    place(top + left, dx: x * 1pt - back * squeezed * natural, dy: y * 1pt,
      scale(x: squeezed * 100%, y: 100%, origin: left + horizon, body))
  }
  align(center + horizon, scale(grown * 100%, origin: top + left, reflow: true,
    box(width: wide * 1pt, height: high * 1pt, image(file, width: 100%, height: 100%) + words.map(set-words).join())))
})
"""


def embed_picture(name: str, svg: str, *, plainly: str) -> tuple[str, str, str]:
    """How to place a picture in a typst document: a preamble, the expression, and the SVG.

    Inside pictures the typesetter cannot shape scripts whose letters join, stack or change places. Such text is set
    on top of the SVG. `plainly` is the expression for a picture without it.
    """
    if not any(map(needs_other_font, set(svg))):
        return "", plainly, svg
    root = ET.fromstring(svg)
    left, top, wide, high = (float(number) for number in root.attrib["viewBox"].split())
    words: list[str] = []
    _lift(root, {}, (left, top), words)
    ET.register_namespace("", _SVG.strip("{}"))
    listed = "".join(f"({word}), " for word in words)
    expression = f"lettered({json.dumps(name)}, {wide}, {high}, ({listed}))"
    return _LETTERED, expression, ET.tostring(root, encoding="unicode")


def _lift(element: ET.Element, above: dict[str, str], corner: tuple[float, float], words: list[str]) -> None:
    """Move text in other scripts from an element and its children to `words`; `above` has inherited attributes."""
    style = above | element.attrib
    for child in list(element):
        if "transform" in child.attrib:
            continue
        text = child.text or ""
        if child.tag == f"{_SVG}text" and any(map(needs_other_font, text)):
            words.append(_word(text, style | child.attrib, corner))
            element.remove(child)
        else:
            _lift(child, style, corner, words)


def _word(text: str, style: dict[str, str], corner: tuple[float, float]) -> str:
    x, y = float(style.get("x", 0)) - corner[0], float(style.get("y", 0)) - corner[1]
    fill = style.get("fill", "#000000")
    ink = f'rgb("{fill}")' if re.fullmatch(r"#[0-9a-fA-F]{3,8}", fill) else "black"
    parts = (
        f"{x:.3f}",
        f"{y:.3f}",
        style.get("font-size", "16"),
        json.dumps(style.get("text-anchor", "start")),
        json.dumps("bold" if style.get("font-weight") == "bold" else "regular"),
        ink,
        style.get("textLength", "none"),
        json.dumps(text, ensure_ascii=False),
    )
    return ", ".join(parts)
