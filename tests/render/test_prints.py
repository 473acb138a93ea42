"""Printed sheets of a tournament: complete, no name cut, nothing private, nothing before its publication."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from carrom.cli import main, run_words
from carrom.render.ink.typeset import quote, typeset
from carrom.render.sheets.bracket_drawing import bracket_picture
from carrom.render.sheets.bracket_layout import lay_out_bracket, split_bracket
from carrom.render.sheets.bracket_pdf import bracket_pages
from carrom.render.sheets.entry_sheets import entries_sheet, fees_sheet, prizes_sheet, teams_sheet
from carrom.render.sheets.forms import certificate_pages, protest_pages
from carrom.render.sheets.order_sheets import event_order_sheet, order_grid_sheet, people_order_sheet
from carrom.render.sheets.pdf import sheet_pages
from carrom.render.sheets.printing import PrintRequest, print_sheets, public_tournament
from carrom.render.sheets.sheet import Grid, Lines, Sheet, sheet_text
from carrom.render.sheets.stage_sheets import groups_sheet
from carrom.tournament.desk.order_of_play import order_lines, order_of_play
from carrom.tournament.desk.people_list import people_list
from carrom.tournament.desk.printouts import protest_form, sheet_footer
from carrom.tournament.desk.prizes import honours, prizes, team_members
from carrom.tournament.desk.typed_result import ResultDetails, typed_result
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Stage, StageId, Withheld
from carrom.tournament.model.events import (
    ContactGiven,
    DefinitionChanged,
    EntryLeft,
    EntryRecorded,
    PersonChecked,
    PersonRecorded,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultGiven,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.explain import explain_standings
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.refusals import refuses
from tests.render.test_match_cards import LONG, PRINTED, teams
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

PHONE = "98200 12345"
STAMP = f"{PRINTED:%Y-%m-%d %H:%M} · draw "


def pairs(count: int, *, format: str = "knockout", third_place: bool = False) -> Desk:
    stage = Stage(id=StageId("knockout"), format=format, rulebook="four-break", third_place=third_place)
    category = Category(kind="doubles")
    event = Competition(id=CompetitionId("S"), name="Doubles", category=category, stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, venue="Town hall", events=(event,)))
    for n in range(count):
        members = []
        for half in "xy":
            person = Person(id=PersonId(f"{half}{n}"), name=f"{LONG} {half}{n}", club=f"Club {n % 3}")
            desk.record(PersonRecorded(person=person))
            members.append(person.id)
        seed = n + 1 if n < 2 else None
        name = EntryId(f"{LONG} x{n} / {LONG} y{n}")
        desk.record(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=name, members=tuple(members), seed=seed)))
    desk.draw(KNOCKOUT)
    return desk


def pages(source: str, files: dict[str, bytes] | None = None) -> int:
    return len(typeset(source, files or {}, form="png", ppi=15))


def figures(sheet: Sheet) -> list[list[int]]:
    """The numbers in each line of text below the table."""
    lines = [line for part in sheet.parts if isinstance(part, Lines) for line in part.lines]
    return [[int(found) for found in re.findall(r"\d+", line)] for line in lines]


def stamped(desk: Desk, sheet: Sheet) -> str:
    return sheet_pages(replace(sheet, imprint=sheet_footer(desk.state, PRINTED)))[0]


# -- brackets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "format"), [(33, "knockout"), (8, "knockout"), (19, "double-elimination")])
def test_a_bracket_shows_every_name_and_match_in_full(count: int, format: str) -> None:
    desk = pairs(count, format=format, third_place=format == "knockout")
    order = order_of_play(desk.view)
    source = bracket_pages(desk.view, KNOCKOUT, sheet_footer(desk.state, PRINTED), order)
    for entry in desk.state.entries[CompetitionId("S")]:
        assert f"name: {quote(entry)}" in source
    for match in desk.state.matches:
        assert (f"{quote(match)}," in source) == (desk.view.status(match) != "bye")
    for one in order:
        day = f"day {one.day}, " if one.day > 1 else ""
        assert f'{quote(one.match)}, "{day}{one.time}, table {one.table}"' in source
    assert 'seed: "[1]"' in source
    assert "Club 1" in source
    assert "champion(" in source
    assert STAMP in source


@settings(max_examples=examples(25), deadline=None)
@given(count=st.integers(2, 40), third=st.booleans())
def test_a_split_bracket_shows_every_match_without_overlap(count: int, third: bool) -> None:
    stage = Stage(id=StageId("knockout"), format="knockout", rulebook="vkk", third_place=third and count > 2)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, events=(event,)))
    desk.enter(" ".join(f"P{n}" for n in range(count)))
    desk.draw(KNOCKOUT)
    tree = lay_out_bracket(desk.view, KNOCKOUT)
    parts = split_bracket(tree, 4)
    real = {one for one in desk.state.matches if desk.view.status(one) != "bye"}
    shown = [[box for box in part.boxes if not box.is_bye] for part in parts]
    assert {box.id for boxes in shown for box in boxes} == real
    for boxes, part in zip(shown, parts, strict=True):
        places = sorted((box.column, box.row) for box in boxes)
        assert all(a[0] != b[0] or b[1] - a[1] >= 1 for a, b in pairwise(places)), places
        assert min(row for _, row in places) >= 0
        assert {column for column, _ in places} == set(range(len(part.rounds)))
        if len(parts) > 1:
            assert max(box.row for box in boxes if not box.note) < 4
    assert [part.is_whole for part in parts] == [False] * (len(parts) - 1) + [True]


def test_match_numbers_are_legible_and_crossed_by_no_line() -> None:
    source = bracket_pages(pairs(8).view, KNOCKOUT, sheet_footer(pairs(8).state, PRINTED))
    assert float(re.findall(r'text\(size: ([\d.]+)pt, weight: "bold", id\)', source)[0]) >= 6.5
    boxes = [
        tuple(map(float, one)) for one in re.findall(r"^match\(([\d.]+), ([\d.]+), ([\d.]+), ([\d.]+),", source, re.M)
    ]
    rules = [
        tuple(map(float, one)) for one in re.findall(r"^rule\(([\d.]+), ([\d.]+), ([-\d.]+), ([-\d.]+)\)", source, re.M)
    ]
    assert len(boxes) == 7
    assert rules
    for x, y, wide, high in boxes:
        for left, top, dx, dy in rules:
            ends = (left, left + dx), (top, top + dy)
            is_inside = max(ends[0]) > x + 0.1 and min(ends[0]) < x + wide - 0.1
            assert not (is_inside and max(ends[1]) > y and min(ends[1]) < y + high)


def test_large_brackets_take_several_pages_and_fewer_on_a3() -> None:
    desk = pairs(40)
    a4, a3 = (
        bracket_pages(desk.view, KNOCKOUT, sheet_footer(desk.state, PRINTED), paper=paper) for paper in ("a4", "a3")
    )
    assert pages(a4) > pages(a3)


def test_no_name_is_cut_in_the_bracket_picture() -> None:
    svg = bracket_picture(pairs(5).view, KNOCKOUT).svg
    for n in range(5):
        assert f"{LONG} x{n} /" in svg
        assert f"{LONG} y{n}" in svg
    assert "…" not in svg


def test_a_champion_is_named() -> None:
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    final = next(one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "final")
    a, b = desk.view.known_sides(final)
    desk.play(a, b, 25, 3, key=KNOCKOUT)
    assert lay_out_bracket(desk.view, KNOCKOUT).champion == a


def finals(points: int, *, embargo: tuple[Withheld, ...] = ("results",)) -> Desk:
    """A cup whose final is played; only its figures differ."""
    desk = scenario_1()
    if embargo:
        desk.record(DefinitionChanged(definition=replace(desk.state.announced, embargo=embargo)))
    desk.publish(KNOCKOUT)
    final = next(one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "final")
    a, b = desk.view.known_sides(final)
    desk.play(a, b, 25, points, key=KNOCKOUT)
    return desk


def ink(desk: Desk, wish: PrintRequest) -> bytes:
    """Return the drawing of a print, without its creation time."""
    return b"".join(
        re.findall(rb"stream\n.*?endstream", print_sheets(desk.view, wish).pdf.partition(b"<?xpacket")[0], re.DOTALL)
    )


@pytest.mark.parametrize("what", ["bracket", "groups", "order"])
def test_withheld_results_are_on_no_public_print(what: str) -> None:
    one, other = finals(3), finals(4)
    wish = PrintRequest(what=what, now=PRINTED)
    assert ink(one, wish) == ink(other, wish), "the public print does not depend on them"
    own = replace(wish, is_for_desk=True)
    if what == "bracket":
        assert ink(one, own) != ink(other, own), "the print for the desk does"
        free = finals(3, embargo=()), finals(4, embargo=())
        assert ink(free[0], wish) != ink(free[1], wish)
    assert ink(one, own) != ink(one, wish), "the print for the desk is marked"
    seen = lay_out_bracket(public_tournament(one.view, PRINTED), KNOCKOUT)
    assert (seen.champion, {line.points for box in seen.boxes for line in box.sides}) == ("", {""})


def test_a_withheld_draw_is_printed_only_for_the_desk() -> None:
    desk = Desk(groups_then_knockout())
    desk.record(DefinitionChanged(definition=replace(desk.state.announced, embargo=("draw",))))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    wish = PrintRequest(what="groups", now=PRINTED)
    with refuses("not-published", "S/groups"):
        print_sheets(desk.view, wish)
    with refuses("not-published"):
        print_sheets(desk.view, replace(wish, what="order"))
    assert print_sheets(desk.view, replace(wish, is_for_desk=True)).pdf
    desk.publish(GROUPS)
    assert print_sheets(desk.view, wish).pdf


def test_a_bracket_shows_no_score_of_a_result_under_protest() -> None:
    desk = finals(3, embargo=())
    final = next(one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "final")
    (box,) = lay_out_bracket(desk.view, KNOCKOUT).boxes
    assert [line.points for line in box.sides] == ["25", "3"]
    signed = desk.state.matches[final].signed
    assert signed is not None
    lodged = ProtestLodged(protest=ProtestId("P1"), match=final, side="b", board=1, text="wrong turn")
    desk.record(lodged, at=f"{signed + timedelta(minutes=1):%H:%M}")
    desk.record(ProtestFeePaid(protest=ProtestId("P1"), amount=desk.state.announced.protests.fee))
    assert desk.view.status(final) == "under protest"
    (box,) = lay_out_bracket(desk.view, KNOCKOUT).boxes
    assert [line.points for line in box.sides] == ["", ""]
    assert (box.when, [line.is_winner for line in box.sides]) == ("under protest", [False, False])


# -- groups --------------------------------------------------------------------------------------------------------


def test_group_tables_are_empty_before_play_and_show_results_from_both_sides_after() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E F G")
    desk.draw(GROUPS)
    before = groups_sheet(desk.view, GROUPS)
    grids = [part for part in before.parts if isinstance(part, Grid)]
    assert [len(grid.rows) for grid in grids] == [4, 3] or [len(grid.rows) for grid in grids] == [3, 4]
    assert {cell for grid in grids for row in grid.rows for cell in row[2:]} == {"–", ""}
    one, other = desk.view.tables(GROUPS)[0].entries[:2]
    desk.play(one, other, 25, 8)
    cross, table = groups_sheet(desk.view, GROUPS).parts[:2]
    assert isinstance(cross, Grid)
    assert isinstance(table, Grid)
    assert (cross.rows[0][3], cross.rows[1][2]) == ("25–8", "8–25")
    assert table.cut == 2
    assert "table.hline(y: 3, stroke: 1.4pt)" in stamped(desk, groups_sheet(desk.view, GROUPS))


def test_a_group_sheet_explains_places_and_withdrawals() -> None:
    desk = scenario_1()
    why = sheet_text(groups_sheet(desk.view, GROUPS))
    reasons = explain_standings(desk.view.tables(GROUPS)[0].standings, desk.state.policy(GROUPS), advance=2)
    assert reasons
    assert all(reason in " ".join(why.split()) for reason in reasons), "as on the page"
    desk = Desk(groups_then_knockout(groups=1))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.play("A", "B", 25, 8)
    desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId("D")), reason="ill")
    desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId("C")), reason="ill")
    cross = groups_sheet(desk.view, GROUPS).parts[0]
    assert isinstance(cross, Grid)
    entries = desk.view.tables(GROUPS)[0].entries
    cells = {(row[1].split()[0], str(entries[n])): row[2 + n] for row in cross.rows for n in range(4)}
    assert [row[1] for row in cross.rows if "left" in row[1]] == ["C (left)", "D (left)"]
    assert (cells["A", "D"], cells["D", "A"]) == ("w/o", "lost w/o")


def test_cells_of_a_cross_table_keep_their_width_beside_long_names() -> None:
    desk = Desk(groups_then_knockout(groups=1))
    desk.enter(" ".join(f"{LONG.replace(' ', '_')}_{n}" for n in range(5)))
    desk.draw(GROUPS)
    (cross, _) = groups_sheet(desk.view, GROUPS).parts
    assert isinstance(cross, Grid)
    assert cross.widths == ("auto", "1.5fr", *["16mm"] * 5)
    assert len(cross.widths) == len(cross.heads)


def test_a_swiss_sheet_lists_its_rounds() -> None:
    stage = Stage(id=StageId("groups"), format="swiss", rulebook="icf", rounds=3, policy=POLICIES["swiss"])
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, events=(event,)))
    desk.enter(" ".join(f"P{n}" for n in range(10)))
    desk.draw(GROUPS)
    grids = [part for part in groups_sheet(desk.view, GROUPS).parts if isinstance(part, Grid)]
    assert [grid.caption for grid in grids] == ["Round 1"]
    assert len(grids[0].rows) == 5


def test_a_team_league_sheet_shows_the_rubbers_won() -> None:
    desk = teams()
    key = StageKey(CompetitionId("T"), StageId("league"))
    a, b = desk.view.known_sides(MatchId("M1"))
    desk.record(typed_result(desk.view, MatchId("M1"), ["20-5"], ResultDetails()))
    cross = groups_sheet(desk.view, key).parts[0]
    assert isinstance(cross, Grid)
    cells = {(row[1], desk.view.tables(key)[0].entries[n]): row[2 + n] for row in cross.rows for n in range(3)}
    assert (cells[a, b], cells[b, a]) == ("1–0", "0–1")


def test_standings_and_their_reasons_stay_on_one_page() -> None:
    grid = Grid(caption="Group A", heads=("", "n"), rows=tuple((f"P{n}", "1") for n in range(5)))
    sheet = Sheet(title="Cup", parts=(grid, Lines(lines=("P1, P2: why.",)), grid))
    source = sheet_pages(sheet)[0]
    first, second = source.split("#block(breakable: false, width: 100%)[")[1:]
    assert "P1, P2: why." in first
    assert "why" not in second


# -- lists ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=examples(10), deadline=None)
@given(count=st.integers(4, 14))
def test_the_order_of_play_lists_every_player_and_match(count: int) -> None:
    desk = Desk(groups_then_knockout(groups=1 + (count > 7)))
    desk.enter(" ".join(f"Player_{n}" for n in range(count)))
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    lines = order_lines(desk.view, order_of_play(desk.view, solver="built-in"))
    by_person = people_order_sheet(desk.view, lines).parts[0]
    assert isinstance(by_person, Grid)
    assert {row[0] for row in by_person.rows if row[0]} == {person.name for person in desk.state.people.values()}
    grid = "\n".join(
        cell
        for part in order_grid_sheet(desk.view, lines).parts
        if isinstance(part, Grid)
        for row in part.rows
        for cell in row
    )
    listed = event_order_sheet(desk.view, lines).parts[0]
    assert isinstance(listed, Grid)
    for line in lines:
        assert f"{line.match}  " in grid
        assert sum(row[2] == line.match for row in listed.rows) == 1


@pytest.mark.parametrize(("tables", "grids"), [(6, [6]), (7, [3, 4]), (13, [4, 4, 5])])
def test_tables_of_the_order_of_play_are_split_evenly(tables: int, grids: list[int]) -> None:
    definition = groups_then_knockout(groups=8)
    desk = Desk(replace(definition, hall=replace(definition.hall, tables=tables)))
    desk.enter(" ".join(f"P{n}" for n in range(32)))
    desk.draw(GROUPS)
    sheet = order_grid_sheet(desk.view, order_lines(desk.view, order_of_play(desk.view, solver="built-in")))
    assert [len(part.heads) - 1 for part in sheet.parts if isinstance(part, Grid)] == grids


def test_prints_name_every_player_and_no_contact_details() -> None:
    desk = pairs(5)
    for one in desk.state.people:
        desk.record(ContactGiven(person=one, phone=PHONE, email="who@example.org"))
    desk.record(PersonChecked(person=PersonId("x1"), what="fee", amount=200))
    lines = order_lines(desk.view, order_of_play(desk.view))
    sheets = {
        "entries": entries_sheet(desk.view, desk.state.announced.events),
        "fees": fees_sheet(desk.view),
        "people": people_order_sheet(desk.view, lines),
        "grid": order_grid_sheet(desk.view, lines),
        "prizes": prizes_sheet(desk.view),
    }
    for name, sheet in sheets.items():
        source = stamped(desk, sheet)
        assert PHONE not in source
        assert "who@example.org" not in source
        assert all(part in source for part in ("Cup", "Town hall", "5 November 2024"))
        assert STAMP in source
        if name != "prizes":
            assert all(f"{LONG} x{n}" in source for n in range(5)), name
        assert pages(source) >= 1
    assert [1, 200, 9] in figures(sheets["fees"])


def test_the_list_of_fees_counts_payments_and_excludes_withdrawn_players() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D E F")
    for one, amount in (("A", None), ("B", 40), ("E", None)):
        desk.record(PersonChecked(person=PersonId(one), what="fee", amount=amount))
    assert figures(fees_sheet(desk.view)) == [[3, 40, 3], [2]], "of two the amount is unknown"
    (event,) = desk.state.announced.events
    desk.record(DefinitionChanged(definition=desk.state.announced.with_event(replace(event, fee=100))))
    for gone in ("E", "F"):
        desk.record(EntryLeft(event=event.id, entry=EntryId(gone), how="withdrawn"))
    lines = sheet_text(fees_sheet(desk.view)).splitlines()
    # Paid, paid in part, in all, unpaid; taken, owed; paid and left since (with the amount); to go back. A mark without
    # an amount counts as the whole fee.
    assert figures(fees_sheet(desk.view)) == [[2, 1, 240, 2], [240, 260], [1, 100], [100]]
    assert [line.split() for line in lines if line.startswith("B ")] == [["B", "S", "40", "of", "100", "40", "60"]]
    assert [line.split()[:2] for line in lines if line.startswith(("E", "F")) and "paid" in line] == [["E", "has"]]
    unpaid = people_list(desk.state, lacking=["fee"])
    assert [one.name for one in unpaid] == ["B", "C", "D"], "a part is not the fee"
    assert [one.owes for one in people_list(desk.state, order="name")] == [0, 60, 100, 100, 0, 0]


def test_team_sheets_name_every_player_and_the_reserves() -> None:
    desk = teams()
    text = sheet_text(teams_sheet(desk.view, desk.state.announced.events[0]))
    assert all(person.name in text for person in desk.state.people.values())
    assert text.count("First pair") == 3


def test_both_players_of_a_pair_get_prizes_and_certificates() -> None:
    desk = pairs(2)
    a, b = desk.view.known_sides(MatchId("M1"))
    assert not honours(desk.view, desk.state.announced.events[0])
    desk.play(a, b, 30, 8, key=KNOCKOUT)
    called_up = honours(desk.view, desk.state.announced.events[0])
    assert [(one.place, one.event) for one in called_up] == [(1, "Doubles")] * 2 + [(2, "Doubles")] * 2
    source = certificate_pages(called_up, sheet_footer(desk.state, PRINTED))
    assert pages(source) == 4
    assert all(one.name in source for one in called_up)
    text = sheet_text(prizes_sheet(desk.view))
    assert re.search(rf"Winner +{re.escape(a)}", text)


def test_the_prize_list_names_the_players_of_a_team() -> None:
    desk = teams()
    event = desk.state.announced.events[0]
    for record in desk.state.in_stage(StageKey(event.id, event.stages[0].id)):
        a, b = desk.view.known_sides(record.fixture.id)
        desk.record(ResultGiven(match=record.fixture.id, a=a, b=b, score=(20, 5)))
    text = sheet_text(prizes_sheet(desk.view))
    winner = prizes(desk.view, event)[0].entries[0]
    assert re.search(
        rf"Winner +{re.escape(winner)} +{re.escape(', '.join(team_members(desk.view, event, winner)))}", text
    )
    assert pages(stamped(desk, prizes_sheet(desk.view))) == 1


# -- protests ------------------------------------------------------------------------------------------------------


def test_a_protest_form_is_blank_or_filled_in() -> None:
    desk = scenario_1()
    blank = protest_form(desk.view)
    assert (blank.match, blank.by, blank.text, blank.minutes, blank.fee) == ("", "", "", 30, 500)
    match = MatchId("M1")
    a, _ = desk.view.known_sides(match)
    assert protest_form(desk.view, match=match).a == a
    signed = desk.state.matches[match].signed
    assert signed is not None
    claim = "queen covered"
    lodged = ProtestLodged(protest=ProtestId("P1"), match=match, side="a", board=2, text=claim, signed_by="P")
    at = f"{signed:%H:%M}"
    desk.record(lodged, at=at)
    desk.record(ProtestFeePaid(protest=ProtestId("P1"), amount=500), at=at)
    desk.record(ProtestJudged(protest=ProtestId("P1"), upheld=False), at=at, reason="seen by the umpire")
    form = protest_form(desk.view, protest=ProtestId("P1"))
    assert (form.by, form.board, form.text, form.signed) == (a, "2", claim, "P")
    assert (form.at, form.paid, form.decided, form.status) == (at, "500", at, "dismissed")
    source = protest_pages(form, sheet_footer(desk.state, PRINTED))
    assert claim in source
    assert source.count('(151a)", false)') == source.count('(151b)", true)') == 1
    assert pages(source) == 1
    empty = protest_pages(blank, sheet_footer(desk.state, PRINTED))
    assert pages(empty) == 1
    for law in range(144, 150):
        assert f"({law})" in empty
    for part in ("English", "Secretary", "captain or manager", "decided", "contest", "abusive"):
        assert part in empty


# -- the command line ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_print_of_the_command_line(tmp_path: Path) -> None:
    file, out = tmp_path / "c.tournament", tmp_path / "out.pdf"
    (tmp_path / "p.csv").write_text(
        "name,club,phone\n" + "".join(f"Player {n},Club {n % 3},{PHONE}\n" for n in range(9))
    )
    words = ["--template", "vkk", str(tmp_path / "p.csv"), "-o", str(file), "--umpires", "Uma", "--day", "2024-11-05"]
    assert main(["tournament", "new", *words]) == 0
    for stage in ("S/groups", "S/knockout"):
        assert main(["tournament", "draw", str(file), stage]) == 0

    for what in (
        *(["cards", "S/groups/1"], ["groups"], ["bracket"], ["bracket", "S/knockout", "--paper", "a3"], ["order"]),
        *(["order", by] for by in ("person", "event", "table", "time")),
        *(["entries"], ["entries", "S"], ["umpires"], ["protest"], ["protest", "M1"], ["prizes"], ["fees"]),
    ):
        assert main(["tournament", "print", str(file), *what, "-o", str(out)]) == 0
        assert out.read_bytes().startswith(b"%PDF")
        out.unlink()
    for code, part, *what in (
        ("no-prize-certain", "", "certificates"),
        ("no-teams", "S", "teams"),
        ("stage-not-ready", "Singles (groups)", "bracket", "S/groups"),
        ("stage-not-ready", "Singles (knockout)", "groups", "S/knockout"),
        ("unknown-match", "M7", "cards"),
        ("unknown-order", "grid, person, event, table, time", "order", "moon"),
    ):
        with refuses(code, part):
            run_words(["tournament", "print", str(file), *what, "-o", str(out)])
        assert not out.exists()
    assert main(["tournament", "bracket", str(file), "-o", str(out)]) == 0
