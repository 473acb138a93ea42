"""Words of a picture, set by the typesetter instead of drawn with it.

Inside a picture the typesetter has no care for scripts whose letters join, stack or change places. Such words are
lifted out of the SVG and set on top of it, where they would have stood.
"""

import json
import re
import xml.etree.ElementTree as ET

from carrom.render.ink.scripts import is_foreign

_SVG = "{http://www.w3.org/2000/svg}"
_PLACE = """
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


def picture(name: str, svg: str, *, plainly: str) -> tuple[str, str, str]:
    """How a picture stands in a document: what must come first, the expression, and the SVG itself.

    `plainly` is the expression for a picture that needs nothing of this.
    """
    if not any(map(is_foreign, set(svg))):
        return "", plainly, svg
    root = ET.fromstring(svg)
    left, top, wide, high = (float(number) for number in root.attrib["viewBox"].split())
    words: list[str] = []
    _lift(root, {}, (left, top), words)
    ET.register_namespace("", _SVG.strip("{}"))
    listed = "".join(f"({word}), " for word in words)
    expression = f"lettered({json.dumps(name)}, {wide}, {high}, ({listed}))"
    return _PLACE, expression, ET.tostring(root, encoding="unicode")


def _lift(element: ET.Element, above: dict[str, str], corner: tuple[float, float], words: list[str]) -> None:
    """Take the words in foreign letters out of an element and all below it; `above` holds what they inherit."""
    style = above | element.attrib
    for child in list(element):
        if "transform" in child.attrib:
            continue
        said = child.text or ""
        if child.tag == f"{_SVG}text" and any(map(is_foreign, said)):
            words.append(_word(said, style | child.attrib, corner))
            element.remove(child)
        else:
            _lift(child, style, corner, words)


def _word(said: str, style: dict[str, str], corner: tuple[float, float]) -> str:
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
        json.dumps(said, ensure_ascii=False),
    )
    return ", ".join(parts)
