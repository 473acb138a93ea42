"""A match that is on hold at its table: what is told of it is refused with the reason, and is meant for no other."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from carrom.base.errors import CarromError, Refused
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
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, FourInATree, groups_then_knockout
from tests.tournament.test_places_together import event_of

P1 = ProtestId("P1")


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
def test_the_card_of_a_final_on_hold_corrects_no_other_match_of_its_table(kind: type[GiveResult]) -> None:
    hall = Hall()
    hall.contest()
    for named in ("@1", hall.final):
        with pytest.raises(CarromError) as refused:
            hall.does(kind(match=named, words=("9-25",)), reason="misread")
        assert str(refused.value) == f"table 1 has {hall.final}, on hold until P1 is decided"


def test_a_final_whose_semi_final_was_taken_back_waits_for_it_by_name() -> None:
    hall = Hall()
    told = hall.desk.state.matches[hall.semi].result_fact
    assert told is not None
    hall.desk.record(Retracted(fact=told), reason="of another match")
    with pytest.raises(CarromError, match=f"table 1 has {hall.final}, on hold until {hall.semi} is played"):
        hall.does(GiveResult(match="@1", words=("9-25",)))


def test_a_final_whose_finalist_is_level_in_his_group_waits_for_that_place() -> None:
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
    with pytest.raises(CarromError, match=f"table 1 has {final}, on hold until A1 is decided"):
        carry_out(GiveResult(match="@1", words=("25-9",)), asked)


def test_a_correction_of_a_match_under_protest_says_so() -> None:
    hall = Hall()
    correct = CorrectResult(match=hall.semi, words=("25-9",))
    assert not any("protest" in line for line in hall.does(correct, "misread").messages)
    hall.contest()
    b = hall.desk.state.matches[hall.semi].result
    assert b is not None
    said = hall.does(correct, "misread").messages
    assert said[0].startswith(f"{hall.semi} stands under protest P1 of {b.b}, which is to be decided by ")


@pytest.mark.parametrize("fee", [0, 500])
def test_who_stops_a_match_by_a_protest_is_told_which(fee: int) -> None:
    hall = Hall()
    hall.desk.record(
        DefinitionChanged(definition=replace(hall.desk.state.announced, protests=ProtestRules(minutes=31, fee=fee)))
    )
    lodge = RecordProtest(match=hall.semi, side="b", board=1, text="wrong turn")
    stops = f"{hall.final} on table 1 is on hold now, until P1 is decided."
    said = hall.does(lodge).messages
    assert (stops in said) == (fee == 0)
    if fee:
        hall.desk.record(ProtestLodged(protest=P1, match=hall.semi, side="b", board=1, text="?"), at="15:15")
        assert stops in hall.does(PayProtestFee(protest="P1", amount=fee)).messages


def test_a_match_on_hold_is_not_started() -> None:
    hall = Hall()
    hall.contest()
    with pytest.raises(CarromError, match=f"table 1 has {hall.final}, on hold until P1 is decided"):
        hall.does(StartMatch(match="1"))


def test_nobody_is_noted_at_a_table_of_whom_nobody_knows_who_it_is() -> None:
    """*Both here*, or the side that waits; the other one may sit down."""
    hall = Hall()
    hall.contest()
    for side in (None, "a"):
        with pytest.raises(CarromError, match=f"table 1 has {hall.final}, on hold until P1 is decided"):
            hall.does(MarkPresent(match="1", side=side))
    hall.does(MarkPresent(match="1", side="b"))


def test_a_match_on_hold_moves_from_a_broken_table() -> None:
    hall = Hall()
    called = hall.desk.view.sides(hall.final)
    hall.contest()
    broken = SetTableService(table=1, works=False)
    told = f"{hall.final}, which is on hold, has to move: call it to another table, or free its own"
    assert told in hall.does(broken).messages
    moved = hall.does(replace(broken, move=2))
    assert moved.messages == (f"table 1 is out of service; {hall.final} waits on table 2",)
    for fact in moved.facts:
        assert not isinstance(hall.desk.hand(fact), Refused)
    final = hall.desk.state.matches[hall.final]
    assert (final.table, final.expected, hall.desk.view.status(hall.final)) == (2, called, "on hold")
    # others play it now: nothing of it has begun
    hall.desk.record(ProtestJudged(protest=P1, upheld=True), at="15:30", by="Referee", reason="heard")
    a, b = hall.desk.view.known_sides(hall.semi)
    hall.desk.record(ResultGiven(match=hall.semi, a=a, b=b, score=(8, 25)), at="15:40")
    assert (hall.desk.view.sides(hall.final)[0], hall.desk.state.matches[hall.final].started) == (b, None)


SEMI, OTHER, THIRD, FINAL = (MatchId(name) for name in ("M1", "M2", "M3", "M4"))


class Medals(Hall):
    """A published knock-out of four: both semi-finals are played, the final is called to table 1, the match for the
    third place to table 2, and one of the two has begun."""

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
def test_a_match_in_play_does_not_release_another_one_that_waits_for_the_same(
    begun: MatchId, called: MatchId, table: int
) -> None:
    hall = Medals(begun)
    plays, waits = hall.stands(begun), hall.desk.view.sides(called)
    lodged = ProtestLodged(protest=P1, match=SEMI, side="b", board=1, text="wrong turn")
    hall.desk.record(lodged, at="15:15")
    stops = f"{called} on table {table} is on hold now, until P1 is decided."
    assert stops in hall.does(PayProtestFee(protest="P1", amount=500)).messages
    hall.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:16")
    assert (hall.stands(begun), hall.stands(called)) == (plays, ("on hold", (None, waits[1])))
    for act in (StartMatch(match=str(table)), GiveResult(match=f"@{table}", words=("25-3",))):
        with pytest.raises(CarromError, match=f"table {table} has {called}, on hold until P1 is decided"):
            hall.does(act)
    hall.judge(upheld=False)
    assert hall.stands(called) == ("called", waits)
    assert hall.desk.state.matches[called].called == datetime(2024, 11, 5, 15, 30), "nobody is late"
    assert hall.desk.tasks == []


@BEGUN
def test_it_waits_for_a_match_that_goes_on_and_is_asked_about_when_that_has_another_winner(
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
    assert (hall.stands(begun), hall.stands(called)) == (plays, waiting), "nobody is called by the old name"
    assert sorted(task.code for task in hall.desk.tasks) == ["seat", "seat"], "both places are ruled on together"
    for awaited in (frozenset(), frozenset({P1})):
        public = PublicNow(public_state(hall.desk.state, awaited).state)
        assert (public.status(called), public.sides(called)) == waiting
    # until then nobody begins it, nor tells its result
    now = datetime(2024, 11, 5, 15, 45)
    ruled = f"on hold until it is ruled who has the place {called}A"
    for act in (StartMatch(match=called), GiveResult(match=f"@{table}", words=("25-3",))):
        with pytest.raises(CarromError, match=f"table {table} has {called}, {ruled}"):
            carry_out(act, ActContext(state=hall.desk.state, facts=hall.desk.facts, at=now, reason="they sit there"))
    told = ResultGiven(match=called, a=waits[0] or EntryId("?"), b=waits[1] or EntryId("?"), score=(25, 3))
    assert hall.desk.refused(told, at="15:50") == "other-sides"
    # a log in which it was told nevertheless is read
    assert isinstance(apply_event(hall.desk.state, hall.desk.fact(told, at="15:50")), Recorded)
    hall.desk.record(rule_seats(hall.desk.state, KNOCKOUT, {}, others="keep"), at="16:00", reason="the referee")
    assert (hall.stands(begun), hall.stands(called), hall.desk.tasks) == (plays, ("called", waits), [])
    assert hall.desk.state.matches[called].called == datetime(2024, 11, 5, 16), "nobody is late"


@BEGUN
def test_everybody_else_sees_it_on_hold_too(begun: MatchId, called: MatchId, table: int) -> None:
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
    assert seen == [("called", waits), ("on hold", (None, waits[1]))], "nobody gets up before the fee is paid"
