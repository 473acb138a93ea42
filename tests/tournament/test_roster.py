"""Entry lists: every unclear row raises a question, and no person is imported twice."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from openpyxl import Workbook

from carrom.base.errors import Refused
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.entrylists.cells import read_date
from carrom.tournament.entrylists.roster import ImportPlan, plan_import, roster_csv
from carrom.tournament.entrylists.spreadsheet import SheetRow, read_csv, read_rows
from carrom.tournament.log.admission import admit
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.events import EntryRecorded, PersonRecorded
from carrom.tournament.model.people import Category, Person, PersonId, name_key
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.results import EntryId
from carrom.tournament.templates import tournament_template
from tests.refusals import refuses
from tests.tournament.desk import Desk

DAY = date(2024, 11, 5)


def plan(text: str, events: dict[str, Category] | None = None, **more: object) -> ImportPlan:
    return plan_import(read_csv(text.encode()), events=events or {"S": Category()}, on=DAY, **more)  # type: ignore[arg-type]


def codes(found: ImportPlan) -> list[tuple[int, str]]:
    return [(doubt.row, doubt.code) for doubt in found.doubts]


def carry_out(desk: Desk, found: ImportPlan) -> None:
    for person in (*found.added, *found.changed):
        desk.record(PersonRecorded(person=person))
    for event, entry in found.entries:
        desk.record(EntryRecorded(event=CompetitionId(event), entry=entry))


def again(desk: Desk, rows: list[SheetRow]) -> ImportPlan:
    return plan_import(
        rows,
        people=desk.state.people.values(),
        events={event.id: event.category for event in desk.state.announced.events},
        entered={event: list(entries.values()) for event, entries in desk.state.entries.items()},
        on=DAY,
    )


def company_list(path: Path) -> None:
    """67 rows: 65 people, two of them twice, three with a day of birth that can be read in two ways."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Player name", "DOB", "Sex", "Department", "Level"])
    for n in range(65):
        born: object = date(1960 + n % 40, 1 + n % 12, 13 + n % 15)
        if n in (7, 21, 48):
            born = f"0{1 + n % 9}/11/198{n % 10}"
        sheet.append(
            [
                f"Player {chr(65 + n % 26)}{chr(97 + n // 26)} No {n}",
                born,
                "F" if n % 5 == 0 else "M",
                f"Dept {n % 9}",
                1 + n % 5,
            ]
        )
    for n in (3, 30):
        sheet.append(
            [
                f"player  {chr(65 + n % 26)}{chr(97 + n // 26)} no. {n}",
                date(1960 + n % 40, 1 + n % 12, 13 + n % 15),
                "M",
                "",
                2,
            ]
        )
    book.save(path)


def test_a_company_list_with_five_questions(tmp_path: Path) -> None:
    path = tmp_path / "players.xlsx"
    company_list(path)
    desk = Desk(tournament_template("kreeda-2024", day=DAY))
    rows = read_rows(path)
    assert len(rows) == 67
    first = again(desk, rows)
    assert sorted(doubt.code for doubt in first.doubts) == ["ambiguous-date"] * 3 + ["duplicate"] * 2
    assert len(first.added) == 65
    carry_out(desk, first)
    second = again(desk, rows)
    assert (second.changes, second.unchanged) == (0, 65)
    exported = roster_csv(desk.state)
    fresh = Desk(tournament_template("kreeda-2024", day=DAY))
    carry_out(fresh, again(fresh, read_csv(exported.encode())))
    assert roster_csv(fresh.state) == exported
    assert again(desk, read_csv(exported.encode())).changes == 0


@pytest.mark.parametrize("written", ["0001-01-01", "1850-01-01", "31/12/1899", "03/04/1850", "2400-01-01"])
def test_impossible_year_of_birth_raises_a_question(written: str) -> None:
    read = plan(f"name,born\nAsha Rao,{written}\n")
    assert codes(read) == [(2, "date")]
    assert "Asha Rao" in read.doubts[0].text
    assert read.added[0].born is None


