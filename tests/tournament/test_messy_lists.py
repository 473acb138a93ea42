"""Lists with unforeseen headings: every person is entered or asked about, and a number is never a person."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st
from openpyxl import Workbook

from carrom.cli import main
from carrom.tournament.entrylists.headings import ColumnChoices
from carrom.tournament.entrylists.roster import ImportPlan, plan_import
from carrom.tournament.entrylists.spreadsheet import read_csv, rows_from_bytes
from carrom.tournament.log.file import load
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.tables.results import EntryId
from tests.refusals import mentions, refuses

DAY = date(2024, 11, 5)
OF_NAMES = (
    "Name", "Player", "Participant Full Name", "Player's Full Name", "Player Full Name", "Name of the Participant",
    "NAME OF PLAYER", "Contestant", "Name (in capitals)", "खिलाड़ी", "Name as in the ration book", "Employee name",
)  # fmt: skip
UNKNOWN = ("Who", "Jersey", "Ward", "Xyz", "Remarks", "T-shirt size", "Blood group", "Father's name", "Photo of player")
OTHER = {
    "M/F": "MF", "Age": "31", "Mandal / Club": "Hill", "Mobile No.": "9876543210", "Entry Fees Rs.": "200",
    "Type": "Member",
}  # fmt: skip
SERIALS = ("Sl", "Sr. No.", "#", "S.No", "No.")
TITLES = ("VASAI CARROM CLUB", "Entry list of players 2024", "Venue: Town hall", "List of participants", "Page 1")
PEOPLE = ("Ravi Rao", "Sita Rao", "Mohan Iyer", "Lata Sen", "Amit Shah", "Usha Das")


def plan(text: str, events: dict[str, Category] | None = None, *, name: str = "") -> ImportPlan:
    rows = read_csv(text.encode(), ColumnChoices({name: "name"} if name else {}))
    return plan_import(rows, events=events or {"S": Category()}, on=DAY)


def total_fees(shown: str) -> tuple[int, int]:
    """Return the total fees taken and owed, from the last line of `tournament people`."""
    taken, owed = map(int, re.findall(r"\d+", shown.splitlines()[-1]))
    return taken, owed


def as_csv(lines: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue()


@st.composite
def messy(draw: st.DrawFn) -> tuple[str, list[str], bool]:
    """Draw a list, the people in it, and whether a heading identifies the column of names."""
    people = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=6, unique=True))
    is_named = draw(st.booleans())
    name = draw(st.sampled_from(OF_NAMES if is_named else ("Who", "Jersey", "Xyz")))
    others = draw(
        st.lists(st.sampled_from([*OTHER, *UNKNOWN]), max_size=5, unique=True).filter(lambda all: name not in all)
    )
    serial = draw(st.sampled_from([*SERIALS, "Number", "Foo"]))
    columns = draw(st.permutations([serial, name, *others]))
    titles = draw(st.lists(st.sampled_from(TITLES), max_size=3))
    lines = [[title, *[""] * (len(columns) - 1)] for title in titles] + [columns]
    for number, person in enumerate(people, 1):
        own = {serial: str(number), name: person, **OTHER, "M/F": "MF"[number % 2]}
        lines.append([own.get(one, f"w{number}x") for one in columns])
    return as_csv(lines), people, is_named


@given(messy())
@example(("Sl,Participant Full Name,M/F\n1,Ravi Rao,M\n2,Sita Rao,F\n", ["Ravi Rao", "Sita Rao"], True))
@example(("Who,Type\nRavi Rao,Member\nSita Rao,Member\n", ["Ravi Rao", "Sita Rao"], False))
@example(("Who,Type\nRavi Rao,Member\n", ["Ravi Rao"], False))
@example(("Foo,Who,Type\n1,Ravi Rao,Member\n", ["Ravi Rao"], False))
def test_every_person_is_entered_and_no_number_is(found: tuple[str, list[str], bool]) -> None:
    text, people, is_named = found
    if not is_named:
        with refuses("no-headings"):
            plan(text)
        return
    planned = plan(text)
    assert [one.name for one in planned.added] == people
    assert len(planned.entries) == len(people)


@given(
    st.lists(
        st.sampled_from([*PEOPLE, "1", "22", "3.", "-", "?", "9876543210", "TBD", "n/a", "7. Ravi Rao"]),
        min_size=1,
        max_size=8,
    )
)
def test_cell_that_is_not_entered_is_asked_about(cells: list[str]) -> None:
    planned = plan("Name,Sl\n" + "".join(f"{cell},{at}\n" for at, cell in enumerate(cells)))
    entered = {one.name for one in planned.added}
    assert all(any(map(str.isalpha, name)) for name in entered)
    doubtful = {doubt.row for doubt in planned.doubts}
    assert {row for row, cell in enumerate(cells, 2) if cell.removeprefix("7. ") not in entered} <= doubtful


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("Foo,Bar\n1,2\n", ("row 1", "Foo, Bar", '--column "Foo=name"')),
        ("Sl,Who,M/F\n1,Ravi,M\n", ("row 1", '--column "Who=name"')),
        ("Hill Club,,\nSl,Who,M/F\n1,Ravi,M\n", ("row 2",)),
        ("Player in white,Player in black\nA,B\n", ("row 1", "'Player in white'")),
    ],
)
def test_without_a_column_of_names_nothing_is_written(
    text: str, quotes: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "z.csv").write_text(text)
    assert main(["tournament", "new", "--template", "vkk", str(tmp_path / "z.csv"), "-o", str(tmp_path / "z")]) == 2
    assert mentions(capsys.readouterr().err, *quotes)
    assert not (tmp_path / "z").exists()


def test_column_of_names_can_be_chosen() -> None:
    assert [one.name for one in plan("Sl,Who,M/F\n1,Ravi,M\n", name="Who").added] == ["Ravi"]
    assert [one.name for one in plan("Sl,Who,M/F\n1,Ravi,M\n", name="2").added] == ["Ravi"]


def test_heading_that_can_only_be_the_name_is_used_and_asked_about() -> None:
    planned = plan("Sl,Name as in the ration book\n1,Ravi\n2,Sita\n")
    assert [one.name for one in planned.added] == ["Ravi", "Sita"]
    (doubt,) = planned.doubts
    assert mentions(doubt.text, "'Name as in the ration book'")


def test_pair_in_columns_by_sex() -> None:
    text = "Sl,Female player,Age of the lady,Male player,Club\n1,Asha,30,Ben,Hill\n2,Eva,25,Dev,Port\n"
    planned = plan(text, {"X": Category(kind="doubles", field="mixed")})
    assert planned.doubts == ()
    assert [(one.name, one.gender, one.age) for one in planned.added] == [
        ("Asha", "f", 30), ("Ben", "m", None), ("Eva", "f", 25), ("Dev", "m", None),
    ]  # fmt: skip
    assert [entry.id for _, entry in planned.entries] == ["Asha / Ben", "Dev / Eva"]
    alone = plan("Sl,Male player\n1,Ben\n", {"M": Category(field="m")})
    assert ([one.gender for one in alone.added], len(alone.entries)) == (["m"], 1)


@pytest.mark.parametrize(
    ("written", "name", "phone", "codes"),
    [
        ("Hal Lo 9876543210", "Hal Lo", "9876543210", ["name"]),
        ("Hal Lo (+91 98765-43210)", "Hal Lo", "+91 98765-43210", ["name"]),
        ("Hal Lo, mob. 9876543210", "Hal Lo", "9876543210", ["name"]), ("Gus Lo (c)", "Gus Lo", "", ["name"]),
        ("Gus Lo [Captain]", "Gus Lo", "", ["name"]), ("Gus Lo*", "Gus Lo", "", ["name"]),
        ("7. Gus Lo", "Gus Lo", "", []),
        ("Gus (Bob) Lo", "Gus (Bob) Lo", "", []), ("Player 12", "Player 12", "", []), ("TBD", None, "", ["no-name"]),
        ("-", None, "", ["no-name"]), ("To be decided", None, "", ["no-name"]), ("42", None, "", ["no-name"]),
    ],
)  # fmt: skip
def test_name_cell_with_more_or_less_than_a_name(written: str, name: str | None, phone: str, codes: list[str]) -> None:
    text = as_csv([["Name"], [written]])
    planned = plan(text)
    assert [one.name for one in planned.added] == ([] if name is None else [name])
    assert [contact.phone for _, contact in planned.details] == ([phone] if phone else [])
    assert [doubt.code for doubt in planned.doubts] == codes
    assert "987" not in "".join(doubt.text for doubt in planned.doubts)


def test_known_name_with_a_remark_is_found_again() -> None:
    known = [Person(id=PersonId("gus"), name="Gus Lo (c)")]
    rows = read_csv(b"Name\nGus Lo (c)\n")
    planned = plan_import(rows, people=known, events={"S": Category()}, on=DAY)
    assert (planned.added, planned.unchanged) == ((), 1)
    beside_id = plan_import(read_csv(b"id,name\ngus,Gus Lo (c)\n"), people=known, events={"S": Category()}, on=DAY)
    assert (beside_id.renamed, beside_id.doubts) == ((), ())


@pytest.mark.parametrize(
    "text", ["Name,Partner\nAsha,TBD\n", "Pair\nAsha / TBD\n", "Player 1,Player 2\nAsha,-\n", "Pair\nTBD & Asha\n"]
)
def test_undecided_partner_is_not_a_person(text: str) -> None:
    planned = plan(text, {"D": Category(kind="doubles")})
    assert [one.name for one in planned.added] == ["Asha"]
    assert planned.doubts[-1].code == "partner"
    assert mentions(planned.doubts[-1].text, "Asha", "D")
    assert not planned.entries


def test_equal_seeds_are_asked_about_and_both_are_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "z.csv").write_text("Name,Seed\nAmy Lo,1\nBea Lo,1\nCid Lo,2\n")
    words = ["tournament", "new", "--template", "vkk", str(tmp_path / "z.csv"), "-o", str(tmp_path / "z")]
    assert main([*words, "--dry-run"]) == 0
    preview = capsys.readouterr().out
    (line,) = (one for one in preview.splitlines() if one.startswith("row 3:"))
    assert mentions(line, "1", "S", "Amy Lo", "Bea Lo")
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(preview)
    seeds = {one.id: one.seed for one in load(tmp_path / "z").state.entries[CompetitionId("S")].values()}
    assert seeds == {"Amy Lo": 1, "Bea Lo": None, "Cid Lo": 2}
    # In a later list a seed that its holder gives up is free.
    (tmp_path / "y.csv").write_text("Name,Seed\nAmy Lo,3\nBea Lo,1\nCid Lo,1\n")
    assert main(["tournament", "import", str(tmp_path / "z"), str(tmp_path / "y.csv")]) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if one.startswith("row 4:"))
    assert mentions(line, "1", "S", "Bea Lo", "Cid Lo", "2")
    seeds = {one.id: one.seed for one in load(tmp_path / "z").state.entries[CompetitionId("S")].values()}
    assert seeds == {"Amy Lo": 3, "Bea Lo": 1, "Cid Lo": 2}


def test_unreadable_levels_are_one_question() -> None:
    planned = plan("Name,Level\nAsha,A\nBen,b\nCarl,3\nDev,high\nEva,low\nFay,high\n")
    assert [one.level for one in planned.added] == [1, 2, 3, None, None, None]
    (doubt,) = planned.doubts
    assert (doubt.row, doubt.code) == (5, "level")
    assert mentions(doubt.text, "'high', 'low'", "level", "3 rows")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Name,Money in\nAsha,200\n", '--column "Money in=fee"'),
        ("Name,Ghar\nAsha,9876543210\n", '--column "Ghar=phone"'),
        ("Name,Ghar\nAsha,a@b.c\n", '--column "Ghar=email"'), ("Name,Ghar\nAsha,Hill\n", '--column "Ghar=club"'),
        ("Name,Club,Ghar\nAsha,Hill,Old\n", '--column "Ghar=community"'),
        ("Name,Ghar\nAsha,34\n", '--column "Ghar=age"'),
        ("Name,Remarks\nAsha,late\n", '--ignore "Remarks"'),
        ("Name,Fee,Cash in hand\nAsha,yes,200\n", '--ignore "Cash in hand"'),
    ],
)  # fmt: skip
def test_hint_suggests_a_meaning_for_the_column(text: str, hint: str) -> None:
    (doubt,) = plan(text).doubts
    assert doubt.hint.startswith(hint)
    assert doubt.code == "column"


def test_club_is_spelt_as_in_most_rows() -> None:
    planned = plan("Name,Club\nAsha,HILL CC\nBen,Hill CC\nCarl,hill cc\nDev,KCC\nEva,KCC\nFay,kcc\n")
    assert [one.club for one in planned.added] == ["Hill CC"] * 3 + ["KCC"] * 3
    later = plan_import(read_csv(b"Name,Club\nGus,HILL CC\n"), people=planned.added, events={"S": Category()}, on=DAY)
    assert [one.club for one in later.added] == ["Hill CC"]


def test_name_in_capitals_is_written_in_mixed_case() -> None:
    planned = plan("Name\nASHA RAO\nk.r. o'neil\nPV NAIR\nRKS MENON\nMcKay RAO\n")
    assert [one.name for one in planned.added] == ["Asha Rao", "K.R. O'Neil", "PV Nair", "RKS Menon", "McKay Rao"]
    again = plan_import(read_csv(b"Name\nasha RAO\n"), people=planned.added, events={"S": Category()}, on=DAY)
    assert (again.added, again.renamed, again.unchanged) == ((), (), 1)


def test_people_in_no_event_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "z.csv").write_text("Name,Event\nAsha,S\nBen,\nCarl,chess\n")
    file = str(tmp_path / "z")
    own = ["--event", "S=Singles: singles", "--event", "D=Doubles: doubles"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(tmp_path / "z.csv"), "-o", file]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    (listed,) = (one for one in capsys.readouterr().out.splitlines() if "Ben, Carl" in one)
    assert "Asha" not in listed
    assert main(["tournament", "show", file]) == 0
    assert "Ben, Carl" in capsys.readouterr().out.splitlines()


def test_people_verb_shows_what_each_owes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "z.csv").write_text("Name,Event,Fee paid\nAsha,S;T,yes\nBen,S,40\nCarl,S;T,\n")
    file = str(tmp_path / "z")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(tmp_path / "z.csv"), "-o", file]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    shown = capsys.readouterr().out
    assert mentions(shown, 190, 210)
    assert [line.split()[-1] for line in shown.splitlines() if line.startswith(("Asha", "Ben", "Carl"))] == [
        "–",
        "60",
        "150",
    ]
    assert main(["tournament", "people", file, "--unpaid", "--json"]) == 0
    assert '"owes": 150' in capsys.readouterr().out
    assert main(["tournament", "set", file, "--fee", "T=0"]) == 0
    assert capsys.readouterr().out == "fee T: 50 → 0\n"


@pytest.mark.parametrize(
    ("rows", "taken", "owes"),
    [
        ("Asha,S,100\nAsha,T,50", 150, 0),
        ("Asha,S,60\nAsha,T,50", 110, 40),
        ("Asha,S,yes\nAsha,T,yes", 150, 0),
        ("Asha,S,yes\nAsha,T,no", 100, 50),
        ("Asha,S,no\nAsha,T,yes", 50, 100),
        ("Asha,S,\nAsha,T,yes", 50, 100),
        ("Asha,S,yes\nAsha,T,20", 120, 30),
        ("Asha,S,no\nAsha,T,no", 0, 150),
    ],
)
def test_fees_of_two_events_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, taken: int, owes: int
) -> None:
    listed, file = tmp_path / "z.csv", str(tmp_path / "z")
    listed.write_text(f"Name,Event,Fee paid\n{rows}\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", file]) == 0
    facts = Path(file).read_text().count("\n")
    assert main(["tournament", "import", file, str(listed)]) == 0
    assert Path(file).read_text().count("\n") == facts, "reading the list again changes nothing"
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert total_fees(capsys.readouterr().out) == (taken, owes)


@pytest.mark.parametrize(("rows", "totals"), [("Asha,T,", (100, 50)), ("Asha,S,yes\nAsha,T,yes", (150, 0))])
def test_fee_of_a_further_event_is_owed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, totals: tuple[int, int]
) -> None:
    listed, file = tmp_path / "z.csv", str(tmp_path / "z")
    listed.write_text("Name,Event,Fee paid\nAsha,S,yes\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", file]) == 0
    listed.write_text(f"Name,Event,Fee paid\n{rows}\n")
    assert main(["tournament", "import", file, str(listed)]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert total_fees(capsys.readouterr().out) == totals
    assert main(["tournament", "paid", file, "Asha"]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert total_fees(capsys.readouterr().out) == (150, 0)


def test_unpaid_fee_of_an_event_left_is_not_refunded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed, file = tmp_path / "z.csv", str(tmp_path / "z")
    listed.write_text("Name,Event\nAsha,S\nBen,S\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", file]) == 0
    assert main(["tournament", "leave", file, "Asha", "--event", "S", "--reason", "ill"]) == 0
    assert main(["tournament", "paid", file, "Asha"]) == 0
    listed.write_text("Name,Event\nAsha,T\n")
    assert main(["tournament", "import", file, str(listed)]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file, "--json"]) == 0
    listed_now = map(json.loads, capsys.readouterr().out.splitlines())
    (asha,) = [one for one in listed_now if one["name"] == "Asha"]
    assert (asha["asked"], asha["owes"], asha.get("back")) == (50, 50, None)


def test_contradicting_payments_are_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = tmp_path / "z.csv"
    listed.write_text("Name,Event,Fee paid\nAsha,S,yes\nAsha,T,no\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", str(tmp_path / "z")]) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if one.startswith("row 3:"))
    assert mentions(line, "Asha", "fee")


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ("Ravi Rao & Sita Rao,S,,", ["two-names"]),
        ("Ravi Rao & Sita Rao,D,x,", ["seed"]),
        ("Ravi Rao & Sita Rao,D,,maybe", ["fee"]),
        ("Ravi Rao,S; D,x,", ["seed", "partner"]),
        ("Ravi Rao & Sita Rao,D,,\nRavi Rao & Sita Rao,D,,", ["duplicate"]),
        ("Mohan Iyer & Lata Sen,D,,", ["removal"]),
    ],
)
def test_bad_row_is_asked_about_once(rows: str, codes: list[str]) -> None:
    events = {"S": Category(), "D": Category(kind="doubles")}
    known = [Person(id=PersonId(one), name=one) for one in ("Mohan Iyer", "Lata Sen", "Amit Shah")]
    pair = Entry(id=EntryId("Amit Shah / Mohan Iyer"), members=(known[2].id, known[0].id))
    read = read_csv(f"Name,Event,Seed,Fee\n{rows}\n".encode())
    planned = plan_import(read, people=known, events=events, entered={"D": [pair]}, on=DAY)
    assert [doubt.code for doubt in planned.doubts] == codes
    assert not any("rows)" in doubt.text for doubt in planned.doubts)


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le-mark", "utf-16-be-mark"])
def test_utf_16_list_is_recognised_by_its_mark(coding: str) -> None:
    """Spreadsheets save "Unicode text" like this."""
    text = "Name\tClub\r\nJosé Álvarez\tHill\r\nआशा राव\tLake\r\n\x1a"
    marks = {"utf-16-le-mark": codecs.BOM_UTF16_LE, "utf-16-be-mark": codecs.BOM_UTF16_BE}
    raw = marks.get(coding, b"") + text.encode(coding.removesuffix("-mark"))
    assert [row.text("name") for row in read_csv(raw)] == ["José Álvarez", "आशा राव"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("Name,Club\nBen,Hill\n".encode("utf-16-le"), "not-utf-8"),
        ("Name,Club\nBen,Hill\n".encode("utf-16-be"), "not-utf-8"),
        ("Name,Club\nBen,Hill\n".encode("utf-32"), "not-utf-8"),
        (codecs.BOM_UTF16_LE + "Name\nBen\n".encode("utf-16-le") + b"x", "not-text"),
        (b"Name\nBen\xff\0\n", "not-text"),
    ],
)
def test_unreadable_encoding_is_refused_with_advice(raw: bytes, code: str) -> None:
    with refuses(code, "CSV", "UTF-8"):
        read_csv(raw)


@pytest.mark.parametrize("gap", [1_500, 4_000])
def test_rows_below_a_gap_are_read(gap: int) -> None:
    def numbers(raw: bytes) -> list[tuple[int, str]]:
        return [(row.number, row.text("name")) for row in rows_from_bytes(raw)]

    assert numbers(b"Name\nAsha\n" + b"\n" * gap + b"Ben\n") == [(2, "Asha"), (gap + 3, "Ben")]
    book = Workbook()
    assert book.active is not None
    for row, name in ((1, "Name"), (2, "Asha"), (gap + 3, "Ben")):
        book.active.cell(row=row, column=1, value=name)
    packed = io.BytesIO()
    book.save(packed)
    assert numbers(packed.getvalue()) == [(2, "Asha"), (gap + 3, "Ben")]


@pytest.mark.slow
def test_list_with_more_lines_than_a_spreadsheet_is_refused() -> None:
    with refuses("list-too-large", "1,048,576 lines"):
        rows_from_bytes(b"Name\nAsha" + b"\n" * 1_100_000 + b"Ben\n")
