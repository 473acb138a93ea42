"""Simulated tournaments: every template ends, the same seed gives the same results, teams are balanced."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date

import pytest

from carrom.base.errors import CarromError
from carrom.render.sheets.entry_sheets import teams_sheet
from carrom.render.sheets.sheet import sheet_text
from carrom.tournament.desk.acts import ActContext, Done, carry_out
from carrom.tournament.desk.acts.setup_acts import DrawTeams
from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.drawing import age_groups, default_line_up, draw_event_teams, draw_stage, team_figures
from carrom.tournament.desk.order_of_play import order_of_play, possible_players
from carrom.tournament.desk.simulate import Simulation, matches_to_play
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import EntryRecorded, PersonRecorded, ResultGiven
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from carrom.tournament.templates import tournament_template
from tests.refusals import refuses
from tests.tournament.desk import DAY, Desk


def filled(name: str, entries: int) -> Desk:
    desk = Desk(tournament_template(name, day=DAY))
    for event in desk.state.announced.events:
        size = event.category.size or 1
        genders = {"f": "ff", "m": "mm", "mixed": "fm", "open": "mf"}[event.category.field]
        for n in range(entries):
            members = []
            for seat in range(size):
                person = Person(
                    id=PersonId(f"{event.id}-{n}-{seat}"),
                    name=f"{event.id} {n} {seat}",
                    gender="f" if genders[seat] == "f" else "m",
                    age=event.category.min_age or event.category.max_age or 30,
                    club=f"club {n % 5}",
                    community=f"community {n % 4}",
                )
                desk.record(PersonRecorded(person=person))
                members.append(person.id)
            desk.record(
                EntryRecorded(event=event.id, entry=Entry(id=EntryId(f"{event.id} {n}"), members=tuple(members)))
            )
    return desk


def kreeda(people: int = 65) -> Desk:
    """The company list of the fifth source, with ages and levels from Python's generator with seed 2024."""
    desk = Desk(tournament_template("kreeda-2024", day=DAY))
    lots = random.Random(2024)
    for n in range(people):
        age, level = lots.randint(18, 67), lots.randint(1, 5)
        person = Person(
            id=PersonId(f"p{n}"),
            name=f"Player {n}",
            age=age,
            gender="f" if n % 5 == 0 else "m",
            level=level,
            club=f"d{n % 9}",
        )
        desk.record(PersonRecorded(person=person))
    return desk


@pytest.mark.parametrize(("name", "entries"), [("vkk", 11), ("icf", 7), ("four-break", 6), ("community-2024", 5)])
def test_every_template_can_be_played_to_its_end(name: str, entries: int) -> None:
    desk = filled(name, entries)
    simulation = Simulation(desk.state, seed=3)
    facts = list(simulation.facts())
    assert matches_to_play(simulation.state) == 0
    view = TournamentNow(simulation.state)
    for event in simulation.state.announced.events:
        last = simulation.state.in_stage(StageKey(event.id, event.stages[-1].id))
        assert view.winner(next(record for record in last if record.fixture.round == "final").fixture.id) is not None
    assert tasks(view) == []
    assert list(Simulation(desk.state, seed=3).facts()) == facts
    assert list(Simulation(desk.state, seed=4).facts()) != facts
    assert fold_events(facts, desk.state).state == simulation.state


@pytest.mark.slow
@pytest.mark.law("kreeda-2024:format-2", "I-42")
@pytest.mark.parametrize("people", [66, 68])
def test_extra_player_goes_to_the_team_of_the_youngest(people: int) -> None:
    """The day of birth makes a player the youngest, not the order of the draw."""
    desk = kreeda(people)
    youngest = next(iter(desk.state.people.values()))
    desk.record(PersonRecorded(person=replace(youngest, born=date(DAY.year - 16, 3, 1))))
    (event,) = desk.state.announced.events
    for seed in ("1", "2", "7"):
        members = [entry.members for entry in draw_event_teams(desk.state, event, random=seed).entries]
        assert sorted(map(len, members)) == [13] * (70 - people) + [14] * (people - 65)
        assert next(len(team) for team in members if youngest.id in team) == 14