def test_impossible_age_raises_a_question() -> None:
    read = plan("name,age\nAsha Rao,900\nBen,130\n")
    assert codes(read) == [(2, "age")]
    assert all(one in read.doubts[0].text for one in ("'900'", "age", "130"))
    assert [one.age for one in read.added] == [None, 130]


def test_date_order_answers_the_question() -> None:
    text = "name,born\nAsha Rao,03/04/1990\n"
    assert codes(plan(text)) == [(2, "ambiguous-date")]
    assert plan(text).added[0].born is None
    assert plan(text, order="dmy").added[0].born == date(1990, 4, 3)
    assert plan(text, order="mdy").added[0].born == date(1990, 3, 4)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("1990-04-03", [date(1990, 4, 3)]),
        ("3.4.1990", [date(1990, 4, 3), date(1990, 3, 4)]),
        ("4/4/90", [date(1990, 4, 4)]),
        ("23/4/1990", [date(1990, 4, 23)]),
        ("4/23/1990", [date(1990, 4, 23)]),
        ("23 April 1990", [date(1990, 4, 23)]),
        ("3rd Apr 1990", [date(1990, 4, 3)]),
        ("Apr 3, 1990", [date(1990, 4, 3)]),
        ("5/5/24", [date(2024, 5, 5)]),
        ("5/5/25", [date(1925, 5, 5)]),
        ("31/31/1990", []),
        ("soon", []),
        ("30/2/1990", []),
    ],
)
def test_days_of_birth(text: str, days: list[date]) -> None:
    assert list(read_date(text, today=DAY).days) == days


@given(st.dates(min_value=date(1900, 1, 1), max_value=DAY))
def test_every_date_is_read_back(day: date) -> None:
    assert read_date(day.isoformat(), today=DAY).only == day
    assert day in read_date(day.strftime("%d/%m/%Y"), today=DAY).days
    assert read_date(day.strftime("%d.%m.%Y"), today=DAY, order="dmy").only == day


def test_one_person_in_two_events_is_not_a_duplicate() -> None:
    events = {"S": Category(), "D": Category(kind="doubles")}
    text = "name,event,partner\nAsha Rao,S,\nAsha Rao,D,Ben Shah\nBen Shah,D,Asha Rao\nAsha Rao,S,\n"
    found = plan(text, events)
    assert codes(found) == [(5, "duplicate")]
    assert [person.name for person in found.added] == ["Asha Rao", "Ben Shah"]
    assert [(event, entry.id) for event, entry in found.entries] == [("S", "Asha Rao"), ("D", "Asha Rao / Ben Shah")]


def test_several_events_in_one_cell() -> None:
    events = {"S": Category(), "V": Category(min_age=60)}
    found = plan("name;event;age\nAsha Rao;S + V;61\nBen Shah;V, X;59\n", events)
    assert [(event, entry.id) for event, entry in found.entries] == [("S", "Asha Rao"), ("V", "Asha Rao")]
    assert codes(found) == [(3, "event"), (3, "not-eligible")]
    assert all(one in found.doubts[1].text for one in ("Ben Shah", "59", "2024-11-05", "60"))


def test_pairs_that_do_not_match() -> None:
    events = {"D": Category(kind="doubles")}
    text = "name,partner\nAsha,Ben\nBen,Carl\nCarl,Ben\nDev,Nobody\nEva,\nFay,Gus\nGus,\n"
    found = plan(text, events)
    assert codes(found) == [(2, "partner"), (6, "partner")]
    assert [entry.id for _, entry in found.entries] == ["Ben / Carl", "Dev / Nobody", "Fay / Gus"]


def test_same_name_with_another_birthday_is_another_person() -> None:
    found = plan("name,born\nAsha Rao,1990-01-01\nAsha Rao,1991-01-01\n")
    assert [person.id for person in found.added] == ["asha-rao", "asha-rao-2"]
    assert [entry.id for _, entry in found.entries] == ["Asha Rao (1)", "Asha Rao (2)"]


