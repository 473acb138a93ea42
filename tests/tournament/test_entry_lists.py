"""Entry lists as clubs write them: headings, titles, pairs in a line, ticks, and lists that are too large."""

from __future__ import annotations

import gzip
import io
import zipfile
from datetime import date
from itertools import islice, product
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import example, given, strategies as st
from openpyxl import Workbook

from carrom.base.errors import CarromError
from carrom.tournament.desk.acts.setup_acts import describe_columns
from carrom.tournament.entrylists.cells import split_pair, without_title
from carrom.tournament.entrylists.columns import MEANINGS, meaning_of
from carrom.tournament.entrylists.headings import ColumnChoices, read_column_choices
from carrom.tournament.entrylists.person_matching import SimilarNames, are_similar
from carrom.tournament.entrylists.roster import ImportPlan, import_facts, plan_import
from carrom.tournament.entrylists.sol import read_sol_dump
from carrom.tournament.entrylists.spreadsheet import read_csv, read_rows
from carrom.tournament.model.events import ContactGiven, PersonChecked, Renamed
from carrom.tournament.model.people import Category, Person, PersonId
from carrom.tournament.model.state import State
from tests.refusals import mentions, refuses
from tests.tournament.desk import Desk, groups_then_knockout

DAY = date(2024, 11, 5)
SINGLES = {"S": Category()}
DOUBLES = {"D": Category(kind="doubles")}
BOTH = {**SINGLES, **DOUBLES}


def plan(text: str, events: dict[str, Category] | None = None, *, column: str = "", **more: Any) -> ImportPlan:
    choices = read_column_choices([column] if column else [], more.pop("ignore", []))
    return plan_import(read_csv(text.encode(), choices), events=events or SINGLES, on=DAY, **more)


def codes(found: ImportPlan) -> list[str]:
    return [doubt.code for doubt in found.doubts]


def pairs(found: ImportPlan) -> list[str]:
    return [entry.id for _, entry in found.entries]


@pytest.mark.parametrize(
    ("heading", "meaning"),
    [
        ("Name of Player", "name"), ("Player's Name", "name"), ("NAME:", "name"), ("Name (as on card)", "name"),
        ("First name", "first"), ("Surname", "last"), ("M/F", "gender"), ("Gender (M/F)", "gender"), ("Sex", "gender"),
        ("Club/Society", "club"), ("Club Name", "club"), ("Club *", "club"), ("Team", "team"), ("Age (yrs)", "age"),
        ("Age as on 5.11.2024", "age"), ("Date of Birth (dd/mm/yyyy)", "born"), ("DOB", "born"), ("D.O.B.", "born"),
        ("Mobile", "phone"), ("Contact No.", "phone"), ("E-mail", "email"), ("Partner", "partner"),
        ("Name of Partner", "partner"), ("Player 1", "name"), ("Player 2", "name2"), ("Name (Player 2)", "name2"),
        ("2nd player", "name2"), ("Player 2 DOB", "born2"), ("Partner's Age", "age2"), ("First player", "name"),
        ("Pair", "pair"), ("Category/Event", "event"), ("Event 2", "event"), ("Seed", "seed"), ("Rank", "seed"),
        ("Level", "level"), ("Fee paid", "fee"), ("Sr. No.", "serial"), ("#", "serial"), ("Mr/Ms", "title"),
        ("नाम", "name"), ("Vorname", "first"), ("Geschlecht", "gender"), ("Remarks", None), ("T-shirt size", None),
        ("Date", None), ("Blood group", None), ("Participant Full Name", "name"), ("Player's Full Name", "name"),
        ("Player Full Name", "name"), ("Name of the Participant", "name"), ("Name as on Aadhaar card", "name"),
        ("Age of player", "age"), ("Participant's Mobile No.", "phone"), ("Player 2 Full Name", "name2"),
        ("1", None), ("2", None), ("2nd", None), ("No. of players", None), ("Father's name", None),
        ("Mandal / Club", "club"), ("Entry Fees Rs.", "fee"), ("Amt. Received", "fee"), ("Name / Phone", None),
    ],
)  # fmt: skip
def test_meaning_of_a_heading(heading: str, meaning: str | None) -> None:
    assert meaning_of(heading) == meaning


