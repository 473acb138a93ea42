"""Double elimination: out after two defeats, and no rematches earlier than necessary."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws.rounds import check_round, is_no_later_than
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.draws.bracket import Bye, Draw, Entrant, LoserOf, MatchId, Slot, WinnerOf
from carrom.tournament.draws.double_elimination import double_elimination
from carrom.tournament.draws.draw_json import read_slot, slot_json
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.events import ResultGiven
from carrom.tournament.model.state import StageKey
from carrom.tournament.settings import SettingChange, new_tournament
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.tournament.desk import DAY, Desk

KEY = StageKey(CompetitionId("S"), StageId("double-elimination"))


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


class Play:
    """A draw played out with random winners: the pairs of each round and everyone's defeats."""

    def __init__(self, draw: Draw, luck: random.Random) -> None:
        self.won: dict[MatchId, str | None] = {}
        self.lost: dict[MatchId, str | None] = {}
        self.defeats: Counter[str] = Counter()
        self.met: list[tuple[str, frozenset[str]]] = []
        for one in draw.rounds:
            for match in one.matches:
                sides = [self.who(slot) for slot in match.slots]
                present = [side for side in sides if side is not None]
                assert present, "a match has no entry"
                if len(present) == 1:
                    self.won[match.id], self.lost[match.id] = present[0], None
                    continue
                assert self.defeats[present[0]] < 2 > self.defeats[present[1]], "an entry with two defeats plays"
                winner = luck.choice(present)
                loser = next(side for side in present if side != winner)
                self.won[match.id], self.lost[match.id] = winner, loser
                self.defeats[loser] += 1
                self.met.append((one.stage, frozenset(present)))
                self.first = sides[0]
        self.champion = winner

    def who(self, slot: Slot) -> str | None:
        match slot:
            case Entrant(entry):
                return entry
            case WinnerOf(match):
                return self.won[match]
            case LoserOf(match, once):
                loser = self.lost[match]
                return None if once and loser is not None and self.defeats[loser] > 1 else loser
        return None


sizes = st.integers(2, 40)
lucks = st.randoms(use_true_random=False)


@given(sizes, lucks, st.integers(0, 99))
def test_every_entry_but_the_champion_is_beaten_twice(size: int, luck: random.Random, seed: int) -> None:
    played = Play(double_elimination(names(size), random=seed), luck)
    assert played.defeats[played.champion] <= 1
    assert {name for name in names(size) if played.defeats[name] == 2} == set(names(size)) - {played.champion}


@given(sizes, lucks)
def test_grand_final_without_a_reset_is_the_last_match(size: int, luck: random.Random) -> None:
    draw = double_elimination(names(size), reset=False)
    assert draw.rounds[-1].stage == "grand-final"
    played = Play(draw, luck)
    assert len(played.met) == 2 * size - 2
    assert sum(played.defeats.values()) == 2 * size - 2


@given(sizes, st.integers(0, 99))
def test_matches_follow_their_feeders_and_every_slot_is_fed_once(size: int, seed: int) -> None:
    draw = double_elimination(names(size), random=seed, seeds=min(2, size))
    known: set[MatchId] = set()
    fed: Counter[Slot] = Counter()
    for match in draw.matches():
        assert set(match.feeders) <= known
        known.add(match.id)
        fed.update(slot for slot in match.slots if not isinstance(slot, Bye))
    assert set(fed.values()) == {1}, "every winner and loser goes to one slot"
    assert [match.id for match in draw.matches()] == [f"M{n}" for n in range(1, len(known) + 1)]
    losers = [match for one in draw.rounds if one.stage.startswith("losers") for match in one.matches]
    assert not any(match.is_bye for match in losers), "the losers' bracket shows no byes"


@pytest.mark.parametrize(("size", "free"), [(8, 2), (16, 3), (32, 4), (64, 6)])
def test_early_losers_rounds_have_no_rematches(size: int, free: int) -> None:
    """Checked for 200 random courses of play."""
    draw = double_elimination(names(size))
    early = {f"losers-round-{number}" for number in range(1, free + 1)}
    assert early <= {one.stage for one in draw.rounds}
    for seed in range(200):
        before: set[frozenset[str]] = set()
        for stage, pair in Play(draw, random.Random(seed)).met:
            assert stage not in early or pair not in before, (seed, stage)
            before.add(pair)


