"""Undo: every kind of act, one after another."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from carrom.tournament.desk.acts.act import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.people_acts import CheckPeople
from carrom.tournament.desk.acts.ruling_acts import UndoLast
from carrom.tournament.desk.people_list import people_list
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.event_text import describe_event
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.log.undo import UNDO_DEPTH, events_taken_back
from carrom.tournament.model.events import (
    DrawPublished,
    EntryLeft,
    MatchCalled,
    PersonChecked,
    PolicyChanged,
    Retracted,
    TableServiceSet,
    TournamentEventId,
    Undone,
)
from carrom.tournament.model.state import State
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1


def figures(state: State) -> State:
    """Return a state without the bookkeeping of the log."""
    return replace(state, version=0, seen={}, notices=())


def undo(desk: Desk) -> None:
    desk.record(Undone(fact=desk.state.past[0].fact), reason="a slip")


def test_every_kind_of_act_is_undone() -> None:
    desk = scenario_1()
    states = [figures(desk.state)]
    (final,) = desk.state.in_stage(KNOCKOUT)
    acts = (
        DrawPublished(event=KNOCKOUT.event, stage=KNOCKOUT.stage, seats={"A1": EntryId("Q")}),
        TableServiceSet(table=3, works=False),
        MatchCalled(match=final.fixture.id, table=2),
        PolicyChanged(event=GROUPS.event, stage=GROUPS.stage, policy=POLICIES["icf"]),
        Retracted(fact=desk.state.matches[desk.match("Q", "S")].result_fact or desk.facts[0].id),
        EntryLeft(event=GROUPS.event, entry=EntryId("S")),
    )
    for act in acts:
        desk.record(act, reason="so")
        states.append(figures(desk.state))
    for before in reversed(states[:-1]):
        undo(desk)
        assert figures(desk.state) == before
    out_of_service = describe_event(acts[1], desk.state)
    notices = [notice.text for notice in desk.state.notices]
    assert any(one.casefold().startswith(out_of_service.casefold()) and one.endswith(": a slip") for one in notices)
    assert fold_events(desk.facts).state == desk.state
    numbered = (replace(fact, n=n) for n, fact in enumerate(desk.facts, 1))
    assert from_text(tournament_text(numbered)).state == desk.state


def test_undone_result_can_be_entered_again() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    desk.draw(GROUPS)
    wrong = desk.play("A", "B", 8, 25)
    undo(desk)
    assert desk.view.status(MatchId("M1")) == "ready"
    desk.play("A", "B", 25, 8)
    assert desk.view.winner(MatchId("M1")) == "A"
    assert any(fact.id == wrong for fact in desk.facts), "the log keeps it"


def test_undo_takes_only_the_last_act_and_needs_a_reason() -> None:
    desk = scenario_1()
    for n in range(1, 5):
        desk.record(TableServiceSet(table=n, works=False))
    last = desk.state.past[0].fact
    assert desk.refused(Undone(fact=last)) == "no-reason"
    assert desk.refused(Undone(fact=desk.state.past[1].fact), reason="?") == "not-last"
    for _ in range(UNDO_DEPTH):
        undo(desk)
    assert desk.refused(Undone(fact=last), reason="?") == "nothing-to-undo"
    fresh = Desk(groups_then_knockout())
    assert fresh.refused(Undone(fact=fresh.facts[0].id), reason="?") == "not-retractable"


@pytest.mark.parametrize("count", [4, UNDO_DEPTH + 5])
def test_people_checked_together_are_undone_together(count: int) -> None:
    desk = Desk(groups_then_knockout())
    names = [f"P{number}" for number in range(count)]
    desk.enter(" ".join(names))
    clock = datetime(2024, 11, 5, 9)

    def do(act: DeskAct) -> None:  # all within one second, yet separate acts
        done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=clock, reason="a slip"))
        assert isinstance(done, Done), done
        for fact in done.facts:
            desk.hand(fact)

    do(CheckPeople(what="here", who=("P1",)))
    do(CheckPeople(what="here", who=tuple(names)))
    do(CheckPeople(what="striker", who=tuple(names)))
    assert len(people_list(desk.state, having=["here", "striker"])) == count
    recorded = len(desk.facts)
    do(UndoLast())
    assert len(people_list(desk.state, having=["striker"])) == 0
    assert len(people_list(desk.state, having=["here"])) == count
    do(UndoLast())
    assert [one.name for one in people_list(desk.state, having=["here"])] == ["P1"], "P1 was checked in before"
    do(UndoLast())
    assert people_list(desk.state, having=["here"]) == [], "the act before"
    assert len(desk.facts) == recorded + 3, "one fact for each undo"
    gone = events_taken_back({fact.id: fact.body for fact in desk.facts})
    assert gone == {fact.id for fact in desk.facts if isinstance(fact.body, PersonChecked)}
    assert fold_events(desk.facts).state == desk.state


def test_undo_in_an_older_log_goes_fact_by_fact() -> None:
    desk = Desk(groups_then_knockout())
    names = [f"P{number}" for number in range(UNDO_DEPTH + 5)]
    desk.enter(" ".join(names))
    done = carry_out(
        CheckPeople(what="here", who=tuple(names)),
        ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9)),
    )
    assert isinstance(done, Done)
    for number, fact in enumerate(done.facts):
        desk.hand(replace(fact, id=TournamentEventId(f"older-{number}")))
    for left in range(len(names), 5, -1):
        assert len(people_list(desk.state, having=["here"])) == left
        undo(desk)
    assert desk.refused(Undone(fact=TournamentEventId("older-4")), reason="?") == "nothing-to-undo"