@pytest.mark.slow
def test_without_the_rule_any_team_gets_the_extra_player() -> None:
    desk = kreeda(66)
    event = replace(desk.state.announced.events[0], extra_player=None)
    youngest = min(desk.state.people.values(), key=lambda person: person.age or 99)
    drawn = [draw_event_teams(desk.state, event, random=str(seed)) for seed in range(14)]
    sizes = {len(team.members) for teams in drawn for team in teams.entries if youngest.id in team.members}
    assert sizes == {13, 14}


def test_a_team_event_of_eighty_rubbers() -> None:
    desk = kreeda()
    (event,) = desk.state.announced.events
    drawn = draw_event_teams(desk.state, event, random="7")
    desk.record(drawn)
    ages = [sum(desk.state.people[one].age or 0 for one in team.members) for team in drawn.entries]
    assert [len(team.members) for team in drawn.entries] == [13] * 5
    assert ages == [614] * 5, "3070 years in all"
    for team in drawn.entries:
        used = [one for rubber in team.line_up.values() for one in rubber]
        assert sorted(used) == sorted(team.members)
    again = draw_event_teams(desk.state, event, random="8")
    assert desk.refused(again) == "no-reason"
    desk.record(again, reason="two had been forgotten")
    assert tuple(desk.state.entries[event.id].values()) == again.entries != drawn.entries
    key = StageKey(CompetitionId("T"), StageId("league"))
    assert len(desk.draw(key).fixtures) == 80
    desk.record(drawn, reason="the first draw was the published one")
    assert len(desk.state.in_stage(key)) == 80, "the same teams meet, with other members"
    assert desk.refused(replace(drawn, entries=drawn.entries[:4]), reason="one left") == "drawn"
    order = order_of_play(desk.view)
    assert len(order) == 80
    assert max(one.slot for one in order) + 1 == 20
    for slot in range(20):
        busy = [person for one in order if one.slot == slot for person in possible_players(desk.view, one.match)]
        assert len(set(busy)) == len(busy), "no player is at two tables"
    assert {one.table for one in order} == {1, 2, 3, 4}
    simulation = Simulation(desk.state, seed=1)
    results = [fact for fact in simulation.facts() if isinstance(fact.body, ResultGiven)]
    assert len(results) == 80
    (table,) = TournamentNow(simulation.state).tables(key)
    assert sum(int(row.points) for row in table.standings.table) == 80
    assert {row.played for row in table.standings.table} == {32}


def drawn_figures(desk: Desk, seed: str) -> dict[str, list[float]]:
    """Draw the teams and return the figures that the desk shows for their balance."""
    (event,) = desk.state.announced.events
    drawn = draw_event_teams(desk.state, event, random=seed)
    return {one.text: [float(value) for value in one.values] for one in team_figures(desk.state, drawn.entries)}


def widest(values: list[float]) -> float:
    return max(values) - min(values)


@pytest.mark.law("kreeda-2024:format-1")
@pytest.mark.parametrize("seed", ["1", "7"])
@pytest.mark.parametrize("unknown", [(), (0, 1, 2, 3)])
def test_age_groups_and_means_are_even_with_unknown_ages(seed: str, unknown: tuple[int, ...]) -> None:
    """66 people make one team of 14: its mean age is that of the others, its total is not."""
    desk = kreeda(66)
    people = list(desk.state.people.values())
    for at in unknown:
        desk.record(PersonRecorded(person=replace(people[at], age=None)))
    if unknown:
        desk.record(PersonRecorded(person=replace(people[5], gender=None)))
        desk.record(PersonRecorded(person=replace(people[6], level=None)))
    found = drawn_figures(desk, seed)
    assert sorted(found["players"]) == [13, 13, 13, 13, 14]
    assert widest(found["mean age"]) <= 0.5
    groups = [name for name in found if name.startswith("age ")]
    assert len(groups) == 4
    for counted in (*groups, "women", *(name for name in found if name.startswith("level "))):
        assert widest(found[counted]) <= 1, counted