def test_similar_names_raise_a_question() -> None:
    found = plan("name,born\nAsha Mehta-Rao,1990-01-01\nRao Asha Mehta,1990-01-01\nAsha Mehta Roa,1990-01-01\n")
    assert codes(found) == [(3, "alike"), (4, "alike")]
    assert len(found.added) == 3


def test_other_doubts() -> None:
    text = "name,born,gender,level,seed\n,1990-01-01,f,1,\nA,soon,f,1,1\nB,2030-01-01,x,high,1\nC,,m,2,0\n"
    assert codes(plan(text)) == [
        (2, "no-name"),
        (3, "date"),
        (4, "gender"),
        (4, "date"),
        (4, "level"),
        (4, "seed"),
        (5, "seed"),
    ]


def test_teams_with_a_line_up() -> None:
    events = {"T": Category(kind="teams")}
    text = "name,team,rubber\nA,Red,S1\nB,Red,D1\nC,Red,D1\nD,Blue,S1\nE,,\n"
    (_, red), (_, blue) = plan(text, events).entries
    assert red.line_up == {"S1": ("a",), "D1": ("b", "c")}
    assert blue.members == ("d",)


def test_list_without_headings_is_refused() -> None:
    with refuses("no-headings"):
        plan("Asha Rao,1990-01-01\n")
    with refuses("list-empty"):
        plan("\n\n")


def test_byte_order_mark_separators_and_latin_1() -> None:
    (row,) = read_csv("\ufeffFirst name\tSurname\r\nJosé\tPérez\r\n".encode())
    assert row.text("name") == "José Pérez"
    (row,) = read_csv("Name;Club\nJürgen;Köln\n".encode("latin-1"))
    assert (row.text("name"), row.text("club")) == ("Jürgen", "Köln")


def test_line_breaks_in_cells_and_a_dos_end_of_file_are_ignored() -> None:
    found = plan("Name,Club\nAna,Kochi\x0bCC\n\x1a")
    assert [(person.name, person.club) for person in found.added] == [("Ana", "Kochi CC")]
    assert not found.doubts


def test_categories() -> None:
    women = Category(field="f", max_age=15, age_on=date(2024, 11, 5))
    girl = Person(id=PersonId("g"), name="Gita", born=date(2008, 11, 6), gender="f")
    assert girl.age_on(date(2024, 11, 5)) == 15
    assert women.obstacles([girl], on=date(2030, 1, 1)) == []
    day_older = Person(id=PersonId("h"), name="Hema", born=date(2008, 11, 5), gender="f")
    (obstacle,) = women.obstacles([day_older], on=DAY)
    assert re.findall(r"Hema|[\d-]+", obstacle) == ["Hema", "16", "2024-11-05", "15"], "age, day and limit"
    leap = Person(id=PersonId("l"), name="Leap", born=date(2008, 2, 29))
    assert (leap.age_on(date(2023, 2, 28)), leap.age_on(date(2023, 3, 1))) == (14, 15)
    mixed = Category(kind="doubles", field="mixed")
    boy = Person(id=PersonId("b"), name="Bala", gender="m")
    assert mixed.obstacles([girl, boy], on=DAY) == []
    assert len(mixed.obstacles([girl, day_older], on=DAY)) == 1, "two women"
    (obstacle,) = mixed.obstacles([girl], on=DAY)
    assert "1 player" in obstacle
    assert len(women.obstacles([boy], on=DAY)) == 2, "a man of unknown age"
    other_boy = replace(boy, id=PersonId("c"))
    assert len(mixed.obstacles([boy, other_boy], on=DAY)) == 1, "two men"
    assert len(mixed.obstacles([boy, boy], on=DAY)) == 2, "and one of them twice"


