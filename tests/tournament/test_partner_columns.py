"""Partners of an entry list under whatever heading: paired, or asked about, and never dropped in silence."""

from datetime import date

import pytest

from carrom.tournament.entrylists.cells import is_partner_wanted, is_person_name
from carrom.tournament.entrylists.headings import ColumnChoices, read_column_choices
from carrom.tournament.entrylists.roster import ImportPlan, plan_import
from carrom.tournament.entrylists.spreadsheet import read_csv
from carrom.tournament.model.people import Category

EVENTS = {"S": Category(kind="singles"), "D": Category(kind="doubles")}
TITLES = {"S": "Singles", "D": "Doubles"}
ROWS = (("Asha Rao", "Vidya Kamat"), ("Vidya Kamat", "Asha Rao"), ("Ben Shah", "Carl Dias"), ("Eva Roy", ""))


def _plan(heading: str, cells: tuple[tuple[str, str], ...] = ROWS, said: str | None = None) -> ImportPlan:
    text = f"Name,Club,Mobile,{heading}\n" + "".join(
        f"{one},Hill,98765{n:05},{cell}\n" for n, (one, cell) in enumerate(cells)
    )
    rows = read_csv(text.encode(), ColumnChoices({} if said is None else {heading: said}))
    return plan_import(rows, events=EVENTS, titles=TITLES, on=date(2026, 1, 1), event="S")


def _pairs(planned: ImportPlan) -> list[str]:
    return [entry.id for event, entry in planned.entries if event == "D"]


@pytest.mark.parametrize("heading", ["Pair", "Doubles with", "Dbls. partner", "Partner", "Pairs", "Playing with"])
def test_partners_are_entered_in_the_only_event_for_two(heading: str) -> None:
    planned = _plan(heading)
    assert planned.doubts == ()
    assert _pairs(planned) == ["Asha Rao / Vidya Kamat", "Ben Shah / Carl Dias"]
    assert sum(event == "S" for event, _ in planned.entries) == 4


def test_partners_for_an_event_that_there_is_not_are_asked_about() -> None:
    assert [doubt.hint for doubt in _plan("Mixed with").doubts] == [
        '--column "Mixed with=partner" says what it is, --ignore "Mixed with" that it is nothing.'
    ]


@pytest.mark.parametrize("heading", ["Doubles with", "Saathi", "Remarks"])
def test_a_column_that_is_said_to_be_of_partners_is_of_the_only_event_for_two(heading: str) -> None:
    planned = _plan(heading, said="partner")
    assert planned.doubts == ()
    assert len(_pairs(planned)) == 2


def test_both_names_in_a_cell_beside_the_own_one() -> None:
    cells = (("Asha Rao", "Asha Rao / Vidya Kamat"), ("Vidya Kamat", "Asha Rao / Vidya Kamat"))
    assert _pairs(_plan("Pair", cells)) == ["Asha Rao / Vidya Kamat"]


def test_a_team_that_is_called_as_somebody_of_the_list_is_a_partner_and_no_other() -> None:
    assert _pairs(_plan("Team", ROWS[:2])) == ["Asha Rao / Vidya Kamat"]
    assert _pairs(_plan("Team", (("Asha Rao", "Royal Strikers"), ("Vidya Kamat", "Royal Strikers")))) == []


def test_a_pair_that_names_nobody_is_asked_about() -> None:
    (doubt,) = _plan("Pair", (("Asha Rao", "P1"), ("Vidya Kamat", "P1"))).doubts
    assert doubt.text == "The column 'Pair' is not understood, in 2 rows, and is left out."


def test_a_column_of_people_of_the_list_is_thought_to_be_of_partners() -> None:
    (doubt,) = _plan("Saathi", ROWS[:2]).doubts
    assert '"Saathi=partner"' in doubt.hint


@pytest.mark.parametrize("word", ["any", "Anyone", "wanted", "TBD", "?", "Partner needed", "looking for a partner"])
@pytest.mark.parametrize("heading", ["Partner", "Pair", "Doubles with"])
def test_who_wants_a_partner_is_asked_about(heading: str, word: str) -> None:
    planned = _plan(heading, (*ROWS[:2], ("Eva Roy", word)))
    assert [doubt.text for doubt in planned.doubts] == ["Eva Roy wants a partner in D: nobody is named."]
    assert len(planned.added) == 3
    assert not is_person_name(word)


def test_who_wants_a_partner_and_is_named_by_one_has_one() -> None:
    planned = _plan("Partner", (("Asha Rao", "any"), ("Vidya Kamat", "Asha Rao")))
    assert planned.doubts == ()
    assert _pairs(planned) == ["Asha Rao / Vidya Kamat"]


@pytest.mark.parametrize("word", ["-", "none", "nil", "no partner"])
def test_who_says_none_plays_alone(word: str) -> None:
    assert not is_partner_wanted(word)
    assert _plan("Partner", (*ROWS[:2], ("Eva Roy", word))).doubts == ()


def _said(text: str, titles: dict[str, str], *columns: str, into: str | None = None) -> ImportPlan:
    kinds = {"S": "singles", "J": "singles", "D": "doubles", "MD": "doubles", "XD": "doubles"}
    events = {one: Category(kind=kinds[one]) for one in titles}  # type: ignore[arg-type]
    rows = read_csv(text.encode(), read_column_choices(columns, ()))
    return plan_import(rows, events=events, titles=titles, on=date(2026, 1, 1), event=into)


