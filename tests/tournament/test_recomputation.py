"""Incremental work: a result recomputes only what it can change."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import load
from carrom.tournament.log.transitions import Recorded, apply_event
from carrom.tournament.model import state as states
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import EntryLeft, MatchCalled, ResultGiven, SideReported
from carrom.tournament.model.people import Category, PeopleByName, Person
from carrom.tournament.model.state import DerivedCache, State
from carrom.tournament.seating import now as views
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout


def give(desk: Desk, match: MatchId) -> None:
    """Give a result at the desk as the server does."""
    act = GiveResult(match=match, words=("25-8",))
    assert not act.is_grave(desk.state)
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=desk.clock))
    assert isinstance(done, Done), done
    desk.state = done.state


def test_result_checks_only_matches_at_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(groups_then_knockout(groups=4, advance=2))
    desk.enter("A B C D E F G H I J K L M N O P")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    first, second, third, *_ = [one.fixture.id for one in desk.state.in_stage(GROUPS)]
    desk.record(MatchCalled(match=first, table=1))
    desk.record(MatchCalled(match=second, table=2))
    checked: set[MatchId] = set()
    status = TournamentNow._status

    def counted(view: TournamentNow, match: MatchId) -> views.MatchStatus:
        checked.add(match)
        return status(view, match)

    monkeypatch.setattr(TournamentNow, "_status", counted)
    give(desk, first)
    give(desk, third)
    assert checked <= {first, second, third}


def test_knockout_result_does_not_recompute_group_standings(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(groups_then_knockout(groups=4, advance=2))
    desk.enter("A B C D E F G H")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for record in desk.state.in_stage(GROUPS):
        a, b = desk.view.known_sides(record.fixture.id)
        desk.record(ResultGiven(match=record.fixture.id, a=a, b=b, score=(25, 5)))
    quarters = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT)][:4]
    for table, match in enumerate(quarters, 1):
        desk.record(MatchCalled(match=match, table=table))
    added: list[int] = []
    add_up = TournamentNow._table

    def counted(view: TournamentNow, key: object, number: int, *more: object) -> object:
        added.append(number)
        return add_up(view, key, number, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(TournamentNow, "_table", counted)
    for match in quarters:
        give(desk, match)
        assert desk.view.tables(GROUPS)
    assert added == []
    # A withdrawal may change any group.
    desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId("A"), how="withdrawn"))
    assert desk.view.tables(GROUPS)
    assert sorted(set(added)) == [0, 1, 2, 3]


def test_new_finalist_after_a_correction_gets_a_new_call_time() -> None:
    only = Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=Overrides(games=1))
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(only,))
    desk = Desk(Definition(name="Test", day=DAY, events=(event,)))
    desk.enter("A B C D E F G H")
    desk.draw(KNOCKOUT)
    *quarters, semi, other, final = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT)]
    for match in (*quarters, other):
        give(desk, match)
    was, gone = desk.view.known_sides(semi)
    quarter = next(one for one in quarters if was in desk.view.sides(one))
    desk.record(EntryLeft(event=CompetitionId("S"), entry=gone, how="withdrawn"))
    assert desk.view.sides(final)[0] == was, "the semi-final was not played"
    desk.record(MatchCalled(match=final, table=1), at="15:12")
    at = datetime(2024, 11, 5, 15, 40)
    act = CorrectResult(match=quarter, words=("8-25",))
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=at, reason="card turned round"))
    assert isinstance(done, Done), done
    assert TournamentNow(done.state).sides(final)[0] not in (None, was)
    assert done.state.matches[final].called == at


def test_people_are_indexed_by_name_once_for_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(groups_then_knockout(groups=2, advance=2))
    desk.enter("A B C D E F")
    desk.draw(GROUPS)
    # A is called to two tables, and both show where A is.
    for table, other in enumerate("DE", 1):
        desk.record(MatchCalled(match=desk.match("A", other), table=table))
    indexed = []

    def counted(people: Iterable[Person]) -> PeopleByName:
        indexed.append(1)
        return PeopleByName(people)

    monkeypatch.setattr(states, "PeopleByName", counted)
    desk.record(MatchCalled(match=desk.match("B", "C"), table=3))
    for _ in range(2):
        tables = hall_now(desk.view, desk.clock).tables
        assert sum(bool(one.match and one.match.in_doubt) for one in tables) == 1
        desk.record(SideReported(match=desk.match("B", "C")))
    assert len(indexed) <= 1


def test_derived_cache_is_keyed_by_its_inputs() -> None:
    cache, computed = DerivedCache(), []

    def derive(*inputs: object) -> int:
        def compute() -> int:
            computed.append(inputs)
            return len(computed)

        return cache.once("name", inputs, compute)

    assert [derive(1), derive(1), derive(2), derive(1), derive(2)] == [1, 1, 2, 1, 2]
    assert derive(1, 2) == 3
    # The oldest entry is dropped.
    assert [derive(4), derive(2), derive(1)] == [4, 2, 5]
    assert pickle.loads(pickle.dumps(cache)).once("name", (1,), lambda: 0) == 0, "a pickled cache is empty"


FILES = sorted((Path(__file__).parent / "old_files").glob("*.tournament"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_view_with_inherited_cache_equals_a_fresh_view(path: Path) -> None:
    state, view, shared = State(), TournamentNow(State()), 0
    for fact in load(path).facts:
        step = apply_event(state, fact)
        assert isinstance(step, Recorded)
        state = step.state
        last, view = view, TournamentNow(state)
        fresh = TournamentNow(replace(state, cache=DerivedCache()))
        for key in state.draws:
            assert view.tables(key) == fresh.tables(key)
            shared += sum(
                one is other
                for one, other in zip(view.tables(key), last.tables(key), strict=False)
                if key in last.state.draws
            )
    assert shared or not any(stage.policy for event in state.announced.events for stage in event.stages)
