"""Stages: groups feed knockouts, ties block them, and unequal groups are compared by averages."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from carrom.tournament.draws.bracket import PlaceOf
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import LotsDrawn, Retracted, ShootoutPlayed
from carrom.tournament.tables.explain import EXPLANATIONS, explain_standings
from carrom.tournament.tables.results import EntryId
from carrom.tournament.tables.standings import standings
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

S = CompetitionId("S")


def test_a_group_feeds_its_knockout_when_it_is_decided() -> None:
    desk = scenario_1()
    (table,) = desk.view.tables(GROUPS)
    assert table.is_decided
    (final,) = desk.state.in_stage(KNOCKOUT)
    assert set(desk.view.sides(final.fixture.id)) == {"Q", "P"}
    assert desk.view.status(final.fixture.id) == "ready"


def test_four_groups_of_four_feed_the_quarter_finals() -> None:
    desk = Desk(groups_then_knockout(groups=4))
    desk.enter(" ".join(f"p{n:02}" for n in range(16)))
    assert len(desk.draw(GROUPS).fixtures) == 24
    knockout = desk.draw(KNOCKOUT)
    assert len(knockout.fixtures) == 7
    quarters = [one for one in knockout.fixtures if one.round == "quarter-final"]
    named = [tuple(slot.name for slot in one.slots if isinstance(slot, PlaceOf)) for one in quarters]
    assert set(named) == {("A1", "B2"), ("C1", "D2"), ("B1", "A2"), ("D1", "C2")}
    for half in (
        named[:2],
        named[2:],
    ):  # group mates can meet only in the final
        assert sorted(place[0] for pair in half for place in pair) == ["A", "B", "C", "D"]


def test_a_tie_blocks_the_knockout_until_the_shootouts_are_played() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    for one, other in ("AB", "BC", "CA"):
        desk.play(one, other, 20, 12)
    assert desk.view.sides(final.fixture.id) == (None, None)
    assert [task.code for task in desk.tasks] == ["tie"]
    assert desk.tasks[0].pairs == (("A", "B"), ("A", "C"), ("B", "C"))
    for one, other, points in (("A", "B", 5), ("B", "C", 2), ("A", "C", 1)):
        desk.record(ShootoutPlayed(event=S, stage=GROUPS.stage, a=EntryId(one), b=EntryId(other), score=(points, 0)))
    (table,) = desk.view.tables(GROUPS)
    assert [row.entry for row in table.standings.table] == ["A", "B", "C"]
    assert {(row.net, row.scored) for row in table.standings.table} == {(0, 32)}
    assert set(desk.view.sides(final.fixture.id)) == {"A", "B"}
    assert desk.tasks == []


class Circle:
    """Three entries level on every criterion, in a VKK group from which two advance."""

    def __init__(self) -> None:
        definition = groups_then_knockout()
        first, second = definition.events[0].stages
        event = replace(definition.events[0], stages=(replace(first, rulebook="vkk"), second))
        self.desk = Desk(replace(definition, events=(event,)))
        self.desk.enter("A B C")
        self.desk.draw(GROUPS)
        self.desk.draw(KNOCKOUT)
        for one, other in ("AB", "BC", "CA"):
            self.desk.play(one, other, 20, 12)

    def series(self, *wins: str) -> None:
        for one, other in map(tuple, wins):
            self.desk.record(
                ShootoutPlayed(event=S, stage=GROUPS.stage, a=EntryId(one), b=EntryId(other), score=(5, 0), among=ABC)
            )

    def last_explanation(self) -> str:
        """Return the last sentence under the standings."""
        (table,) = self.desk.view.tables(GROUPS)
        return explain_standings(table.standings, self.desk.state.policy(GROUPS), advance=2)[-1]

    def lots(self, *names: str) -> LotsDrawn:
        return LotsDrawn(event=S, stage=GROUPS.stage, order=tuple(map(EntryId, names)))


ABC = tuple(map(EntryId, "ABC"))


@pytest.mark.law("I-55", "vkk:shootout")
def test_second_level_shootout_series_leads_to_lots() -> None:
    circle = Circle()
    desk = circle.desk
    first_series = desk.tasks[0]
    assert "I-55" in first_series.text, "lots are announced before the first series"
    assert desk.refused(circle.lots("B", "C", "A")) == "not-level", "not before two series"
    assert circle.last_explanation() == EXPLANATIONS["then-lots"]
    circle.series("AB", "BC", "CA")
    (task,) = desk.tasks
    assert (len(task.pairs), task.lots) == (3, ())
    assert task.text != first_series.text, "the task announces the last series"
    assert circle.last_explanation() == EXPLANATIONS["last-series"]
    circle.series("AB", "BC", "CA")
    (task,) = desk.tasks
    assert (task.pairs, task.lots) == ((), ABC)
    third = ShootoutPlayed(event=S, stage=GROUPS.stage, a=ABC[0], b=ABC[1], score=(5, 0), among=ABC)
    assert desk.refused(third) == "lots-due"
    assert desk.refused(circle.lots("A", "B")) == "not-level"
    assert desk.refused(circle.lots("A", "A", "B")) == "not-level"
    drawn = desk.record(circle.lots("B", "C", "A"))
    (table,) = desk.view.tables(GROUPS)
    assert [row.entry for row in table.standings.table] == ["B", "C", "A"]
    assert {one.by for one in table.standings.why} == {"lot"}
    assert circle.last_explanation() == EXPLANATIONS["lot"].format(above="C", below="A")
    assert desk.tasks == []
    desk.record(Retracted(fact=drawn), reason="a name was missing in the hat")
    assert [task.lots for task in desk.tasks] == [ABC]
    numbered = [replace(fact, n=n) for n, fact in enumerate(desk.facts, 1)]
    assert from_text(tournament_text(numbered)).state.shootouts == desk.state.shootouts


@pytest.mark.law("I-55")
def test_no_lots_when_the_second_series_decides() -> None:
    circle = Circle()
    circle.series("AB", "BC", "CA")
    circle.series("CA", "CB", "BA")
    (table,) = circle.desk.view.tables(GROUPS)
    assert [row.entry for row in table.standings.table] == ["C", "B", "A"]
    assert circle.desk.refused(circle.lots("B", "C", "A")) == "not-level"


def test_lots_count_only_after_their_series() -> None:
    circle = Circle()
    circle.series("AB", "BC", "CA")
    circle.series("AB", "BC", "CA")
    last = circle.desk.facts[-1].id
    circle.desk.record(circle.lots("B", "C", "A"))
    circle.desk.record(Retracted(fact=last), reason="of another group")
    (task,) = circle.desk.tasks
    assert len(task.pairs) == 1


def test_the_third_placed_of_unequal_groups_are_compared_by_averages() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E F G")  # dealt into a group of four and one of three
    desk.draw(GROUPS)
    for table in desk.view.tables(GROUPS):
        for one, other in combinations(sorted(table.entries), 2):
            desk.play(one, other, 25, 10)
    thirds = [table.place(3) for table in desk.view.tables(GROUPS)]
    tables = desk.view.tables(GROUPS)
    found = standings(
        [entry for table in tables for entry in table.entries],
        [result for table in tables for result in table.settled.results],
        replace(desk.state.policy(GROUPS), per_match=True),
        only=[third for third in thirds if third is not None],
    )
    assert {row.entry for row in found.table} == set(thirds)
    # The third of four won one match of three and has net (15 − 15 − 15) / 3; the third of three won none of two.
    small, large = sorted(thirds, key=lambda entry: next(row.played for row in found.table if row.entry == entry))
    assert [row.entry for row in found.table] == [large, small]
    assert found.why[0].values == (Fraction(2, 3), 0)
