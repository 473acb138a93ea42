"""The content of a score card: boards, scores, signatures, and remarks with their laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.match import Record
from carrom.match.log import acts as a
from carrom.match.views.score_card import Card, blank_card, card_remarks, score_card
from tests.match.table import Table
from tests.refusals import mentions

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
        id="a correction, without the events it removes",
    ),
]


@pytest.mark.parametrize(("lines", "expected"), CASES)
def test_remarks_on_the_card(lines: str, expected: list[str]) -> None:
    assert remarks_of(lines) == expected


def test_umpires_notes_are_one_line() -> None:
    table = Table()
    table.do(a.Remark("The hall\nwas cold."), a.Toss("a"), a.Foul("b", "126a", "stood\nup"))
    remark, foul = score_card(table.match).remarks
    assert remark.endswith(": The hall was cold.")
    assert foul.endswith(" (126a, I-35), “stood up”.")


@pytest.mark.law("150")
@pytest.mark.parametrize("end", ["concede b", 'lose-match b 143f reason "left"'])
def test_remarks_withhold_the_winner_during_a_protest(end: str) -> None:
    lines = f'toss a\nplay\nprotest a "on the line"\n{end}'
    protest, frozen = remarks_of(lines)
    assert "“on the line”" in protest
    assert "(150)" in frozen
    assert not any(name in frozen for name in ("Anil", "Meera"))
    ended, *_, winner = remarks_of(f"{lines}\nprotest-written 1\nprotest-decided 1")
    assert ended.startswith("Game 1, board 1: ")
    assert "Meera" in winner


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.carrom")), ids=lambda path: path.stem)
def test_remarks_name_existing_boards(path: Path) -> None:
    match = Record.from_text(path.read_text(encoding="utf-8")).match()
    assert not [remark for remark in card_remarks(match) if "board 0" in remark]
    fouls = [event for event in match.effective() if isinstance(event.act, a.Foul | a.Warned | a.LoseBoard | a.Concede)]
    assert len(card_remarks(match)) >= len(fouls)


@pytest.fixture(scope="module")
def card() -> Card:
    text = (GOLDEN / "icf-match.carrom").read_text(encoding="utf-8")
    return score_card(Record.from_text(text).match())


@pytest.mark.law("XIX")
def test_rows_show_break_queen_coins_and_total() -> None:
    table = Table("icf")
    table.do(a.Toss("b"))
    table.board_to("a", 5, queen=True)  # a covers the queen and wins: 3 and 5
    table.board_to("b", 4)  # b wins by 4, the queen was a's and counts for neither
    table.do(a.Play(), a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True), a.Demand(1))  # 108a: 3, and 1 on demand
    rows = score_card(table.match).games[0].rows
    assert [(row.board, row.breaker, row.cells.a, row.cells.b) for row in rows] == [
        ("1", "b1", ("3", "5", "8"), ("Nil", "Nil", "0")),
        ("2", "a1", ("(3)", "Nil", "8"), ("Nil", "4", "4")),
        ("3", "b1", ("Nil", "3+1*", "12"), ("Nil", "Nil", "4")),
    ]
    slam, points, demand = score_card(table.match).remarks
    assert mentions(slam, 1, 2, "black", "slam")  # b pocketed all nine in the first turn
    assert points.startswith("*Game 1, board 3: 3 ")
    assert "108a" in points
    assert demand.startswith("Game 1, board 3: 1 ")
    assert "(87b)" in demand


@pytest.mark.law("XIX")
def test_queen_without_points_is_in_brackets() -> None:
    table = Table("vkk")
    table.do(a.Toss("a"))
    table.board_to("a", 9, queen=True)
    table.board_to("a", 8, queen=True)  # 23
    table.board_to("a", 1, queen=True)  # the queen does not count from here: 24
    assert score_card(table.match).games[0].rows[2].cells.a == ("(3)", "1", "24")


def test_card_names_the_board_at_time_up() -> None:
    table = Table("kreeda-2024")
    table.do(a.Toss("a"))
    table.board_to("a", 5)
    table.do(a.Play(), a.TimeUp())
    (timed,) = (remark for remark in score_card(table.match).remarks if "(I-26)" in remark)
    assert timed.startswith("Game 1: ")
    assert "board 1" in timed
    full = Table("kreeda-2024")
    full.do(a.Toss("a"))
    full.board_to("a", 5)
    assert not any("I-26" in remark for remark in score_card(full.match).remarks)


def test_head_protest_and_signatures(card: Card) -> None:
    head = dict(card.head)
    assert (head["Umpire"], head["Table"], head["Match"], head["Date"]) == ("S. Rao", "4", "17", "2026-11-15")
    assert card.toss == (
        ("Toss won by", "Meera Nair"),
        ("Choice", "side"),
        ("Started", "14:04"),
        ("Finished", "15:20"),
    )
    (protest,) = (remark for remark in card.remarks if "“the queen was touched by the sleeve”" in remark)
    assert mentions(protest, 1, "Meera Nair", 3, 4)
    assert mentions(protest, "upheld", "the film shows it")
    assert card.signatures == (("Loser", "Meera Nair"), ("Umpire", "S. Rao"))
    assert card.games[2].total == "8–8 (extra board 0–4)"


def test_card_names_the_deciding_law() -> None:
    table = Table()
    table.do(a.LoseMatch("a", "143i"))
    given = score_card(table.match)
    assert given.winner == "b"
    lost, winner = given.remarks
    assert "(143i)" in lost
    assert " b " in winner
    assert "143i" in winner
    assert given.games == ()


def test_blank_card_has_no_remarks() -> None:
    assert blank_card(Table().match.setup).remarks == ()
