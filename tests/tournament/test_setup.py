"""Setting a tournament up: what is shown can be written, what is written holds where it is said, what is relied on is
frozen as the table in the docs says."""

from __future__ import annotations

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
from tests.tournament.desk import Desk

DAY = date(2024, 11, 5)
PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")
FOLLOWED = [f"{one}+knockout" for one in ("groups", "round-robin", "swiss")]
BEGINNINGS = [*TEMPLATES, *FORMATS, *FOLLOWED]
GROUPS, KNOCKOUT = StageKey(CompetitionId("S"), StageId("groups")), StageKey(CompetitionId("S"), StageId("knockout"))


def begun(beginning: str = "groups+knockout", *changes: SettingChange) -> Definition:
    return new_tournament(beginning, changes, day=DAY)


def test_the_page_has_every_setting_as_it_is() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `--") and line.count("|") == 5]
    for one in SETTINGS.values():
        assert f"| `--{one.name}` | {one.help} | `{one.sample}` | {one.frozen.value} |" in rows


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_what_is_shown_can_be_written_back_and_changes_nothing(beginning: str) -> None:
    definition = begun(beginning)
    shown = settings_of(definition)
    assert shown
    for one in shown:
        where, value = SETTINGS[one.setting].split(f"{one.where}={one.value}" if one.where else one.value)
        assert change_settings(definition, [SettingChange(one.setting, value, where)]) == definition, one


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_the_sample_of_every_setting_is_taken_somewhere(setting: object) -> None:
    taken = []
    for beginning in BEGINNINGS:
        definition = begun(beginning)
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
def test_games_hold_where_it_is_said(where: str, value: str, stage: str, round: str, games: int) -> None:
    definition = begun("groups+knockout+plate", SettingChange("games", value, where))
    assert definition.event("S").stage(stage).format_in(round).games == games


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_where_nothing_is_set_something_can_be(beginning: str) -> None:
    cup = begun(beginning)
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
def test_a_field_that_is_emptied_sets_nothing(name: str) -> None:
    cup = begun("groups+knockout")
    where = SETTINGS[name].rows(cup)[0][0]
    there = {"minutes": "9", "draw": "1"}.get(name, SETTINGS[name].sample)
    full = change_settings(cup, [SettingChange(name, there, where)])
    assert dict(SETTINGS[name].rows(full))[where] != "no"
    assert dict(SETTINGS[name].rows(change_settings(full, [SettingChange(name, "", where)])))[where] == "no"


def test_a_round_goes_before_its_stage_and_can_be_taken_back() -> None:
    cup = begun(
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
    assert change_settings(back, [SettingChange("games", "default")]).events == begun("knockout").events


@given(st.sampled_from(ROUNDS), st.integers(1, 4).map(lambda n: 2 * n - 1), st.integers(0, 12), st.integers(0, 40))
def test_every_round_can_have_figures_of_its_own(round: str, games: int, boards: int, target: int) -> None:
    figures = {"games": games, "boards": boards, "target": target}
    changes = [SettingChange(name, str(value) if value else "no", round) for name, value in figures.items()]
    cup = begun("groups+knockout", *changes)
    stage = cup.event("S").stage("groups" if round == "group" else "knockout")
    format = stage.format_in(round)
    assert (format.games, format.boards or 0, format.target or 0) == (games, boards, target)
    others = [one for one in ROUNDS if one not in (round, "group")]
    plain = begun("groups+knockout").event("S").stage("knockout")
    assert all(cup.event("S").stage("knockout").format_in(one) == plain.format_in(one) for one in others)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (SettingChange("tables", "many"), "--tables: a whole number is wanted, not 'many'"),
        (SettingChange("tables", "0"), "--tables: 1 or more is wanted, not 0"),
        (SettingChange("start", "9 o'clock"), "--start: a time is written like 09:30"),
        (SettingChange("day", "5.11.2024"), "--day: a day is written like 2024-11-05"),
        (SettingChange("games", "2"), "--games: a match is the best of an odd number of games, not of 2"),
        (SettingChange("games", "3", "finale"), "did you mean final"),
        (SettingChange("games", "3", "holiday"), "'holiday' is no event, stage or round"),
        (SettingChange("games", "3", "XX/final"), "not event/stage/round"),
        (SettingChange("groups", "4", "knockout"), "knockout has no groups to set"),
        (SettingChange("rounds", "4"), "there is no stage that has rounds to set"),
        (SettingChange("groups", "4", "MS"), "'MS' is neither an event nor a stage: there are S/groups, S/knockout"),
        (SettingChange("order", "points,luck"), "'luck' decides nothing: there are points, wins"),
        (SettingChange("format", "groups+swiss"), "a swiss cannot follow"),
        (SettingChange("format", "knockout+knockout"), "nothing can follow a knockout"),
        (SettingChange("format", "ladder"), "no format is called 'ladder'"),
        (SettingChange("category", "singles mixed"), "only doubles and teams can be mixed"),
        (SettingChange("category", "singles 60-40"), "nobody is of that age"),
        (SettingChange("category", "quadruples"), "'quadruples' in 'quadruples': a category is"),
        (SettingChange("rulebook", "chess"), "chess"),
        (SettingChange("remove-event", "S"), "S is the only event"),
        (
            SettingChange("rubber", "Singles: singles", "S1"),
            "a rubber has a short name of its own in one event of teams",
        ),
        (SettingChange("boards", "8 until final", "final"), "a limit of its own"),
        (SettingChange("win", "nan"), "--win: a number of points is wanted, not 'nan'"),
        (SettingChange("draw", "1e999"), "a number of points is wanted"),
        (SettingChange("withdrawal", "7"), "a share is between 0 and 1"),
        (SettingChange("teams", "5", "S"), "--teams: S has no teams to set"),
        (SettingChange("age-on", "2024-01-01"), "--age-on: no event has age-on to set"),
        (SettingChange("colour", "red"), "there is no setting 'colour'"),
    ],
)
def test_what_cannot_be_set_is_said_in_a_sentence(wanted: SettingChange, words: str) -> None:
    with pytest.raises(CarromError) as caught:
        begun("groups+knockout", wanted)
    assert words in caught.value.typed


categories = st.builds(
    Category,
    kind=st.sampled_from(["singles", "doubles", "teams"]),
    field=st.sampled_from(["open", "m", "f"]),
    min_age=st.none() | st.integers(0, 40),
    max_age=st.none() | st.integers(40, 99),
)


@given(categories)
def test_a_category_is_read_as_it_is_written(category: Category) -> None:
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
def test_whatever_is_written_is_taken_and_can_be_kept_or_is_refused_in_a_sentence(
    name: str, value: str, where: str
) -> None:
    for beginning in ("groups+knockout+plate", "kreeda-2024"):
        definition = begun(beginning)
        try:
            changed = change_settings(definition, [SettingChange(name, value, where)])
        except CarromError:
            continue
        assert decode(Definition, encode(changed)) == changed
        assert (differences(definition, changed) == []) == (changed == definition)


def test_a_day_of_other_hours_is_set_in_one_go() -> None:
    short = begun("knockout", SettingChange("start", "09:00"), SettingChange("end", "12:00"))
    with pytest.raises(CarromError, match="90 minutes fit nowhere into a day from 11:50 to 12:00"):
        change_settings(short, [SettingChange("start", "11:50")])
    late = change_settings(
        short, [SettingChange("start", "11:50"), SettingChange("end", "22:30"), SettingChange("break", "18:00-19:00")]
    )
    assert (late.hall.start, late.hall.end, late.hall.closed) == ("11:50", "22:30", (("18:00", "19:00"),))


def test_umpires_have_clubs() -> None:
    hall = begun("knockout", SettingChange("umpires", "Uma (Hill, Lake), Vik")).hall
    assert [(one.name, tuple(one.clubs)) for one in hall.umpires] == [("Uma", ("Hill", "Lake")), ("Vik", ())]


def test_events_come_and_go() -> None:
    cup = begun(
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
    alone = begun("knockout", SettingChange("event", "Open: singles", "O"))
    assert [event.id for event in alone.events] == ["O"], "the one that it begins with gives way"


def test_ages_count_on_the_day_of_the_source_or_on_the_first_day() -> None:
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
    assert obstacles["JS", "Seventeen"] == ["Seventeen is 17 on 2026-11-18; this event ends at 15."]


def test_the_rounds_of_a_double_elimination_have_figures_of_their_own() -> None:
    cup = begun("double-elimination", SettingChange("games", "1"), SettingChange("games", "5", "grand-final"))
    stage = cup.event("S").stages[0]
    assert [stage.format_in(one).games for one in ("losers-final", "grand-final", "second-grand-final")] == [1, 5, 1]
    with pytest.raises(CarromError, match="no stage has that round"):
        change_settings(cup, [SettingChange("games", "3", "final")])


def test_rubbers_have_names_and_categories() -> None:
    meet = begun(
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


def test_changes_are_told_in_words() -> None:
    old = begun("vkk")
    new = change_settings(
        old, [SettingChange("groups", "16"), SettingChange("games", "5", "final"), SettingChange("venue", "Town hall")]
    )
    assert differences(old, new) == [
        "venue: no → Town hall",
        "group-size S/groups: 4 → nothing",
        "groups S/groups: nothing → 16",
        "games S/knockout/final: 1 → 5",
    ]


# -- later: facts of the log, and what is frozen ----------------------------------------------------------------------


def told(desk: Desk, *changes: SettingChange, **more: object) -> str:
    """Tell changes to a log: "done", or the code of the refusal."""
    new = change_settings(desk.state.announced, changes)
    what = tuple(differences(desk.state.announced, new))
    answer = desk.tell(DefinitionChanged(definition=new, what=what), **more)
    return answer.code if isinstance(answer, Refused) else "done"


def desk_in(stage: str) -> Desk:
    """A tournament of one event that has come so far."""
    desk = Desk(begun("groups+knockout", SettingChange("games", "1"), SettingChange("groups", "2")))
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
def test_a_setting_is_frozen_when_the_docs_say_so(name: str, stage: str) -> None:
    desk = desk_in(stage)
    wanted = SettingChange(name, OTHERWISE[name], "groups" if SETTINGS[name].level in ("stage", "round") else "")
    expected = WHEN[SETTINGS[name].frozen].get(stage, "no-reason")
    if name == "cancelled":
        expected = "frozen" if stage == "played" else "no-reason"
    assert told(desk, wanted) == expected
    before = len(desk.state.notices)
    if expected == "no-reason":
        assert told(desk, wanted, reason="so it was decided") == "done"
        assert "so it was decided" in desk.state.notices[before].text, "it does not pass unnoticed"
    elif expected == "frozen":
        assert told(desk, wanted, reason="so it was decided") == "frozen", "a reason does not help"
    if expected != "frozen":
        assert any(one.setting == name and one.value == OTHERWISE[name] for one in settings_of(desk.state.announced))


def test_only_results_of_that_round_freeze_its_length() -> None:
    desk = desk_in("played")
    assert told(desk, SettingChange("games", "3", "final")) == "done"
    assert told(desk, SettingChange("games", "3", "groups")) == "no-reason"


def test_a_stage_that_would_be_drawn_otherwise_is_drawn_again_and_no_number_comes_back() -> None:
    desk = desk_in("published")
    desk.draw(KNOCKOUT)
    used = set(desk.state.matches)
    assert told(desk, SettingChange("groups", "3"), reason="three more boards") == "done"
    assert (desk.state.draws, desk.state.published, desk.state.matches) == ({}, {}, {})
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    assert len(desk.state.draws[GROUPS][0].groups) == 3
    assert used.isdisjoint(desk.state.matches)


def test_the_impact_of_another_announcement_can_be_asked_for() -> None:
    desk = desk_in("published")
    new = change_settings(desk.state.announced, [SettingChange("format", "knockout")])
    changes = impact(desk.state, desk.fact(DefinitionChanged(definition=new), reason="no time for groups"))
    assert not isinstance(changes, Refused)
    texts = [one.text for one in changes]
    assert "Singles, group A is not in the new draw." in texts
    assert any(text.startswith("M1: ") and text.endswith("is not in the new draw.") for text in texts)


def test_how_many_go_on_draws_the_next_stage_again_and_not_this_one() -> None:
    desk = desk_in("played")
    desk.draw(KNOCKOUT)
    assert told(desk, SettingChange("advance", "1")) == "no-reason"
    assert told(desk, SettingChange("advance", "1"), reason="only two boards are left") == "done"
    assert set(desk.state.draws) == {GROUPS}


def test_a_match_on_a_table_keeps_its_table_and_its_draw() -> None:
    desk = desk_in("published")
    desk.record(MatchCalled(match=MatchId("M1"), table=4))
    assert told(desk, SettingChange("tables", "3"), reason="one broke") == "frozen"
    assert told(desk, SettingChange("groups", "3"), reason="late") == "frozen"
    assert told(desk, SettingChange("tables", "4")) == "no-change"
    assert told(desk, SettingChange("tables", "5")) == "done"


def test_who_is_no_longer_fit_is_named() -> None:
    desk = Desk(begun("knockout"))
    person = Person(id=PersonId("a"), name="Anil", age=30, gender="m")
    desk.record(PersonRecorded(person=person))
    desk.record(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId("Anil"), members=(person.id,))))
    new = change_settings(desk.state.announced, [SettingChange("category", "singles 60+")])
    answer = desk.tell(DefinitionChanged(definition=new))
    assert isinstance(answer, Refused)
    assert answer.text.startswith("Anil is entered in Singles, and would be no more fit for it: Anil is 30 on")
    assert told(desk, SettingChange("category", "doubles"), reason="why not") == "frozen"
    assert told(desk, SettingChange("category", "singles men")) == "done", "he is a man"


def test_an_event_that_is_cancelled_is_decided() -> None:
    desk = Desk(begun("community-2024"))
    for name in "AB":
        desk.record(PersonRecorded(person=Person(id=PersonId(name), name=name, gender="m", community=name)))
        desk.record(EntryRecorded(event=CompetitionId("MS"), entry=Entry(id=EntryId(name), members=(PersonId(name),))))
    assert [task.code for task in tasks(desk.view)] == ["communities"]
    assert told(desk, SettingChange("cancelled", "yes", "MS"), reason="two communities") == "done"
    assert tasks(desk.view) == []
    assert desk.view.is_cancelled(desk.state.event("MS"))
    with pytest.raises(CarromError, match=r"Men's singles is cancelled"):
        desk.draw(StageKey(CompetitionId("MS"), StageId("knockout")))


def test_an_event_with_entries_is_removed_with_a_reason_and_a_drawn_one_never() -> None:
    desk = Desk(
        begun(
            "groups+knockout",
            SettingChange("event", "Singles: singles", "S"),
            SettingChange("event", "Other: singles", "O"),
        )
    )
    desk.enter("A B C D")
    assert told(desk, SettingChange("remove-event", "O")) == "done"
    assert told(desk, SettingChange("event", "Other: singles", "O")) == "done"
    assert told(desk, SettingChange("remove-event", "S")) == "no-reason"
    desk.draw(GROUPS)
    assert told(desk, SettingChange("remove-event", "S"), reason="no time") == "frozen"


def test_a_change_survives_the_file_and_counts_for_results() -> None:
    desk = desk_in("published")
    assert told(desk, SettingChange("games", "3", "group"), reason="there is time") == "done"
    a, b = desk.view.sides(MatchId("M1"))
    assert a is not None
    assert b is not None
    assert desk.refused(desk.given(a, b, 25, 3)) == "games"
    desk.play(a, b, 50, 30, games=(2, 0))
    numbered = [read_tournament_event({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)]
    assert from_text(tournament_text(numbered)).state == desk.state
    assert TournamentNow(desk.state).status(MatchId("M1")) == "played"
    assert order_of_play(desk.view)


def test_a_policy_of_its_own_fact_and_one_that_is_set_follow_each_other() -> None:
    desk = desk_in("drawn")
    desk.record(PolicyChanged(event=CompetitionId("S"), stage=StageId("groups"), policy=POLICIES["vkk"]))
    assert told(desk, SettingChange("win", "3")) == "done"
    assert desk.state.policy(GROUPS).order == POLICIES["vkk"].order
    assert desk.state.policy(GROUPS).win == 3


# -- formats that only needed to be reached --------------------------------------------------------------------------


def play_round(desk: Desk, key: StageKey, *scores: tuple[int, int]) -> None:
    """Play what is ready, with these scores first."""
    given = iter(scores)
    for record in desk.state.in_stage(key):
        if desk.view.status(record.fixture.id) == "ready":
            a, b = desk.view.sides(record.fixture.id)
            assert a is not None
            assert b is not None
            desk.play(a, b, *next(given, (25, 3)), key=key)


def test_a_swiss_round_of_which_nothing_is_played_is_drawn_again() -> None:
    """After a correction of the round before it pairs by another table."""
    desk = Desk(begun("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
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
    with pytest.raises(CarromError, match="it can be drawn again, with a reason"):
        desk.draw(key)
    again = draw_stage(desk.state, key, again=True)
    assert desk.refused(again) == "no-reason"
    desk.record(again, reason="the table is another one")
    assert [len(drawn.fixtures) for drawn in desk.state.draws[key]] == [2, 2]
    assert {desk.view.sides(one.fixture.id) for one in desk.state.in_stage(key) if one.fixture.turn == 2} != was
    desk.record(MatchCalled(match=again.fixtures[0].id, table=1))
    assert desk.refused(again, reason="once more") == "in-play"
    with pytest.raises(CarromError, match="has no round of which nothing is played"):
        draw_stage(desk.state, key, again=True)


def test_a_swiss_system_that_has_no_more_pairs_says_how_to_end_it() -> None:
    desk = Desk(begun("swiss", SettingChange("rounds", "9"), SettingChange("games", "1")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D")
    for _ in range(3):
        desk.draw(key)
        play_round(desk, key)
    with pytest.raises(CarromError, match="To end here, set the rounds of S/swiss to 3") as told:
        desk.draw(key)
    assert told.value.typed.endswith("(--rounds 3)")


def test_a_swiss_system_goes_on_after_a_drawn_match() -> None:
    desk = Desk(begun("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    desk.enter("A B C D E")
    desk.draw(key)
    with pytest.raises(CarromError, match="still open"):
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
    with pytest.raises(CarromError, match="all its rounds"):
        desk.draw(key)


def test_in_a_swiss_system_a_lot_orders_only_those_whom_nothing_else_does() -> None:
    """Seeds in the first round, places in the table after it: whatever the public seed, the best do not meet yet."""
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    drawn = set()
    for seed in map(str, range(6)):
        desk = Desk(begun("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
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
    assert len(drawn) > 1, "the others are drawn by lot"


def test_a_correction_says_what_was_drawn_by_the_table_of_before() -> None:
    """And shows Buchholz, where that decides; and who leaves gives up the match at a table."""
    desk = Desk(begun("swiss", SettingChange("rounds", "3"), SettingChange("games", "1")))
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
    said = impact(desk.state, turned)
    assert not isinstance(said, Refused), said
    assert not [one for one in said if one.kind == "drawn"], "no round is drawn upon it yet"
    desk.draw(key, random="2")
    turned = desk.fact(body, supersedes=known, reason="turned round")
    said = impact(desk.state, turned)
    assert not isinstance(said, Refused), said
    (told,) = [one.text for one in said if one.kind == "drawn"]
    assert told == "Singles: round 2 stays as drawn, by the table of before."
    step = admit(desk.state, turned)
    assert not isinstance(step, Refused)
    assert all("Buchholz" in line for line in difference_between(desk.state, step.state))
    last = desk.state.in_stage(key)[-1].fixture.id
    one, other = desk.view.sides(last)
    assert one is not None
    desk.record(MatchCalled(match=last, table=2))
    said = impact(desk.state, desk.fact(EntryLeft(event=CompetitionId("S"), entry=one), reason="ill"))
    assert not isinstance(said, Refused), said
    assert f"{last} is a walk-over for {other}, and table 2 is free." in [each.text for each in said]


def test_a_league_of_teams_begins_with_rubbers() -> None:
    desk = Desk(begun("team-league", SettingChange("rubber", "Second singles: singles women", "T/S2")))
    rubbers = desk.state.event("T").rubbers
    assert [(one.id, one.title, category_text(one.category)) for one in rubbers] == [
        ("S1", "S1", "singles"),
        ("S2", "Second singles", "singles women"),
        ("D1", "D1", "doubles"),
    ]
    with pytest.raises(CarromError, match="a rubber has a short name of its own"):
        begun("team-league", SettingChange("rubber", "Second singles: singles"))


def test_what_a_policy_says_beside_its_order_can_be_set() -> None:
    changed = begun(
        "round-robin",
        SettingChange("scope", "among-tied"),
        SettingChange("extra-counts", "yes"),
        SettingChange("walkover-score", "25"),
    )
    policy = changed.events[0].stages[0].policy
    assert policy is not None
    assert (policy.scope, policy.extra_counts, policy.walkover_score) == ("among_tied", True, 25)
    assert policy.order == POLICIES["icf"].order
    with pytest.raises(CarromError, match="all or among_tied is wanted, not 'some'"):
        begun("round-robin", SettingChange("scope", "some"))


def test_another_format_keeps_what_was_set_in_the_stage_before() -> None:
    own = begun(
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
    assert tree.events[0].stages[1].by_round == own.events[0].stages[1].by_round, "the final as the best of three"
    vkk = change_settings(begun("vkk"), [SettingChange("format", "round-robin")])
    assert vkk.events[0].stages[0].policy == POLICIES["vkk"], "a template's too"
    # What is usual for the old format is not usual for the new one, and rubbers are counted otherwise: that is said.
    usual = begun("groups")
    wanted = [SettingChange("format", "swiss")]
    assert side_effects(usual, change_settings(usual, wanted), wanted) == [
        "order of tie-breaks of S: points,net,scored,head_to_head,shootout → points,buchholz,net,scored",
        "draw of S: no → 1",
    ]
    assert (
        side_effects(
            own, back := change_settings(own, [SettingChange("format", "groups")]), [SettingChange("format", "groups")]
        )
        == []
    )
    assert back.events[0].stages == (replace(own.events[0].stages[0], advance=0),)


def test_a_format_that_changes_tie_breaks_is_shown_before_it_is_done() -> None:
    state = Desk(begun("groups")).state
    act = ChangeSettings(changes=(SettingChange("format", "swiss"),))
    assert act.is_grave(state)
    assert not ChangeSettings(changes=(SettingChange("format", "groups+knockout"),)).is_grave(state)
    done = carry_out(act, ActContext(state=state, facts=(), at=datetime(2024, 11, 5, 9)))
    assert not isinstance(done, Refused)
    assert done.messages[0].startswith("unasked, too: order of tie-breaks of S: points,net,scored")


def test_a_drawn_match_stays_open_where_the_policy_knows_no_draw() -> None:
    desk = Desk(begun("swiss", SettingChange("games", "1"), SettingChange("draw", "no")))
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
        desk = Desk(begun(beginning, SettingChange("games", "1")))
        key = StageKey(CompetitionId("S"), StageId(beginning))
        desk.enter("A B C D")
        desk.draw(key)
        play_round(desk, key)
        heads[beginning] = sheet_text(standings_sheet(desk.view, key)).splitlines()[3]
    assert heads["swiss"].split() == ["played", "won", "drawn", "points", "Buchholz", "net", "scored"]
    assert heads["round-robin"].split() == ["played", "won", "points", "net", "scored"]


def test_of_two_nobody_plays_for_the_third_place() -> None:
    desk = Desk(begun("knockout", SettingChange("third-place", "yes")))
    desk.enter("A B")
    key = StageKey(CompetitionId("S"), StageId("knockout"))
    drawn = desk.draw(key)
    assert [one.round for one in drawn.fixtures] == ["final"]


def test_matches_that_are_drawn_again_keep_their_numbers() -> None:
    desk = Desk(begun("groups+knockout", SettingChange("groups", "2")))
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


def test_a_number_that_is_too_large_is_told_so_and_nought_is_not_taken_for_no_limit() -> None:
    with pytest.raises(CarromError, match="999999 is the most that is taken, and 9999999 is more"):
        read_count("9999999")
    with pytest.raises(CarromError, match="a whole number is wanted, not 'ten'"):
        read_count("ten")
    with pytest.raises(CarromError, match="1 or more is wanted, or 'no' for no limit, not 0"):
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
def test_a_match_is_planned_for_as_long_as_it_takes(
    beginning: str, changes: tuple[SettingChange, ...], minutes: int
) -> None:
    """F9 of the secretary: a Swiss of best of three was planned at 35 minutes a match."""
    assert begun(beginning, *changes).hall.slot_minutes == minutes


def test_a_longer_match_says_what_has_to_be_set() -> None:
    desk = Desk(begun("vkk"))
    act = ChangeSettings(changes=(SettingChange("games", "3"),))
    asked = ActContext(state=desk.state, facts=(), at=desk.clock, by="desk")
    new = change_settings(desk.state.announced, act.changes)
    said = act.messages(desk.state, replace(desk.state, definition=new), act.new_facts(asked))
    assert said[-1].startswith("a match takes about 90 minutes now, and is planned for 50")
