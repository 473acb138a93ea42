"""Matches on hold at a table: results and starts are refused with the reason, and never go to another match."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from carrom.base.errors import Refused
from carrom.tournament.desk.acts.act import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.hall_acts import MarkPresent, SetTableService, StartMatch
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult
from carrom.tournament.desk.acts.ruling_acts import PayProtestFee, RecordProtest
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.public_state import PublicNow, protests_awaiting_fee, public_state
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.transitions import Recorded, apply_event
from carrom.tournament.model.definition import ProtestRules
from carrom.tournament.model.events import (
    DefinitionChanged,
    MatchCalled,
    MatchStarted,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultGiven,
    Retracted,
)
from carrom.tournament.tables.results import EntryId
from tests.refusals import refuses
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, FourInATree, groups_then_knockout
from tests.tournament.test_places_together import event_of

P1 = ProtestId("P1")


def is_stopped(message: str, match: str, table: int) -> bool:
    """Whether a message says that protest P1 puts a match at a table on hold."""
    return all(word in message for word in (match, f"table {table}", "on hold", "P1"))


class Hall(FourInATree):
    """Four in two semi-finals, the first on table 1; the final is in play there."""

    def __init__(self) -> None:
        super().__init__()
        self.desk.record(MatchCalled(match=self.semi, table=1), at="15:00")
        self.give(self.semi, "15:10")
        self.give(self.other, "15:11")
        self.desk.record(MatchCalled(match=self.final, table=1), at="15:12")
        self.desk.record(MatchStarted(match=self.final), at="15:13")

    def contest(self) -> None:
        self.desk.record(ProtestLodged(protest=P1, match=self.semi, side="b", board=1, text="wrong turn"), at="15:15")
        self.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:16")

    def does(self, act: DeskAct, reason: str | None = None) -> Done:
        now = datetime(2024, 11, 5, 15, 20)
        done = carry_out(act, ActContext(state=self.desk.state, facts=self.desk.facts, at=now, reason=reason))
        assert isinstance(done, Done), done
        return done


@pytest.mark.parametrize("kind", [GiveResult, CorrectResult])
def test_result_of_a_final_on_hold_does_not_correct_an_earlier_match_of_its_table(kind: type[GiveResult]) -> None:
    hall = Hall()
    hall.contest()
    for named in ("@1", hall.final):
        with refuses("on-hold", "table 1", hall.final, "P1"):
            hall.does(kind(match=named, words=("9-25",)), reason="misread")


def test_final_waits_for_the_semi_final_that_was_retracted() -> None:
    hall = Hall()
    told = hall.desk.state.matches[hall.semi].result_fact
    assert told is not None
    hall.desk.record(Retracted(fact=told), reason="of another match")
    with refuses("on-hold", "table 1", hall.final, hall.semi):
        hall.does(GiveResult(match="@1", words=("9-25",)))


def test_final_waits_for_a_group_place_that_is_tied() -> None:
    desk = Desk(groups_then_knockout(advance=2))
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for meeting in ("AB", "AC", "BC"):
        desk.play(*meeting, 25, 5)
    (final,) = [record.fixture.id for record in desk.state.in_stage(KNOCKOUT)]
    first = desk.match("A", "C")
    desk.record(MatchCalled(match=final, table=1))
    turned = desk.given("C", "A", 25, 5)
    desk.record(turned, supersedes=desk.state.matches[first].result_fact, reason="turned round")
    asked = ActContext(state=desk.state, facts=desk.facts, at=desk.clock)
    with refuses("on-hold", "table 1", final, "A1"):
        carry_out(GiveResult(match="@1", words=("25-9",)), asked)


def test_correction_of_a_match_under_protest_mentions_the_protest() -> None:
    hall = Hall()
    correct = CorrectResult(match=hall.semi, words=("25-9",))
    assert not any("P1" in line for line in hall.does(correct, "misread").messages)
    hall.contest()
    b = hall.desk.state.matches[hall.semi].result
    assert b is not None
    said = hall.does(correct, "misread").messages
    assert all(word in said[0] for word in (hall.semi, "P1", b.b))


@pytest.mark.parametrize("fee", [0, 500])
def test_protest_names_the_match_that_it_stops(fee: int) -> None:
    hall = Hall()
    hall.desk.record(
        DefinitionChanged(definition=replace(hall.desk.state.announced, protests=ProtestRules(minutes=31, fee=fee)))
    )
    lodge = RecordProtest(match=hall.semi, side="b", board=1, text="wrong turn")
    assert any(is_stopped(one, hall.final, 1) for one in hall.does(lodge).messages) == (fee == 0)
    if fee:
        hall.desk.record(ProtestLodged(protest=P1, match=hall.semi, side="b", board=1, text="?"), at="15:15")
        messages = hall.does(PayProtestFee(protest="P1", amount=fee)).messages
        assert any(is_stopped(one, hall.final, 1) for one in messages)


def test_match_on_hold_is_not_started() -> None:
    hall = Hall()
    hall.contest()
    with refuses("on-hold", "table 1", hall.final, "P1"):
        hall.does(StartMatch(match="1"))


def test_open_side_cannot_report() -> None:
    """Neither both sides nor the open one can report; the known one can."""
    hall = Hall()
    hall.contest()
    for side in (None, "a"):
        with refuses("on-hold", "table 1", hall.final, "P1"):
            hall.does(MarkPresent(match="1", side=side))
    hall.does(MarkPresent(match="1", side="b"))


def test_match_on_hold_moves_from_a_broken_table() -> None:
    hall = Hall()
    called = hall.desk.view.sides(hall.final)
    hall.contest()
    broken = SetTableService(table=1, works=False)
    assert any(hall.final in one for one in hall.does(broken).messages)
    moved = hall.does(replace(broken, move=2))
    (message,) = moved.messages
    assert all(word in message for word in ("table 1", hall.final, "table 2"))
    for fact in moved.facts:
        assert not isinstance(hall.desk.hand(fact), Refused)
    final = hall.desk.state.matches[hall.final]
    assert (final.table, final.expected, hall.desk.view.status(hall.final)) == (2, called, "on hold")
    # with another player, the match has not begun
    hall.desk.record(ProtestJudged(protest=P1, upheld=True), at="15:30", by="Referee", reason="heard")
    a, b = hall.desk.view.known_sides(hall.semi)
    hall.desk.record(ResultGiven(match=hall.semi, a=a, b=b, score=(8, 25)), at="15:40")
    assert (hall.desk.view.sides(hall.final)[0], hall.desk.state.matches[hall.final].started) == (b, None)


SEMI, OTHER, THIRD, FINAL = (MatchId(name) for name in ("M1", "M2", "M3", "M4"))


class Medals(Hall):
    """A published knockout of four with both semi-finals played. The final is called to table 1, the match for third
    place to table 2, and one of the two has begun."""

    def __init__(self, begun: MatchId) -> None:
        self.desk = Desk(event_of(("knockout",), groups=1, advance=0, third_place=True))
        self.desk.enter("A B C D")
        self.desk.draw(KNOCKOUT)
        self.desk.publish(KNOCKOUT)
        self.semi, self.final = SEMI, FINAL
        self.give(SEMI, "15:10")
        self.give(OTHER, "15:11")
        self.desk.record(MatchCalled(match=FINAL, table=1), at="15:12")
        self.desk.record(MatchCalled(match=THIRD, table=2), at="15:12")
        self.desk.record(MatchStarted(match=begun), at="15:13")

    def judge(self, *, upheld: bool) -> None:
        self.desk.record(ProtestJudged(protest=P1, upheld=upheld), at="15:30", by="Referee", reason="heard")

    def stands(self, match: MatchId) -> tuple[str, tuple[str | None, str | None]]:
        return self.desk.view.status(match), self.desk.view.sides(match)


BEGUN = pytest.mark.parametrize(("begun", "called", "table"), [(THIRD, FINAL, 1), (FINAL, THIRD, 2)])


@BEGUN
def test_match_in_play_does_not_release_another_that_waits_for_the_same_source(
    begun: MatchId, called: MatchId, table: int
) -> None:
    hall = Medals(begun)
    plays, waits = hall.stands(begun), hall.desk.view.sides(called)
    lodged = ProtestLodged(protest=P1, match=SEMI, side="b", board=1, text="wrong turn")
    hall.desk.record(lodged, at="15:15")
    messages = hall.does(PayProtestFee(protest="P1", amount=500)).messages
    assert any(is_stopped(one, called, table) for one in messages)
    hall.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:16")
    assert (hall.stands(begun), hall.stands(called)) == (plays, ("on hold", (None, waits[1])))
    for act in (StartMatch(match=str(table)), GiveResult(match=f"@{table}", words=("25-3",))):
        with refuses("on-hold", f"table {table}", called, "P1"):
            hall.does(act)
    hall.judge(upheld=False)
    assert hall.stands(called) == ("called", waits)
    assert hall.desk.state.matches[called].called == datetime(2024, 11, 5, 15, 30), "the time to report starts again"
    assert hall.desk.tasks == []


@BEGUN
def test_match_waits_for_a_replay_and_then_for_a_ruling_if_it_has_another_winner(
    begun: MatchId, called: MatchId, table: int
) -> None:
    hall = Medals(begun)
    plays, waits = hall.stands(begun), hall.desk.view.sides(called)
    hall.contest()
    hall.judge(upheld=True)
    assert (hall.stands(begun), hall.stands(called)) == (plays, ("on hold", (None, waits[1])))
    a, b = hall.desk.view.known_sides(SEMI)
    hall.desk.record(ResultGiven(match=SEMI, a=a, b=b, score=(8, 25)), at="15:40")
    waiting = ("on hold", (None, waits[1]))
    assert (hall.stands(begun), hall.stands(called)) == (plays, waiting), "the former entry is not called"
    assert sorted(task.code for task in hall.desk.tasks) == ["seat", "seat"], "both places are ruled on together"
    for awaited in (frozenset(), frozenset({P1})):
        public = PublicNow(public_state(hall.desk.state, awaited).state)
        assert (public.status(called), public.sides(called)) == waiting
    # until the ruling it cannot be started or get a result
    now = datetime(2024, 11, 5, 15, 45)
    for act in (StartMatch(match=called), GiveResult(match=f"@{table}", words=("25-3",))):
        with refuses("on-hold", f"table {table}", f"{called}A"):
            carry_out(act, ActContext(state=hall.desk.state, facts=hall.desk.facts, at=now, reason="they sit there"))
    told = ResultGiven(match=called, a=waits[0] or EntryId("?"), b=waits[1] or EntryId("?"), score=(25, 3))
    assert hall.desk.refused(told, at="15:50") == "other-sides"
    # a log that has such a result can be read
    assert isinstance(apply_event(hall.desk.state, hall.desk.fact(told, at="15:50")), Recorded)
    hall.desk.record(rule_seats(hall.desk.state, KNOCKOUT, {}, others="keep"), at="16:00", reason="the referee")
    assert (hall.stands(begun), hall.stands(called), hall.desk.tasks) == (plays, ("called", waits), [])
    assert hall.desk.state.matches[called].called == datetime(2024, 11, 5, 16), "the time to report starts again"


@BEGUN
def test_public_sees_the_match_on_hold_once_the_fee_is_paid(begun: MatchId, called: MatchId, table: int) -> None:
    hall = Medals(begun)
    waits = hall.desk.view.sides(called)
    lodged = ProtestLodged(protest=P1, match=SEMI, side="b", board=1, text="wrong turn")
    hall.desk.record(lodged, at="15:15")
    seen = []
    for amount in (0, 500):
        if amount:
            hall.desk.record(ProtestFeePaid(protest=P1, amount=amount), at="15:16")
        awaited = protests_awaiting_fee(hall.desk.state, hall.desk.clock)
        public = PublicNow(public_state(hall.desk.state, awaited).state)
        seen.append((public.status(called), public.sides(called)))
    assert seen == [("called", waits), ("on hold", (None, waits[1]))], "the players stay until the fee is paid"
