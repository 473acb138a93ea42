"""Names in the scripts of the subcontinent: shaped, in their places, and a warning where a font is missing."""

from __future__ import annotations

import unicodedata

import pytest
import wcwidth

from carrom.base.errors import CarromWarning
from carrom.render.ink.scripts import SCRIPTS, embed_picture, letters_needing_fonts, script_of, script_rules
from carrom.render.ink.typeset import missing_letters, png, typeset
from carrom.render.sheets.pdf import sheet_pages
from carrom.render.sheets.sheet import Grid, Sheet

NAMES = {
    "Devanagari": "अनिता राव",
    "Bengali": "রহিমা খাতুন",
    "Gurmukhi": "ਹਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Gujarati": "કિરણ પટેલ",
    "Odia": "ସୁଭାଷ ଦାସ",
    "Tamil": "கார்த்திக்",
    "Telugu": "వెంకట రావు",
    "Kannada": "ಲಕ್ಷ್ಮೀ ನಾಯಕ್",
    "Malayalam": "ആര്യ നായർ",
    "Sinhala": "චමින්ද බණ්ඩාර",
    "Arabic": "فاطمہ بی بی",
    "Thaana": "އަޙްމަދު",
}
OURS = ("Devanagari", "Arabic")  # their fonts come with the package


def drawn(words: str) -> str:
    texts = f'<g fill="#123456"><text x="4" y="20" font-size="14">{words}</text></g><text x="4" y="38">Zoë</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 200 40">{texts}</svg>'


@pytest.mark.parametrize(("script", "name"), NAMES.items())
def test_every_script_is_known_by_its_letters(script: str, name: str) -> None:
    letters = letters_needing_fonts(f"{name} / Zoë Šimić, Ελένη, Иван 25–18 “x”")
    assert set(letters) == {letter for letter in name if unicodedata.category(letter)[0] in "LM"}
    assert {script_of(letter) for letter in letters} == {script}
    assert next(one.fonts[0] for one in SCRIPTS if one.name == script) in script_rules(letters)


@pytest.mark.slow
@pytest.mark.parametrize(("script", "name"), NAMES.items())
def test_a_name_is_set_in_tables_and_in_pictures(script: str, name: str) -> None:
    assert not missing_letters(letters_needing_fonts(name), with_system=script not in OURS), (
        "make system installs the fonts"
    )
    # Boxes would look alike: as many letters, as many boxes.
    others = [letter for letter in name if unicodedata.category(letter) == "Lo" and letter != name[0]]
    other = others[0] + name[1:]
    assert png(drawn(name), 400) != png(drawn(other), 400)
    one, two = (Sheet(title="Draw", parts=(Grid(heads=("name",), rows=((text,),)),)) for text in (name, other))
    set_one, set_two = (typeset(*sheet_pages(sheet), form="png", ppi=50) for sheet in (one, two))
    assert set_one != set_two


def test_texts_that_need_fonts_are_extracted_from_a_picture() -> None:
    first, shown, svg = embed_picture("p.svg", drawn("கார்த்திக்"), plainly="plain")
    assert "lettered" in first
    assert '(4.000, 20.000, 14, "start", "regular", rgb("#123456"), none, "கார்த்திக்"), ' in shown
    assert "கா" not in svg
    assert "Zoë" in svg
    assert embed_picture("p.svg", drawn("Karthik"), plainly="plain") == ("", "plain", drawn("Karthik"))


def test_letters_that_the_typesetter_lacks_are_found() -> None:
    assert missing_letters(["க", "க்"[1], "Ж", "é"], with_system=False) == ["க", "க்"[1]]


def test_a_script_without_a_font_is_warned_about() -> None:
    rare = [
        chr(at) for at in (*range(0x10000, 0x12000, 7), *range(0x30000, 0x31000, 7)) if letters_needing_fonts(chr(at))
    ]
    missing = missing_letters(rare, with_system=True)
    assert missing, "no machine has a font for all of these"
    script = script_of(missing[0])
    with pytest.warns(CarromWarning, match=f"{missing[0]} \\({script}\\)"):
        (page,) = typeset(f'#text("{missing[0]}")', {}, form="pdf")
    assert page.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("text", "columns"),
    [("Ana", 3), ("José", 4), ("Jose\u0301", 4), ("गुरु", 2), ("ශ්\u200dරී", 2), ("ޢަލީ", 2), ("王芳", 4)],
)
def test_columns_of_a_terminal(text: str, columns: int) -> None:
    """Letters counted by hand, wide ones twice; combining signs take no column."""
    assert wcwidth.width(text) == columns