def test_title_lines_and_repeated_headings_are_skipped() -> None:
    text = (
        "VASAI CARROM CLUB;;;;;\nEntry list of players 2024;;;;;\n;;;;;\n"
        "Sr. No.;Club/Society;M/F;Name of Player;Age (yrs);Date of Birth (dd/mm/yyyy)\n"
        "1;Hill CC;F;Ms. Asha Rao;34 yrs;03/04/1990\n2;Port;M;Ben Shah;;\n"
        "Sr. No.;Club/Society;M/F;Name of Player;Age (yrs);Date of Birth (dd/mm/yyyy)\n3;;m;Carl;40;\n"
    )
    found = plan(text)
    assert found.doubts == ()
    assert [(one.name, one.gender, one.club, one.age, one.born) for one in found.added] == [
        ("Asha Rao", "f", "Hill CC", 34, date(1990, 4, 3)),
        ("Ben Shah", "m", "Port", None, None),
        ("Carl", "m", None, 40, None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "First name,Surname\nAsha,Rao\n", "Surname,First name\nRao,Asha\n", "Nome,Cognome\nAsha,Rao\n",
        "Nom,Prénom\nRao,Asha\n", "Vorname;Nachname\nAsha;Rao\n",
    ],
)  # fmt: skip
def test_first_name_and_surname_are_joined(text: str) -> None:
    assert [one.name for one in plan(text).added] == ["Asha Rao"]


def test_unknown_column_is_a_question_with_an_answer() -> None:
    text = "Name,Hometown,Remarks,\nAsha,Kochi,,7\nBen,Goa,late,\n"
    found = plan(text)
    assert codes(found) == ["column", "column", "column"]
    assert mentions(found.doubts[0].text, "'Hometown'", "2 rows")
    assert '--column "Hometown=club"' in found.doubts[0].hint
    assert [doubt.column for doubt in found.doubts] == ["Hometown", "column 4", "Remarks"]
    assert mentions(found.doubts[1].text, "column 4")
    answered = plan(text, column="hometown=club", ignore=["Remarks", "4"])
    assert answered.doubts == ()
    assert [one.club for one in answered.added] == ["Kochi", "Goa"]
    with refuses("unknown-meaning", "'Hometown'", "'town'", *MEANINGS):
        plan(text, column="Hometown=town")
    with refuses("bad-answer", "'Hometown'"):
        plan(text, column="Hometown")
    assert plan("Who plays\nAsha\n", column="Who plays=name").added[0].name == "Asha"


def test_second_column_of_one_meaning_is_asked_about() -> None:
    found = plan("Name,Club,Department\nAsha,Hill,Sales\n")
    assert codes(found) == ["column"]
    assert "'Department'" in found.doubts[0].text
    assert found.added[0].club == "Hill"


@given(st.lists(st.text(alphabet="abcdefgh ", min_size=1), min_size=1, max_size=5, unique=True))
def test_every_cell_is_read_or_asked_about(headings: list[str]) -> None:
    words = [f"word{n}" for n in range(len(headings))]
    text = f"Name,{','.join(headings)}\nAsha,{','.join(words)}\n"
    (row,) = read_csv(text.encode())
    kept = {*map(str, row.cells.values()), *map(str, row.other.values())}
    assert set(words) <= kept
    doubts = sum(doubt.code == "column" for doubt in plan(text).doubts)
    assert doubts == len(row.other)


@pytest.mark.parametrize(
    "text",
    [
        "Player 1,Player 2\nAsha Rao,Ben Shah\nCarl,Dev\n",
        "Name,Partner\nAsha Rao,Ben Shah\nCarl,Dev\n",
        "Pair\nAsha Rao / Ben Shah\nCarl & Dev\n",
        "Name\nMs Asha Rao and Mr. Ben Shah\nCarl+Dev\n",
        "Name,Partner\nAsha Rao,Ben Shah\nBen Shah,Asha Rao\nDev,Carl\n",
    ],
)
def test_pair_in_one_line(text: str) -> None:
    found = plan(text, DOUBLES)
    assert pairs(found) == ["Asha Rao / Ben Shah", "Carl / Dev"]
    assert found.doubts == ()
    assert len(found.added) == 4
    entered = {"D": [entry for _, entry in found.entries]}
    assert plan(text, DOUBLES, people=found.added, entered=entered).changes == 0


