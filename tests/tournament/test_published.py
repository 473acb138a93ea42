"""What has been announced does not change silently: published draws, the order of tie-breaks."""

from __future__ import annotations

import pytest

from carrom.tournament.definition import EventId
from carrom.tournament.facts import PolicyChanged
from carrom.tournament.impact import impact
from carrom.tournament.policy import POLICIES, Policy
from carrom.tournament.refusals import Refused
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

S = EventId("S")


def test_a_published_draw_does_not_move_by_itself() -> None:
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    before = desk.view.sides(final.fixture.id)
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    right = desk.fact(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    changes = impact(desk.state, right)
    assert not isinstance(changes, Refused)
    assert "decision" in {change.kind for change in changes}
    assert "side" not in {change.kind for change in changes}
    desk.hand(right)
    assert desk.view.sides(final.fixture.id) == before
    assert {task.code for task in desk.tasks} == {"seat"}
    with pytest.raises(AssertionError, match="published"):
        desk.publish(KNOCKOUT)
    desk.publish(KNOCKOUT, reason="the committee puts R in Q's place")
    assert set(desk.view.sides(final.fixture.id)) == {"P", "R"}
    assert desk.tasks == []
    assert "published draw of S/knockout was changed" in desk.state.notices[-1].text


def test_a_draw_is_made_again_only_with_a_reason_and_before_play() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    first = desk.draw(GROUPS)
    assert desk.refused(first) == "drawn"
    desk.record(first, reason="B was missing from the list")
    assert "made again" in desk.state.notices[-1].text
    desk.play("A", "B", 25, 1)
    assert desk.refused(first, reason="once more") == "in-play"


# -- leavers -------------------------------------------------------------------------------------------------------


def test_the_order_of_tie_breaks_is_frozen_by_the_first_result() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    change = PolicyChanged(event=S, stage=GROUPS.stage, policy=POLICIES["icf"])
    desk.record(change)
    assert desk.state.notices == ()
    desk.play("A", "B", 25, 1)
    other = PolicyChanged(event=S, stage=GROUPS.stage, policy=Policy(win=2, order=("points", "net")))
    assert desk.refused(other) == "policy-in-use"
    desk.record(other, reason="the committee forgot the entry form")
    assert "was changed while it was played, to points, net" in desk.state.notices[-1].text
    assert desk.state.policy(GROUPS) == other.policy


# -- what was told by mistake --------------------------------------------------------------------------------------