@given(sizes)
def test_rounds_have_names_that_a_match_accepts(size: int) -> None:
    stages = [one.stage for one in double_elimination(names(size)).rounds]
    assert [check_round(stage) for stage in stages] == stages
    assert len(set(stages)) == len(stages)
    assert not any(is_no_later_than(stage, "pre-quarter-final") for stage in stages if stage.endswith("grand-final"))


def test_seeds_clubs_and_lots_work_as_in_a_knockout() -> None:
    draw = double_elimination(names(6), seeds=2, apart={"p0": "x", "p1": "x"}, random=5)
    first = draw.rounds[0]
    assert first.matches[0].slots == (Entrant("p0"), Bye())
    assert Entrant("p1") in first.matches[2].slots
    assert draw == double_elimination(names(6), seeds=2, apart={"p0": "x", "p1": "x"}, random=5)


def test_loser_slot_for_a_first_defeat_survives_json() -> None:
    slot = LoserOf(MatchId("M3"), once=True)
    assert slot_json(slot) == {"loser": "M3", "once": True}
    assert read_slot(slot_json(slot)) == slot
    assert read_slot({"loser": "M3"}) == LoserOf(MatchId("M3"))


def played_out(who_wins: str, reset: str = "yes") -> Desk:
    """Play out a draw of four. A beats everyone up to the grand final, which `who_wins` wins."""
    changes = [SettingChange("games", "1"), SettingChange("reset", reset)]
    desk = Desk(new_tournament("double-elimination", changes, day=DAY))
    desk.enter("A B C D")
    desk.draw(KEY)
    order = "ABCD"
    for _ in count():
        ready = [one.fixture for one in desk.state.in_stage(KEY) if desk.view.status(one.fixture.id) == "ready"]
        if not ready:
            return desk
        for fixture in ready:
            a, b = desk.view.sides(fixture.id)
            assert a is not None
            assert b is not None
            best = who_wins if fixture.round == "grand-final" else min(a, b, key=order.index)
            desk.record(ResultGiven(match=fixture.id, a=a, b=b, score=(25, 3) if best == a else (3, 25)))
    raise AssertionError


def test_grand_final_won_by_the_unbeaten_side_is_the_last_match() -> None:
    desk = played_out("A")
    last = desk.state.in_stage(KEY)[-1].fixture
    assert (last.round, desk.view.status(last.id)) == ("second-grand-final", "bye")
    assert [(one.place, one.entries) for one in prizes(desk.view, desk.state.event("S"))] == [
        (1, ("A",)),
        (2, ("B",)),
        (3, ("C",)),
    ]


def test_unbeaten_side_that_loses_the_grand_final_plays_it_again() -> None:
    desk = played_out("B")
    last = desk.state.in_stage(KEY)[-1].fixture
    assert desk.view.status(last.id) == "played"
    assert desk.view.sides(last.id) == ("B", "A")
    assert [one.entries for one in prizes(desk.view, desk.state.event("S"))] == [("A",), ("B",), ("C",)]


def test_without_a_reset_the_grand_final_decides() -> None:
    desk = played_out("B", reset="no")
    assert [one.entries for one in prizes(desk.view, desk.state.event("S"))] == [("B",), ("A",), ("C",)]


def test_second_grand_final_waits_for_the_first() -> None:
    desk = Desk(new_tournament("double-elimination", [SettingChange("games", "1")], day=DAY))
    desk.enter("A B")
    desk.draw(KEY)
    desk.play("A", "B", 25, 3, key=KEY)
    final, again = (one.fixture.id for one in desk.state.in_stage(KEY)[1:])
    assert (desk.view.status(final), desk.view.status(again)) == ("ready", "waiting")
    desk.record(ResultGiven(match=final, a=EntryId("A"), b=EntryId("B"), score=(3, 25)))
    assert desk.view.status(again) == "ready"


@settings(max_examples=examples(20))
@given(st.integers(2, 9))
def test_double_elimination_can_follow_groups(groups: int) -> None:
    desk = Desk(new_tournament("groups+double-elimination", [SettingChange("groups", str(groups))], day=DAY))
    desk.enter(" ".join(names(3 * groups)))
    desk.draw(StageKey(CompetitionId("S"), StageId("groups")))
    drawn = desk.draw(KEY)
    played = [one for one in drawn.fixtures if not any(isinstance(slot, Bye) for slot in one.slots)]
    assert len(played) == 2 * (2 * groups) - 1, "two for each entry but the champion, plus the second grand final"
