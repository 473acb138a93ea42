"""Make PDF and PNG with the typesetter, typst.

Nothing is downloaded. Fonts are typst's and ours for Hindi and Urdu, so sheets look the same on every machine;
only letters they lack use system fonts, with a warning where none is found.
"""

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from carrom.base.errors import CarromWarning
from carrom.render.ink.scripts import embed_picture, letters_needing_fonts, script_of, script_rules

_OURS = Path(__file__).parents[1] / "fonts"  # written by the build of the page
_SUSPECTS_ENTRY = b"/Suspects false"
_MISSING_LETTER = "\U0010fffd"  # a private-use letter that no font has: it looks like any missing letter


def quote(text: str) -> str:
    """Quote a text as a typst string: names are never taken for markup.

    JSON's escapes, except those of letters by number.
    """
    return json.dumps(text, ensure_ascii=False)


def typeset(source: str, files: Mapping[str, bytes], *, form: Literal["pdf", "png"], ppi: float = 72) -> list[bytes]:
    """One PDF, or one PNG per page."""
    letters = letters_needing_fonts(source)
    lacking = missing_letters(letters, with_system=False) if letters else []
    missing = missing_letters(lacking, with_system=True) if lacking else []
    if missing:
        warnings.warn(_warning(missing), CarromWarning, stacklevel=2)
    return _compile(script_rules(letters) + source, files, form=form, ppi=ppi, with_system=bool(lacking))


def _compile(source: str, files: Mapping[str, bytes], *, form: str, ppi: float, with_system: bool) -> list[bytes]:
    import typst

    sheet = {"main.typ": source.encode(), **files}
    # typst's annotations omit the mapping of files
    compiled: Any = typst.compile
    ours = [str(_OURS)] if _OURS.is_dir() else []
    made = compiled(sheet, format=form, ppi=ppi, font_paths=ours, ignore_system_fonts=not with_system)
    pages: list[bytes] = made if isinstance(made, list) else [made]
    # Poppler reports the entry "Suspects false" as an error. Blanked to the same length, since a PDF stores byte
    # offsets.
    return [one.replace(_SUSPECTS_ENTRY, b" " * len(_SUSPECTS_ENTRY)) for one in pages] if form == "pdf" else pages


def missing_letters(letters: Sequence[str], *, with_system: bool) -> list[str]:
    """Letters without a font: each is drawn and compared with a missing one."""
    page = "#set page(width: 30pt, height: 30pt, margin: 3pt)\n"
    drawn = "#pagebreak()\n".join(f"#text({quote(one)})\n" for one in (*letters, _MISSING_LETTER))
    *pages, unknown = _compile(page + drawn, {}, form="png", ppi=48, with_system=with_system)
    return [letter for letter, seen in zip(letters, pages, strict=True) if seen == unknown]


def _warning(missing: Sequence[str]) -> str:
    scripts = sorted({script_of(letter) for letter in missing})
    fonts = " and ".join(f"Noto Sans {script}" for script in scripts)
    return (
        f"no font on this machine has the letters {' '.join(missing[:8])} ({', '.join(scripts)}); they will be boxes. "
        f"Install {fonts}, or another font for it, and print again"
    )


FITTED_TEXT = """
// The first of some settings that fits into a box; `words` are those that must stand on one line.
#let first-fitting(high, bodies, words, to: left) = layout(room => {
  let set-in(one) = block(width: room.width, align(to, one.body))
  let fits = bodies.filter(one => measure(set-in(one), width: room.width).height <= high and words.all(word =>
    measure(text(size: one.size, weight: one.weight, word)).width <= room.width))
  block(width: room.width, height: high, align(horizon, set-in(fits.at(0, default: bodies.last()))))
})
// The largest letters with which words fit into a box.
#let fitted(high, sizes, body, weight: "bold", to: left) = first-fitting(high, to: to,
  sizes.map(size => (size: size, weight: weight, body: text(size: size, weight: weight, body))),
  if type(body) == str { body.split(" ") } else { () })
"""


def png(svg: str, width: int) -> bytes:
    """The picture as PNG, `width` pixels wide."""
    # One pixel per point; the height follows from the picture.
    page = f"#set page(width: {width}pt, height: auto, margin: 0pt, fill: none)\n"
    first, shown, svg = embed_picture("picture.svg", svg, plainly='image("picture.svg", width: 100%)')
    return typeset(f"{page}{first}#{shown}\n", {"picture.svg": svg.encode()}, form="png", ppi=72)[0]
