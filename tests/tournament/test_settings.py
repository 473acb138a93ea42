"""Settings of a tournament: reading and showing them, where they apply, and when they are frozen, as in the docs."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from carrom.base.codec import decode, encode
from carrom.base.errors import CarromError, Refused
from carrom.laws.rounds import ROUNDS
from carrom.render.sheets.sheet import sheet_text
from carrom.render.sheets.stage_sheets import standings_sheet
from carrom.tournament.desk.acts.act import ActContext, carry_out
from carrom.tournament.desk.acts.setup_acts import ChangeSettings
from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.desk.impact import difference_between, impact
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.formats import FORMATS
from carrom.tournament.log.admission import admit
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.model.definition import CompetitionId, Definition, StageId
from carrom.tournament.model.events import (
    DefinitionChanged,
    EntryLeft,
    EntryRecorded,
    MatchCalled,
    PersonRecorded,
    PolicyChanged,
    read_tournament_event,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.settings import (
    SETTINGS,
    Frozen,
    SettingChange,
    change_settings,
    differences,
    new_tournament,
    settings_of,
    side_effects,
)
from carrom.tournament.settings.setting import category_text, read_category, read_count, read_limit
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from carrom.tournament.templates import TEMPLATES
from tests.refusals import refuses
from tests.tournament.desk import Desk

DAY = date(2024, 11, 5)
PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")
FOLLOWED = [f"{one}+knockout" for one in ("groups", "round-robin", "swiss")]
BEGINNINGS = [*TEMPLATES, *FORMATS, *FOLLOWED]
GROUPS, KNOCKOUT = StageKey(CompetitionId("S"), StageId("groups")), StageKey(CompetitionId("S"), StageId("knockout"))


def definition_from(beginning: str = "groups+knockout", *changes: SettingChange) -> Definition:
    return new_tournament(beginning, changes, day=DAY)


def test_docs_list_every_setting() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `--") and line.count("|") == 5]
    for one in SETTINGS.values():
        assert f"| `--{one.name}` | {one.help} | `{one.sample}` | {one.frozen.value} |" in rows


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_settings_round_trip(beginning: str) -> None:
    definition = definition_from(beginning)
    shown = settings_of(definition)
    assert shown
    for one in shown:
        where, value = SETTINGS[one.setting].split(f"{one.where}={one.value}" if one.where else one.value)
        assert change_settings(definition, [SettingChange(one.setting, value, where)]) == definition, one


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_sample_of_every_setting_is_valid_somewhere(setting: object) -> None:
    taken = []
    for beginning in BEGINNINGS:
        definition = definition_from(beginning)
        one = next(one for one in SETTINGS.values() if one is setting)
        try:
            where, value = one.split(one.sample)
            taken.append(one.put(definition, where, value))
        except CarromError:
            pass
    assert taken


@pytest.mark.parametrize(
    ("where", "value", "stage", "round", "games"),
    [
        ("", "5", "knockout", "final", 5),
        ("", "5", "groups", "group", 5),
        ("knockout", "5", "groups", "group", 3),
        ("knockout", "5", "knockout", "semi-final", 5),
        ("final", "5", "knockout", "final", 5),
        ("final", "5", "knockout", "semi-final", 3),
        ("S/knockout/final", "5", "knockout", "final", 5),
        ("s/final", "5", "knockout", "final", 5),
        ("semi-final+", "1", "knockout", "third-place", 1),
        ("semi-final+", "1", "knockout", "final", 1),
        ("semi-final+", "1", "knockout", "quarter-final", 3),
        ("group", "1", "groups", "group", 1),
        ("group", "1", "knockout", "final", 3),
        ("final", "5", "plate", "plate-final", 3),
        ("plate-final", "5", "plate", "plate-final", 5),
        ("plate-final", "5", "knockout", "final", 3),
    ],
)
def test_games_apply_where_they_are_set(where: str, value: str, stage: str, round: str, games: int) -> None:
    definition = definition_from("groups+knockout+plate", SettingChange("games", value, where))
    assert definition.event("S").stage(stage).format_in(round).games == games


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_every_further_place_and_choice_can_be_set(beginning: str) -> None:
    cup = definition_from(beginning)
    for setting in SETTINGS.values():
        for where in setting.more(cup):
            now = change_settings(cup, [SettingChange(setting.name, "5", where)])
            rows = dict(setting.rows(now))
            assert rows[where.removesuffix("+")] == "5", (setting.name, where)
            assert where.removesuffix("+") not in setting.more(now)
        for choice in setting.choices:
            for where, _ in setting.rows(cup):
                assert (
                    dict(setting.rows(change_settings(cup, [SettingChange(setting.name, choice, where)])))[where]
                    == choice
                )


@pytest.mark.parametrize("name", ["end", "break", "days", "umpires", "zone", "embargo", "venue", "draw", "minutes"])
def test_emptied_field_sets_nothing(name: str) -> None:
    cup = definition_from("groups+knockout")
    where = SETTINGS[name].rows(cup)[0][0]
    there = {"minutes": "9", "draw": "1"}.get(name, SETTINGS[name].sample)
    full = change_settings(cup, [SettingChange(name, there, where)])
    assert dict(SETTINGS[name].rows(full))[where] != "no"
    assert dict(SETTINGS[name].rows(change_settings(full, [SettingChange(name, "", where)])))[where] == "no"


def test_round_overrides_its_stage_and_can_be_reset() -> None:
    cup = definition_from(
        "knockout",
        SettingChange("games", "5", "final"),
        SettingChange("games", "1"),
        SettingChange("boards", "4", "final"),
    )
    stage = cup.event("S").stages[0]
    assert [stage.format_in(one).games for one in ("semi-final", "final")] == [1, 5]
    assert [stage.format_in(one).boards for one in ("pre-quarter-final", "semi-final", "final")] == [8, None, 4]
    back = change_settings(
        cup, [SettingChange("games", "default", "final"), SettingChange("boards", "default", "final")]
    )
    assert back.event("S").stages[0].by_round == {}
    assert change_settings(back, [SettingChange("games", "default")]).events == definition_from("knockout").events


@given(st.sampled_from(ROUNDS), st.integers(1, 4).map(lambda n: 2 * n - 1), st.integers(0, 12), st.integers(0, 40))
def test_every_round_can_have_its_own_format(round: str, games: int, boards: int, target: int) -> None:
    figures = {"games": games, "boards": boards, "target": target}
    changes = [SettingChange(name, str(value) if value else "no", round) for name, value in figures.items()]
    cup = definition_from("groups+knockout", *changes)
    stage = cup.event("S").stage("groups" if round == "group" else "knockout")
    format = stage.format_in(round)
    assert (format.games, format.boards or 0, format.target or 0) == (games, boards, target)
    others = [one for one in ROUNDS if one not in (round, "group")]
    plain = definition_from("groups+knockout").event("S").stage("knockout")
    assert all(cup.event("S").stage("knockout").format_in(one) == plain.format_in(one) for one in others)


@pytest.mark.parametrize(
    ("wanted", "code", "named"),
    [
        (SettingChange("tables", "many"), "not-a-number", "--tables 'many'"),
        (SettingChange("tables", "0"), "number-too-small", "--tables 1 0"),
        (SettingChange("start", "9 o'clock"), "bad-time", "--start"),
        (SettingChange("day", "5.11.2024"), "bad-day", "--day '5.11.2024'"),
        (SettingChange("games", "2"), "games-even", "--games 2"),
        (SettingChange("games", "3", "finale"), "unknown-round", "--games 'finale' final"),
        (SettingChange("games", "3", "holiday"), "unknown-place", "--games 'holiday' final"),
        (SettingChange("games", "3", "XX/final"), "wrong-place", "'XX/final'"),
        (SettingChange("groups", "4", "knockout"), "wrong-place", "knockout groups"),
        (SettingChange("rounds", "4"), "wrong-place", "rounds"),
        (SettingChange("groups", "4", "MS"), "unknown-place", "'MS' S/groups S/knockout"),
        (SettingChange("order", "points,luck"), "unknown-criterion", "--order 'luck' points wins"),
        (SettingChange("format", "groups+swiss"), "wrong-format", "--format swiss"),
        (SettingChange("format", "knockout+knockout"), "wrong-format", "--format knockout"),
        (SettingChange("format", "ladder"), "unknown-format", "--format 'ladder'"),
        (SettingChange("category", "singles mixed"), "bad-category", "--category 'singles mixed'"),
        (SettingChange("category", "singles 60-40"), "bad-category", "--category 'singles 60-40'"),
        (SettingChange("category", "quadruples"), "bad-category", "--category 'quadruples' doubles"),
        (SettingChange("rulebook", "chess"), "misread", '--rulebook "chess" icf'),
        (SettingChange("remove-event", "S"), "only-event", "--remove-event S"),
        (SettingChange("rubber", "Singles: singles", "S1"), "bad-id", "T/S1 'S1'"),
        (SettingChange("boards", "8 until final", "final"), "bad-boards-limit", "--boards final"),
        (SettingChange("win", "nan"), "not-a-number", "--win 'nan'"),
        (SettingChange("draw", "1e999"), "not-a-number", "--draw '1e999'"),
        (SettingChange("withdrawal", "7"), "out-of-range", "--withdrawal 0 1 7"),
        (SettingChange("teams", "5", "S"), "wrong-place", "--teams S"),
        (SettingChange("age-on", "2024-01-01"), "wrong-place", "--age-on"),
        (SettingChange("colour", "red"), "unknown-setting", "'colour'"),
    ],
)
def test_invalid_settings_are_refused(wanted: SettingChange, code: str, named: str) -> None:
    with pytest.raises(CarromError) as error:
        definition_from("groups+knockout", wanted)
    assert error.value.code == code
    words = re.findall(r"'[^']*'|\"[^\"]*\"|[^\s:;,()?]+", error.value.typed)
    for one in re.findall(r"'[^']*'|\S+", named):
        assert one in words, error.value.typed


categories = st.builds(
    Category,
    kind=st.sampled_from(["singles", "doubles", "teams"]),
    field=st.sampled_from(["open", "m", "f"]),
    min_age=st.none() | st.integers(0, 40),
    max_age=st.none() | st.integers(40, 99),
)


@given(categories)
def test_category_round_trip(category: Category) -> None:
    read = read_category(category_text(category))
    lowest = 0 if category.max_age is not None and category.min_age == 0 else category.min_age
    assert replace(read, min_age=read.min_age) == replace(category, min_age=lowest)


words = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["0", "1", "3", "no", "yes", "default", "1/0", "-1", "9" * 400, "²", "12:00-13:00", "x: singles 1-2"]
    ),
)
places = st.sampled_from(
    ["", "S", "groups", "S/knockout", "final", "semi-final+", "group+", "S1", "X/Y/Z/W", "/", "=", "+"]
)


@given(st.sampled_from(list(SETTINGS)), words, places)
def test_any_setting_is_stored_or_refused(name: str, value: str, where: str) -> None:
    for beginning in ("groups+knockout+plate", "kreeda-2024"):
        definition = definition_from(beginning)
        try:
            changed = change_settings(definition, [SettingChange(name, value, where)])
        except CarromError:
            continue
        assert decode(Definition, encode(changed)) == changed
        assert (differences(definition, changed) == []) == (changed == definition)


def test_hours_of_a_day_are_changed_together() -> None:
    short = definition_from("knockout", SettingChange("start", "09:00"), SettingChange("end", "12:00"))
    with refuses("day-too-short", "90", "11:50", "12:00"):
        change_settings(short, [SettingChange("start", "11:50")])
    late = change_settings(
        short, [SettingChange("start", "11:50"), SettingChange("end", "22:30"), SettingChange("break", "18:00-19:00")]
    )
    assert (late.hall.start, late.hall.end, late.hall.closed) == ("11:50", "22:30", (("18:00", "19:00"),))


def test_umpires_have_clubs() -> None:
    hall = definition_from("knockout", SettingChange("umpires", "Uma (Hill, Lake), Vik")).hall
    assert [(one.name, tuple(one.clubs)) for one in hall.umpires] == [("Uma", ("Hill", "Lake")), ("Vik", ())]


def test_events_are_added_and_removed() -> None:
    cup = definition_from(
        "community-2024",
        SettingChange("event", "Junior doubles: doubles under 16", "JD"),
        SettingChange("event", "Veteran women: singles women 60+", "WV"),
        SettingChange("remove-event", "XD"),
        SettingChange("category", "singles under 13", "JS"),
        SettingChange("age-on", "2025-01-01", "JS"),
    )
    assert [event.id for event in cup.events] == ["MS", "WS", "MD", "WD", "JS", "VS", "JD", "WV"]
    assert cup.event("JD").category == Category(kind="doubles", max_age=15)
    assert cup.event("JD").stages == cup.event("MS").stages
    assert cup.event("JS").category == Category(max_age=12, age_on=date(2025, 1, 1))
    alone = definition_from("knockout", SettingChange("event", "Open: singles", "O"))
    assert [event.id for event in alone.events] == ["O"], "it replaces the default event"


def test_ages_count_on_the_template_date_or_the_first_day() -> None:
    of_source = new_tournament("community-2024", [], day=date(2026, 11, 18))
    assert of_source.event("VS").category.age_on == date(2024, 11, 5)
    cup = change_settings(of_source, [SettingChange("age-on", "day")])
    assert {event.category.age_on for event in cup.events} == {None}
    born = {"Sixty": date(1966, 11, 18), "Seventeen": date(2009, 1, 1)}
    people = {name: Person(id=PersonId(name), name=name, born=day) for name, day in born.items()}
    obstacles = {
        (event, name): cup.event(event).category.obstacles([person], on=cup.day)
        for event in ("JS", "VS")
        for name, person in people.items()
    }
    assert obstacles["VS", "Sixty"] == []
    (obstacle,) = obstacles["JS", "Seventeen"]
    assert all(one in obstacle for one in ("17", "2026-11-18", "15")), "the age on the first day, and the limit"


def test_double_elimination_rounds_have_their_own_format() -> None:
    cup = definition_from("double-elimination", SettingChange("games", "1"), SettingChange("games", "5", "grand-final"))
    stage = cup.event("S").stages[0]
    assert [stage.format_in(one).games for one in ("losers-final", "grand-final", "second-grand-final")] == [1, 5, 1]
    with refuses("unknown-round"):
        change_settings(cup, [SettingChange("games", "3", "final")])


def test_rubbers_have_names_and_categories() -> None:
    meet = definition_from(
        "kreeda-2024",
        SettingChange("rubber", "Women: singles women", "S1"),
        SettingChange("rubber", "Mixed: doubles mixed", "T/D6"),
    )
    rubbers = meet.event("T").rubbers
    assert [one.id for one in rubbers] == ["S1", "S2", "S3", "D1", "D2", "D3", "D4", "D5", "D6"]
    assert (rubbers[0].title, rubbers[0].category) == ("Women", Category(field="f"))
    assert (rubbers[-1].title, rubbers[-1].category) == ("Mixed", Category(kind="doubles", field="mixed"))
    fewer = change_settings(meet, [SettingChange("remove-rubber", "D6"), SettingChange("remove-rubber", "S3")])
    assert [one.id for one in fewer.event("T").rubbers] == ["S1", "S2", "D1", "D2", "D3", "D4", "D5"]


def test_differences_list_old_and_new_values() -> None:
    old = definition_from("vkk")
    new = change_settings(
        old, [SettingChange("groups", "16"), SettingChange("games", "5", "final"), SettingChange("venue", "Town hall")]
    )
    changed = [line.partition(": ") for line in differences(old, new)]
    assert [(what, *values.split(" → ")) for what, _, values in changed] == [
        ("venue", "no", "Town hall"),
        ("group-size S/groups", "4", "nothing"),
        ("groups S/groups", "nothing", "16"),
        ("games S/knockout/final", "1", "5"),
    ]


# -- changes in the log, and frozen settings --------------------------------------------------------------------------


def change(desk: Desk, *changes: SettingChange, **more: object) -> str:
    """Record changed settings and return "done", or the code of the refusal."""
    new = change_settings(desk.state.announced, changes)
    what = tuple(differences(desk.state.announced, new))
    answer = desk.tell(DefinitionChanged(definition=new, what=what), **more)
    return answer.code if isinstance(answer, Refused) else "done"


def desk_in(stage: str) -> Desk:
    """Return a tournament of one event at this point."""
    desk = Desk(definition_from("groups+knockout", SettingChange("games", "1"), SettingChange("groups", "2")))
    if stage == "new":
        return desk
    desk.enter("A B C D E F G H")
    if stage == "entered":
        return desk
    desk.draw(GROUPS)
    if stage == "drawn":
        return desk
    desk.publish(GROUPS)
    if stage == "published":
        return desk
    a, b = desk.view.sides(MatchId("M1"))
    assert a is not None
    assert b is not None
    desk.play(a, b, 25, 3)
    return desk


FREE = {"new": "done", "entered": "done", "drawn": "done", "published": "done", "played": "done"}
WHEN = {
    Frozen.NEVER: FREE,
    Frozen.BY_A_PROTEST: FREE,
    Frozen.BY_ENTRIES: {**FREE, "entered": "no-reason", "drawn": "no-reason", "published": "no-reason"},
    Frozen.BY_A_DRAW: {**FREE, "drawn": "no-reason", "published": "no-reason", "played": "frozen"},
    Frozen.BY_A_RESULT: {**FREE, "played": "no-reason"},
    Frozen.BY_PUBLISHING: {**FREE, "published": "no-reason", "played": "no-reason"},
    Frozen.ALWAYS: {**FREE, "new": "no-reason", "entered": "no-reason", "drawn": "no-reason", "played": "frozen"},
}
OTHERWISE = {
    "end": "20:00", "break": "13:00-14:00", "days": "2", "umpires": "Uma (Hill), Vik",
    "name": "Other", "venue": "Hall", "tables": "9", "start": "10:00", "slot": "40", "rest": "75", "report": "10",
    "protest-fee": "7", "protest-window": "7", "decide-within": "7", "format": "round-robin+knockout",
    "min-communities": "3", "cancelled": "yes", "rulebook": "vkk", "groups": "3", "group-size": "3", "apart": "no",
    "order": "points,shootout", "win": "3", "draw": "1", "loss": "1", "withdrawal": "annul", "games": "3",
    "boards": "7", "target": "21", "minutes": "20", "fee": "50", "embargo": "draw,results", "zone": "Asia/Kolkata",
}  # fmt: skip


@pytest.mark.parametrize("stage", ["new", "entered", "drawn", "published", "played"])
@pytest.mark.parametrize("name", OTHERWISE)
def test_setting_is_frozen_as_documented(name: str, stage: str) -> None:
    desk = desk_in(stage)
    wanted = SettingChange(name, OTHERWISE[name], "groups" if SETTINGS[name].level in ("stage", "round") else "")
    expected = WHEN[SETTINGS[name].frozen].get(stage, "no-reason")
    if name == "cancelled":
        expected = "frozen" if stage == "played" else "no-reason"
    assert change(desk, wanted) == expected
    before = len(desk.state.notices)
    if expected == "no-reason":
        assert change(desk, wanted, reason="committee decision") == "done"
        assert "committee decision" in desk.state.notices[before].text, "the notice gives the reason"
    elif expected == "frozen":
        assert change(desk, wanted, reason="committee decision") == "frozen", "a reason does not help"
    if expected != "frozen":
        assert any(one.setting == name and one.value == OTHERWISE[name] for one in settings_of(desk.state.announced))


def test_only_results_of_that_round_freeze_its_length() -> None:
    desk = desk_in("played")
    assert change(desk, SettingChange("games", "3", "final")) == "done"
    assert change(desk, SettingChange("games", "3", "groups")) == "no-reason"


def test_changed_stage_is_redrawn_with_new_match_numbers() -> None:
    desk = desk_in("published")
    desk.draw(KNOCKOUT)
    used = set(desk.state.matches)
    assert change(desk, SettingChange("groups", "3"), reason="three more boards") == "done"
    assert (desk.state.draws, desk.state.published, desk.state.matches) == ({}, {}, {})
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    assert len(desk.state.draws[GROUPS][0].groups) == 3
    assert used.isdisjoint(desk.state.matches)


def test_impact_of_changed_settings() -> None:
    desk = desk_in("published")
    new = change_settings(desk.state.announced, [SettingChange("format", "knockout")])
    changes = impact(desk.state, desk.fact(DefinitionChanged(definition=new), reason="no time for groups"))
    assert not isinstance(changes, Refused)
    assert any(one.kind == "rank" and one.text.startswith("Singles, group A ") for one in changes)
    assert any(one.kind == "side" and one.text.startswith("M1: ") for one in changes)


def test_changing_advance_redraws_only_the_next_stage() -> None:
    desk = desk_in("played")
    desk.draw(KNOCKOUT)
    assert change(desk, SettingChange("advance", "1")) == "no-reason"
    assert change(desk, SettingChange("advance", "1"), reason="two tables left") == "done"
    assert set(desk.state.draws) == {GROUPS}


def test_match_at_a_table_freezes_tables_and_draw() -> None:
    desk = desk_in("published")
    desk.record(MatchCalled(match=MatchId("M1"), table=4))
    assert change(desk, SettingChange("tables", "3"), reason="one broke") == "frozen"
    assert change(desk, SettingChange("groups", "3"), reason="late") == "frozen"
    assert change(desk, SettingChange("tables", "4")) == "no-change"
    assert change(desk, SettingChange("tables", "5")) == "done"


def test_category_change_names_ineligible_entries() -> None:
    desk = Desk(definition_from("knockout"))
    person = Person(id=PersonId("a"), name="Anil", age=30, gender="m")
    desk.record(PersonRecorded(person=person))
    desk.record(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId("Anil"), members=(person.id,))))
    new = change_settings(desk.state.announced, [SettingChange("category", "singles 60+")])
    answer = desk.tell(DefinitionChanged(definition=new))
    assert isinstance(answer, Refused)
    assert answer.code == "no-reason"
    assert all(one in answer.text for one in ("Anil", "Singles", "30"))
    assert change(desk, SettingChange("category", "doubles"), reason="why not") == "frozen"
    assert change(desk, SettingChange("category", "singles men")) == "done", "he is a man"


def test_cancelled_event_needs_no_decision() -> None:
    desk = Desk(definition_from("community-2024"))
    for name in "AB":
        desk.record(PersonRecorded(person=Person(id=PersonId(name), name=name, gender="m", community=name)))
        desk.record(EntryRecorded(event=CompetitionId("MS"), entry=Entry(id=EntryId(name), members=(PersonId(name),))))
    assert [task.code for task in tasks(desk.view)] == ["communities"]
    assert change(desk, SettingChange("cancelled", "yes", "MS"), reason="two communities") == "done"
    assert tasks(desk.view) == []
    assert desk.view.is_cancelled(desk.state.event("MS"))
    with refuses("event-cancelled", "Men's singles"):
        desk.draw(StageKey(CompetitionId("MS"), StageId("knockout")))


def test_removing_an_event_needs_a_reason_and_no_draw() -> None:
    desk = Desk(
        definition_from(
            "groups+knockout",
            SettingChange("event", "Singles: singles", "S"),
            SettingChange("event", "Other: singles", "O"),
        )
    )
    desk.enter("A B C D")
    assert change(desk, SettingChange("remove-event", "O")) == "done"
    assert change(desk, SettingChange("event", "Other: singles", "O")) == "done"
    assert change(desk, SettingChange("remove-event", "S")) == "no-reason"
    desk.draw(GROUPS)
    assert change(desk, SettingChange("remove-event", "S"), reason="no time") == "frozen"


def test_changed_format_survives_the_file_and_applies_to_results() -> None:
    desk = desk_in("published")
    assert change(desk, SettingChange("games", "3", "group"), reason="there is time") == "done"
    a, b = desk.view.sides(MatchId("M1"))
    assert a is not None
    assert b is not None
    assert desk.refused(desk.given(a, b, 25, 3)) == "games"
    desk.play(a, b, 50, 30, games=(2, 0))
    numbered = [read_tournament_event({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)]
    assert from_text(tournament_text(numbered)).state == desk.state
    assert TournamentNow(desk.state).status(MatchId("M1")) == "played"
    assert order_of_play(desk.view)


def test_policy_event_and_policy_setting_combine() -> None:
    desk = desk_in("drawn")
    desk.record(PolicyChanged(event=CompetitionId("S"), stage=StageId("groups"), policy=POLICIES["vkk"]))
    assert change(desk, SettingChange("win", "3")) == "done"
    assert desk.state.policy(GROUPS).order == POLICIES["vkk"].order
    assert desk.state.policy(GROUPS).win == 3


# -- swiss, team leagues and other formats ---------------------------------------------------------------------------


def play_round(desk: Desk, key: StageKey, *scores: tuple[int, int]) -> None:
    """Play every ready match, with these scores first."""
    given = iter(scores)
    for record in desk.state.in_stage(key):
        if desk.view.status(record.fixture.id) == "ready":
            a, b = desk.view.sides(record.fixture.id)
            assert a is not None
            assert b is not None
            desk.play(a, b, *next(given, (25, 3)), key=key)


def test_unplayed_swiss_round_can_be_redrawn() -> None:
    """After a correction of the round before, the new draw pairs by the new standings."""
    desk = Desk(definition_from("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D")
    desk.draw(key)
    play_round(desk, key, (25, 3), (25, 3))
    desk.draw(key)
    first = [record.fixture for record in desk.state.in_stage(key)][:2]
    was = {desk.view.sides(one.fixture.id) for one in desk.state.in_stage(key) if one.fixture.turn == 2}
    record = desk.state.matches[first[0].id]
    assert record.result is not None
    desk.record(replace(record.result, score=(3, 25)), reason="turned round", supersedes=record.result_fact)
    with refuses("drawn-already", "M3"):
        desk.draw(key)
    again = draw_stage(desk.state, key, again=True)
    assert desk.refused(again) == "no-reason"
    desk.record(again, reason="the table is another one")
    assert [len(drawn.fixtures) for drawn in desk.state.draws[key]] == [2, 2]
    assert {desk.view.sides(one.fixture.id) for one in desk.state.in_stage(key) if one.fixture.turn == 2} != was
    desk.record(MatchCalled(match=again.fixtures[0].id, table=1))
    assert desk.refused(again, reason="once more") == "in-play"
    with refuses("no-round-to-draw-again"):
        draw_stage(desk.state, key, again=True)


def test_swiss_without_new_pairs_suggests_its_number_of_rounds() -> None:
    desk = Desk(definition_from("swiss", SettingChange("rounds", "9"), SettingChange("games", "1")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D")
    for _ in range(3):
        desk.draw(key)
        play_round(desk, key)
    with refuses("no-further-round", "S/swiss", "3"):
        desk.draw(key)
    with pytest.raises(CarromError) as error:
        desk.draw(key)
    assert "--rounds 3" in error.value.typed
    assert "--rounds" not in str(error.value)


def test_swiss_continues_after_a_drawn_match() -> None:
    desk = Desk(definition_from("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D E")
    desk.draw(key)
    with refuses("drawn-already", "M1"):
        desk.draw(key)
    play_round(desk, key, (18, 18))
    rows = {row.entry: row for row in desk.view.tables(key)[0].standings.table}
    assert sorted((row.points, row.draws) for row in rows.values()) == [(0, 0), (1, 1), (1, 1), (2, 0), (2, 0)]
    desk.draw(key)
    play_round(desk, key)
    desk.draw(key)
    play_round(desk, key)
    assert desk.view.tables(key)[0].is_complete
    assert prizes(desk.view, desk.state.event("S"))
    with refuses("all-rounds-drawn"):
        desk.draw(key)


def test_swiss_lots_order_only_entries_level_otherwise() -> None:
    """Seeds order the first round, and standings the second: for every public seed, the best do not meet yet."""
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    drawn = set()
    for seed in map(str, range(6)):
        desk = Desk(definition_from("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
        desk.enter("D C B A E F G H")
        for number, name in enumerate("ABCD", 1):
            entry = Entry(id=EntryId(name), members=(PersonId(name),), seed=number)
            desk.record(EntryRecorded(event=CompetitionId("S"), entry=entry))
        first = desk.draw(key, random=seed)
        pairs = {desk.view.sides(one.id) for one in first.fixtures}
        drawn.add(frozenset(pairs))
        assert {a for a, _ in pairs} == set("ABCD"), "seeds are the upper half"
        for rank, name in enumerate("ABCD"):
            other = next(b for a, b in pairs if a == name)
            assert other is not None
            desk.play(name, other, 25, 5 + rank, key=key)
        second = desk.draw(key, random=seed)
        winners = {desk.view.sides(one.id) for one in second.fixtures} & {("A", "C"), ("B", "D")}
        assert winners == {("A", "C"), ("B", "D")}, "upper half of the score group against the lower"
    assert len(drawn) > 1, "the unseeded are drawn by lot"


def test_impact_names_rounds_walkovers_and_freed_tables() -> None:
    """A correction leaves a drawn swiss round and changes Buchholz; a withdrawal gives up the match at a table."""
    desk = Desk(definition_from("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D E F")
    desk.draw(key, random="1")
    play_round(desk, key)
    a, b = desk.view.sides(MatchId("M1"))
    assert a is not None
    assert b is not None
    known = desk.state.matches[MatchId("M1")].result_fact
    body = desk.given(a, b, 3, 25, key=key)
    turned = desk.fact(body, supersedes=known, reason="turned round")
    effects = impact(desk.state, turned)
    assert not isinstance(effects, Refused), effects
    assert not [one for one in effects if one.kind == "drawn"], "the next round is not drawn yet"
    desk.draw(key, random="2")
    turned = desk.fact(body, supersedes=known, reason="turned round")
    effects = impact(desk.state, turned)
    assert not isinstance(effects, Refused), effects
    (drawn,) = [one.text for one in effects if one.kind == "drawn"]
    assert "round 2" in drawn
    step = admit(desk.state, turned)
    assert not isinstance(step, Refused)
    assert all("Buchholz" in line for line in difference_between(desk.state, step.state))
    last = desk.state.in_stage(key)[-1].fixture.id
    one, other = desk.view.sides(last)
    assert one is not None
    desk.record(MatchCalled(match=last, table=2))
    effects = impact(desk.state, desk.fact(EntryLeft(event=CompetitionId("S"), entry=one), reason="ill"))
    assert not isinstance(effects, Refused), effects
    assert any(all(part in each.text for part in (f"{last} ", f" {other}", "table 2")) for each in effects)


def test_team_league_starts_with_rubbers() -> None:
    desk = Desk(definition_from("team-league", SettingChange("rubber", "Second singles: singles women", "T/S2")))
    rubbers = desk.state.event("T").rubbers
    assert [(one.id, one.title, category_text(one.category)) for one in rubbers] == [
        ("S1", "S1", "singles"),
        ("S2", "Second singles", "singles women"),
        ("D1", "D1", "doubles"),
    ]
    with refuses("bad-id", "T/S1"):
        definition_from("team-league", SettingChange("rubber", "Second singles: singles"))


def test_policy_fields_besides_the_order_can_be_set() -> None:
    changed = definition_from(
        "round-robin",
        SettingChange("scope", "among-tied"),
        SettingChange("extra-counts", "yes"),
        SettingChange("walkover-score", "25"),
    )
    policy = changed.events[0].stages[0].policy
    assert policy is not None
    assert (policy.scope, policy.extra_counts, policy.walkover_score) == ("among_tied", True, 25)
    assert policy.order == POLICIES["icf"].order
    with refuses("bad-value", "among_tied", "'some'"):
        definition_from("round-robin", SettingChange("scope", "some"))


def test_format_change_keeps_the_settings_of_its_stage() -> None:
    own = definition_from(
        "groups+knockout", SettingChange("order", "points,head-to-head,net"), SettingChange("withdrawal", "annul")
    )
    own = change_settings(own, [SettingChange("boards", "4", "groups"), SettingChange("games", "3", "final")])
    for format in ("round-robin", "swiss", "round-robin+knockout"):
        wanted = [SettingChange("format", format)]
        table = (new := change_settings(own, wanted)).events[0].stages[0]
        assert table.policy is not None
        assert table.policy.order == ("points", "head_to_head", "net")
        assert (table.withdrawal, table.overrides.boards) == (own.events[0].stages[0].withdrawal, 4)
        assert not any("tie-breaks" in line for line in side_effects(own, new, wanted)), format
    tree = change_settings(own, [SettingChange("format", "groups+double-elimination")])
    assert tree.events[0].stages[1].by_round == own.events[0].stages[1].by_round, "a best-of-three final"
    vkk = change_settings(definition_from("vkk"), [SettingChange("format", "round-robin")])
    assert vkk.events[0].stages[0].policy == POLICIES["vkk"], "also that of a template"
    # Defaults of the old format give way to those of the new one, and each such change is listed.
    usual = definition_from("groups")
    wanted = [SettingChange("format", "swiss")]
    changed = change_settings(usual, wanted)
    before, after = usual.events[0].stages[0].policy, changed.events[0].stages[0].policy
    assert before is not None
    assert after is not None
    order, draw = (line.partition(" of S: ")[2] for line in side_effects(usual, changed, wanted))
    assert order == f"{','.join(before.order)} → {','.join(after.order)}"
    assert (draw, before.draw, after.draw) == ("no → 1", None, 1)
    assert (
        side_effects(
            own, back := change_settings(own, [SettingChange("format", "groups")]), [SettingChange("format", "groups")]
        )
        == []
    )
    assert back.events[0].stages == (replace(own.events[0].stages[0], advance=0),)


def test_format_change_lists_changed_tie_breaks_first() -> None:
    state = Desk(definition_from("groups")).state
    act = ChangeSettings(changes=(SettingChange("format", "swiss"),))
    assert act.is_grave(state)
    assert not ChangeSettings(changes=(SettingChange("format", "groups+knockout"),)).is_grave(state)
    done = carry_out(act, ActContext(state=state, facts=(), at=datetime(2024, 11, 5, 9)))
    assert not isinstance(done, Refused)
    (order, *_) = side_effects(state.announced, done.state.announced, act.changes)
    assert done.messages[0].endswith(order)


def test_drawn_match_is_refused_where_the_policy_has_no_draws() -> None:
    desk = Desk(definition_from("swiss", SettingChange("games", "1"), SettingChange("draw", "no")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D")
    desk.draw(key)
    a, b = desk.view.sides(MatchId("M1"))
    assert a is not None
    assert b is not None
    assert desk.refused(desk.given(a, b, 18, 18, key=key)) == "level"


def test_buchholz_and_draws_have_columns_where_they_count() -> None:
    heads = {}
    for beginning in ("swiss", "round-robin"):
        desk = Desk(definition_from(beginning, SettingChange("games", "1")))
        key = StageKey(CompetitionId("S"), StageId(beginning))
        desk.enter("A B C D")
        desk.draw(key)
        play_round(desk, key)
        heads[beginning] = sheet_text(standings_sheet(desk.view, key)).splitlines()[3]
    assert heads["swiss"].split() == ["played", "won", "drawn", "points", "Buchholz", "net", "scored"]
    assert heads["round-robin"].split() == ["played", "won", "points", "net", "scored"]


def test_no_third_place_match_for_two_entries() -> None:
    desk = Desk(definition_from("knockout", SettingChange("third-place", "yes")))
    desk.enter("A B")
    key = StageKey(CompetitionId("S"), StageId("knockout"))
    drawn = desk.draw(key)
    assert [one.round for one in drawn.fixtures] == ["final"]


def test_unchanged_matches_keep_their_numbers_in_a_redraw() -> None:
    desk = Desk(definition_from("groups+knockout", SettingChange("groups", "2")))
    desk.enter("A B C D E F")
    first = desk.draw(GROUPS)
    for name in "GH":
        desk.record(PersonRecorded(person=Person(id=PersonId(name), name=name)))
        entered = EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(name), members=(PersonId(name),)))
        desk.record(entered, reason="late")
    again = draw_stage(desk.state, GROUPS)
    desk.record(again, reason="two came late")
    before = {one.id: one.slots for one in first.fixtures}
    kept = [one for one in again.fixtures if one.id in before]
    assert kept, "A and D meet before and after"
    assert all(before[one.id] == one.slots for one in kept), "a number never means another match"
    assert len({one.id for one in again.fixtures}) == len(again.fixtures)


def test_counts_and_limits_out_of_range_are_refused() -> None:
    with refuses("number-too-large", "999999", "9999999"):
        read_count("9999999")
    with refuses("not-a-number", "'ten'"):
        read_count("ten")
    with refuses("number-too-small", "'no'"):
        read_limit("0")
    assert read_limit("no") is None


@pytest.mark.parametrize(
    ("beginning", "changes", "minutes"),
    [
        ("swiss", (), 90),  # best of three to 25, as in the template of the ICF
        ("icf", (), 90),
        ("vkk", (), 50),
        ("kreeda-2024", (), 35),
        ("swiss", (SettingChange("games", "1"),), 45),
        ("vkk", (SettingChange("games", "3"),), 100),
        ("vkk", (SettingChange("games", "3"), SettingChange("slot", "70")), 70),
    ],
)
def test_slot_length_follows_the_format_of_a_match(
    beginning: str, changes: tuple[SettingChange, ...], minutes: int
) -> None:
    """A match of best of three takes longer than the 35 minutes of a single game."""
    assert definition_from(beginning, *changes).hall.slot_minutes == minutes


def test_longer_match_warns_about_its_slot() -> None:
    desk = Desk(definition_from("vkk"))
    act = ChangeSettings(changes=(SettingChange("games", "3"),))
    context = ActContext(state=desk.state, facts=(), at=desk.clock, by="desk")
    new = change_settings(desk.state.announced, act.changes)
    messages = act.messages(desk.state, replace(desk.state, definition=new), act.new_facts(context))
    assert re.findall(r"\d+", messages[-1]) == ["90", "50"], "likely and planned minutes"
