"""Balanced teams, with and without OR-Tools."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.teams import TeamCandidate, TeamSolver, draw_teams, value_spread
from tests.depth import examples
from tests.refusals import refuses

SOLVERS: tuple[TeamSolver, ...] = ("built-in", "auto")


def research_players() -> list[TeamCandidate]:
    """Return the 65 people of scenario 11."""
    random.seed(2024)
    players = []
    for number in range(65):
        age, level = random.randint(18, 67), random.randint(1, 5)
        values = {
            "age": age,
            "level": level,
            "gender": "f" if number % 5 == 0 else "m",
            "department": f"department {number % 9}",
            "band": f"band {min((age - 18) // 13, 3)}",
        }
        players.append(TeamCandidate(f"player {number}", values))
    return players


def totals(players: Sequence[TeamCandidate], teams: Sequence[Sequence[str]], field: str) -> list[int]:
    value = {player.name: player.values[field] for player in players}
    return [sum(int(value[name]) for name in team) for team in teams]


def widest_count(players: Sequence[TeamCandidate], teams: Sequence[Sequence[str]], field: str) -> int:
    value = {player.name: player.values[field] for player in players}
    counts = [Counter(value[name] for name in team) for team in teams]
    return max(
        max(count[word] for count in counts) - min(count[word] for count in counts) for word in set(value.values())
    )


@pytest.mark.slow
@pytest.mark.law("kreeda-2024:format-1")
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seed", [7, 2024])
def test_balanced_draw_of_the_research(seed: int, solver: TeamSolver) -> None:
    """Scenario 11: 3070 years in all, 614 in every team; gender, bands, departments and levels within one."""
    players = research_players()
    assert sum(int(player.values["age"]) for player in players) == 3070
    fields = ["age", "gender", "band", "department", "level"]
    teams = draw_teams(players, teams=5, balance=fields, counted=["level"], random=seed, solver=solver)
    assert [len(team) for team in teams] == [13] * 5
    assert totals(players, teams, "age") == [614] * 5
    assert [widest_count(players, teams, field) for field in fields[1:]] == [1, 1, 1, 1]


def test_spread_of_finished_teams() -> None:
    players = [
        TeamCandidate(name, {"age": age, "sex": sex})
        for name, age, sex in (("a", 30, "f"), ("b", 41.5, "f"), ("c", 50, "m"))
    ]
    assert value_spread(players, [["a", "b"], ["c"]], "age") == 21.5
    assert value_spread(players, [["a", "b"], ["c"]], "sex") == 2
    assert value_spread(players, [["a"], ["b"], ["c"]], "age", counted=True) == 1


def test_same_seed_same_teams_and_another_seed_others() -> None:
    players = research_players()[:20]
    drawn = [draw_teams(players, teams=4, balance=["age"], random=seed, solver="built-in") for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


@settings(deadline=None, max_examples=examples(25))
@given(st.lists(st.integers(0, 40), min_size=2, max_size=8), st.sampled_from(SOLVERS))
def test_small_draws_have_the_smallest_spread(values: list[int], solver: TeamSolver) -> None:
    """Two teams and one field of numbers, against every possible division."""
    players = [TeamCandidate(f"p{number}", {"x": value}) for number, value in enumerate(values)]
    found = totals(players, draw_teams(players, teams=2, balance=["x"], random=1, solver=solver), "x")
    best = min(
        abs(sum(value if side else -value for value, side in zip(values, sides, strict=True)))
        for sides in product((0, 1), repeat=len(values))
        if abs(2 * sum(sides) - len(values)) <= 1
    )
    assert max(found) - min(found) == best


@settings(deadline=None, max_examples=examples(25))
@given(st.lists(st.integers(0, 40), min_size=3, max_size=9), st.sampled_from(SOLVERS), st.integers(0, 99))
def test_extra_player_joins_the_named_teammate(values: list[int], solver: TeamSolver, seed: int) -> None:
    """The spread is the smallest of all divisions with the extra player there."""
    players = [TeamCandidate(f"p{number}", {"x": value}) for number, value in enumerate(values)]
    last = len(players) - 1
    teams = draw_teams(players, teams=2, balance=["x"], extra_with=f"p{last}", random=seed, solver=solver)
    own, other = sorted(teams, key=lambda team: f"p{last}" not in team)
    assert len(own) - len(other) == len(players) % 2
    best = min(
        abs(sum(value if side else -value for value, side in zip(values, sides, strict=True)))
        for sides in product((0, 1), repeat=len(values))
        if sides[last] and 2 * sum(sides) - len(values) == len(values) % 2
    )
    found = totals(players, teams, "x")
    assert max(found) - min(found) == best


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(40))
@given(st.data())
def test_every_team_draw_is_valid_and_honours_the_extra_player(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 30))
    teams = data.draw(st.integers(1, count))
    players = [
        TeamCandidate(f"p{number}", {"x": data.draw(st.integers(-5, 60)), "w": data.draw(st.sampled_from("abc"))})
        for number in range(count)
    ]
    named = data.draw(st.none() | st.sampled_from([player.name for player in players]))
    lots = data.draw(st.integers())
    found = draw_teams(players, teams=teams, balance=["x", "w"], extra_with=named, random=lots, solver="built-in")
    assert sorted(name for team in found for name in team) == sorted(player.name for player in players)
    sizes = [len(team) for team in found]
    assert len(sizes) == teams
    assert max(sizes) - min(sizes) <= 1
    assert named is None or next(len(team) for team in found if named in team) == max(sizes)


def test_text_fields_are_balanced_within_one() -> None:
    players = [
        TeamCandidate(f"p{number}", {"club": "abcdefg"[number % 7], "sex": "fm"[number % 3 == 0]})
        for number in range(40)
    ]
    teams = draw_teams(players, teams=6, balance=["club", "sex"], random=3, solver="built-in")
    assert widest_count(players, teams, "club") <= 1
    assert widest_count(players, teams, "sex") <= 1


def test_fractional_values_are_balanced() -> None:
    players = [TeamCandidate(f"p{number}", {"rating": value}) for number, value in enumerate([1.5, 2.25, 0.75, 3.0])]
    teams = draw_teams(players, teams=2, balance=["rating"], random=1)
    ratings = {player.name: float(player.values["rating"]) for player in players}
    # 3.0 with 0.75 against 2.25 with 1.5: nothing between them.
    assert [sum(ratings[name] for name in team) for team in teams] == [3.75, 3.75]


@pytest.mark.parametrize(
    ("players", "options", "code", "named"),
    [
        ([TeamCandidate("a", {})], {"teams": 0}, "no-teams", "0"),
        ([TeamCandidate("a", {})], {"teams": 2}, "too-few-people", "2"),
        ([TeamCandidate("a", {}), TeamCandidate("a", {})], {"teams": 1}, "entry-twice", "'a'"),
        ([TeamCandidate("a", {})], {"teams": 1, "balance": ["age"]}, "value-missing", "'age'"),
        (
            [TeamCandidate("a", {"x": 1}), TeamCandidate("b", {"x": "one"})],
            {"teams": 1, "balance": ["x"]},
            "mixed-values",
            "'one'",
        ),
        ([TeamCandidate("a", {"x": 1})], {"teams": 1, "balance": ["x", "x"]}, "field-twice", "'x'"),
        ([TeamCandidate("a", {})], {"teams": 1, "extra_with": "b"}, "no-extra-player", "'b'"),
    ],
)
def test_refusals(players: list[TeamCandidate], options: dict[str, object], code: str, named: str) -> None:
    with refuses(code, named):
        draw_teams(players, **options)  # type: ignore[arg-type]


def test_teams_of_unequal_size_come_as_close_as_a_solver_proves_possible() -> None:
    """33 players in 5 teams: a separate CP-SAT model proves 1 year, 1 of a gender and 0 levels to be the least."""
    lots = random.Random(4)
    _ = lots.randint(18, 50), lots.randint(3, 7)
    players = [
        TeamCandidate(
            f"p{number}", {"age": lots.randint(10, 80), "level": lots.randint(1, 9), "gender": lots.choice("mf")}
        )
        for number in range(33)
    ]
    teams = draw_teams(players, teams=5, balance=["age", "gender", "level"], random=3, solver="built-in")
    assert [value_spread(players, teams, field) for field in ("age", "gender", "level")] == [1, 1, 0]