def test_desk_names_players_that_were_not_balanced() -> None:
    desk = kreeda(66)
    (event,) = desk.state.announced.events
    one = next(iter(desk.state.people.values()))
    desk.record(PersonRecorded(person=replace(one, age=None)))
    done = carry_out(DrawTeams(random="7"), ActContext(state=desk.state, facts=(), at=desk.clock))
    assert isinstance(done, Done)
    assert done.messages[-1].endswith(f": {one.name}.")
    assert all(part in done.messages[-1] for part in ("age", "1 of 66"))
    assert any(line.startswith("mean age: ") for line in done.messages)
    sheet = sheet_text(teams_sheet(TournamentNow(done.state), event))
    assert "mean age" in sheet
    assert one.name in sheet.splitlines()[-1]


def test_people_of_one_age_are_one_group() -> None:
    assert [one.text for one in age_groups([14] * 9)] == ["all"]
    assert [one.text for one in age_groups([14, 14, 15])] == ["≤ 14", "≥ 15"]
    assert [one.text for one in age_groups(range(10, 90))] == ["≤ 29", "30–49", "50–69", "≥ 70"]
    assert age_groups([]) == ()


def test_too_few_for_the_rubbers() -> None:
    (event,) = tournament_template("kreeda-2024", day=DAY).events
    with refuses("too-few-people", "12", "13"):
        default_line_up(event, [PersonId(str(n)) for n in range(12)])
    assert len(default_line_up(event, [PersonId(str(n)) for n in range(14)])) == 8, "the fourteenth is a reserve"


def test_too_few_for_the_teams_suggests_a_number_that_works() -> None:
    desk = Desk(tournament_template("kreeda-2024", day=DAY))
    (event,) = desk.state.announced.events
    for n in range(52):
        desk.record(PersonRecorded(person=Person(id=PersonId(f"p{n}"), name=f"Player {n}")))
    with pytest.raises(CarromError) as error:
        draw_event_teams(desk.state, event, random="1")
    assert error.value.code == "too-few-people"
    people, teams, of_each, in_all, fewer_teams, missing = map(int, re.findall(r"\d+", str(error.value)))
    assert (people, teams, of_each, in_all) == (52, 5, 13, 65)
    assert (fewer_teams, missing) == (4, 13), "either would be enough"
    assert len(draw_event_teams(desk.state, replace(event, teams=4), random="1").entries) == 4


@pytest.mark.slow
def test_order_of_play_puts_feeder_matches_first() -> None:
    desk = filled("vkk", 8)
    groups, knockout = (StageKey(CompetitionId("S"), StageId(name)) for name in ("groups", "knockout"))
    desk.draw(groups)
    desk.draw(knockout)
    slots = {one.match: one.slot for one in order_of_play(desk.view)}
    assert len(slots) == 12 + 3
    semi, other, final = (record.fixture.id for record in desk.state.in_stage(knockout))
    played_before = max(slots[record.fixture.id] for record in desk.state.in_stage(groups))
    assert played_before < min(slots[semi], slots[other])
    assert max(slots[semi], slots[other]) < slots[final]
    assert slots[semi] == slots[other], "they are played side by side"
    rests = 1 + 1  # after the last group match, and before the final
    assert order_of_play(desk.view, tables=1)[-1].slot + 1 == 12 + 2 + 1 + rests


def test_a_swiss_system_round_by_round() -> None:
    stage = Stage(
        id=StageId("swiss"),
        format="swiss",
        rulebook="icf",
        overrides=Overrides(games=1),
        policy=POLICIES["icf"],
        rounds=4,
    )
    event = Competition(id=CompetitionId("S"), name="Swiss", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Swiss", day=date(2024, 1, 1), events=(event,)))
    desk.enter("a b c d e f g h i")
    simulation = Simulation(desk.state, seed=5)
    facts = list(simulation.facts())
    key = StageKey(CompetitionId("S"), StageId("swiss"))
    assert len(simulation.state.draws[key]) == 4
    met = [frozenset((fact.body.a, fact.body.b)) for fact in facts if isinstance(fact.body, ResultGiven)]
    assert len(met) == len(set(met)) == 16
    (table,) = TournamentNow(simulation.state).tables(key)
    assert table.is_complete
    assert {row.played for row in table.standings.table} == {4}, "a bye counts as played and won"
    assert sum(row.wins for row in table.standings.table) == 16 + 4
    with refuses("all-rounds-drawn"):
        draw_stage(simulation.state, key)
