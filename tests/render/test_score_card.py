"""The score card as text, picture and paper."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.laws import rulebook
from carrom.match import ByParty, Record, Setup
from carrom.match.log import acts as a
from carrom.match.views.score_card import Card, blank_card, score_card
from carrom.render.card.pdf import card_pages, card_pdf
from carrom.render.card.svg import card_svg
from carrom.render.card.text import card_text
from carrom.render.ink.typeset import typeset
from tests.match.table import Table

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module")
def card() -> Card:
    text = (GOLDEN / "icf-match.carrom").read_text(encoding="utf-8")
    return score_card(Record.from_text(text).match())


def pages(card: Card) -> list[bytes]:
    return typeset(card_pages(card), {}, form="png", ppi=20)


@pytest.mark.parametrize(
    ("book", "stage", "games", "lines"),
    [("icf", "group", 3, 9), ("icf", "final", 3, 10), ("vkk", "group", 1, 7), ("kreeda-2024", "group", 1, 4)],
)
def test_blank_cards_have_a_line_for_every_possible_board(book: str, stage: str, games: int, lines: int) -> None:
    blank = blank_card(Setup(rulebook(book), "final" if stage == "final" else "group", True))
    assert [len(game.rows) for game in blank.games] == [lines] * games
    assert all(cell == "" for game in blank.games for row in game.rows for cell in (*row.cells.a, *row.cells.b))
    assert len(pages(blank)) == 1


def test_the_text_has_a_column_for_everything(card: Card) -> None:
    text = card_text(card)
    assert "Extra  Anil Kadam" in text
    widths = {len(line) for line in text.splitlines() if re.match(r" +\d  ", line)}
    assert len(widths) == 2  # one for each width of table: the extra board of game 3 needs more room
    assert any(line.endswith(": Anil Kadam") for line in text.splitlines()), "the winner"


def test_the_picture_is_well_formed_and_shows_every_score(card: Card) -> None:
    root = ET.fromstring(card_svg(card))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    for game in card.games:
        for row in game.rows:
            assert row.cells.b[2] in words
    assert "Score card" in words
    height = float(root.attrib["height"])
    assert all(float(node.attrib["y"]) < height for node in root.iter("{http://www.w3.org/2000/svg}text"))


def test_the_pdf_is_one_a4_page(card: Card) -> None:
    pdf = card_pdf(card)
    assert pdf.startswith(b"%PDF")
    box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", pdf)
    assert box is not None
    _, _, width, height = (float(number) for number in box[1].split())
    assert (round(width), round(height)) == (595, 842)  # 210 × 297 mm in points of 1/72 inch
    assert len(pages(card)) == 1


def test_names_are_never_taken_for_markup() -> None:
    names: ByParty[tuple[str, ...]] = ByParty(('#panic() $x$ "q" \\ *bold*',), ("<script>&amp; ] #]",))
    table = Table()
    table.match = type(table.match).start(Setup(rulebook("icf"), names=names, info=(("Umpire", "#read(1)"),)))
    table.do(a.Toss("a"))
    table.board_to("a", 3)
    shown = score_card(table.match)
    assert card_pdf(shown).startswith(b"%PDF")
    root = ET.fromstring(card_svg(shown))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert names.b[0] in words


@pytest.fixture(scope="module")
def long_card() -> Card:
    table = Table()
    table.do(a.Toss("a"), a.Play())
    for number in range(12):
        note = f"{number}: the sleeve touched pieces of both colours near the left base circle, twice, unseen by b"
        table.do(a.Foul("b", "128", note))
    return score_card(table.match)


def test_remarks_are_shown_on_every_form_of_the_card(long_card: Card) -> None:
    assert len(long_card.remarks) == 12
    picture = html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", card_svg(long_card))))
    paper = card_pages(long_card)
    for remark in long_card.remarks:
        assert remark in card_text(long_card)
        assert remark in picture  # in lines, joined by blanks
        assert remark in paper
    # No line of a remark is longer than the picture is wide.
    assert max(map(len, re.findall(r"<text[^>]*>([^<]*)</text>", card_svg(long_card)))) < 120
    assert typeset(paper, {}, form="pdf")[0].startswith(b"%PDF")


def test_a_blank_card_has_no_remarks(tmp_path: Path) -> None:
    assert main(["card", "--blank", "-o", str(tmp_path / "blank.txt")]) == 0
    assert "Remarks" not in (tmp_path / "blank.txt").read_text(encoding="utf-8")
