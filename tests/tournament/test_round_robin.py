"""Everyone meets everyone: round robin, team leagues, Swiss."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.bracket import Draw, Entrant
from carrom.tournament.draws.leagues import team_league
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.draws.swiss import swiss_round
from tests.depth import examples
from tests.refusals import refuses


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def pairs(draw: Draw) -> list[list[tuple[str, ...]]]:
    return [
        [tuple(slot.entry for slot in match.slots if isinstance(slot, Entrant)) for match in round.matches]
        for round in draw.rounds
    ]


@given(st.integers(2, 41), st.none() | st.integers())
def test_everyone_meets_everyone_once(count: int, seed: int | None) -> None:
    rounds = pairs(round_robin(names(count), random=seed))
    assert len(rounds) == (count if count % 2 else count - 1)
    met = Counter(frozenset(pair) for round in rounds for pair in round)
    assert met == Counter(frozenset(pair) for pair in combinations(names(count), 2))
    for round in rounds:
        playing = [name for pair in round for name in pair]
        assert len(playing) == len(set(playing)) == count - count % 2


@given(st.integers(2, 12), st.integers(1, 4), st.none() | st.integers())
def test_every_team_meets_every_other_once_in_every_category(count: int, categories: int, seed: int | None) -> None:
    ties = team_league(names(count), [f"C{number}" for number in range(categories)], random=seed)
    met = Counter((frozenset(tie.teams), rubber.category) for tie in ties for rubber in tie.rubbers)
    assert len(met) == categories * count * (count - 1) // 2
    assert set(met.values()) == {1}
    playing = [(tie.round, team) for tie in ties for team in tie.teams]
    assert len(playing) == len(set(playing))


@pytest.mark.law("kreeda-2024:format-3")
def test_league_of_kreeda() -> None:
    """Scenario 3: five teams in eight categories play ten ties and eighty rubbers, four for each side."""
    categories = ["MS1", "MS2", "WS", "MD1", "MD2", "WD", "XD1", "XD2"]
    ties = team_league([f"T{number}" for number in range(1, 6)], categories)
    assert len(ties) == 10
    rubbers = [rubber for tie in ties for rubber in tie.rubbers]
    assert len(rubbers) == len({rubber.id for rubber in rubbers}) == 80
    assert set(Counter(side for rubber in rubbers for side in rubber.sides).values()) == {4}
    assert ties[0].rubbers[0].sides[0] == f"{ties[0].teams[0]}-MS1"
    for tie in ties:
        assert [rubber.category for rubber in tie.rubbers] == categories


@pytest.mark.parametrize(
    ("teams", "categories", "code"),
    [
        (["a"], ["MS"], "too-few-entries"),
        (["a", "b"], [], "no-categories"),
        (["a", "b"], ["MS", "MS"], "category-twice"),
    ],
)
def test_team_league_refusals(teams: list[str], categories: list[str], code: str) -> None:
    with refuses(code):
        team_league(teams, categories)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_swiss_never_pairs_twice(count: int, seed: int) -> None:
    entries = names(count)
    points: dict[str, float] = dict.fromkeys(entries, 0)
    met: list[tuple[str, str]] = []
    byes: list[str] = []
    chance = random.Random(seed)
    for number in range(min(count // 2, 7)):
        ranking = sorted(entries, key=lambda name: -points[name])
        found = swiss_round(ranking, points=points, met=met, byes=byes, random=seed if number == 0 else None)
        playing = [name for pair in found.pairs for name in pair] + ([found.bye] if found.bye else [])
        assert sorted(playing) == sorted(entries)
        assert not {frozenset(pair) for pair in found.pairs} & {frozenset(pair) for pair in met}
        assert (found.bye is None) == (count % 2 == 0)
        if found.bye is not None:
            assert found.bye not in byes
            fresh = [name for name in entries if name not in byes]
            # The lowest without a bye has it, unless the rest could then not be paired (early rounds always can).
            if number < 2:
                assert points[found.bye] == min(points[name] for name in fresh)
            byes.append(found.bye)
            points[found.bye] += 2
        for a, b in found.pairs:
            met.append((a, b))
            points[chance.choice((a, b))] += 2


def test_swiss_pairs_equals_and_folds_the_first_round() -> None:
    first = swiss_round(names(8))
    assert first.pairs == (("p1", "p5"), ("p2", "p6"), ("p3", "p7"), ("p4", "p8"))
    points = dict.fromkeys(("p1", "p2", "p3", "p4"), 2.0)
    second = swiss_round(names(8), points=points, met=first.pairs)
    assert {frozenset(pair) for pair in second.pairs} == {
        frozenset(pair) for pair in (("p1", "p3"), ("p2", "p4"), ("p5", "p7"), ("p6", "p8"))
    }


def test_swiss_refuses_a_round_without_new_pairs() -> None:
    with refuses("no-further-round", "4"):
        swiss_round(["a", "b", "c", "d"], met=[("a", "b"), ("a", "c"), ("a", "d")])
    with refuses("no-bye-left"):
        swiss_round(["a", "b", "c"], byes=["a", "b", "c"])


def test_a_large_swiss_round_widens_its_search() -> None:
    """The first 30 of 101 players have met each other, so that opponents must come from further down."""
    entries = names(101)
    met = list(combinations(entries[:30], 2))
    points = dict.fromkeys(entries[:30], 2.0)
    found = swiss_round(entries, points=points, met=met)
    assert len(found.pairs) == 50
    assert not {frozenset(pair) for pair in found.pairs} & {frozenset(pair) for pair in met}
