"""Orders of play of whole tournaments, planned at any time and compared with simulated play."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations, pairwise

import pytest

from carrom.render.sheets.order_sheets import order_grid_sheet
from carrom.render.sheets.printing import PrintRequest, order_of_play_sheet
from carrom.render.sheets.sheet import Lines, sheet_text
from carrom.tournament.desk.calling import call_match, next_calls
from carrom.tournament.desk.order_of_play import (
    Appointment,
    by_event,
    by_person,
    by_table,
    late_text,
    late_warnings,
    order_lines,
    order_of_play,
    order_warnings,
    planning_start,
)
from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.desk.umpires import rota, rota_json
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Hall, Overrides, Stage, StageId
from carrom.tournament.model.events import EntryRecorded, MatchCalled, MatchStarted, PersonRecorded
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.schedule.umpires import Umpire
from carrom.tournament.seating.now import TO_PLAY, TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import DAY, Desk

HALL = Hall(tables=4, slot_minutes=50, start="09:00", end="19:00", closed=(("13:00", "14:00"),))


def at(clock: str, day: int = 5) -> datetime:
    return datetime.fromisoformat(f"2024-11-{day:02d}T{clock}:00")


def club(hall: Hall = HALL, *, games: int = 1) -> Desk:
    """Ten players in three groups, a knockout with a bye, and a doubles event of five pairs."""
    one_game = Overrides(games=1, boards_until="always")
    groups = Stage(
        id=StageId("groups"),
        format="groups",
        rulebook="icf",
        overrides=one_game,
        policy=POLICIES["vkk"],
        groups=3,
        advance=2,
    )
    tree = Stage(
        id=StageId("knockout"),
        format="knockout",
        rulebook="icf",
        overrides=replace(one_game, games=games),
        third_place=True,
    )
    singles = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(groups, tree))
    pairs = Competition(
        id=CompetitionId("D"),
        name="Doubles",
        category=Category(kind="doubles"),
        stages=(replace(tree, overrides=one_game),),
    )
    desk = Desk(Definition(name="Club", day=DAY, events=(singles, pairs), hall=hall))
    names = [PersonId(f"p{n}") for n in range(10)]
    for n, name in enumerate(names):
        desk.record(PersonRecorded(person=Person(id=name, name=f"Player {n}", club=f"club {n % 3}")))
        desk.record(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(f"Player {n}"), members=(name,))))
    for n in range(0, 10, 2):
        entry = Entry(id=EntryId(f"Pair {n}"), members=(names[n], names[n + 1]))
        desk.record(EntryRecorded(event=CompetitionId("D"), entry=entry))
    for key in (("S", "groups"), ("S", "knockout"), ("D", "knockout")):
        desk.draw(StageKey(CompetitionId(key[0]), StageId(key[1])), random="4")
    return desk


def people_of(state: State, match: MatchId) -> set[str]:
    """Return the known players of a match."""
    view = TournamentNow(state)
    key = state.matches[match].key
    sides = [side for side in view.sides(match) if side is not None]
    return {str(one) for side in sides for one in state.entries[key.event][side].members}


def faults(desk: Desk, order: tuple[Appointment, ...], *, seeds: range = range(8)) -> list[str]:
    """List everything wrong with an order, for several simulated outcomes."""
    hall, found = desk.state.announced.hall, []
    planned = {one.match: one for one in order}
    open_ones = {match for match in desk.state.matches if desk.view.status(match) in TO_PLAY}
    if set(planned) != open_ones or len(planned) != len(order):
        found.append("not every open match is planned once")
    for one, other in combinations(order, 2):
        if one.table == other.table and one.begins < other.ends and other.begins < one.ends:
            found.append(f"{one.match} and {other.match} share table {one.table}")
    for one in order:
        if not 1 <= one.table <= hall.tables or (one.table in desk.state.tables_out and not one.is_on):
            found.append(f"{one.match} has no table")
        if not one.is_on:
            found += [f"{one.match} {why}" for why in _closed(hall, one)]
    for seed in seeds:
        simulation = Simulation(desk.state, seed=seed)
        list(simulation.facts())
        who = {match: people_of(simulation.state, match) for match in planned}
        for name in {name for people in who.values() for name in people}:
            own = sorted((one for one in order if name in who[one.match]), key=lambda one: one.begins)
            for one, later in pairwise(own):
                if later.begins < one.ends + timedelta(minutes=hall.rest_minutes):
                    found.append(f"{name} has no rest between {one.match} and {later.match}")
    for match, one in planned.items():
        for slot in desk.state.matches[match].fixture.slots:
            fed = planned.get(getattr(slot, "match", MatchId("")))
            if fed is not None and one.begins < fed.ends:
                found.append(f"{match} is not after {fed.match}")
    return found


def _closed(hall: Hall, one: Appointment) -> list[str]:
    found = []
    day = one.begins.replace(hour=0, minute=0)

    def clock(text: str) -> datetime:
        hours, minutes = text.split(":")
        return day + timedelta(hours=int(hours), minutes=int(minutes))

    if hall.end is not None and (one.begins < clock(hall.start) or one.ends > clock(hall.end)):
        found.append(f"is in the night: {one.begins} to {one.ends}")
    for since, until in hall.closed:
        if one.begins < clock(until) and clock(since) < one.ends:
            found.append(f"is in the break: {one.begins} to {one.ends}")
    return found


def test_a_whole_tournament_with_lunch_and_a_second_day() -> None:
    desk = club()
    order = order_of_play(desk.view)
    assert faults(desk, order) == []
    assert order[0].begins == at("09:00")
    assert {one.day for one in order} == {1, 2}
    second = min(one.begins for one in order if one.day == 2)
    assert second == at("09:00", 6)
    printed = sheet_text(order_grid_sheet(desk.view, order_lines(desk.view, order)))
    assert "Day 1, 2024-11-05" in printed
    assert "Day 2, 2024-11-06" in printed
    final = {one.match: one for one in order}
    titles = {line.match: line.title for line in order_lines(desk.view, order)}
    third, last = (next(m for m, title in titles.items() if title == f"S {name}") for name in ("third place", "final"))
    assert final[third].begins <= final[last].begins, "beside the final or before it"


def play(desk: Desk, until: datetime, *, slow: int = 0) -> None:
    """Play in the hall until then: every match that can be called is called, and takes 45 minutes or longer."""
    clock, ends = at("09:00"), dict[MatchId, datetime]()
    while clock < until:
        for match in [one for one, end in ends.items() if end <= clock]:
            a, b = desk.view.sides(match)
            assert a is not None
            assert b is not None
            body = next(
                fact.body
                for fact in Simulation(desk.state, seed=len(ends)).facts()
                if getattr(fact.body, "match", None) == match
            )
            desk.record(body, at=f"{clock:%H:%M}")
            del ends[match]
        for call in next_calls(desk.view, clock)[0]:
            called = call_match(desk.view, MatchId(call.match), call.table, now=clock)
            assert isinstance(called, MatchCalled)
            desk.record(called, at=f"{clock:%H:%M}")
            ends[called.match] = clock + timedelta(minutes=45 + slow * (len(ends) % 3))
        clock += timedelta(minutes=5)


def test_delays_push_the_rest_of_the_plan() -> None:
    desk = club()
    play(desk, at("11:30"), slow=30)
    order = order_of_play(desk.view, now=at("11:30"))
    on = [one for one in order if one.is_on]
    assert on
    assert all(one.ends > at("11:30") for one in on)
    assert all(one.begins >= at("11:30") for one in order if not one.is_on)
    assert faults(desk, order) == []
    later = order_of_play(desk.view, now=at("12:10"))
    assert max(one.ends for one in later) >= max(one.ends for one in order), "a delay pushes the rest"
    assert faults(desk, later) == []


def test_rest_counts_from_running_and_finished_matches() -> None:
    desk = club(replace(HALL, end=None, closed=()))
    play(desk, at("10:00"))
    view = desk.view
    order = order_of_play(view, now=at("10:00"))
    busy: dict[str, datetime] = {}
    for match, record in view.state.matches.items():
        if record.signed is not None:
            busy |= dict.fromkeys(people_of(view.state, match), record.signed)
    busy |= {name: one.ends for one in order if one.is_on for name in people_of(view.state, one.match)}
    rest = timedelta(minutes=50)
    for one in order:
        for name in people_of(view.state, one.match):
            if not one.is_on and name in busy:
                assert one.begins >= busy[name] + rest


def test_the_best_of_three_takes_longer() -> None:
    desk = club(replace(HALL, end=None, closed=()), games=3)
    order = order_of_play(desk.view)
    minutes = {(desk.state.matches[one.match].key, (one.ends - one.begins).total_seconds() // 60) for one in order}
    keys = {(str(key), length) for key, length in minutes}
    assert keys == {("S/groups", 50), ("S/knockout", 125), ("D/knockout", 50)}
    assert faults(desk, order) == []


def test_plan_starts_now_once_play_should_have_begun() -> None:
    desk = club()
    assert planning_start(desk.view, at("08:59")) is None, "the start is still ahead"
    assert planning_start(desk.view, at("10:00")) == at("10:00"), "play is overdue"
    desk.record(MatchCalled(match=MatchId("M1"), table=1), at="08:50")
    assert planning_start(desk.view, at("08:59")) == at("08:59")
    assert planning_start(desk.view, at("10:00")) == at("10:00")
    assert planning_start(desk.view, at("10:00").replace(year=2026)) is None, "an old file"


def test_overdue_and_overnight_plans_give_warnings() -> None:
    desk = club(replace(HALL, end=None, closed=()))
    assert order_warnings(desk.view, order_of_play(desk.view), at("08:00")) == []
    late = order_of_play(desk.view, now=at("14:31"))
    assert min(one.begins for one in late) >= at("14:31")
    warnings = order_warnings(desk.view, late, at("14:31"))
    assert warnings[1:] == late_warnings(desk.view, late)
    assert all(clock in warnings[0] for clock in ("09:00", "14:31")), "the planned start and now"
    night = order_of_play(desk.view, now=at("21:00"))
    ends = max(one.ends for one in night)
    assert f"{ends:%H:%M} on day 2" in order_warnings(desk.view, night, at("21:00"))[1]
    wish = PrintRequest(what="order", now=at("21:00"), is_planned_from_now=True)
    for by in ("grid", "person", "event", "table", "time"):
        above = order_of_play_sheet(replace(wish, which=(by,)), desk.view).parts[0]
        assert isinstance(above, Lines)
        assert f"{ends:%H:%M} on day 2" in above.lines[0], "a print carries the warning too"
    closing = club(replace(HALL, closed=()))
    order = order_of_play(closing.view, now=at("17:00"))
    assert len(order_warnings(closing.view, order, at("17:00"))) == 1, "a hall that closes continues in the morning"


def test_matches_beyond_the_last_day_are_counted() -> None:
    desk = club(replace(HALL, days=1))
    order = order_of_play(desk.view)
    late = sum(one.day > 1 for one in order)
    text = late_text(desk.view, order)
    assert text is not None
    assert re.findall(r"[\d:]*\d", text) == [str(late), "1", "19:00", "2"], "matches, days, closing time, last day"
    assert late_text(club(replace(HALL, days=2)).view, order) is None


def test_lists_by_table_event_and_person() -> None:
    desk = club()
    order = order_of_play(desk.view)
    lines = order_lines(desk.view, order)
    assert sorted(line.match for own in by_table(lines).values() for line in own) == sorted(one.match for one in order)
    assert list(by_table(lines)) == [1, 2, 3, 4]
    assert {event: len(own) for event, own in by_event(lines).items()} == {"Singles": 12 + 6, "Doubles": 5}
    own_lines = by_person(desk.view, lines)
    assert len(own_lines) == 10
    for person, own in own_lines.items():
        sure = [one.line.match for one in own if one.is_sure]
        assert sure == [
            one.match
            for one in sorted(order, key=lambda one: one.begins)
            if (str(person) in people_of(desk.state, one.match))
        ]
        assert {one.line.title for one in own if not one.is_sure} >= {"S final", "S third place", "D final"}


def test_umpires_are_neutral_free_and_level() -> None:
    umpires = (Umpire("Uma"), Umpire("Vik", ("Club 1",)), Umpire("player 9"), Umpire("Zoe", ("club 0", "club 2")))
    desk = club(replace(HALL, umpires=umpires))
    play(desk, at("10:30"))
    order = order_of_play(desk.view, now=at("10:30"))
    found = rota(desk.view, order)
    whole = {one.match: one for one in order}
    assert {duty.match for one in found.umpires for duty in one.duties} | {one.match for one in found.without} == set(
        whole
    )
    assert not set(found.umpire_of) & {one.match for one in found.without}
    clubs = {"Uma": set(), "Vik": {"club 1"}, "player 9": {"club 0"}, "Zoe": {"club 0", "club 2"}}
    names = {person.name: str(one) for one, person in desk.state.people.items()}
    for one in found.umpires:
        for duty, other in combinations(one.duties, 2):
            assert duty.ends <= other.begins or other.ends <= duty.begins
        for duty in one.duties:
            people = people_of(desk.state, duty.match)
            assert not {desk.state.people[PersonId(name)].club for name in people} & clubs[one.name]
            assert names.get("Player 9") not in people or one.name != "player 9"
    seated = [record.umpire for record in desk.state.matches.values() if record.umpire is not None]
    assert seated, "a call assigns an umpire"
    assert sum(one.done for one in found.umpires) == len(
        [m for m, record in desk.state.matches.items() if record.umpire and desk.view.status(m) == "played"]
    )
    written = rota_json(desk.view, found)
    assert [one["name"] for one in written["umpires"]] == [umpire.name for umpire in umpires]


def test_expected_end_counts_from_the_start_of_the_match() -> None:
    desk = club()
    desk.record(MatchCalled(match=MatchId("M1"), table=1), at="09:00")
    desk.record(MatchStarted(match=MatchId("M1")), at="09:20")
    (on,) = (one for one in order_of_play(desk.view, now=at("09:30")) if one.is_on)
    assert on.ends == at("10:10")


@pytest.mark.parametrize("seed", range(3))
def test_both_solvers_need_the_same_number_of_slots(seed: int) -> None:
    desk = club(replace(HALL, tables=2 + seed, rest=50 * (seed % 2), end=None, closed=()))
    slots = [max(one.slot for one in order_of_play(desk.view, solver=solver)) for solver in ("auto", "built-in")]
    assert slots[0] == slots[1]
