"""Possible players of a match, checked by playing orders of play through with random winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.bracket import Bye, Draw, Entrant, LoserOf, WinnerOf
from carrom.tournament.draws.double_elimination import double_elimination
from carrom.tournament.draws.groups import knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.schedule import PendingMatch, Plan, Request, pending_matches, plan
from carrom.tournament.schedule.feeding import CERTAIN, are_compatible, extend_ways
from carrom.tournament.schedule.planner import ScheduleSolver
from tests.depth import examples
from tests.refusals import refuses


def played_through(draw: Draw, people: Mapping[str, tuple[str, ...]], prefix: str, lots: Random) -> dict[str, set[str]]:
    """Return the players of each match when every match has a random winner."""
    won: dict[str, str | None] = {}
    lost: dict[str, str | None] = {}
    found = {}
    for match in draw.matches():
        sides: list[str | None] = []
        for slot in match.slots:
            match slot:
                case Entrant(entry):
                    sides.append(entry)
                case WinnerOf(fed):
                    sides.append(won[fed])
                case LoserOf(fed):
                    sides.append(lost[fed])
                case Bye():
                    sides.append(None)
        here = [side for side in sides if side is not None]
        if len(here) < 2:
            won[match.id], lost[match.id] = (here[0] if here else None), None
            continue
        found[f"{prefix}{match.id}"] = {one for side in here for one in people.get(side, (side,))}
        lots.shuffle(here)
        won[match.id], lost[match.id] = here
    return found


def clashes(plan: Plan, who: dict[str, set[str]], rest: int) -> list[str]:
    slot = {one.id: one.slot for one in plan.placings}
    names = sorted({name for people in who.values() for name in people})
    found = []
    for name in names:
        own = sorted(slot[match] for match, people in who.items() if name in people)
        found += [name for one, later in pairwise(own) if later - one <= rest]
    return found


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(25))
@given(st.integers(3, 14), st.integers(2, 7), st.integers(1, 5), st.integers(0, 2), st.integers(0, 99))
def test_no_outcome_puts_a_player_at_two_tables(singles: int, pairs: int, tables: int, rest: int, seed: int) -> None:
    """Two events with the same people, both with a third place, are played through ten times."""
    people = {f"d{n}": (f"p{2 * n}", f"p{2 * n + 1}") for n in range(pairs)}
    first = knockout([f"p{n}" for n in range(singles)], random=seed, third_place=singles > 3)
    second = knockout(list(people), random=seed + 1, third_place=pairs > 3)
    fixtures = (*pending_matches(first, prefix="S"), *pending_matches(second, people, prefix="D"))
    found = plan(Request(fixtures=fixtures, tables=tables, rest=rest), solver="built-in")
    for course in range(10):
        lots = Random(course)
        who = played_through(first, {}, "S", lots) | played_through(second, people, "D", lots)
        assert clashes(found, who, rest) == []


@settings(deadline=None, max_examples=examples(10))
@given(st.integers(3, 11), st.integers(1, 4), st.integers(0, 1), st.integers(0, 99))
def test_no_double_elimination_puts_a_player_at_two_tables(entries: int, tables: int, rest: int, seed: int) -> None:
    draw = double_elimination([f"p{n}" for n in range(entries)], random=seed, reset=False)
    found = plan(Request(fixtures=tuple(pending_matches(draw)), tables=tables, rest=rest), solver="built-in")
    for course in range(10):
        assert clashes(found, played_through(draw, {}, "", Random(course)), rest) == []


def test_losers_bracket_is_played_beside_the_winners_bracket() -> None:
    """With enough tables and no rest, a double elimination of eight takes as long as its longest path."""
    draw = double_elimination([f"p{n}" for n in range(8)], reset=False)
    assert plan(Request(fixtures=tuple(pending_matches(draw)), tables=8), solver="built-in").slots == 6


@pytest.mark.parametrize("solver", ["built-in", "auto"])
@pytest.mark.parametrize("rest", [0, 1])
def test_third_place_is_played_beside_the_final(rest: int, solver: ScheduleSolver) -> None:
    draw = knockout([f"p{n}" for n in range(8)], third_place=True)
    third, final = (one.matches[0].id for one in draw.rounds[-2:])
    found = plan(Request(fixtures=tuple(pending_matches(draw)), tables=4, rest=rest), solver=solver)
    slot = {one.id: one.slot for one in found.placings}
    assert slot[third] == slot[final] == 2 * (rest + 1)


def test_sides_named_as_winners_and_losers_count_as_such() -> None:
    def match(name: str, *sides: str, after: Sequence[str] = ()) -> PendingMatch:
        return PendingMatch(id=name, sides=sides, after=tuple(after))

    semis = (match("S1", "a", "b"), match("S2", "c", "d"))
    last = (
        match("F", "winner of S1", "winner of S2", after=("S1", "S2")),
        match("T", "loser of S1", "loser of S2", after=("S1", "S2")),
    )
    assert plan(Request(fixtures=(*semis, *last), tables=2, rest=1)).slots == 3
    unknown = match("T", "the two others", "and friends", after=("S1", "S2"))
    assert plan(Request(fixtures=(*semis, last[0], unknown), tables=2, rest=1)).slots == 5
    waits = match("F", "winner of S1", "winner of S2")
    assert [one.slot for one in plan(Request(fixtures=(*semis, waits), tables=3)).placings] == [0, 0, 1]


def test_match_after_a_bye_waits_for_what_the_bye_waits_for() -> None:
    draw = knockout(["a", "b", "c"], third_place=True)
    fixtures = pending_matches(draw)
    assert [(one.id, one.after) for one in fixtures] == [("M2", ()), ("M4", ("M2",))]
    groups = knockout_after_groups(3, 1)
    with refuses("sides-open", "B1"):
        pending_matches(groups)


def test_ways_are_compatible_unless_they_need_both_outcomes_of_a_match() -> None:
    won, lost = extend_ways(CERTAIN, "M1", "won"), extend_ways(CERTAIN, "M1", "lost")
    assert not are_compatible(won, lost)
    assert are_compatible(won, CERTAIN)
    assert are_compatible((*won, *lost), lost)
    assert extend_ways(won, "M1", "lost") == ()
    assert are_compatible(extend_ways(won, "M2", "lost"), extend_ways(won, "M3", "won"))
