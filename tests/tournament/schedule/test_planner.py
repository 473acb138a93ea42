"""The planner of an order of play: known slot counts, properties by an independent checker, refusals."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import CarromError
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.leagues import team_league
from carrom.tournament.schedule import (
    Closure,
    PendingMatch,
    Plan,
    PlannedMatch,
    Request,
    pending_matches,
    plan,
    what_if,
)
from carrom.tournament.schedule.lower_bounds import minimum_slots
from carrom.tournament.schedule.planner import ScheduleSolver
from carrom.tournament.schedule.problem import ScheduleProblem
from carrom.tournament.schedule.search import greedy_order, solve_schedule
from tests.depth import examples
from tests.refusals import refuses
from tests.tournament.schedule.checker import faults

SOLVERS: tuple[ScheduleSolver, ...] = ("built-in", "auto")


def kreeda(teams: int = 5) -> tuple[PendingMatch, ...]:
    """Return a league of teams in eight categories; five teams play eighty rubbers."""
    ties = team_league([f"T{number}" for number in range(1, teams + 1)], [f"C{number}" for number in range(1, 9)])
    return tuple(PendingMatch(id=rubber.id, sides=rubber.sides) for tie in ties for rubber in tie.rubbers)


def both_events() -> tuple[PendingMatch, ...]:
    """Return singles of sixteen players and doubles of the same players in eight pairs."""
    pairs = {f"d{number}": (f"p{2 * number}", f"p{2 * number + 1}") for number in range(8)}
    singles = knockout([f"p{number}" for number in range(16)], random=1)
    doubles = knockout(list(pairs), random=2)
    return (*pending_matches(singles, prefix="S"), *pending_matches(doubles, pairs, prefix="D"))


@pytest.mark.parametrize("solver", SOLVERS)
def test_team_league_of_eighty_rubbers_takes_twenty_slots(solver: ScheduleSolver) -> None:
    """Scenario 3, with one and with three free slots between a side's matches."""
    for rest in (1, 3):
        request = Request(fixtures=kreeda(), tables=4, rest=rest)
        found = plan(request, solver=solver)
        assert (found.slots, found.least) == (20, 20)
        assert faults(request, found) == []


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_what_if_counts_slots_for_more_tables(solver: ScheduleSolver) -> None:
    """Scenario 3: ten tables need as many slots as eight, because players need rest."""
    request = Request(fixtures=kreeda(), tables=4, rest=1)
    options = what_if(request, (5, 6, 8, 10), solver=solver)
    assert [(option.tables, option.slots) for option in options] == [(5, 16), (6, 14), (8, 10), (10, 10)]


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("tables", "rest", "slots"), [(4, 0, 8), (4, 1, 14), (8, 0, 7), (8, 1, 13)])
def test_two_events_with_the_same_people(tables: int, rest: int, slots: int, solver: ScheduleSolver) -> None:
    """Scenario 10: 22 matches; everyone who may still play counts as busy."""
    fixtures = both_events()
    assert len(fixtures) == 22
    request = Request(fixtures=fixtures, tables=tables, rest=rest)
    found = plan(request, solver=solver)
    assert found.slots == slots
    assert faults(request, found) == []


def test_possible_players_of_later_matches_are_inferred() -> None:
    """The same 22 matches with only sides and `after`."""
    named = both_events()
    bare = tuple(fixture if not fixture.after else replace(fixture, people=()) for fixture in named)
    assert [plan(Request(fixtures=bare, tables=8, rest=rest)).slots for rest in (0, 1)] == [7, 13]


def test_known_sides_inherit_no_players_from_earlier_matches() -> None:
    """Rounds in sequence: sides named in several matches are known, so the matches of a round share a slot."""
    first = [PendingMatch(id=name, sides=sides) for name, sides in (("a", ("1", "2")), ("b", ("3", "4")))]
    second = [
        PendingMatch(id=name, sides=sides, after=("a", "b")) for name, sides in (("c", ("1", "3")), ("d", ("2", "4")))
    ]
    assert plan(Request(fixtures=(*first, *second), tables=2)).slots == 2


def test_once_on_every_table_is_refused_for_five_sides() -> None:
    request = Request(fixtures=kreeda(), tables=4, rest=1, each_table_once=True)
    with refuses("once-on-every-table", "5 sides", "odd"):
        plan(request)


