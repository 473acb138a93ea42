"""The log: replay, repeated and reordered events, refusals, and the file format."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings, strategies as st

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
from tests.refusals import refuses
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout, scenario_1

S = CompetitionId("S")


def test_replay_and_file_give_the_same_state() -> None:
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
def test_repeated_events_change_nothing(again: list[int]) -> None:
    desk = scenario_1()
    before = desk.state
    for index in again:
        assert desk.hand(desk.facts[index % len(desk.facts)]) is before


def test_events_can_be_folded_one_at_a_time() -> None:
    desk = scenario_1()
    state = State()
    for end in range(1, len(desk.facts) + 1):
        state = fold_events([desk.facts[end - 1]], state).state
        assert fold_events(desk.facts[:end]).state == state


@given(st.permutations(list(combinations("ABCDE", 2))), st.data())
@settings(max_examples=examples(20), deadline=None)
def test_standings_do_not_depend_on_the_order_of_results(order: list[tuple[str, str]], data: st.DataObject) -> None:
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


def test_log_without_its_first_event_is_refused() -> None:
    desk = scenario_1()
    folded = fold_events(desk.facts[1:])
    assert folded.accepted == 0
    assert folded.refused is not None
    assert folded.refused.code == "no-tournament"


def test_refusals_have_stable_codes() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    unknown = Entry(id=EntryId("X"), members=(PersonId("X"),))
    assert desk.refused(EntryRecorded(event=S, entry=unknown)) == "unknown-person"
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


def test_error_in_a_file_names_the_line() -> None:
    desk = scenario_1()
    good = tournament_text([read_tournament_event({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)])
    lines = good.splitlines(keepends=True)
    last, count = desk.facts[-1].id, len(lines)
    two = lines[0] + lines[1]
    cases: list[tuple[str, str, tuple[str, ...]]] = [
        ("", "not-a-tournament", ()),
        ('{"carrom":"match"}\n', "not-a-tournament", ()),
        ('{"carrom":"tournament","version":9}\n', "unknown-version", ("version 9",)),
        (lines[0] + lines[2], "file-damaged", ("line 2", "fact 2", "1")),
        (two + "nonsense\n", "misread", ("line 3", "JSON")),
        (two + lines[2].replace('"kind":"person"', '"kind":"pears"'), "unknown-kind", ("line 3", "'pears'")),
        (two + lines[2].replace('"name"', '"nome"'), "misread", ("line 3.body.person", '"nome"')),
        (good + lines[-1].replace(f'"n":{count - 1}', f'"n":{count}'), "file-damaged", (f"line {count + 1}", last)),
    ]
    for bad, code, quotes in cases:
        with refuses(code, *quotes):
            from_text(bad)
    assert from_text(good + '{"n":99,"id"').torn == len('{"n":99,"id"')
