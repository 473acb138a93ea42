"""Lists with headings that nobody foresaw: who is in them is entered or asked about, and a number is never a person."""

from __future__ import annotations

import codecs
import csv
import io
import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st
from openpyxl import Workbook

from carrom.base.errors import CarromError
from carrom.cli import main
from carrom.tournament.entrylists.headings import ColumnChoices
from carrom.tournament.entrylists.roster import ImportPlan, plan_import
from carrom.tournament.entrylists.spreadsheet import read_csv, rows_from_bytes
from carrom.tournament.log.file import load
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.tables.results import EntryId

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


def as_csv(lines: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue()


@st.composite
def messy(draw: st.DrawFn) -> tuple[str, list[str], bool]:
    """A list, who is in it, and whether a heading says which column is that of the names."""
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
def test_everybody_is_entered_and_no_number_is(found: tuple[str, list[str], bool]) -> None:
    text, people, is_named = found
    if not is_named:
        with pytest.raises(CarromError, match="should be headings with a name among them"):
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
def test_who_is_not_entered_is_asked_about(cells: list[str]) -> None:
    planned = plan("Name,Sl\n" + "".join(f"{cell},{at}\n" for at, cell in enumerate(cells)))
    entered = {one.name for one in planned.added}
    assert all(any(map(str.isalpha, name)) for name in entered)
    asked = {doubt.row for doubt in planned.doubts}
    assert {row for row, cell in enumerate(cells, 2) if cell.removeprefix("7. ") not in entered} <= asked


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Foo,Bar\n1,2\n", 'row 1 should be headings with a name among them, but reads: Foo, Bar; --column "Foo=name"'),
        ("Sl,Who,M/F\n1,Ravi,M\n", '; --column "Who=name" says which column it is'),
        ("Hill Club,,\nSl,Who,M/F\n1,Ravi,M\n", "row 2 should be headings"),
        ("Player in white,Player in black\nA,B\n", "row 1: which column is the name, 'Player in white'"),
    ],
)  # fmt: skip
def test_without_a_column_of_names_nothing_is_written(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "z.csv").write_text(text)
    assert main(["tournament", "new", "--template", "vkk", str(tmp_path / "z.csv"), "-o", str(tmp_path / "z")]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "z").exists()


def test_the_column_of_names_can_be_said() -> None:
    assert [one.name for one in plan("Sl,Who,M/F\n1,Ravi,M\n", name="Who").added] == ["Ravi"]
    assert [one.name for one in plan("Sl,Who,M/F\n1,Ravi,M\n", name="2").added] == ["Ravi"]


def test_a_heading_that_can_only_be_the_name_is_taken_and_said() -> None:
    planned = plan("Sl,Name as in the ration book\n1,Ravi\n2,Sita\n")
    assert [one.name for one in planned.added] == ["Ravi", "Sita"]
    assert [doubt.text for doubt in planned.doubts] == [
        "The column 'Name as in the ration book' is taken for that of the names."
    ]


def test_a_pair_by_its_sexes() -> None:
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
    ("written", "name", "phone", "asked"),
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
def test_what_is_no_name_or_more_than_one(written: str, name: str | None, phone: str, asked: list[str]) -> None:
    text = as_csv([["Name"], [written]])
    planned = plan(text)
    assert [one.name for one in planned.added] == ([] if name is None else [name])
    assert [told.phone for _, told in planned.details] == ([phone] if phone else [])
    assert [doubt.code for doubt in planned.doubts] == asked
    assert "987" not in "".join(doubt.text for doubt in planned.doubts)


def test_a_name_that_was_taken_with_its_remark_is_found_again() -> None:
    known = [Person(id=PersonId("gus"), name="Gus Lo (c)")]
    rows = read_csv(b"Name\nGus Lo (c)\n")
    planned = plan_import(rows, people=known, events={"S": Category()}, on=DAY)
    assert (planned.added, planned.unchanged) == ((), 1)
    beside_id = plan_import(read_csv(b"id,name\ngus,Gus Lo (c)\n"), people=known, events={"S": Category()}, on=DAY)
    assert (beside_id.renamed, beside_id.doubts) == ((), ())


@pytest.mark.parametrize(
    "text", ["Name,Partner\nAsha,TBD\n", "Pair\nAsha / TBD\n", "Player 1,Player 2\nAsha,-\n", "Pair\nTBD & Asha\n"]
)
def test_a_partner_who_is_not_decided_is_nobody(text: str) -> None:
    planned = plan(text, {"D": Category(kind="doubles")})
    assert [one.name for one in planned.added] == ["Asha"]
    asked = ("Asha in D: No partner is named.", "Asha wants a partner in D: nobody is named.")
    assert [doubt.text for doubt in planned.doubts if doubt.text in asked]
    assert not planned.entries


