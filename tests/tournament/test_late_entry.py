"""Late entries get a free slot of the draw, and no other entry moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import CarromError
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.desk.entry_changes import add_late_entry
from carrom.tournament.desk.prizes import final_places
from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, MatchId
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import EnteredLate, EntryLeft, EntryRecorded, MatchCalled, PersonRecorded
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.refusals import mentions, refuses
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout

S = CompetitionId("S")
ONLY = StageKey(S, StageId("only"))


def one_stage(format: str, **more: Any) -> Definition:
    policy = None if format in ("knockout", "double-elimination") else POLICIES["vkk"]
    stage = Stage(
        id=StageId("only"), format=format, rulebook="icf", overrides=Overrides(games=1), policy=policy, **more
    )
    event = Competition(id=S, name="Singles", category=Category(), stages=(stage,))
    return Definition(name="Test", day=DAY, events=(event,))


def newcomer(desk: Desk, name: str = "Late", club: str | None = None) -> Entry:
    desk.record(PersonRecorded(person=Person(id=PersonId(name), name=name, club=club)))
    return Entry(id=EntryId(name), members=(PersonId(name),))


def come_late(desk: Desk, entry: Entry | None = None, **where: Any) -> EnteredLate:
    body = add_late_entry(desk.state, S, entry or newcomer(desk), **where)
    assert isinstance(body, EnteredLate)
    assert desk.refused(body) == "no-reason"
    desk.record(body, reason="the train was late")
    return body


def test_late_entry_before_the_draw_is_an_ordinary_entry() -> None:
    desk = Desk(one_stage("knockout"))
    desk.enter("A B C")
    assert isinstance(add_late_entry(desk.state, S, newcomer(desk)), EntryRecorded)


def test_late_entry_takes_a_bye_of_the_first_round() -> None:
    desk = Desk(one_stage("knockout", third_place=True))
    desk.enter("A B C D E F")
    desk.draw(ONLY, random="3")
    before = {one.fixture.id: one.fixture for one in desk.state.in_stage(ONLY)}
    byes = [one for one, fixture in before.items() if Bye() in fixture.slots]
    assert len(byes) == 2
    body = come_late(desk)
    (fixture,) = body.fixtures
    assert fixture.id in byes
    assert Entrant("Late") in fixture.slots
    assert desk.view.status(fixture.id) == "ready"
    for match, was in before.items():
        if match != fixture.id:
            assert desk.state.matches[match].fixture == was
    assert not [task for task in desk.tasks if task.code == "late"]
    # The holder of the second bye is called to its next match, so that slot is taken.
    other = next(one for one in byes if one != fixture.id)
    holder = desk.view.winner(other)
    opponents = next(
        one
        for one in desk.state.in_stage(ONLY)
        if holder in desk.view.sides(one.fixture.id) and one.fixture.id != other
    )
    for side in opponents.fixture.slots:
        feeder = getattr(side, "match", None)
        if feeder is not None and feeder != other:
            a, b = desk.view.known_sides(feeder)
            desk.play(a, b, 25, 3, key=ONLY)
    desk.record(MatchCalled(match=opponents.fixture.id, table=1))
    with refuses("byes-played-on"):
        add_late_entry(desk.state, S, newcomer(desk, "Later"))
    first, second = (Entrant("Latest") if slot == Bye() else slot for slot in before[other].slots)
    taken = replace(before[other], slots=(first, second))
    gone_on = replace(body, entry=newcomer(desk, "Latest"), fixtures=(taken,))
    assert desk.refused(gone_on, reason="?") == "in-play"
    simulation = Simulation(desk.state, seed=1)
    list(simulation.facts())
    assert all(TournamentNow(simulation.state).winner(match) for match in simulation.state.matches)


def test_fourth_entry_adds_a_match_for_the_third_place() -> None:
    desk = Desk(one_stage("knockout", third_place=True))
    desk.enter("A B C")
    desk.draw(ONLY)
    body = come_late(desk)
    assert len(body.fixtures) == 2
    third = next(one for one in desk.state.in_stage(ONLY) if one.fixture.round == "third-place")
    assert Bye() not in third.fixture.slots
    with refuses("no-free-place"):
        add_late_entry(desk.state, S, newcomer(desk, "Later"))


def test_late_entry_avoids_a_club_mate() -> None:
    for club in ("Hill", "Port"):
        desk = Desk(one_stage("knockout"))
        for name, home in (("A", "Hill"), ("B", "Port"), ("C", "x"), ("D", "x"), ("E", "x"), ("F", "x")):
            desk.record(PersonRecorded(person=Person(id=PersonId(name), name=name, club=home)))
            desk.record(EntryRecorded(event=S, entry=Entry(id=EntryId(name), members=(PersonId(name),))))
        desk.draw(ONLY)  # the list is a ranking: A and B have the byes
        (fixture,) = come_late(desk, newcomer(desk, club=club)).fixtures
        assert Entrant("A" if club == "Port" else "B") in fixture.slots


def test_late_entry_joins_the_smaller_group() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E F G")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    groups = desk.state.draws[GROUPS][0].groups
    smaller = min(range(2), key=lambda number: len(groups[number]))
    a, b = groups[smaller][:2]
    desk.play(a, b, 25, 3)
    before = {one.fixture.id: one for one in desk.state.in_stage(GROUPS)}
    body = come_late(desk)
    assert body.group == smaller
    assert len(body.fixtures) == 3
    assert {one.id for one in body.fixtures}.isdisjoint(before)
    assert {match: desk.state.matches[match] for match in before} == before
    turns = {}
    for record in desk.state.in_stage(GROUPS):
        for side in desk.view.sides(record.fixture.id):
            assert (side, record.fixture.turn) not in turns, "no entry plays twice in a turn"
            turns[(side, record.fixture.turn)] = record
    table = desk.view.tables(GROUPS)[smaller]
    assert "Late" in table.entries
    assert not table.is_complete
    with pytest.raises(CarromError) as unclear:
        add_late_entry(desk.state, S, newcomer(desk, "Later"))
    assert unclear.value.code == "which-group"
    assert mentions(str(unclear.value), "Singles (groups)", 4)
    assert "--group" in unclear.value.typed
    assert len(come_late(desk, newcomer(desk, "Latest"), group="b").fixtures) == 4
    with refuses("unknown-group", "'X'", "A, B"):
        add_late_entry(desk.state, S, newcomer(desk, "Last"), group="X")
    simulation = Simulation(desk.state, seed=2)
    list(simulation.facts())
    assert all(TournamentNow(simulation.state).winner(match) for match in simulation.state.matches)


def test_group_whose_places_are_published_takes_no_late_entry() -> None:
    desk = Desk(groups_then_knockout(groups=1))
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for one, other in (("A", "B"), ("B", "C"), ("A", "C")):
        desk.play(one, other, 25, 3)
    body = add_late_entry(desk.state, S, newcomer(desk), group="A")
    desk.publish(KNOCKOUT)
    assert desk.refused(body, reason="late") == "published"
    desk.play("A", "B", 25, 3, key=KNOCKOUT)
    assert desk.refused(body, reason="late") == "in-play"


def test_late_entry_of_a_round_robin_meets_every_remaining_entry() -> None:
    desk = Desk(one_stage("round-robin"))
    desk.enter("A B C D")
    desk.draw(ONLY)
    desk.record(EntryLeft(event=S, entry=EntryId("D")))
    body = come_late(desk)
    assert {slot.entry for one in body.fixtures for slot in one.slots if isinstance(slot, Entrant)} == {
        "A", "B", "C", "Late",
    }  # fmt: skip
    assert desk.refused(body, reason="again") == "joined"
    assert desk.refused(replace(body, entry=replace(body.entry, id=EntryId("D"))), reason="?") == "joined"


def test_late_entry_of_a_swiss_plays_from_the_next_round() -> None:
    desk = Desk(one_stage("swiss", rounds=3))
    desk.enter("A B C D")
    desk.draw(ONLY)
    for record in desk.state.in_stage(ONLY):
        a, b = desk.view.known_sides(record.fixture.id)
        desk.play(a, b, 25, 3, key=ONLY)
    assert come_late(desk).fixtures == ()
    assert not [task for task in desk.tasks if task.code == "late"]
    desk.draw(ONLY)
    assert any("Late" in desk.view.sides(one.fixture.id) for one in desk.state.in_stage(ONLY))
    row = next(row for row in desk.view.tables(ONLY)[0].standings.table if row.entry == "Late")
    assert row.played <= 1
    for record in desk.state.in_stage(ONLY):
        if desk.view.status(record.fixture.id) == "ready":
            desk.play(*desk.view.known_sides(record.fixture.id), 25, 4, key=ONLY)
    desk.draw(ONLY)
    with refuses("last-round-drawn", "Singles"):
        add_late_entry(desk.state, S, newcomer(desk, "Later"))


def test_late_entry_with_wrong_matches_is_refused() -> None:
    desk = Desk(one_stage("round-robin"))
    desk.enter("A B C D")
    desk.draw(ONLY)
    entry = newcomer(desk)
    joined = EnteredLate(event=S, stage=StageId("only"), entry=entry, group=0)
    strange = Fixture(id=MatchId("M99"), round="group", slots=(Entrant("A"), Entrant("B")), group=0)
    assert desk.refused(joined, reason="?") == "no-place"
    assert desk.refused(replace(joined, fixtures=(strange,)), reason="?") == "no-place"
    known = desk.state.in_stage(ONLY)[0].fixture
    taken = replace(known, slots=(Entrant("Late"), known.slots[1]))
    assert desk.refused(replace(joined, fixtures=(taken,)), reason="?") == "no-place"
    good = add_late_entry(desk.state, S, entry)
    assert isinstance(good, EnteredLate)
    assert desk.refused(replace(good, group=7), reason="?") == "unknown-group"


@given(st.integers(3, 20), st.integers(1, 4), st.data())
@settings(max_examples=examples(25), deadline=None)
def test_late_entries_move_no_other_entry(count: int, late: int, data: st.DataObject) -> None:
    format = data.draw(st.sampled_from(["knockout", "groups", "round-robin"]))
    more = {"group_size": 4} if format == "groups" else {}
    desk = Desk(one_stage(format, **more))
    names = [f"P{n}" for n in range(count)]
    desk.enter(" ".join(names))
    desk.record(draw_stage(desk.state, ONLY, random=str(data.draw(st.integers(0, 99)))))
    for number in range(late):
        before = dict(desk.state.matches)
        entry = newcomer(desk, f"L{number}")
        try:
            body = add_late_entry(desk.state, S, entry)
        except CarromError:
            free = [
                one
                for one in before.values()
                if Bye() in one.fixture.slots and any(isinstance(slot, Entrant) for slot in one.fixture.slots)
            ]
            assert format != "round-robin"
            assert not free
            return
        desk.record(body, reason="late")
        assert isinstance(body, EnteredLate)
        touched = {one.id for one in body.fixtures}
        for match, record in before.items():
            if match not in touched:
                assert desk.state.matches[match] == record
            else:
                assert all(
                    was == now or was == Bye()
                    for was, now in zip(record.fixture.slots, desk.state.matches[match].fixture.slots, strict=True)
                )
    simulation = Simulation(desk.state, seed=1)
    list(simulation.facts())
    assert all(TournamentNow(simulation.state).status(one) in ("played", "bye") for one in simulation.state.matches)


def test_plate_is_drawn_again_after_a_late_entry() -> None:
    first = one_stage("knockout").events[0]
    second = Stage(id=StageId("plate"), format="plate", rulebook="icf", overrides=Overrides(games=1))
    event = replace(first, stages=(*first.stages, second))
    desk = Desk(Definition(name="Test", day=DAY, events=(event,)))
    desk.enter("A B C D E F G")
    plate = StageKey(S, StageId("plate"))
    desk.draw(ONLY)
    desk.draw(plate)
    come_late(desk)
    assert mentions(desk.state.notices[-1].text, "Late", "Singles (only)", "Singles (plate)")
    desk.record(draw_stage(desk.state, plate), reason="one more")
    simulation = Simulation(desk.state, seed=1)
    list(simulation.facts())
    state = simulation.state
    found = final_places(TournamentNow(state), state.announced.events[0])
    assert sorted(entry for one in found for entry in one.entries) == sorted(state.entries[S])
    assert [one.place for one in found] == [1, 2, 3, 5]


def test_double_elimination_takes_no_late_entry() -> None:
    desk = Desk(one_stage("double-elimination"))
    desk.enter("A B C D E")
    desk.draw(ONLY)
    with refuses("no-late-entry", "double-elimination", "Singles"):
        add_late_entry(desk.state, S, newcomer(desk))
    simulation = Simulation(desk.state, seed=1)
    list(simulation.facts())
    found = final_places(TournamentNow(simulation.state), simulation.state.announced.events[0])
    assert sorted(entry for one in found for entry in one.entries) == sorted(simulation.state.entries[S])
