"""Partner columns of entry lists: every partner is paired or leads to a question, whatever the heading."""

import re
from datetime import date

import pytest

from carrom.tournament.entrylists.cells import is_partner_wanted, is_person_name
from carrom.tournament.entrylists.entries import Doubt
from carrom.tournament.entrylists.headings import ColumnChoices, read_column_choices
from carrom.tournament.entrylists.roster import ImportPlan, plan_import
from carrom.tournament.entrylists.spreadsheet import read_csv
from carrom.tournament.model.people import Category

EVENTS = {"S": Category(kind="singles"), "D": Category(kind="doubles")}
TITLES = {"S": "Singles", "D": "Doubles"}
ROWS = (("Asha Rao", "Vidya Kamat"), ("Vidya Kamat", "Asha Rao"), ("Ben Shah", "Carl Dias"), ("Eva Roy", ""))


def _plan(heading: str, cells: tuple[tuple[str, str], ...] = ROWS, declared: str | None = None) -> ImportPlan:
    text = f"Name,Club,Mobile,{heading}\n" + "".join(
        f"{one},Hill,98765{n:05},{cell}\n" for n, (one, cell) in enumerate(cells)
    )
    rows = read_csv(text.encode(), ColumnChoices({} if declared is None else {heading: declared}))
    return plan_import(rows, events=EVENTS, titles=TITLES, on=date(2026, 1, 1), event="S")


def _options(doubt: Doubt) -> list[str]:
    """Return the options that the hint of a question names."""
    return re.findall(r'--\w+ "[^"]*"', doubt.hint)


def _pairs(planned: ImportPlan) -> list[str]:
    return [entry.id for event, entry in planned.entries if event == "D"]


@pytest.mark.parametrize("heading", ["Pair", "Doubles with", "Dbls. partner", "Partner", "Pairs", "Playing with"])
def test_partners_are_entered_in_the_only_doubles_event(heading: str) -> None:
    planned = _plan(heading)
    assert planned.doubts == ()
    assert _pairs(planned) == ["Asha Rao / Vidya Kamat", "Ben Shah / Carl Dias"]
    assert sum(event == "S" for event, _ in planned.entries) == 4


def test_partners_for_an_unknown_event_raise_a_question() -> None:
    (doubt,) = _plan("Mixed with").doubts
    assert (doubt.code, doubt.column) == ("column", "Mixed with")
    assert _options(doubt) == ['--column "Mixed with=partner"', '--ignore "Mixed with"']


@pytest.mark.parametrize("heading", ["Doubles with", "Saathi", "Remarks"])
def test_column_declared_as_partners_belongs_to_the_only_doubles_event(heading: str) -> None:
    planned = _plan(heading, declared="partner")
    assert planned.doubts == ()
    assert len(_pairs(planned)) == 2


def test_cell_with_both_names_of_a_pair() -> None:
    cells = (("Asha Rao", "Asha Rao / Vidya Kamat"), ("Vidya Kamat", "Asha Rao / Vidya Kamat"))
    assert _pairs(_plan("Pair", cells)) == ["Asha Rao / Vidya Kamat"]


def test_team_named_like_a_listed_player_is_a_partner() -> None:
    assert _pairs(_plan("Team", ROWS[:2])) == ["Asha Rao / Vidya Kamat"]
    assert _pairs(_plan("Team", (("Asha Rao", "Royal Strikers"), ("Vidya Kamat", "Royal Strikers")))) == []


def test_pair_column_without_names_raises_a_question() -> None:
    (doubt,) = _plan("Pair", (("Asha Rao", "P1"), ("Vidya Kamat", "P1"))).doubts
    assert (doubt.code, doubt.column) == ("column", "Pair")
    assert "2 rows" in doubt.text


def test_column_of_listed_names_is_suggested_as_partners() -> None:
    (doubt,) = _plan("Saathi", ROWS[:2]).doubts
    assert '"Saathi=partner"' in doubt.hint


@pytest.mark.parametrize("word", ["any", "Anyone", "wanted", "TBD", "?", "Partner needed", "looking for a partner"])
@pytest.mark.parametrize("heading", ["Partner", "Pair", "Doubles with"])
def test_player_seeking_a_partner_raises_a_question(heading: str, word: str) -> None:
    planned = _plan(heading, (*ROWS[:2], ("Eva Roy", word)))
    assert [(doubt.row, doubt.code) for doubt in planned.doubts] == [(4, "partner")]
    assert "Eva Roy" in planned.doubts[0].text
    assert len(planned.added) == 3
    assert not is_person_name(word)


def test_player_seeking_a_partner_is_paired_when_named() -> None:
    planned = _plan("Partner", (("Asha Rao", "any"), ("Vidya Kamat", "Asha Rao")))
    assert planned.doubts == ()
    assert _pairs(planned) == ["Asha Rao / Vidya Kamat"]


@pytest.mark.parametrize("word", ["-", "none", "nil", "no partner"])
def test_none_as_partner_means_no_partner(word: str) -> None:
    assert not is_partner_wanted(word)
    assert _plan("Partner", (*ROWS[:2], ("Eva Roy", word))).doubts == ()


def _plan_text(text: str, titles: dict[str, str], *columns: str, into: str | None = None) -> ImportPlan:
    kinds = {"S": "singles", "J": "singles", "D": "doubles", "MD": "doubles", "XD": "doubles"}
    events = {one: Category(kind=kinds[one]) for one in titles}  # type: ignore[arg-type]
    rows = read_csv(text.encode(), read_column_choices(columns, ()))
    return plan_import(rows, events=events, titles=titles, on=date(2026, 1, 1), event=into)