def test_equal_seeds_are_a_question_and_both_are_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "z.csv").write_text("Name,Seed\nAmy Lo,1\nBea Lo,1\nCid Lo,2\n")
    words = ["tournament", "new", "--template", "vkk", str(tmp_path / "z.csv"), "-o", str(tmp_path / "z")]
    assert main([*words, "--dry-run"]) == 0
    asked = capsys.readouterr().out
    assert "row 3: Seed 1 of S is Amy Lo already. Bea Lo is entered without a seed.\n" in asked
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(asked)
    seeds = {one.id: one.seed for one in load(tmp_path / "z").state.entries[CompetitionId("S")].values()}
    assert seeds == {"Amy Lo": 1, "Bea Lo": None, "Cid Lo": 2}
    # Later lists: a seed that somebody gives up is free, one that somebody keeps is not.
    (tmp_path / "y.csv").write_text("Name,Seed\nAmy Lo,3\nBea Lo,1\nCid Lo,1\n")
    assert main(["tournament", "import", str(tmp_path / "z"), str(tmp_path / "y.csv")]) == 0
    assert "row 4: Seed 1 of S is Bea Lo already. Cid Lo stays seed 2.\n" in capsys.readouterr().out
    seeds = {one.id: one.seed for one in load(tmp_path / "z").state.entries[CompetitionId("S")].values()}
    assert seeds == {"Amy Lo": 3, "Bea Lo": 1, "Cid Lo": 2}


def test_levels_are_numbers_or_letters_and_the_rest_is_one_question() -> None:
    planned = plan("Name,Level\nAsha,A\nBen,b\nCarl,3\nDev,high\nEva,low\nFay,high\n")
    assert [one.level for one in planned.added] == [1, 2, 3, None, None, None]
    (doubt,) = planned.doubts
    assert doubt.text.startswith("'high', 'low' in the column level is not understood (3 rows): write a whole number")
    assert doubt.row == 5


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Name,Money in\nAsha,200\n", '--column "Money in=fee"'),
        ("Name,Ghar\nAsha,9876543210\n", '--column "Ghar=phone"'),
        ("Name,Ghar\nAsha,a@b.c\n", '--column "Ghar=email"'), ("Name,Ghar\nAsha,Hill\n", '--column "Ghar=club"'),
        ("Name,Club,Ghar\nAsha,Hill,Old\n", '--column "Ghar=community"'),
        ("Name,Ghar\nAsha,34\n", '--column "Ghar=age"'),
        ("Name,Remarks\nAsha,late\n", '--ignore "Remarks" says that it is nothing.'),
        ("Name,Fee,Cash in hand\nAsha,yes,200\n", '--ignore "Cash in hand" says'),
    ],
)  # fmt: skip
def test_the_hint_is_what_the_column_can_be(text: str, hint: str) -> None:
    (doubt,) = plan(text).doubts
    assert doubt.hint.startswith(hint)
    assert doubt.text.endswith("left out.")


def test_a_club_is_written_as_most_rows_write_it() -> None:
    planned = plan("Name,Club\nAsha,HILL CC\nBen,Hill CC\nCarl,hill cc\nDev,KCC\nEva,KCC\nFay,kcc\n")
    assert [one.club for one in planned.added] == ["Hill CC"] * 3 + ["KCC"] * 3
    later = plan_import(read_csv(b"Name,Club\nGus,HILL CC\n"), people=planned.added, events={"S": Category()}, on=DAY)
    assert [one.club for one in later.added] == ["Hill CC"]


def test_a_name_in_capitals_is_written_as_people_write_it() -> None:
    planned = plan("Name\nASHA RAO\nk.r. o'neil\nPV NAIR\nRKS MENON\nMcKay RAO\n")
    assert [one.name for one in planned.added] == ["Asha Rao", "K.R. O'Neil", "PV Nair", "RKS Menon", "McKay Rao"]
    again = plan_import(read_csv(b"Name\nasha RAO\n"), people=planned.added, events={"S": Category()}, on=DAY)
    assert (again.added, again.renamed, again.unchanged) == ((), (), 1)


def test_who_is_in_no_event_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "z.csv").write_text("Name,Event\nAsha,S\nBen,\nCarl,chess\n")
    file = str(tmp_path / "z")
    own = ["--event", "S=Singles: singles", "--event", "D=Doubles: doubles"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(tmp_path / "z.csv"), "-o", file]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert "In no event: Ben, Carl." in capsys.readouterr().out
    assert main(["tournament", "show", file]) == 0
    assert "In no event\nBen, Carl\n" in capsys.readouterr().out


