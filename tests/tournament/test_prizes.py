"""Prizes, and when they are certain."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import ShootoutPlayed
from carrom.tournament.model.people import Category
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.policy import POLICIES, Policy
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

ONE_GAME = Overrides(games=1)


def prize_places(desk: Desk) -> list[tuple[int, tuple[str, ...]]]:
    (event,) = desk.state.announced.events
    return [(prize.place, prize.entries) for prize in prizes(desk.view, event)]


def test_the_final_decides_the_first_two() -> None:
    desk = Desk(groups_then_knockout())
    assert prize_places(desk) == []
    desk = scenario_1()
    assert prize_places(desk) == []
    desk.play("P", "Q", 25, 3, key=KNOCKOUT)
    assert prize_places(desk) == [(1, ("P",)), (2, ("Q",))]


def four_in_two_groups() -> Desk:
    """Two groups of two; all advance, and the alphabetically first wins each group match."""
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for record in desk.state.in_stage(GROUPS):
        a, b = sorted(side for side in desk.view.sides(record.fixture.id) if side is not None)
        desk.play(a, b, 25, 7)
    return desk


def test_third_place_is_shared_without_a_third_place_match() -> None:
    desk = four_in_two_groups()
    semis = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "semi-final"]
    losers = []
    for match in semis:
        assert prize_places(desk) == []  # a single loser is not third yet
        a, b = (side for side in desk.view.sides(match) if side is not None)
        losers.append(b)
        desk.play(a, b, 25, 0, key=KNOCKOUT)
    assert prize_places(desk) == [(3, tuple(losers))]


def league(policy: Policy) -> tuple[Desk, StageKey]:
    stage = Stage(id=StageId("league"), format="round-robin", rulebook="icf", overrides=ONE_GAME, policy=policy)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="League", day=DAY, events=(event,)))
    desk.enter("A B C D")
    key = StageKey(event.id, stage.id)
    desk.draw(key)
    return desk, key


def test_league_prizes_wait_for_the_last_match() -> None:
    desk, key = league(POLICIES["vkk"])
    pairs = list(combinations("ABCD", 2))
    for better, worse in pairs[:-1]:
        desk.play(better, worse, 25, 10, key=key)
    assert prize_places(desk) == []
    desk.play(*pairs[-1], 25, 10, key=key)
    assert prize_places(desk) == [(1, ("A",)), (2, ("B",)), (3, ("C",))]


def level_at_the_top(desk: Desk, key: StageKey) -> None:
    """A, B and C beat each other in a ring, by as much, and all of them beat D."""
    for better, worse in ("AB", "BC", "CA", "AD", "BD", "CD"):
        desk.play(better, worse, 25, 10, key=key)


def test_prize_waits_for_its_shootouts() -> None:
    desk, key = league(POLICIES["vkk"])
    level_at_the_top(desk, key)
    assert prize_places(desk) == []
    (task,) = tasks(desk.view)
    assert (task.code, task.level) == ("tie", ("A", "B", "C"))
    assert task.pairs == (("A", "B"), ("A", "C"), ("B", "C"))
    for better, worse in ("AB", "AC", "BC"):
        desk.record(
            ShootoutPlayed(event=key.event, stage=key.stage, group=0, a=EntryId(better), b=EntryId(worse), score=(5, 0))
        )
    assert prize_places(desk) == [(1, ("A",)), (2, ("B",)), (3, ("C",))]
    assert not tasks(desk.view)


def test_prize_is_shared_where_the_policy_has_no_shootout() -> None:
    desk, key = league(replace(POLICIES["vkk"], order=("points", "net")))
    level_at_the_top(desk, key)
    assert prize_places(desk) == [(1, ("A", "B", "C"))]
    assert not tasks(desk.view)


@pytest.mark.parametrize("third_place", [False, True])
def test_of_three_entries_the_semi_final_loser_is_third(third_place: bool) -> None:
    stage = Stage(id=StageId("ko"), format="knockout", rulebook="icf", overrides=ONE_GAME, third_place=third_place)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, events=(event,)))
    desk.enter("A B C")
    key = StageKey(event.id, stage.id)
    desk.draw(key)
    pairs = [desk.view.sides(one.fixture.id) for one in desk.state.in_stage(key) if one.fixture.round == "semi-final"]
    ((winner, loser),) = ((a, b) for a, b in pairs if a is not None and b is not None)
    desk.play(winner, loser, 25, 7, key=key)
    assert prize_places(desk) == [(3, (loser,))]
