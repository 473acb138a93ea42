"""Sheets: the same text on the terminal, as SVG and as PDF; brackets whose lines meet."""

from __future__ import annotations

from xml.etree import ElementTree

import wcwidth

from carrom.render.ink.typeset import typeset
from carrom.render.sheets.bracket_drawing import bracket_text
from carrom.render.sheets.bracket_layout import BracketBox, BracketSide, BracketTree, lay_out_bracket
from carrom.render.sheets.pdf import sheet_pages, sheet_pdf
from carrom.render.sheets.sheet import Grid, Lines, Sheet, sheet_text
from carrom.render.sheets.stage_sheets import bracket_sheet, order_sheet, overview_sheet, standings_sheet
from carrom.render.sheets.svg import sheet_svg
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition, Definition, Stage
from carrom.tournament.model.people import Category
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout


def half_played() -> Desk:
    desk = Desk(groups_then_knockout(groups=4))
    desk.enter(" ".join(f"Player_{n}" for n in range(16)))
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    return desk


def words(svg: str) -> list[str]:
    return [text for text in ElementTree.fromstring(svg).itertext() if text]


def test_a_bracket_box_is_centred_between_its_feeders() -> None:
    desk = half_played()
    laid = lay_out_bracket(desk.view, KNOCKOUT)
    rows = {box.id: box.row for box in laid.boxes}
    assert [box.row for box in laid.boxes if box.column == 0] == [0, 1, 2, 3]
    for box in laid.boxes:
        if box.feeders:
            assert box.row == sum(rows[feeder] for feeder in box.feeders) / 2
    assert laid.rounds == ("quarter-final", "semi-final", "final")


def test_the_third_place_match_is_below_the_final() -> None:
    stage = Stage(id=KNOCKOUT.stage, format="knockout", rulebook="icf", third_place=True)
    event = Competition(id=KNOCKOUT.event, name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, events=(event,)))
    desk.enter("A B C D")
    desk.draw(KNOCKOUT)
    laid = lay_out_bracket(desk.view, KNOCKOUT)
    assert laid.rounds == ("semi-final", "final")
    assert [(box.id, box.column, box.row, box.note) for box in laid.boxes[2:]] == [
        ("M4", 1, 0.5, ""),
        ("M3", 1, 2.0, "third place"),
    ]
    lines = bracket_text(laid).splitlines()
    named = next(number for number, line in enumerate(lines) if "third place" in line)
    assert "loser of M1" in lines[named + 1]


def test_the_text_bracket_joins_every_match_to_the_next() -> None:
    text = sheet_text(bracket_sheet(half_played().view, KNOCKOUT))
    assert text.count("┐") == text.count("└") == 3
    assert text.count("┘") == text.count("┌") == 3
    assert "A1" in text


def test_svg_shows_every_cell_of_the_sheet() -> None:
    view = half_played().view
    for sheet in (standings_sheet(view, GROUPS), overview_sheet(view), order_sheet(view, order_of_play(view))):
        drawn = words(sheet_svg(sheet))
        for part in sheet.parts:
            texts = [cell for row in part.rows for cell in row] if isinstance(part, Grid) else []
            texts += list(part.lines) if isinstance(part, Lines) else []
            assert all(cell in drawn for cell in texts if cell)


def test_pdf_pages_and_names_that_look_like_markup() -> None:
    nasty = 'A #strong[b] "c" \\ <d> & $e$ देव'
    grid = Grid(heads=("name", "n"), rows=tuple((nasty, str(n)) for n in range(120)), numbers=frozenset((1,)))
    sheet = Sheet(title=nasty, subtitle=nasty, parts=(grid, Lines(caption=nasty, lines=(nasty,))))
    assert sheet_pdf(sheet).startswith(b"%PDF-")
    assert len(typeset(*sheet_pages(sheet), form="png", ppi=20)) > 1, "a long list goes over several pages"
    assert nasty in words(sheet_svg(sheet))


def test_columns_are_aligned_in_every_script() -> None:
    grid = Grid(heads=("name", "n"), rows=(("東京", "1"), ("Çelik", "22")), numbers=frozenset((1,)))
    lines = sheet_text(Sheet(title="t", parts=(grid,))).splitlines()[2:]
    assert {wcwidth.width(line) for line in lines} == {9}


def test_bracket_lines_meet_in_every_script() -> None:
    def box(id: str, column: int, row: float, *names: str, feeders: tuple[str, ...] = ()) -> BracketBox:
        one, other = (BracketSide(name=name, points="", is_winner=False, is_known=True) for name in names)
        ids = tuple(MatchId(feeder) for feeder in feeders)
        return BracketBox(
            id=MatchId(id), column=column, row=row, sides=(one, other), feeders=ids, is_bye=False, note=""
        )

    first, second = box("M1", 0, 0, "東京", "गुरु"), box("M2", 0, 1, "Jose\u0301", "Ana Carolina")
    laid = BracketTree(
        boxes=(first, second, box("M3", 1, 0.5, "東京", "Ana", feeders=("M1", "M2"))), rounds=("半", "final")
    )
    lines = bracket_text(laid).splitlines()
    ends = [wcwidth.width(line[: max(map(line.find, "┐│┌└┘"))]) for line in lines if any(map(line.count, "┐│┌└┘"))]
    assert len(set(ends)) == 1, "\n".join(lines)


def test_long_words_are_broken_except_in_joined_scripts() -> None:
    joined = "عبداللہ" * 9
    rows = (("Wolfeschlegelstein" * 12, joined), ("Asha Rao", "25–8"))
    source, _ = sheet_pages(Sheet(title="Cup", subtitle="", parts=(Grid(heads=("name", "club"), rows=rows),)))
    assert "Wolfesch\u200blegelste\u200bin" in source
    assert joined in source
    assert "Asha Rao" in source
