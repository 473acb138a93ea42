"""Umpires: neutral, free, and with even numbers of matches."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.leagues import team_league
from carrom.tournament.schedule import PendingMatch, Plan, PlannedMatch, Request, plan
from carrom.tournament.schedule.umpires import Umpire, assign_umpires
from tests.depth import examples
from tests.refusals import refuses


def test_kreedas_sixteen_neutral_duties_for_each_team() -> None:
    """Scenario 3: eighty matches, five teams, sixteen duties each, no umpire at a match of their own team."""
    ties = team_league([f"T{number}" for number in range(1, 6)], [f"C{number}" for number in range(1, 9)])
    rubbers = [rubber for tie in ties for rubber in tie.rubbers]
    fixtures = tuple(PendingMatch(id=rubber.id, sides=rubber.sides) for rubber in rubbers)
    clubs = {side: side.split("-")[0] for rubber in rubbers for side in rubber.sides}
    umpires = [
        Umpire(f"{team} umpire {number}", (team,)) for team in sorted(set(clubs.values())) for number in range(2)
    ]
    found = plan(Request(fixtures=fixtures, tables=4, rest=3))
    duties = assign_umpires(found, fixtures, umpires, clubs=clubs)
    team_of = {umpire.name: umpire.clubs[0] for umpire in umpires}
    assert Counter(team_of[name] for name in duties.values()) == dict.fromkeys(set(clubs.values()), 16)
    assert set(Counter(duties.values()).values()) == {8}
    for fixture in fixtures:
        assert team_of[duties[fixture.id]] not in {clubs[side] for side in fixture.sides}
    slot = {placing.id: placing.slot for placing in found.placings}
    assert len({(name, slot[match]) for match, name in duties.items()}) == 80


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_players_who_umpire(data: st.DataObject) -> None:
    """Players umpire too, never at their own match, and with duties as even as possible."""
    people = [f"p{number}" for number in range(data.draw(st.integers(4, 10)))]
    matches = data.draw(st.lists(st.permutations(people).map(lambda order: (order[0], order[1])), max_size=14))
    fixtures = tuple(PendingMatch(id=f"m{number}", sides=sides) for number, sides in enumerate(matches))
    found = plan(Request(fixtures=fixtures, tables=1), solver="built-in")
    duties = assign_umpires(found, fixtures, [Umpire(name) for name in people])
    assert set(duties) == {fixture.id for fixture in fixtures}
    for fixture in fixtures:
        assert duties[fixture.id] not in fixture.sides
    # One match at a time leaves two free: duties can be even unless one player must umpire far more.
    load = Counter(duties.values())
    most = max(load.values(), default=0)
    for name in people:
        if load[name] < most - 1:
            crowded = [match for match, umpire in duties.items() if load[umpire] == most]
            assert all(name in fixtures[int(match[1:])].sides for match in crowded)


def test_umpire_with_full_duties_passes_a_match_on() -> None:
    """Only a can take x, but a was given y first; y must move to b."""
    fixtures = (PendingMatch(id="y", sides=("1", "2")), PendingMatch(id="x", sides=("3", "b")))
    both_at_once = Plan(1, (PlannedMatch("y", 0, 1), PlannedMatch("x", 0, 2)), 1)
    assert assign_umpires(both_at_once, fixtures, [Umpire("a"), Umpire("4", ("club",))], clubs={"3": "club"}) == {
        "y": "4",
        "x": "a",
    }


def test_loads_are_levelled_afterwards() -> None:
    """Two umpires could share all four matches; the third can only take the first, and should."""
    fixtures = tuple(PendingMatch(id=f"m{slot}", sides=(f"a{slot}", "third" if slot else "b")) for slot in range(4))
    one_by_one = Plan(4, tuple(PlannedMatch(f"m{slot}", slot, 1) for slot in range(4)), 4)
    duties = assign_umpires(one_by_one, fixtures, [Umpire("first"), Umpire("second"), Umpire("third")])
    assert duties["m0"] == "third"
    assert sorted(Counter(duties.values()).values()) == [1, 1, 2]


@pytest.mark.parametrize(
    ("umpires", "code", "named"),
    [
        ([], "no-neutral-umpire", "'x'"),
        ([Umpire("1"), Umpire("u", ("red",))], "no-neutral-umpire", "slot 0"),
        ([Umpire("u"), Umpire("u")], "umpire-twice", "'u'"),
    ],
)
def test_refusals(umpires: list[Umpire], code: str, named: str) -> None:
    fixtures = (PendingMatch(id="x", sides=("1", "2")),)
    with refuses(code, named):
        assign_umpires(Plan(1, (PlannedMatch("x", 0, 1),), 1), fixtures, umpires, clubs={"2": "red"})


def test_too_few_umpires_at_one_time() -> None:
    fixtures = (PendingMatch(id="x", sides=("1", "2")), PendingMatch(id="y", sides=("3", "4")))
    with refuses("too-few-umpires", "slot 0", "'y'"):
        assign_umpires(Plan(1, (PlannedMatch("x", 0, 1), PlannedMatch("y", 0, 2)), 1), fixtures, [Umpire("u")])
