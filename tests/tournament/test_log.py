"""The log itself: replay, facts told again or in another order, refusals, and the file that holds it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    EntryRecorded,
    MatchCalled,
    PersonRecorded,
    ResultGiven,
    TableServiceSet,
    read_tournament_event,
)
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.model.state import State
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout, scenario_1

S = CompetitionId("S")


def test_replay_gives_the_same_state_and_the_file_the_same_text() -> None:
    desk = scenario_1()
    replayed = fold_events(desk.facts)
    assert replayed.refused is None
    assert replayed.state == desk.state
    numbered = [read_tournament_event({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)]
    loaded = from_text(tournament_text(numbered))
    assert loaded.state == desk.state
    assert tournament_text(loaded.facts) == tournament_text(numbered)


@given(st.lists(st.integers(0, 30), max_size=20))
@settings(max_examples=examples(25))
def test_facts_told_again_change_nothing(again: list[int]) -> None:
    desk = scenario_1()
    before = desk.state
    for index in again:
        assert desk.hand(desk.facts[index % len(desk.facts)]) is before


def test_every_prefix_of_a_log_can_be_replayed() -> None:
    desk = scenario_1()
    state = State()
    for end in range(1, len(desk.facts) + 1):
        state = fold_events([desk.facts[end - 1]], state).state
        assert fold_events(desk.facts[:end]).state == state


# -- corrections -------------------------------------------------------------------------------------------------


@given(st.permutations(list(combinations("ABCDE", 2))), st.data())
@settings(max_examples=examples(20), deadline=None)
def test_the_order_in_which_results_come_in_does_not_matter(order: list[tuple[str, str]], data: st.DataObject) -> None:
    scores = {pair: data.draw(st.integers(0, 24)) for pair in combinations("ABCDE", 2)}
    tables = []
    for pairs in (list(scores), order):
        desk = Desk(groups_then_knockout())
        desk.enter("A B C D E")
        desk.draw(GROUPS)
        for one, other in pairs:
            desk.play(one, other, 25, scores[(one, other)])
        tables.append(desk.view.tables(GROUPS)[0].standings)
    assert tables[0] == tables[1]
    assert sum(row.net for row in tables[0].table) == 0


def test_a_log_begins_with_its_tournament() -> None:
    desk = scenario_1()
    folded = fold_events(desk.facts[1:])
    assert folded.accepted == 0
    assert folded.refused is not None
    assert folded.refused.code == "no-tournament"


def test_refusals_have_stable_codes() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    nobody = Entry(id=EntryId("X"), members=(PersonId("X"),))
    assert desk.refused(EntryRecorded(event=S, entry=nobody)) == "unknown-person"
    double = Entry(id=EntryId("A again"), members=(PersonId("A"),))
    assert desk.refused(EntryRecorded(event=S, entry=double)) == "entered-twice"
    pair = Entry(id=EntryId("A / B"), members=(PersonId("A"), PersonId("B")))
    assert desk.refused(EntryRecorded(event=S, entry=pair)) == "not-eligible"
    desk.draw(GROUPS)
    desk.record(PersonRecorded(person=Person(id=PersonId("L"), name="Late")))
    late = Entry(id=EntryId("L"), members=(PersonId("L"),))
    assert desk.refused(EntryRecorded(event=S, entry=late)) == "drawn"
    assert (
        desk.refused(ResultGiven(match=MatchId("M99"), a=EntryId("A"), b=EntryId("B"), score=(1, 0))) == "unknown-match"
    )
    match = desk.match("A", "B")
    assert desk.refused(ResultGiven(match=match, a=EntryId("A"), b=EntryId("C"), score=(25, 0))) == "other-sides"
    assert desk.refused(desk.given("A", "B", 20, 20)) == "level"
    assert desk.refused(desk.given("A", "B", 26, 20)) == "over-target"
    assert desk.refused(desk.given("A", "B", 25, 20, extra=(1, 0))) == "bad-fact"
    desk.record(TableServiceSet(table=2, works=False))
    assert desk.refused(MatchCalled(match=match, table=2)) == "table-out"
    desk.record(TableServiceSet(table=2, works=True))
    desk.record(MatchCalled(match=match, table=2))
    assert desk.view.tables_in_use == {2: match}


def test_a_file_says_what_is_wrong_with_it() -> None:
    desk = scenario_1()
    good = tournament_text([read_tournament_event({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)])
    lines = good.splitlines(keepends=True)
    for bad, words in (
        ("", "not a tournament file"),
        ('{"carrom":"match"}\n', "not a tournament file"),
        ('{"carrom":"tournament","version":9}\n', "version 9"),
        (lines[0] + lines[2], "line 2 has the fact 2, where 1 is due"),
        (lines[0] + lines[1] + "nonsense\n", "line 3: not JSON"),
        (lines[0] + lines[1] + lines[2].replace('"kind":"person"', '"kind":"pears"'), "no fact is of the kind 'pears'"),
        (
            lines[0] + lines[1] + lines[2].replace('"name"', '"nome"'),
            'line 3.body.person: unknown field "nome"',
        ),
        (good + lines[-1].replace(f'"n":{len(lines) - 1}', f'"n":{len(lines)}'), "repeats the fact"),
    ):
        with pytest.raises(CarromError, match=words):
            from_text(bad)
    assert from_text(good + '{"n":99,"id"').torn == len('{"n":99,"id"')
