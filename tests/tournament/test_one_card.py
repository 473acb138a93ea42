"""One card in a large hall: it is looked at with what it can change, and not with everything else."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from datetime import datetime

import pytest

from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model import state as states
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import EntryLeft, MatchCalled, ResultGiven, SideReported
from carrom.tournament.model.people import Category, PeopleByName, Person
from carrom.tournament.model.state import DerivedCache
from carrom.tournament.seating import now as views
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout


def give(desk: Desk, match: MatchId) -> None:
    """A card at the desk, asked about as the server does."""
    act = GiveResult(match=match, words=("25-8",))
    assert not act.is_grave(desk.state)
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=desk.clock))
    assert isinstance(done, Done), done
    desk.state = done.state


def test_a_card_asks_nothing_of_matches_that_are_at_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(groups_then_knockout(groups=4, advance=2))
    desk.enter("A B C D E F G H I J K L M N O P")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    first, second, third, *_ = [one.fixture.id for one in desk.state.in_stage(GROUPS)]
    desk.record(MatchCalled(match=first, table=1))
    desk.record(MatchCalled(match=second, table=2))
    asked: set[MatchId] = set()
    status = TournamentNow._status

    def counted(view: TournamentNow, match: MatchId) -> views.MatchStatus:
        asked.add(match)
        return status(view, match)

    monkeypatch.setattr(TournamentNow, "_status", counted)
    give(desk, first)
    give(desk, third)
    assert asked <= {first, second, third}


def test_groups_are_not_added_up_again_for_a_card_of_the_knock_out(monkeypatch: pytest.MonkeyPatch) -> None:
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
    # Somebody who leaves may change any of them.
    desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId("A"), how="withdrawn"))
    assert desk.view.tables(GROUPS)
    assert sorted(set(added)) == [0, 1, 2, 3]


def test_who_comes_through_a_match_that_nobody_had_to_play_is_called_anew() -> None:
    only = Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=Overrides(games=1))
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(only,))
    desk = Desk(Definition(name="Test", day=DAY, events=(event,)))
    desk.enter("A B C D E F G H")
    desk.draw(KNOCKOUT)
    *quarters, half, other, final = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT)]
    for match in (*quarters, other):
        give(desk, match)
    was, gone = desk.view.known_sides(half)
    quarter = next(one for one in quarters if was in desk.view.sides(one))
    desk.record(EntryLeft(event=CompetitionId("S"), entry=gone, how="withdrawn"))
    assert desk.view.sides(final)[0] == was, "nobody had to play the half-final"
    desk.record(MatchCalled(match=final, table=1), at="15:12")
    at = datetime(2024, 11, 5, 15, 40)
    act = CorrectResult(match=quarter, words=("8-25",))
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=at, reason="card turned round"))
    assert isinstance(done, Done), done
    assert TournamentNow(done.state).sides(final)[0] not in (None, was)
    assert done.state.matches[final].called == at


def test_people_are_sorted_by_name_once_however_many_tables_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(groups_then_knockout(groups=2, advance=2))
    desk.enter("A B C D E F")
    desk.draw(GROUPS)
    # A is called to two tables: beside both of them it is said where he is.
    for table, other in enumerate("DE", 1):
        desk.record(MatchCalled(match=desk.match("A", other), table=table))
    sorted_out = []

    def counted(people: Iterable[Person]) -> PeopleByName:
        sorted_out.append(1)
        return PeopleByName(people)

    monkeypatch.setattr(states, "PeopleByName", counted)
    desk.record(MatchCalled(match=desk.match("B", "C"), table=3))
    for _ in range(2):
        tables = hall_now(desk.view, desk.clock).tables
        assert sum(bool(one.match and one.match.in_doubt) for one in tables) == 1
        desk.record(SideReported(match=desk.match("B", "C")))
    assert len(sorted_out) <= 1


def test_what_was_worked_out_is_known_by_what_it_was_made_of() -> None:
    known, worked = DerivedCache(), []

    def ask(*made_of: object) -> int:
        def work() -> int:
            worked.append(made_of)
            return len(worked)

        return known.once("name", made_of, work)

    assert [ask(1), ask(1), ask(2), ask(1), ask(2)] == [1, 1, 2, 1, 2]
    assert ask(1, 2) == 3
    # The oldest goes.
    assert [ask(4), ask(2), ask(1)] == [4, 2, 5]
    assert pickle.loads(pickle.dumps(known)).once("name", (1,), lambda: 0) == 0, "nothing of it travels"