def test_both_players_of_a_line_with_their_details() -> None:
    text = "Player 1,Age 1,Sex 1,Player 2,Age 2,Sex 2,Club\nAsha,30,F,Ben,40,M,Hill\n"
    found = plan(text, {"X": Category(kind="doubles", field="mixed", max_age=45)})
    assert found.doubts == ()
    assert [(one.name, one.age, one.gender, one.club) for one in found.added] == [
        ("Asha", 30, "f", "Hill"),
        ("Ben", 40, "m", "Hill"),
    ]
    assert found.entries[0][1].club == "Hill"


def test_misspelt_partner_is_asked_about() -> None:
    found = plan("Name,Partner\nAsha Rao,Arjun Sharma\nArjun Sharmaa,\n", DOUBLES)
    assert codes(found) == ["partner", "partner"]
    assert mentions(found.doubts[0].text, "'Arjun Sharma'", "Arjun Sharmaa")
    assert not found.entries


def test_pair_is_not_entered_for_singles() -> None:
    found = plan("Name,Event\nAsha / Ben,S; D\n", BOTH)
    assert codes(found) == ["two-names"]
    assert pairs(found) == ["Asha / Ben"]


@pytest.mark.parametrize(
    ("name", "bare", "sex"),
    [
        ("Mr Ben Shah", "Ben Shah", "m"), ("MRS. Asha", "Asha", "f"), ("Smt Lata", "Lata", "f"),
        ("Shri. Dev", "Dev", "m"), ("Miss Eva", "Eva", "f"), ("Master Gus", "Gus", "m"),
        ("Sri Lakshmi", "Sri Lakshmi", None), ("Sri. Ram", "Ram", "m"),
        ("Kumari Selja", "Kumari Selja", None), ("Mrinal Sen", "Mrinal Sen", None),
        ("Mr", "Mr", None),
    ],
)  # fmt: skip
def test_title_of_a_name_tells_the_sex(name: str, bare: str, sex: str | None) -> None:
    assert without_title(name) == (bare, sex)


def test_title_that_contradicts_the_sex_is_a_question() -> None:
    found = plan("Name,Sex\nMr Asha,F\nMs Bea,Girl\nCid,Boy\nDee,?\n")
    assert codes(found) == ["gender", "gender"]
    assert [one.gender for one in found.added] == ["f", "f", "m", None]


@pytest.mark.parametrize("cell", ["Asha", "A / B / C", " / B", "Anderson", "Sandy Sand", "Rand-Andrews"])
def test_single_name_is_not_split(cell: str) -> None:
    assert split_pair(cell) is None


def test_tick_in_the_column_of_an_event_is_an_entry() -> None:
    titles = {"S": "Men's singles", "D": "Doubles"}
    found = plan("Name,Mens Singles,Doubles\nAsha,x,Ben\nCarl,yes,\nDev,no,Eva\n", BOTH, titles=titles)
    assert found.doubts == ()
    assert [(event, entry.id) for event, entry in found.entries] == [
        ("S", "Asha"),
        ("S", "Carl"),
        ("D", "Asha / Ben"),
        ("D", "Dev / Eva"),
    ]


def test_event_name_above_rows_applies_to_them() -> None:
    found = plan(
        "Name,Partner\nSingles,\nAsha,\nBen,\nDoubles,\nAsha,Ben\n", BOTH, titles={"S": "Singles", "D": "Doubles"}
    )
    assert [(event, entry.id) for event, entry in found.entries] == [("S", "Asha"), ("S", "Ben"), ("D", "Asha / Ben")]
    assert found.doubts == ()


def test_people_without_an_event_are_one_question() -> None:
    text = "Name\n" + "".join(f"Player {n}x\n" for n in range(40))
    found = plan(text, BOTH)
    assert codes(found) == ["no-event"]
    assert mentions(found.doubts[0].text, 40, "S, D")
    assert "--into" in found.doubts[0].hint
    assert len(plan(text, BOTH, event="S").entries) == 40