def test_who_owes_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "z.csv").write_text("Name,Event,Fee paid\nAsha,S;T,yes\nBen,S,40\nCarl,S;T,\n")
    file = str(tmp_path / "z")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(tmp_path / "z.csv"), "-o", file]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    shown = capsys.readouterr().out
    assert "190 taken, 210 owed." in shown
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
def test_fees_of_two_rows_for_two_events_count_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, taken: int, owes: int
) -> None:
    listed, file = tmp_path / "z.csv", str(tmp_path / "z")
    listed.write_text(f"Name,Event,Fee paid\n{rows}\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", file]) == 0
    facts = Path(file).read_text().count("\n")
    assert main(["tournament", "import", file, str(listed)]) == 0
    assert Path(file).read_text().count("\n") == facts, "a list that is read again changes nothing"
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert f"{taken} taken, {owes} owed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "said"), [("Asha,T,", "100 taken, 50 owed."), ("Asha,S,yes\nAsha,T,yes", "150 taken, 0 owed.")]
)
def test_who_has_paid_and_enters_another_event_owes_that_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, said: str
) -> None:
    listed, file = tmp_path / "z.csv", str(tmp_path / "z")
    listed.write_text("Name,Event,Fee paid\nAsha,S,yes\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles", "--fee", "S=100", "--fee", "T=50"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", file]) == 0
    listed.write_text(f"Name,Event,Fee paid\n{rows}\n")
    assert main(["tournament", "import", file, str(listed)]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert said in capsys.readouterr().out
    assert main(["tournament", "paid", file, "Asha"]) == 0
    capsys.readouterr()
    assert main(["tournament", "people", file]) == 0
    assert "150 taken, 0 owed." in capsys.readouterr().out


def test_who_left_before_paying_gets_nothing_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_a_yes_and_a_no_without_a_fee_are_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = tmp_path / "z.csv"
    listed.write_text("Name,Event,Fee paid\nAsha,S,yes\nAsha,T,no\n")
    own = ["--event", "S=Singles: singles", "--event", "T=Open: singles"]
    assert main(["tournament", "new", "--format", "knockout", *own, str(listed), "-o", str(tmp_path / "z")]) == 0
    assert "Asha has paid by one row and not by another, and no fee is set" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        ("Ravi Rao & Sita Rao,S,,", ["two-names"]),
        ("Ravi Rao & Sita Rao,D,x,", ["seed"]),
        ("Ravi Rao & Sita Rao,D,,maybe", ["fee"]),
        ("Ravi Rao,S; D,x,", ["seed", "partner"]),
        ("Ravi Rao & Sita Rao,D,,\nRavi Rao & Sita Rao,D,,", ["duplicate"]),
        ("Mohan Iyer & Lata Sen,D,,", ["removal"]),
    ],
)
def test_a_bad_row_is_asked_about_once(rows: str, asked: list[str]) -> None:
    events = {"S": Category(), "D": Category(kind="doubles")}
    known = [Person(id=PersonId(one), name=one) for one in ("Mohan Iyer", "Lata Sen", "Amit Shah")]
    pair = Entry(id=EntryId("Amit Shah / Mohan Iyer"), members=(known[2].id, known[0].id))
    read = read_csv(f"Name,Event,Seed,Fee\n{rows}\n".encode())
    planned = plan_import(read, people=known, events=events, entered={"D": [pair]}, on=DAY)
    assert [doubt.code for doubt in planned.doubts] == asked
    assert not any("rows)" in doubt.text for doubt in planned.doubts)


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le-mark", "utf-16-be-mark"])
def test_a_list_in_utf_16_is_read_by_its_mark(coding: str) -> None:
    """As "Unicode text" of a spreadsheet is saved."""
    text = "Name\tClub\r\nJosé Álvarez\tHill\r\nआशा राव\tLake\r\n\x1a"
    marks = {"utf-16-le-mark": codecs.BOM_UTF16_LE, "utf-16-be-mark": codecs.BOM_UTF16_BE}
    raw = marks.get(coding, b"") + text.encode(coding.removesuffix("-mark"))
    assert [row.text("name") for row in read_csv(raw)] == ["José Álvarez", "आशा राव"]


@pytest.mark.parametrize(
    "raw",
    [
        "Name,Club\nBen,Hill\n".encode("utf-16-le"),
        "Name,Club\nBen,Hill\n".encode("utf-16-be"),
        "Name,Club\nBen,Hill\n".encode("utf-32"),
        codecs.BOM_UTF16_LE + "Name\nBen\n".encode("utf-16-le") + b"x",
        b"Name\nBen\xff\0\n",
    ],
)
def test_one_that_cannot_be_read_says_what_to_do(raw: bytes) -> None:
    with pytest.raises(CarromError, match=r"save .* as CSV in UTF-8"):
        read_csv(raw)


@pytest.mark.parametrize("gap", [1_500, 4_000])
def test_nobody_below_a_gap_is_left_out(gap: int) -> None:
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
def test_more_lines_than_a_spreadsheet_has_are_no_list() -> None:
    with pytest.raises(CarromError, match="more than 1,048,576 lines"):
        rows_from_bytes(b"Name\nAsha" + b"\n" * 1_100_000 + b"Ben\n")