@pytest.mark.law("community-2024:entries")
def test_event_of_two_communities_is_cancelled() -> None:
    desk = Desk(tournament_template("community-2024", day=DAY))
    text = "name,gender,event,community\nA,m,MS,x\nB,m,MS,y\nC,m,MS,x\n"
    carry_out(desk, again(desk, read_csv(text.encode())))
    assert [task.code for task in desk.tasks] == ["communities"]
    with refuses("event-cancelled", "3"):
        draw_stage(desk.state, StageKey(CompetitionId("MS"), StageId("knockout")))
    carry_out(desk, again(desk, read_csv(b"name,gender,event,community\nD,m,MS,z\n")))
    assert desk.tasks == []


def test_event_can_be_given_by_name() -> None:
    events = {"S": Category(), "MD": Category(kind="doubles")}
    titles = {"S": "Singles", "MD": "Men's doubles"}
    text = "name,event,partner\nAna,singles,\nBo,S; mens DOUBLES,Cy\nCy,Men's doubles,Bo\nDev,Singels,\n"
    found = plan(text, events, titles=titles)
    assert [(event, entry.id) for event, entry in found.entries] == [("S", "Ana"), ("S", "Bo"), ("MD", "Bo / Cy")]
    assert codes(found) == [(5, "event")]
    assert all(one in found.doubts[0].text for one in ("'Singels'", "S (Singles)", "MD (Men's doubles)"))


def test_event_name_may_contain_list_separators() -> None:
    titles = {"A": "Under 12/14", "B": "Veterans 50+"}
    found = plan(
        "name,event\nAna,under 12/14\nBo,Veterans 50+\nCy,A / B\n", {"A": Category(), "B": Category()}, titles=titles
    )
    assert not found.doubts
    assert [(event, entry.id) for event, entry in found.entries] == [
        ("A", "Ana"),
        ("A", "Cy"),
        ("B", "Bo"),
        ("B", "Cy"),
    ]


def test_ambiguous_event_name_raises_a_question() -> None:
    titles = {"A": "Singles", "B": "singles"}
    found = plan("name,event\nAna,Singles\nBo,B\n", {"A": Category(), "B": Category()}, titles=titles)
    assert codes(found) == [(2, "event")]
    assert [(event, entry.id) for event, entry in found.entries] == [("B", "Bo")]


@pytest.mark.parametrize("words", ["Total: 37", "TOTAL", "Grand total 37", "Number of players: 37", "Sum 12"])
def test_total_row_is_not_a_person(words: str) -> None:
    found = plan(f"name\nAna\n{words}\nSummer Rao\nTotalla Das\n")
    assert [person.name for person in found.added] == ["Ana", "Summer Rao", "Totalla Das"]
    assert codes(found) == [(3, "no-name")]


def test_clubs_match_regardless_of_case_and_spacing() -> None:
    text = "name,club,community\nAna,Kochi CC,Hill\nBo,kochi  cc,HILL\nCy,Goa,\n"
    found = plan(text)
    assert [(person.club, person.community) for person in found.added] == [
        ("Kochi CC", "Hill"),
        ("Kochi CC", "Hill"),
        ("Goa", None),
    ]
    known = found.added
    assert plan("name,club\nDev,KOCHI CC\n", people=known).added[0].club == "Kochi CC"


