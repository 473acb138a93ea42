"""The score card: what is written on it, and on which paper."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

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


@pytest.mark.law("XIX")
def test_break_queen_pieces_and_running_total_of_every_board() -> None:
    table = Table("icf")
    table.do(a.Toss("b"))
    table.board_to("a", 5, queen=True)  # a covers the queen and wins: 3 and 5
    table.board_to("b", 4)  # b wins by 4, the queen was a's and counts for nobody
    table.do(a.Play(), a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True), a.Demand(1))  # 108a: 3, and 1 on demand
    rows = score_card(table.match).games[0].rows
    assert [(row.board, row.breaker, row.cells.a, row.cells.b) for row in rows] == [
        ("1", "b1", ("3", "5", "8"), ("Nil", "Nil", "0")),
        ("2", "a1", ("(3)", "Nil", "8"), ("Nil", "4", "4")),
        ("3", "b1", ("Nil", "3+1*", "12"), ("Nil", "Nil", "4")),
    ]
    assert score_card(table.match).remarks == (
        "Game 1, board 2: black slam.",  # b pocketed all nine in his first turn
        "*Game 1, board 3: 3 points by 108a.",
        "Game 1, board 3: 1 on demand (87b).",
    )


@pytest.mark.law("XIX")
def test_a_queen_no_longer_credited_stands_in_brackets() -> None:
    table = Table("vkk")
    table.do(a.Toss("a"))
    table.board_to("a", 9, queen=True)
    table.board_to("a", 8, queen=True)  # 23
    table.board_to("a", 1, queen=True)  # the queen counts no more: 24
    assert score_card(table.match).games[0].rows[2].cells.a == ("(3)", "1", "24")


def test_the_card_says_after_which_board_time_was_up() -> None:
    table = Table("kreeda-2024")
    table.do(a.Toss("a"))
    table.board_to("a", 5)
    table.do(a.Play(), a.TimeUp())
    assert "Game 1: its time was up after board 1 (I-26)." in score_card(table.match).remarks
    full = Table("kreeda-2024")
    full.do(a.Toss("a"))
    full.board_to("a", 5)
    assert not any("time was up" in remark for remark in score_card(full.match).remarks)


def pages(card: Card) -> list[bytes]:
    return typeset(card_pages(card), {}, form="png", ppi=20)


def test_head_toss_times_remarks_and_signatures(card: Card) -> None:
    head = dict(card.head)
    assert (head["Umpire"], head["Table"], head["Match"], head["Date"]) == ("S. Rao", "4", "17", "2026-11-15")
    assert card.toss == (
        ("Toss won by", "Meera Nair"),
        ("Choice", "side"),
        ("Started", "14:04"),
        ("Finished", "15:20"),
    )
    about = "Protest 1 by Meera Nair, game 3, board 4, “the queen was touched by the sleeve”"
    assert f"{about}: upheld, “the film shows it”." in card.remarks
    assert card.signatures == (("Loser", "Meera Nair"), ("Umpire", "S. Rao"))
    assert card.games[2].total == "8–8 (extra board 0–4)"


def test_a_match_given_by_a_law_says_so() -> None:
    table = Table()
    table.do(a.LoseMatch("a", "143i"))
    given = score_card(table.match)
    assert given.winner == "b"
    assert given.remarks == (
        "Before the first board: the match is lost for a (143i).",
        "The match was given to b by Law 143i.",
    )
    assert given.games == ()
    assert pages(given)


@pytest.mark.parametrize(
    ("book", "stage", "games", "lines"),
    [("icf", "group", 3, 9), ("icf", "final", 3, 10), ("vkk", "group", 1, 7), ("kreeda-2024", "group", 1, 4)],
)
def test_blank_cards_have_as_many_lines_as_a_game_may_need(book: str, stage: str, games: int, lines: int) -> None:
    blank = blank_card(Setup(rulebook(book), "final" if stage == "final" else "group", True))
    assert [len(game.rows) for game in blank.games] == [lines] * games
    assert all(cell == "" for game in blank.games for row in game.rows for cell in (*row.cells.a, *row.cells.b))
    assert len(pages(blank)) == 1


def test_the_text_has_a_column_for_everything(card: Card) -> None:
    text = card_text(card)
    assert "Extra  Anil Kadam" in text
    widths = {len(line) for line in text.splitlines() if re.match(r" +\d  ", line)}
    assert len(widths) == 2  # one for each width of table: the extra board of game 3 needs more room
    assert "Match won by: Anil Kadam" in text


def test_the_picture_is_well_formed_and_says_the_same(card: Card) -> None:
    root = ET.fromstring(card_svg(card))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    for game in card.games:
        for row in game.rows:
            assert row.cells.b[2] in words
    assert "Score card" in words
    height = float(root.attrib["height"])
    assert all(float(node.attrib["y"]) < height for node in root.iter("{http://www.w3.org/2000/svg}text"))


def test_the_paper_is_one_sheet_of_a4(card: Card) -> None:
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