def test_namesakes_are_distinguished_by_club_and_asked_about() -> None:
    text = "Name,Club\nImran Shah,Hill\nImran Shah,Port\n"
    found = plan(text)
    assert codes(found) == ["namesake"]
    assert mentions(found.doubts[0].text, "Imran Shah", "Hill", "Port")
    assert pairs(found) == ["Imran Shah (Hill)", "Imran Shah (Port)"]
    entered = {"S": [entry for _, entry in found.entries]}
    again = plan(text, people=found.added, entered=entered)
    assert (again.changes, again.doubts) == (0, ())


def test_later_namesake_renames_the_first_entry() -> None:
    first = plan("Name,Club\nImran Shah,Hill\n")
    entered = {"S": [entry for _, entry in first.entries]}
    assert pairs(first) == ["Imran Shah"]
    both = plan("Name,Club\nImran Shah,Hill\nImran Shah,Port\n", people=first.added, entered=entered)
    assert pairs(both) == ["Imran Shah (Port)"]
    ((renamed,),) = (one.entries for one in both.renamed)
    assert (renamed.was, renamed.now) == ("Imran Shah", "Imran Shah (Hill)")


def test_other_club_alone_is_a_change_of_club() -> None:
    first = plan("Name,Club\nImran Shah,Hill\n")
    moved = plan("Name,Club\nImran Shah,Port\n", people=first.added)
    assert [one.club for one in moved.changed] == ["Port"]
    assert not moved.added


def test_name_beside_a_known_id_is_corrected() -> None:
    known = [Person(id=PersonId("p7"), name="Padmaja Dessai")]
    found = plan("id,name\np7,Padmaja Desai\n", people=known)
    assert found.renamed == (Renamed(person=PersonId("p7"), name="Padmaja Desai"),)
    assert not found.changed
    assert pairs(found) == ["Padmaja Desai"]


@pytest.mark.parametrize(
    ("rows", "paid", "quotes"),
    [
        ("Asha,S,\nAsha,S,yes", {"asha": None}, ("fee",)),
        ("Asha,S,no\nAsha,S,200", {"asha": 200}, ("fee",)),
        ("Asha,S,200\nAsha,S,yes", {"asha": 200}, ()),
        ("Asha,S,200\nAsha,S,100", {"asha": 200}, (200, 100)),
        ("Asha,S,yes\nAsha,S,no", {"asha": None}, ()),
        ("Asha & Ben,D,\nAsha & Ben,D,yes", {"asha": None, "ben": None}, ("fee",)),
    ],
)
def test_fee_paid_by_a_duplicate_row_is_kept(
    rows: str, paid: dict[str, int | None], quotes: tuple[object, ...]
) -> None:
    read = read_csv(f"Name,Event,Fee paid\n{rows}\n".encode())
    found = plan_import(read, events={"S": Category(), "D": Category(kind="doubles")}, on=DAY)
    assert codes(found) == ["duplicate"]
    text = found.doubts[0].text
    assert mentions(text, *quotes)
    assert ("fee" in text, "paid" in text) == ("fee" in quotes, bool(quotes))
    facts = import_facts(found, State())
    assert {one.person: one.amount for one in facts if isinstance(one, PersonChecked)} == paid


def test_contacts_and_payments_are_read() -> None:
    found = plan("Name,Mobile,E-mail,Fee paid\nAsha,98765,a@x,yes\nBen,,,Rs. 200\nCarl,,,no\nDev,,,perhaps\n")
    facts = import_facts(found, State())
    assert [one for one in facts if isinstance(one, ContactGiven)] == [
        ContactGiven(person=PersonId("asha"), phone="98765", email="a@x")
    ]
    paid = {one.person: one.amount for one in facts if isinstance(one, PersonChecked)}
    assert paid == {"asha": None, "ben": 200}
    assert codes(found) == ["fee"]