@pytest.mark.parametrize(
    ("one", "other"),
    [("कमला", "कमली"), ("கமலா", "கமலி"), ("సీత", "సూత"), ("కె", "కై"), ("ഗോപൻ", "ഗോപാൻ"), ("අනිල්", "අනුල්"), ("ޢަލީ", "ޢުލޫ")],
)
def test_other_vowels_make_another_person(one: str, other: str) -> None:
    found = plan(f"Name\n{one}\n{other}\n")
    assert not found.doubts
    assert [person.name for person in found.added] == [one, other]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José da  Silva", "jose DA silva"),
        ("O'Neil, B.", "o neil b"),
        ("İnci", "inci"),
        ("फ़ारूक़", "फारूक"),  # with and without the dots below
        ("بِلال", "بلال"),  # with and without its vowel point
        ("ශ්\u200dරී", "ශ්රී"),  # with and without the joiner
    ],
)
def test_accents_dots_and_joiners_do_not_make_another_person(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_dash_means_no_club() -> None:
    found = plan("Name,Club,Community\nAna,-,—\nBen,,\nCyd,–,Kochi\n")
    assert [(person.club, person.community) for person in found.added] == [(None, None), (None, None), (None, "Kochi")]


def teams_of_two() -> Desk:
    """Two teams of a league, as a list made them."""
    desk = Desk(tournament_template("kreeda-2024", day=DAY))
    text = "name,team,rubber\nA,Red,MS1\nB,Red,MD1\nC,Red,MD1\nD,Blue,MS1\nE,Blue,MD1\nF,Blue,MD1\n"
    carry_out(desk, again(desk, read_csv(text.encode())))
    return desk


def test_late_row_adds_to_its_team() -> None:
    desk = teams_of_two()
    found = again(desk, read_csv(b"name,team\nLate Lata,red\n"))
    assert not found.doubts
    ((_, red),) = found.entries
    assert (red.id, red.members) == ("Red", ("a", "b", "c", "late-lata"))
    assert red.line_up == desk.state.entries[CompetitionId("T")][red.id].line_up


@pytest.mark.parametrize(
    ("row", "code", "named"),
    [
        ("A,Blue,", "removal", ["A", "Red"]),
        ("A,Red,MD1", "line-up", ["A", "Red", "MS1"]),
        ("G,Red,MS1", "line-up", ["G", "Red", "A", "MS1"]),
    ],
)
def test_row_that_would_remove_a_player_raises_a_question(row: str, code: str, named: list[str]) -> None:
    desk = teams_of_two()
    found = again(desk, read_csv(f"name,team,rubber\n{row}\n".encode()))
    assert codes(found) == [(2, code)]
    assert re.findall(r"\b(?:[AG]|Red|Blue|M[SD]1)\b", found.doubts[0].text)[: len(named)] == named
    before = desk.state.entries[CompetitionId("T")]
    for _, entry in found.entries:
        assert set(entry.members) >= set(before[entry.id].members)
        assert entry.line_up == before[entry.id].line_up


def test_desk_refuses_a_smaller_team() -> None:
    """The refusal covers entries from pages and scripts too; older files with such an entry still load."""
    desk = teams_of_two()
    red = desk.state.entries[CompetitionId("T")][EntryId("Red")]
    smaller = desk.fact(
        EntryRecorded(event=CompetitionId("T"), entry=replace(red, members=red.members[:1])), reason="?"
    )
    refused = admit(desk.state, smaller)
    assert isinstance(refused, Refused)
    assert refused.code == "removal"
    assert all(one in refused.text for one in ("B", "Red"))
    assert not isinstance(apply_event(desk.state, smaller), Refused)


def test_changed_partner_raises_a_question() -> None:
    events = {"D": Category(kind="doubles")}
    first = plan("name,partner\nAsha,Ben\nBen,\nCarl,Dev\nDev,\n", events)
    entered = {"D": [entry for _, entry in first.entries]}
    found = plan("name,partner\nAsha,Carl\nCarl,Asha\n", events, people=first.added, entered=entered)
    assert [doubt.code for doubt in found.doubts] == ["removal", "removal"]
    assert "Asha / Ben" in found.doubts[0].text
    assert not found.entries


@given(st.lists(st.tuples(st.sampled_from("ABCDEFGH"), st.sampled_from(["Red", "Blue", "Green", ""])), max_size=8))
def test_no_list_removes_a_player_from_a_team(rows: list[tuple[str, str]]) -> None:
    desk = teams_of_two()
    before = desk.state.entries[CompetitionId("T")]
    found = again(desk, read_csv(("name,team\n" + "".join(f"{name},{team}\n" for name, team in rows)).encode()))
    carry_out(desk, found)
    after = desk.state.entries[CompetitionId("T")]
    assert all(set(after[team].members) >= set(entry.members) for team, entry in before.items())
    assert all(after[team].line_up == entry.line_up for team, entry in before.items())