def _entries(planned: ImportPlan) -> list[tuple[str, str, int | None]]:
    return [(event, entry.id, entry.seed) for event, entry in planned.entries]


def test_seed_belongs_to_singles_unless_its_column_names_doubles() -> None:
    row = "Asha Rao,8,Vidya Kamat\n"
    alone = _plan_text(f"Name,Seed,Partner\n{row}", TITLES, into="S")
    assert _entries(alone) == [("S", "Asha Rao", 8), ("D", "Asha Rao / Vidya Kamat", None)]
    for heading in ("Seed (Doubles)", "Seed D"):
        named = _plan_text(f"Name,{heading},Partner\n{row}", TITLES, "Seed D=seed", into="S")
        assert _entries(named) == [("S", "Asha Rao", None), ("D", "Asha Rao / Vidya Kamat", 8)], heading
    both = _plan_text("Name,Event,Seed,Partner\nAsha Rao,S,8,\nAsha Rao,D,2,Vidya Kamat\n", TITLES)
    assert _entries(both) == [("S", "Asha Rao", 8), ("D", "Asha Rao / Vidya Kamat", 2)]


@pytest.mark.parametrize("choices", [(), ("Junior=event",)])
@pytest.mark.parametrize("tick", ["y", "Y", "yes", "x"])
def test_tick_column_names_its_event_in_singular_or_plural(tick: str, choices: tuple[str, ...]) -> None:
    text = f"Name,Junior\nAsha Rao,{tick}\nBen Shah,no\n"
    planned = _plan_text(text, {"S": "Singles", "J": "Juniors"}, *choices)
    assert ("J", "Asha Rao", None) in _entries(planned)
    assert all(name != "Ben Shah" or event != "J" for event, name, _ in _entries(planned))
    assert [doubt.code for doubt in planned.doubts if doubt.code == "event"] == []


def test_partner_column_can_name_one_of_several_doubles_events() -> None:
    titles = {"S": "Singles", "MD": "Men's doubles", "XD": "Mixed doubles"}
    text = "Name,Pair\nAjay Rao,Ben Shah\nCarl Dias,Carl Dias / Dev Roy\n"
    assert "partner" in {doubt.code for doubt in _plan_text(text, titles, into="S").doubts}
    planned = _plan_text(text, titles, "Pair=partner for MD", into="S")
    assert planned.doubts == ()
    assert [name for event, name, _ in _entries(planned) if event == "MD"] == [
        "Ajay Rao / Ben Shah",
        "Carl Dias / Dev Roy",
    ]


def test_two_names_in_a_cell_enter_the_only_doubles_event() -> None:
    planned = _plan_text("Pair,Club\nAsha Rao / Vidya Kamat,Hill\nBen Shah & Carl Dias,Lake\n", TITLES)
    assert planned.doubts == ()
    assert [(event, name) for event, name, _ in _entries(planned)] == [
        ("D", "Asha Rao / Vidya Kamat"),
        ("D", "Ben Shah / Carl Dias"),
    ]


@pytest.mark.parametrize("into", [None, "S"])
def test_partners_are_reported_before_an_event_is_chosen(into: str | None) -> None:
    """With two doubles events and none chosen, the names of the partners are still reported."""
    rows = read_csv(b"name,partner\nAsha Rao,Vidya Kamat\nBen Shah,Carl Dias\nEva Roy,\n", ColumnChoices({}))
    events = {**EVENTS, "XD": Category(kind="doubles", field="mixed")}
    planned = plan_import(rows, events=events, titles=TITLES, on=date(2026, 1, 1), event=into)
    names = {person.id: person.name for person in planned.added}
    assert {names[one]: partner for one, partner in planned.unplaced.items()} == {
        "Asha Rao": "Vidya Kamat",
        "Ben Shah": "Carl Dias",
    }
    (doubt,) = planned.doubts
    assert re.search(r"\b2\b.* partner", doubt.text)


THREE = {"MD": Category(kind="doubles", field="m"), "WD": Category(kind="doubles", field="f")}
THREE_TITLES = {"MD": "Men's doubles", "WD": "Women's doubles"}


def _plan_three_events(heading: str) -> ImportPlan:
    text = f"Name,Gender,{heading}\nBen Shah,m,Carl Dias\nCarl Dias,m,Ben Shah\n"
    events = {**EVENTS, **THREE}
    titles = {**TITLES, **THREE_TITLES}
    del events["D"], titles["D"]
    rows = read_csv(text.encode(), ColumnChoices())
    return plan_import(rows, events=events, titles=titles, on=date(2026, 1, 1), event="S")


@pytest.mark.parametrize(
    "heading", ["Partner men's doubles", "Partner Mens Doubles", "Men's doubles partner", "Partner MD"]
)
def test_partner_column_names_its_event(heading: str) -> None:
    planned = _plan_three_events(heading)
    assert planned.doubts == ()
    assert [(event, entry.id) for event, entry in planned.entries if event != "S"] == [("MD", "Ben Shah / Carl Dias")]


def test_hint_names_the_event_of_the_partners() -> None:
    (doubt,) = _plan_three_events("Saathi women").doubts
    assert _options(doubt) == ['--column "Saathi women=partner for WD"', '--ignore "Saathi women"']