def workbook(path: Path, **sheets: list[list[Any]]) -> Path:
    book = Workbook()
    del book["Sheet"]
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_workbook_with_several_sheets(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", Men=[["Name"], ["Ben"]], Women=[["Name"], ["Asha"]], Empty=[])
    with pytest.raises(CarromError) as unclear:
        read_rows(path)
    assert unclear.value.code == "which-sheet"
    assert mentions(str(unclear.value), "Men", "Women")
    assert "Empty" not in str(unclear.value)
    assert "--sheet" in unclear.value.typed
    assert [row.text("name") for row in read_rows(path, sheet="Women")] == ["Asha"]
    with refuses("unknown-sheet", "'X'"):
        read_rows(path, sheet="X")
    alone = workbook(tmp_path / "y.xlsx", Empty=[], Men=[["Name"], ["Ben"]])
    assert [row.text("name") for row in read_rows(alone)] == ["Ben"]


@pytest.mark.slow
def test_zip_bomb_is_refused_at_once(tmp_path: Path) -> None:
    """Three million rows in a few hundred kilobytes."""
    path = workbook(tmp_path / "x.xlsx", Men=[["Name"], ["Ben"]])
    bomb = tmp_path / "bomb.xlsx"
    row = b'<row><c t="inlineStr"><is><t>A</t></is></c></row>'
    with zipfile.ZipFile(path) as good, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as bad:
        for name in good.namelist():
            data = good.read(name)
            if name.startswith("xl/worksheets/"):
                data = data.replace(b"</sheetData>", row * 3_000_000 + b"</sheetData>")
            bad.writestr(name, data)
    start = process_time()
    with refuses("list-too-large", "140 MB", "40", "64"):
        read_rows(bomb)
    assert process_time() - start < 2


@pytest.mark.slow
def test_list_with_too_many_rows_is_refused(tmp_path: Path) -> None:
    rows = "Name\n" + "".join(f"Player {n}\n" for n in range(20_001))
    with refuses("list-too-large", "20000 rows"):
        read_csv(rows.encode())
    far = workbook(tmp_path / "x.xlsx", Men=[["Name"], ["Ben"], *([[None]] * 5000), ["Zoe"]])
    assert [row.text("name") for row in read_rows(far)] == ["Ben", "Zoe"], "a gap is not the end of the list"


def test_too_long_cell_is_refused() -> None:
    with refuses("line-unreadable", "line 2"):
        read_csv(b"Name\n" + b"x" * 200_000 + b"\n")


def test_list_with_too_many_columns_is_refused(tmp_path: Path) -> None:
    wide = workbook(tmp_path / "x.xlsx", Men=[["Name"] * 500, ["Ben"] * 500])
    with refuses("list-too-large", "120 columns"):
        read_rows(wide)
    trailing = workbook(tmp_path / "y.xlsx", Men=[["Name", *[None] * 500], ["Ben", *[" "] * 500]])
    assert [row.text("name") for row in read_rows(trailing)] == ["Ben"]


def test_empty_columns_are_skipped(tmp_path: Path) -> None:
    desk = Desk(groups_then_knockout())

    def columns(*rows: list[Any]) -> list[tuple[str, str | None]]:
        return describe_columns(desk.state, read_rows(workbook(tmp_path / "x.xlsx", Men=list(rows))))

    plain = [("Name", "name"), ("Club", "club"), ("Seed", "seed")]
    assert columns(["Name", "Club", "Seed"], ["Asha", "Hill", 1]) == plain
    assert columns(["Name", None, "Club", " ", "Seed"], ["Asha", None, "Hill", " ", 1]) == plain
    # Cells in a column without heading are asked about by column number, however wide the title above is.
    title = ["Town hall", None, None, None, None, "2024"]
    beside = columns(title, ["Name", "Club"], ["Asha", "Hill"], ["Ben", "Lake", None, "x"])
    assert beside == [*plain[:2], ("column 4", None)]
    rows = read_csv(b"Name,Club\nAsha,Hill,,Mrs\n", ColumnChoices({"4": "title"}))
    assert (rows[0].text("name"), rows[0].text("title")) == ("Asha", "Mrs")
    rows = read_csv(b"Name,,Club\nAsha,Mrs,Hill\n", ColumnChoices({"column 2": "title"}))
    assert (rows[0].text("name"), rows[0].text("title")) == ("Asha", "Mrs")


@pytest.mark.parametrize("raw", [b"PK\x03\x04", b"no zip at all", b""])
def test_file_that_is_no_spreadsheet_is_refused(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(raw)
    with refuses("not-a-spreadsheet", "x.xlsx"):
        read_rows(path)


def test_too_large_or_broken_dumps_are_refused() -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as file:
        for _ in range(40):
            file.write(b" " * 1024**2)
    with refuses("list-too-large", "32 MB"):
        read_sol_dump(packed.getvalue())
    with refuses("nested-too-deeply"):
        read_sol_dump(b"[" * 200_000)
    with refuses("not-yaml", "line 1", "nested"):
        read_sol_dump(b"- " * 60 + b"x\n")
    with refuses("dump-incomplete"):
        read_sol_dump(gzip.compress(b"- x")[:-4])


@pytest.mark.slow
def test_three_thousand_people_are_read_in_seconds() -> None:
    """Names and birthdays are so few that many similar people have to be compared."""
    rows = [
        f"Player {chr(97 + n % 26)}{chr(97 + n // 26 % 26)} {n},{1950 + n % 50}-01-01,Club {n % 40}"
        for n in range(3000)
    ]
    text = "name,born,club\n" + "\n".join(rows) + "\n"
    start = process_time()
    found = plan(text)
    assert process_time() - start < 8, "two seconds, with room for a slow machine and coverage"
    assert len(found.added) == len(found.entries) == 3000


@pytest.mark.slow
def test_hundreds_of_pairs_are_read_in_seconds() -> None:
    """Every partner without a row is compared with everyone in the list."""
    parts = ("ra", "vi", "si", "ta", "mo", "han", "la", "am", "it", "usha", "ke", "dev", "go", "pal", "nir", "mal")
    names = [f"{a}{b}{c} {c}{b}{d}kar" for a, b, c, d in islice(product(parts, parts, parts, parts), 0, 24_000, 20)]
    text = "name,partner\n" + "".join(f"{one},{other}\n" for one, other in zip(names[::2], names[1::2], strict=True))
    start = process_time()
    found = plan(text, DOUBLES)
    assert process_time() - start < 8, "two seconds, with room for a slow machine and coverage"
    assert len(found.added) >= 600


@given(st.lists(st.text(alphabet="ab ", max_size=14), max_size=12), st.text(alphabet="ab ", max_size=14))
@example(["asha rao", "sitaram kulkarni"], "sitaram kulkarny")
@example(["rao asha"], "asha rao")
def test_similar_name_is_the_one_found_by_comparing_all(names: list[str], name: str) -> None:
    alike = SimilarNames()
    for one in names:
        alike.add(PersonId(one), one)
    assert alike.first(name) == next((one for one in names if are_similar(name, one)), None)


def test_every_meaning_can_be_chosen_for_a_column() -> None:
    for meaning in MEANINGS:
        ColumnChoices({"X": meaning})


MINI = "Name,Singles,{heading}\nTara Gole,x,Ravi Sule\nRavi Sule,x,\nNeel Vaze,x,\n"
TITLES = {"S": "Singles", "D": "Doubles"}


@pytest.mark.parametrize("heading", ["Doubles partner", "Partner (doubles)", "partner for D", "Partner", "Paired with"])
def test_partner_column_enters_the_doubles_event(heading: str) -> None:
    found = plan(MINI.format(heading=heading), BOTH, titles=TITLES)
    assert [entry.id for event, entry in found.entries if event == "D"] == ["Ravi Sule / Tara Gole"]
    assert len([event for event, _ in found.entries if event == "S"]) == 3
    assert not found.doubts


def test_partner_column_for_one_of_several_doubles_events() -> None:
    events = {**BOTH, "X": Category(kind="doubles")}
    titles = {**TITLES, "X": "Mixed doubles"}
    both = "Name,Doubles partner,Mixed partner\nTara Gole,Ravi Sule,Neel Vaze\n"
    found = plan(both, events, titles=titles)
    assert {event: entry.id for event, entry in found.entries} == {
        "D": "Ravi Sule / Tara Gole",
        "X": "Neel Vaze / Tara Gole",
    }
    (doubt,) = plan(MINI.format(heading="Partner"), events, titles=titles).doubts
    assert (doubt.row, doubt.code) == (2, "partner")
    assert "X (Mixed doubles)" in doubt.text, "the question names the events"
    (alone,) = plan(MINI.format(heading="Partner"), SINGLES, titles={"S": "Singles"}).doubts
    assert alone.code == "partner"


def test_sex_with_a_question_mark_is_a_question() -> None:
    found = plan("name,M/F\nAsha Rao,female?\nBen Shah,m\n")
    assert [one.gender for one in found.added] == [None, "m"]
    assert [(one.row, one.code) for one in found.doubts] == [(2, "gender")]
