"""Lists pasted from a chat, ratings as seeds, ticks for events, and answers to questions."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from carrom.tournament.desk.acts.setup_acts import row_answers
from carrom.tournament.entrylists.headings import read_column_choices
from carrom.tournament.entrylists.roster import ImportPlan, plan_import
from carrom.tournament.entrylists.spreadsheet import read_csv
from carrom.tournament.model.people import Category
from tests.refusals import refuses

DAY = date(2026, 11, 18)
GAMES = {
    "MS": ("Men's singles", Category(field="m")),
    "XD": ("Mixed doubles", Category(kind="doubles")),
    "JS": ("Juniors' singles", Category()),
    "VS": ("Veterans' singles", Category()),
}


def plan(
    text: str, *, columns: tuple[str, ...] = (), headed: bool = True, meant: tuple[str, ...] = (), **more: Any
) -> ImportPlan:
    rows = read_csv(text.encode(), read_column_choices(columns, (), is_headed=headed))
    options = {"events": {"S": Category()}, "on": DAY, "answers": row_answers((), meant)}
    return plan_import(rows, **options, **more)  # type: ignore[arg-type]


def games(text: str, **more: Any) -> ImportPlan:
    rows = read_csv(text.encode(), read_column_choices(more.pop("columns", ()), ()))
    events = {one: category for one, (_, category) in GAMES.items()}
    return plan_import(rows, events=events, titles={one: title for one, (title, _) in GAMES.items()}, on=DAY, **more)


def codes(found: ImportPlan) -> list[str]:
    return [one.code for one in found.doubts]


@pytest.mark.parametrize(
    "text",
    [
        "1. Narayan Shaikh (Camp Carrom Club)\n2. Asha Rao (Hill)\n",
        "1) *Narayan Shaikh* - Camp Carrom Club\n2) Asha Rao - Hill\n",
        "1 Narayan Shaikh, Camp Carrom Club\n2 Asha Rao, Hill\n",
        "1️⃣ NARAYAN SHAIKH (Camp Carrom Club)\n2️⃣ Asha Rao (Hill)\n",
        "Narayan Shaikh (Camp Carrom Club)\nAsha Rao (Hill)\n",
        "Players\n1. Narayan Shaikh (Camp Carrom Club)\n2. Asha Rao (Hill)\n",
        "१. Narayan Shaikh (Camp Carrom Club)\n२. Asha Rao (Hill)\n",
    ],
)
def test_list_pasted_from_a_chat_is_read(text: str) -> None:
    found = plan(text)
    assert [(one.name, one.club) for one in found.added] == [
        ("Narayan Shaikh", "Camp Carrom Club"),
        ("Asha Rao", "Hill"),
    ]
    assert codes(found) == ["no-headings"]
    assert len(found.entries) == 2


def test_titles_phone_numbers_pairs_and_ages_of_a_pasted_list() -> None:
    found = plan("Entries for Sunday, 9 am\n\n1. Asha Rao (34) 98765 43210\n2. Ben Joshi (22)\n3. Carl Mehta (40)\n")
    assert [(one.name, one.age) for one in found.added] == [("Asha Rao", 34), ("Ben Joshi", 22), ("Carl Mehta", 40)]
    assert [contact.phone for _, contact in found.details] == ["98765 43210"]
    assert sorted(codes(found)) == ["no-headings", "title"]
    (title,) = (one for one in found.doubts if one.code == "title")
    meant = plan("Ravi Nair\n1. Asha Rao\n2. Ben Joshi\n3. Carl Mehta\n", meant=("1=Ravi Nair",))
    assert title.choices == ("Entries for Sunday, 9 am",)
    assert next(one.name for one in meant.added) == "Ravi Nair"
    pairs = plan("1. Asha Rao & Ben Joshi (Hill)\n2. Carl / Dev (Lake)\n", columns=())
    assert len(pairs.added) == 4


def test_meaning_of_a_part_in_brackets_can_be_chosen() -> None:
    found = plan("1. Asha Rao (Hill)\n2. Ben Joshi (Lake)\n", columns=("in brackets=community",))
    assert [(one.club, one.community) for one in found.added] == [(None, "Hill"), (None, "Lake")]


def test_columns_without_headings_are_read_only_on_request() -> None:
    text = "Asha Rao,Hill\nBen Joshi,Lake\n"
    with refuses("no-headings", "row 1", "Asha Rao"):
        plan(text)
    assert [(one.name, one.club) for one in plan(text, headed=False).added] == [
        ("Asha Rao", "Hill"),
        ("Ben Joshi", "Lake"),
    ]


def test_every_person_keeps_the_original_line() -> None:
    found = plan("Name,Club\nAsha,Hill\nBen,Lake\n")
    assert sorted(found.rows.values()) == [(2, "Asha, Hill"), (3, "Ben, Lake")]


RATED = "Name,Rating\nAsha,2000\nBen,1993.5\nCarl,2100\nDev,\n"


def test_ratings_can_seed() -> None:
    unseeded = plan(RATED)
    assert codes(unseeded) == ["rating"]
    assert [entry.seed for _, entry in unseeded.entries] == [None] * 4
    seeded = plan(RATED, seeds=2)
    assert seeded.doubts == ()
    assert {entry.id: entry.seed for _, entry in seeded.entries} == {"Asha": 2, "Ben": None, "Carl": 1, "Dev": None}
    assert {entry.seed for _, entry in plan(RATED, seeds=99).entries} == {1, 2, 3, None}
    assert plan(RATED, seeds=0).doubts == ()
    # The same list again changes nothing.
    before = {"S": [entry for _, entry in seeded.entries]}
    assert plan(RATED, seeds=2, people=seeded.added, entered=before).entries == ()
    # Letters are levels.
    assert [one.level for one in plan("Name,Rating\nAsha,A\nBen,C\n").added] == [1, 3]
    assert codes(plan("Name,Rating\nAsha,high\nBen,1800\n")) == ["rating", "rating"]


def test_column_of_ticks_belongs_to_an_event() -> None:
    found = games("Name,Sex,Junior,Veterans\nAsha,m,yes,\nBen,m,,y\nCarl,m,y,x\n")
    assert sorted((event, entry.id) for event, entry in found.entries) == [
        ("JS", "Asha"),
        ("JS", "Carl"),
        ("VS", "Ben"),
        ("VS", "Carl"),
    ]
    assert found.doubts == ()
    chosen = games("Name,U18 group,Old\nAsha,yes,\nBen,,y\n", columns=("U18 group=plays JS", "Old=plays VS"))
    assert sorted((event, entry.id) for event, entry in chosen.entries) == [("JS", "Asha"), ("VS", "Ben")]
    # Other cells of the column are asked about.
    assert "column" in codes(games("Name,Event,Veterans\nAsha,MS,over sixty\nBen,MS,no\n"))


def test_every_question_about_a_name_can_be_answered_no() -> None:
    two = "Name,Club\nManisha Kamble,Hill\nManisha Kamble,Lake\n"
    (doubt,) = plan(two).doubts
    assert (doubt.code, doubt.choices) == ("namesake", ("Manisha Kamble",))
    assert len(plan(two, meant=("3=Manisha Kamble",)).added) == 1
    near = "Name,Club\nNarayan Salunkhe,Hill\nNarayan Salunke,Hill\n"
    (doubt,) = plan(near).doubts
    assert doubt.choices == ("Narayan Salunkhe",)
    answered = plan(near, meant=("3=Narayan Salunkhe",))
    assert answered.doubts == (), "an answered question is not asked again"
    assert len(answered.added) == 1
    partner = "Name,Partner,Event\nAsha Rao,Benjamin Joshi,XD\nBenjamin Joshy,,MS\n"
    (doubt,) = (one for one in games(partner).doubts if one.code == "partner")
    assert (doubt.choices, doubt.no) == (("Benjamin Joshy",), "Benjamin Joshi")
    other = games(partner, answers=row_answers((), ("2=Benjamin Joshi",)))
    assert [entry.id for event, entry in other.entries if event == "XD"] == ["Asha Rao / Benjamin Joshi"]