def test_once_on_every_table_is_planned_where_possible() -> None:
    request = Request(fixtures=kreeda(4), tables=3, rest=1, each_table_once=True)
    found = plan(request)
    assert faults(request, found) == []
    assert found.slots == 16  # 48 matches on 3 tables
    table = {placing.id: placing.table for placing in found.placings}
    for side in {side for fixture in request.fixtures for side in fixture.sides}:
        assert sorted(table[fixture.id] for fixture in request.fixtures if side in fixture.sides) == [1, 2, 3]


def test_once_on_every_table_needs_as_many_matches_as_tables() -> None:
    with refuses("once-on-every-table", "3 matches", "4 tables"):
        plan(Request(fixtures=kreeda(4), tables=4, each_table_once=True))


def all_meet(sides: int, tables: int, rest: int) -> Request:
    pairs = combinations([f"p{number}" for number in range(sides)], 2)
    return Request(
        fixtures=tuple(PendingMatch(id=f"{a}-{b}", sides=(a, b)) for a, b in pairs), tables=tables, rest=rest
    )


@pytest.mark.parametrize(("sides", "rest"), [(10, 2), (12, 1), (12, 2), (20, 1), (20, 2)])
def test_round_robin_with_enough_tables_is_played_round_by_round(sides: int, rest: int) -> None:
    request = all_meet(sides, sides // 2, rest)
    found = plan(request, solver="built-in")
    assert faults(request, found) == []
    assert found.slots == found.least == (sides - 2) * (rest + 1) + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sides", "tables", "rest"), [(4, 1, 1), (4, 1, 2), (4, 2, 1), (5, 2, 2), (6, 2, 1), (6, 2, 2)]
)
def test_lower_bound_is_never_above_the_solvers_result(sides: int, tables: int, rest: int) -> None:
    tasks = ScheduleProblem(all_meet(sides, tables, rest))
    slots, proved = solve_schedule(tasks, greedy_order(tasks, 0), 0)
    assert max(slots) + 1 == proved
    assert minimum_slots(tasks).slots <= proved


def test_sides_that_all_meet_must_change_between_even_and_odd_slots() -> None:
    """Six on two tables with a slot of rest: ten slots have room for all matches, but sides that play in even slots
    would never meet those that play in odd ones.
    """
    found = plan(all_meet(6, 2, 1), solver="built-in")
    assert (found.slots, found.least) == (11, 11)


@pytest.mark.slow
def test_large_dense_event_comes_close_to_the_lower_bound() -> None:
    request = all_meet(20, 8, 1)
    found = plan(request, solver="built-in")
    assert faults(request, found) == []
    assert found.least == 39
    assert found.slots <= 40


@st.composite
def requests(draw: st.DrawFn, *, least: int = 0, most: int = 24) -> Request:
    count = draw(st.integers(least, most))
    people = draw(st.integers(4, 12))
    fixtures = []
    for number in range(count):
        names = draw(st.lists(st.integers(1, people), min_size=2, max_size=4, unique=True))
        after = draw(st.lists(st.integers(0, max(0, number - 1)), max_size=2, unique=True)) if number else []
        fixtures.append(
            PendingMatch(
                id=f"m{number}",
                sides=(f"p{names[0]}", f"p{names[1]}"),
                people=tuple(f"p{name}" for name in names) if draw(st.booleans()) else (),
                after=tuple(f"m{one}" for one in after) if draw(st.booleans()) else (),
                not_before=draw(st.sampled_from([0, 0, 0, 3])),
            )
        )
    tables = draw(st.integers(1, 5))
    closures = draw(
        st.lists(st.builds(Closure, st.integers(1, tables), st.integers(0, 3), st.integers(4, 6)), max_size=2)
    )
    return Request(fixtures=tuple(fixtures), tables=tables, rest=draw(st.integers(0, 2)), closures=tuple(closures))


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(40))
@given(requests())
def test_every_plan_meets_every_constraint(request: Request) -> None:
    found = plan(request, solver="built-in")
    assert faults(request, found) == []
    assert found.least <= found.slots
    assert plan(request, solver="built-in") == found