def _entries(planned: ImportPlan) -> list[tuple[str, str, int | None]]:
    return [(event, entry.id, entry.seed) for event, entry in planned.entries]


def test_a_seed_is_of_what_is_played_alone_unless_its_column_says_otherwise() -> None:
    row = "Asha Rao,8,Vidya Kamat\n"
    alone = _said(f"Name,Seed,Partner\n{row}", TITLES, into="S")
    assert _entries(alone) == [("S", "Asha Rao", 8), ("D", "Asha Rao / Vidya Kamat", None)]
    for heading in ("Seed (Doubles)", "Seed D"):
        named = _said(f"Name,{heading},Partner\n{row}", TITLES, "Seed D=seed", into="S")
        assert _entries(named) == [("S", "Asha Rao", None), ("D", "Asha Rao / Vidya Kamat", 8)], heading
    both = _said("Name,Event,Seed,Partner\nAsha Rao,S,8,\nAsha Rao,D,2,Vidya Kamat\n", TITLES)
    assert _entries(both) == [("S", "Asha Rao", 8), ("D", "Asha Rao / Vidya Kamat", 2)]


@pytest.mark.parametrize("said", [(), ("Junior=event",)])
@pytest.mark.parametrize("tick", ["y", "Y", "yes", "x"])
def test_a_column_of_ticks_may_name_its_event_as_one_or_as_many(tick: str, said: tuple[str, ...]) -> None:
    text = f"Name,Junior\nAsha Rao,{tick}\nBen Shah,no\n"
    planned = _said(text, {"S": "Singles", "J": "Juniors"}, *said)
    assert ("J", "Asha Rao", None) in _entries(planned)
    assert all(name != "Ben Shah" or event != "J" for event, name, _ in _entries(planned))
    assert [doubt.code for doubt in planned.doubts if doubt.code == "event"] == []


def test_of_several_events_for_two_one_is_said() -> None:
    titles = {"S": "Singles", "MD": "Men's doubles", "XD": "Mixed doubles"}
    text = "Name,Pair\nAjay Rao,Ben Shah\nCarl Dias,Carl Dias / Dev Roy\n"
    assert "partner" in {doubt.code for doubt in _said(text, titles, into="S").doubts}
    planned = _said(text, titles, "Pair=partner for MD", into="S")
    assert planned.doubts == ()
    assert [name for event, name, _ in _entries(planned) if event == "MD"] == [
        "Ajay Rao / Ben Shah",
        "Carl Dias / Dev Roy",
    ]


def test_two_in_a_cell_are_of_the_only_event_for_two() -> None:
    planned = _said("Pair,Club\nAsha Rao / Vidya Kamat,Hill\nBen Shah & Carl Dias,Lake\n", TITLES)
    assert planned.doubts == ()
    assert [(event, name) for event, name, _ in _entries(planned)] == [
        ("D", "Asha Rao / Vidya Kamat"),
        ("D", "Ben Shah / Carl Dias"),
    ]


@pytest.mark.parametrize("into", [None, "S"])
def test_partners_without_an_event_are_seen_before_it_is_chosen(into: str | None) -> None:
    """There are two events for two, and nobody has said which: the names are there all the same."""
    rows = read_csv(b"name,partner\nAsha Rao,Vidya Kamat\nBen Shah,Carl Dias\nEva Roy,\n", ColumnChoices({}))
    events = {**EVENTS, "XD": Category(kind="doubles", field="mixed")}
    planned = plan_import(rows, events=events, titles=TITLES, on=date(2026, 1, 1), event=into)
    names = {person.id: person.name for person in planned.added}
    assert {names[one]: partner for one, partner in planned.unplaced.items()} == {
        "Asha Rao": "Vidya Kamat",
        "Ben Shah": "Carl Dias",
    }
    (doubt,) = planned.doubts
    assert ("(2 with a partner)" if into is None else "2 rows name a partner") in doubt.text


THREE = {"MD": Category(kind="doubles", field="m"), "WD": Category(kind="doubles", field="f")}
THREE_TITLES = {"MD": "Men's doubles", "WD": "Women's doubles"}


def _of_three(heading: str) -> ImportPlan:
    text = f"Name,Gender,{heading}\nBen Shah,m,Carl Dias\nCarl Dias,m,Ben Shah\n"
    events = {**EVENTS, **THREE}
    titles = {**TITLES, **THREE_TITLES}
    del events["D"], titles["D"]
    rows = read_csv(text.encode(), ColumnChoices())
    return plan_import(rows, events=events, titles=titles, on=date(2026, 1, 1), event="S")


@pytest.mark.parametrize(
    "heading", ["Partner men's doubles", "Partner Mens Doubles", "Men's doubles partner", "Partner MD"]
)
def test_a_column_of_partners_names_its_event(heading: str) -> None:
    planned = _of_three(heading)
    assert planned.doubts == ()
    assert [(event, entry.id) for event, entry in planned.entries if event != "S"] == [("MD", "Ben Shah / Carl Dias")]


def test_the_hint_names_the_event_of_partners() -> None:
    assert [doubt.hint for doubt in _of_three("Saathi women").doubts] == [
        '--column "Saathi women=partner for WD" says what it is, --ignore "Saathi women" that it is nothing.'
    ]
