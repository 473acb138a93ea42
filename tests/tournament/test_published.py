"""What has been announced does not change silently: published draws, the order of tie-breaks."""

from __future__ import annotations

import re
from dataclasses import replace

from carrom.base.errors import Refused
from carrom.tournament.desk.drawing import draw_stage, publication
from carrom.tournament.desk.impact import impact
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import EntryLeft, EntryRecorded, PersonRecorded, PolicyChanged
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.tables.policy import POLICIES, Policy
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

S = CompetitionId("S")


def test_published_draw_does_not_move_by_itself() -> None:
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
    assert desk.refused(publication(desk.state, KNOCKOUT)) == "published"
    desk.publish(KNOCKOUT, reason="the committee puts R in Q's place")
    assert set(desk.view.sides(final.fixture.id)) == {"P", "R"}
    assert desk.tasks == []
    assert desk.state.notices[-1].fact == desk.facts[-1].id
    assert "the committee puts R in Q's place" in desk.state.notices[-1].text


def test_draw_is_repeated_only_with_a_reason_and_before_play() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    first = desk.draw(GROUPS)
    assert desk.refused(first) == "drawn"
    desk.record(first, reason="B was missing from the list")
    assert "B was missing from the list" in desk.state.notices[-1].text
    desk.play("A", "B", 25, 1)
    assert desk.refused(first, reason="once more") == "in-play"


def test_first_result_freezes_the_order_of_tie_breaks() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    change = PolicyChanged(event=S, stage=GROUPS.stage, policy=POLICIES["icf"])
    desk.record(change)
    assert not desk.state.notices
    desk.play("A", "B", 25, 1)
    other = PolicyChanged(event=S, stage=GROUPS.stage, policy=Policy(win=2, order=("points", "net")))
    assert desk.refused(other) == "policy-in-use"
    desk.record(other, reason="the committee forgot the entry form")
    assert "points, net" in desk.state.notices[-1].text
    assert "the committee forgot the entry form" in desk.state.notices[-1].text
    assert desk.state.policy(GROUPS) == other.policy


def test_entry_after_the_draw_needs_a_reason_and_a_new_draw() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.publish(GROUPS)
    desk.draw(KNOCKOUT)
    desk.record(PersonRecorded(person=Person(id=PersonId("E"), name="E")))
    late = EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId("E"), members=(PersonId("E"),)))
    assert desk.refused(late) == "drawn"
    desk.record(late, reason="missed the bus")
    assert [(task.code, task.stage, task.how) for task in desk.tasks] == [("late", GROUPS, "")]
    assert desk.tasks[0].text.startswith("E ")
    desk.record(draw_stage(desk.state, GROUPS), reason="E missed the bus")
    assert desk.tasks == []
    assert "E" in [entry for group in desk.state.draws[GROUPS][-1].groups for entry in group]


def test_entry_after_the_first_result_is_refused() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.play("A", "B", 25, 3)
    desk.record(PersonRecorded(person=Person(id=PersonId("D"), name="D")))
    late = EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId("D"), members=(PersonId("D"),)))
    assert desk.refused(late, reason="missed the bus") == "in-play"


def test_entry_left_out_when_play_begins_gets_a_free_place_or_leaves() -> None:
    """A draw that is being played cannot be repeated, so the task offers another way."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.record(PersonRecorded(person=Person(id=PersonId("D"), name="D")))
    late = EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId("D"), members=(PersonId("D"),)))
    desk.record(late, reason="missed the bus")
    desk.play("A", "B", 25, 3)
    (task,) = desk.tasks
    assert (task.code, task.stage) == ("late", GROUPS)
    assert task.text.startswith("D ")
    assert "'late'" in task.how
    desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId("D"), how="withdrawn"))
    assert desk.tasks == []


def test_knockout_for_another_number_of_groups_has_to_be_drawn_again() -> None:
    definition = groups_then_knockout(groups=2)
    desk = Desk(definition)
    desk.enter("A B C D E F")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    drawn = draw_stage(desk.state, GROUPS)
    first, second = drawn.groups
    merged = replace(
        drawn, groups=((*first, *second),), fixtures=tuple(replace(one, group=0) for one in drawn.fixtures)
    )
    desk.record(merged, reason="one hall only")
    assert [task.code for task in desk.tasks] == ["redraw"]
    assert desk.tasks[0].stage == KNOCKOUT
    assert re.findall(r"\b\d\b", desk.tasks[0].text) == ["2", "1"]
