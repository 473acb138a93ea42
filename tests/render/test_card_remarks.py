"""The remarks of the card: whatever decided something is there, with its law and what was said of it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.match import Record
from carrom.match.log import acts as a
from carrom.match.views.score_card import Card, blank_card, card_remarks, score_card
from carrom.render.card.pdf import card_pages
from carrom.render.card.svg import card_svg
from carrom.render.card.text import card_text
from carrom.render.ink.typeset import typeset
from tests.match.table import Table

GOLDEN = Path(__file__).parents[1] / "golden"
HEAD = 'carrom-record 1\n[Rulebook "{}"]\n[A "Meera"]\n[B "Anil"]\n\n'


def remarks_of(lines: str, book: str = "icf") -> list[str]:
    text = HEAD.format(book) + "".join(f"{line.strip()}\n" for line in lines.strip().splitlines())
    return list(score_card(Record.from_text(text).match()).remarks)


CASES = [
    pytest.param(
        "toss a\nboard-over b coins 9 queen b\nconcede b game",
        ["Game 1, after board 1: the game is conceded by Anil (139)."],
        marks=pytest.mark.law("139"),
        id="a game conceded",
    ),
    pytest.param(
        "toss a\nplay\nconcede b",
        ["Game 1, board 1: the match is conceded by Anil (139).", "The match was given to Meera by Law 139."],
        marks=pytest.mark.law("139"),
        id="the match conceded",
    ),
    pytest.param(
        'toss a\nplay\nreplay 140 reason "power cut"',
        ["Game 1, board 1: the board is played again (140), “power cut”."],
        marks=pytest.mark.law("140"),
        id="a board played again",
    ),
    pytest.param(
        "toss a\nplay\nstroke\n" + "pass\n" * 6,
        ["Game 1, board 1: the board is played again (137)."],
        marks=pytest.mark.law("137"),
        id="a board passed to death",
    ),
    pytest.param(
        'toss a\nfoul b 126a note "stood up"\nplay\nfoul b1 128 note "hand"\nstroke improper',
        [
            "Before the first board: technical foul of Anil (126a, I-35), “stood up”.",
            "Game 1, board 1: technical foul of Anil (128, 63b, 72c), “hand”.",
            "Game 1, board 1: improper stroke of Meera (64a, 72c).",
        ],
        marks=pytest.mark.law("XIX"),
        id="fouls",
    ),
    pytest.param(
        'toss a\nwarning b 129 note "talking"\nplay\nwarning b 129',
        [
            "Before the first board: warning 1 to Anil (129), “talking”.",
            "Game 1, board 1: warning 2 to Anil (129).",
        ],
        id="warnings",
    ),
    pytest.param(
        'toss a\nplay\nlose-board a 121b reason "would not go on"\nlose-match b 143f reason "left"',
        [
            "*Game 1, board 1: 12 points by 121b, I-20, 53b.",
            "Game 1, board 1: the board is lost for Meera (121b), “would not go on”.",
            "Game 1, after board 1: the match is lost for Anil (143f), “left”.",
            "The match was given to Meera by Law 143f.",
        ],
        marks=pytest.mark.law("143f"),
        id="a board and the match lost",
    ),
    pytest.param(
        'toss a\nstriker-checked a1 note "a new one"\nboard-changed reason "cracked"\nremark "late start"',
        [
            "Before the first board: striker of Meera checked: a new one (115).",
            "Before the first board: board or stand changed: cracked (119).",
            "Before the first board: late start.",
        ],
        marks=pytest.mark.law("119"),
        id="equipment",
    ),
    pytest.param(
        'toss a\nplay\nprotest b "on the line"\nprotest-written 1\nprotest-decided 1 upheld reason "the film"',
        ["Protest 1 by Anil, game 1, board 1, “on the line”: upheld, “the film”."],
        marks=pytest.mark.law("151"),
        id="a protest",
    ),
    pytest.param(
        'toss a\nplay\nfoul b 128\nwarning a 129\ncorrect 2 "it was the other table"',
        ["Event 5: corrected, back to event 2, “it was the other table”."],
        id="a correction, and nothing of what it took back",
    ),
]


@pytest.mark.parametrize(("lines", "expected"), CASES)
def test_a_card_says_why(lines: str, expected: list[str]) -> None:
    assert remarks_of(lines) == expected


def test_what_an_umpire_wrote_stands_on_one_line_with_one_full_stop() -> None:
    table = Table()
    table.do(a.Remark("The hall\nwas cold."), a.Toss("a"), a.Foul("b", "126a", "stood\nup"))
    assert score_card(table.match).remarks == (
        "Before the first board: The hall was cold.",
        "Before the first board: technical foul of b (126a, I-35), “stood up”.",
    )


@pytest.mark.law("150")
@pytest.mark.parametrize("end", ["concede b", 'lose-match b 143f reason "left"'])
def test_no_remark_names_a_winner_while_a_protest_is_open(end: str) -> None:
    lines = f'toss a\nplay\nprotest a "on the line"\n{end}'
    assert remarks_of(lines) == [
        "Protest 1 by Meera, game 1, board 1, “on the line”: open.",
        "The result is kept back while a protest is open (150).",
    ]
    told = remarks_of(f"{lines}\nprotest-written 1\nprotest-decided 1")
    assert told[0].startswith("Game 1, board 1: the match is ")
    assert told[-1].startswith("The match was given to Meera by Law ")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.carrom")), ids=lambda path: path.stem)
def test_every_remark_on_a_real_match_names_a_board_that_there_is(path: Path) -> None:
    match = Record.from_text(path.read_text(encoding="utf-8")).match()
    assert not [remark for remark in card_remarks(match) if "board 0" in remark]
    fouls = [event for event in match.effective() if isinstance(event.act, a.Foul | a.Warned | a.LoseBoard | a.Concede)]
    assert len(card_remarks(match)) >= len(fouls)


@pytest.fixture(scope="module")
def long_card() -> Card:
    table = Table()
    table.do(a.Toss("a"), a.Play())
    for number in range(12):
        note = f"{number}: the sleeve touched pieces of both colours near the left base circle, twice, unseen by b"
        table.do(a.Foul("b", "128", note))
    return score_card(table.match)


def test_remarks_stand_on_every_form_of_the_card(long_card: Card) -> None:
    assert len(long_card.remarks) == 12
    picture = html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", card_svg(long_card))))
    paper = card_pages(long_card)
    for remark in long_card.remarks:
        assert remark in card_text(long_card)
        assert remark in picture  # in lines, with blanks between them
        assert remark in paper
    # No line of a remark is longer than the picture is wide.
    assert max(map(len, re.findall(r"<text[^>]*>([^<]*)</text>", card_svg(long_card)))) < 120
    assert typeset(paper, {}, form="pdf")[0].startswith(b"%PDF")


def test_a_blank_card_has_no_remarks(tmp_path: Path, long_card: Card) -> None:
    assert blank_card(Table().match.setup).remarks == ()
    assert main(["card", "--blank", "-o", str(tmp_path / "blank.txt")]) == 0
    assert "Remarks" not in (tmp_path / "blank.txt").read_text(encoding="utf-8")