@settings(deadline=None, max_examples=examples(25))
@given(requests(least=1, most=4), st.sampled_from(SOLVERS))
def test_small_plans_are_the_shortest(request: Request, solver: ScheduleSolver) -> None:
    """Compared with every way to place up to four matches; all people are named, so that the checker sees them."""
    fixtures = tuple(replace(fixture, people=fixture.people or fixture.sides) for fixture in request.fixtures)
    request = replace(request, fixtures=fixtures)
    found = plan(request, solver=solver)
    assert faults(request, found) == []
    fewer = range(found.slots - 1)
    free = {slot: [*request.open_tables(slot), *[0] * len(fixtures)] for slot in fewer}  # table 0 is a fault
    for slots in product(fewer, repeat=len(fixtures)):
        placings = [
            PlannedMatch(fixture.id, slot, free[slot][slots[:at].count(slot)])
            for at, (fixture, slot) in enumerate(zip(fixtures, slots, strict=True))
        ]
        assert faults(request, Plan(max(slots) + 1, tuple(placings), 0)) != []


def test_solver_improves_any_order_to_the_optimum() -> None:
    """It starts from one match per slot."""
    tasks = ScheduleProblem(Request(fixtures=both_events(), tables=8, rest=0))
    one_by_one = [0] * tasks.count
    for slot, match in enumerate(tasks.order):
        one_by_one[match] = slot
    slots, least = solve_schedule(tasks, one_by_one, 0)
    assert max(slots) + 1 == least == 7


def match(name: str, *sides: str, after: tuple[str, ...] = ()) -> PendingMatch:
    return PendingMatch(id=name, sides=sides, after=after)


@pytest.mark.parametrize(
    ("fixtures", "options", "code", "quotes"),
    [
        ((match("a", "x", "y"),), {"tables": 0}, "no-tables", ()),
        ((match("a", "x", "y"),), {"tables": 1, "rest": -1}, "bad-rest", ("-1",)),
        ((match("a", "x", "y"), match("a", "x", "z")), {"tables": 1}, "match-twice", ("'a'",)),
        ((match("a", "x", "x"),), {"tables": 1}, "person-twice", ("'x'", "'a'")),
        ((match("a", "x", "y", after=("b",)),), {"tables": 1}, "unknown-match", ("'a'", "'b'")),
        ((match("a", "x", "y", after=("a",)),), {"tables": 1}, "matches-in-a-circle", ("'a' after 'a'",)),
        (
            (
                match("a", "x", "y"),
                match("b", "x", "y", after=("a", "d")),
                match("c", "x", "z", after=("b",)),
                match("d", "x", "z", after=("c",)),
            ),
            {"tables": 1},
            "matches-in-a-circle",
            ("'b' after 'd' after 'c' after 'b'",),
        ),
        ((match("a", "x", "y"),), {"tables": 1, "closures": (Closure(2),)}, "unknown-table", ("table 2",)),
        ((match("a", "x", "y"),), {"tables": 1, "closures": (Closure(1),)}, "no-tables", ("slot 0",)),
        (
            (match("a", "x", "y"), match("b", "x", "z")),
            {"tables": 2, "rest": 2, "most_slots": 3},
            "too-few-slots",
            ("3 slots", "4", "'x'", "2 matches"),
        ),
        (
            (match("a", "x", "y"), match("b", "v", "w")),
            {"tables": 1, "most_slots": 1},
            "too-few-slots",
            ("1 slot", "2 matches", "1 table"),
        ),
    ],
)
def test_impossible_requests_are_refused_with_the_cause(
    fixtures: tuple[PendingMatch, ...], options: dict[str, object], code: str, quotes: tuple[str, ...]
) -> None:
    with refuses(code, *quotes):
        plan(Request(fixtures=fixtures, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("solver", SOLVERS)
def test_limit_that_only_the_search_finds_too_tight(solver: ScheduleSolver) -> None:
    """Only OR-Tools proves that no order is shorter; the built-in search says that none was found."""
    request = Request(fixtures=both_events(), tables=4, most_slots=7)
    with pytest.raises(CarromError) as refused:
        plan(request, solver=solver)
    assert refused.value.code == "too-few-slots"
    assert re.findall(r"\d+", str(refused.value)) == ["7", "8"]
    assert ("found" in str(refused.value)) == (solver == "built-in")


def test_byes_take_no_table() -> None:
    fixtures = pending_matches(knockout([f"p{number}" for number in range(37)], random=3, third_place=True))
    assert len(fixtures) == 37
    assert all(len(fixture.sides) == 2 for fixture in fixtures)
    final = next(fixture for fixture in fixtures if fixture.id == "M63")
    assert len(final.people) == 37
    request = Request(fixtures=tuple(fixtures), tables=8)
    assert faults(request, plan(request)) == []
