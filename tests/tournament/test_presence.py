"""Who is here, who has paid, whose striker is certified; and contacts, which stand on no print."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.render.sheets.entry_sheets import fees_sheet
from carrom.render.sheets.sheet import sheet_text
from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.people_acts import CheckPeople
from carrom.tournament.desk.people_list import contact_of, people_list
from carrom.tournament.log.event_text import describe_event, event_phrase
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    ContactGiven,
    DefinitionChanged,
    EntryLeft,
    EntryRecorded,
    PersonChecked,
    PersonRecorded,
    ResultGiven,
    Retracted,
    Substituted,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout

A, B = PersonId("A"), PersonId("B")


def test_ticks_and_filters() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("C A B")
    assert [line.name for line in people_list(desk.state)] == ["C", "A", "B"], "in the order of the list"
    assert [line.name for line in people_list(desk.state, order="name")] == ["A", "B", "C"]
    desk.record(PersonChecked(person=A, what="here"))
    desk.record(PersonChecked(person=B, what="here"))
    desk.record(PersonChecked(person=B, what="fee", amount=200))
    desk.record(PersonChecked(person=B, what="here", holds=False))
    assert [line.name for line in people_list(desk.state, having=["here"])] == ["A"]
    assert [line.name for line in people_list(desk.state, lacking=["here"])] == ["C", "B"]
    (line,) = people_list(desk.state, having=["fee"], lacking=["striker"])
    assert line.json() == {
        "id": "B", "name": "B", "club": None, "community": None, "plays": {"S": "B"}, "left": [],
        "here": False, "fee": True, "striker": False, "amount": 200,
    }  # fmt: skip
    assert desk.refused(PersonChecked(person=PersonId("X"), what="here")) == "unknown-person"
    assert desk.refused(PersonChecked(person=A, what="here", amount=3)) == "amount"
    assert desk.refused(PersonChecked(person=A, what="fee", amount=-3)) == "amount"


def test_a_contact_is_kept_replaced_and_taken_out() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    assert desk.refused(ContactGiven(person=A)) == "no-contact"
    assert desk.refused(ContactGiven(phone="1")) == "no-name"
    assert desk.refused(ContactGiven(person=A, name="A", phone="1")) == "no-name"
    assert desk.refused(ContactGiven(person=PersonId("X"), phone="1")) == "unknown-person"
    desk.record(ContactGiven(person=A, phone="1"))
    desk.record(ContactGiven(person=A, phone="2", email="a@x"))
    desk.record(ContactGiven(role="representative", name="R", community="Hill", phone="3"))
    found = contact_of(desk.state, A)
    assert found is not None
    assert (found.phone, found.email) == ("2", "a@x")
    desk.record(ContactGiven(person=A))
    assert contact_of(desk.state, A) is None
    assert len(desk.state.contacts) == 1


def test_at_the_desk_and_on_no_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, file = tmp_path / "players.csv", tmp_path / "cup.tournament"
    players.write_text(
        "Name,Club,Mobile,Fee paid\nAsha,Hill,98765-00001,yes\nBen,Hill,98765-00002,\nCarl,Port,98765-00003,no\n",
        encoding="utf-8",
    )

    def type(verb: str, *words: str, status: int = 0) -> str:
        assert main(["tournament", verb, *words]) == status, capsys.readouterr()
        said = capsys.readouterr()
        return said.out if status == 0 else said.err

    type("new", "--template", "vkk", str(players), "-o", str(file), "--day", "2024-11-05")
    assert type("check-in", str(file), "ben", "CARL") == "Ben is here\nCarl is here\n2 of 3 people: here\n"
    assert type("striker", str(file), "--club", "hill") == (
        "Asha has a certified striker\nBen has a certified striker\n2 of 3 people: striker certified\n"
    )
    assert type("paid", str(file), "Ben", "--amount", "200", "--note", "receipt 7").endswith("2 of 3 people: paid\n")
    assert type("paid", str(file), "Asha", "--undo").startswith("Asha has not paid\n")
    assert "nobody is meant" in type("check-in", str(file), status=2)
    type("contact", str(file), "Convenor Rao", "--role", "convenor", "--phone", "98765-00009")
    shown = type("people", str(file), "--unpaid", "--by", "club")
    assert [line.split()[0] for line in shown.splitlines()[5:7]] == ["Asha", "Carl"]
    lines = [json.loads(line) for line in type("people", str(file), "--json").splitlines()]
    assert [(one["name"], one["here"]) for one in lines] == [("Asha", False), ("Ben", True), ("Carl", True)]
    assert "98765-00001" in type("people", str(file), "--contacts")
    assert "98765-00009" in type("contact", str(file))
    type("draw", str(file), "S/groups")
    public = [
        type(verb, str(file), *words)
        for verb, *words in (
            ["people"], ["people", "--json"], ["show"], ["matches", "S/groups"], ["standings"], ["order"],
            ["export"], ["log"],
        )
    ]  # fmt: skip
    for form in ("svg", "pdf"):
        type("order", str(file), "-o", str(tmp_path / f"order.{form}"))
        public.append((tmp_path / f"order.{form}").read_bytes().decode("latin-1"))
    assert not [page for page in public if "98765" in page]
    assert "98765-00001" in type("log", str(file), "--private")
    again = type("import", str(file), str(players))
    assert "0 people are new, 0 changed, 3 known; 0 entries" in again


def test_people_of_one_name_are_named_with_their_club() -> None:
    desk = Desk(groups_then_knockout())
    for number, club in enumerate(("Hill", "Port")):
        desk.record(PersonRecorded(person=Person(id=PersonId(f"i{number}"), name="Imran", club=club)))
    assert [line.name for line in people_list(desk.state, club="port")] == ["Imran (Port)"]


def test_a_part_of_the_fee_is_not_the_fee_and_who_owes_nothing_has_none_to_pay() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.record(PersonRecorded(person=Person(id=PersonId("T"), name="T")))
    (event,) = desk.state.announced.events
    desk.record(DefinitionChanged(definition=desk.state.announced.with_event(replace(event, fee=100))))

    def pay(who: str, amount: int | None) -> list[str]:
        act = CheckPeople(what="fee", who=(who,), amount=amount)
        done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9)))
        assert isinstance(done, Done), done
        desk.state = done.state
        return list(done.messages)

    assert pay("A", 50) == ["A has paid 50 of 100, owes 50", "0 of 4 people: paid"]
    assert [one.name for one in people_list(desk.state, lacking=["fee"])] == ["A", "B", "C"], "T plays nothing"
    assert not people_list(desk.state, having=["fee"])
    assert pay("A", 100) == ["A has paid", "1 of 4 people: paid"]
    assert pay("A", 0)[0] == "A has not paid"
    assert pay("A", None)[0] == "A has paid"


def test_what_is_paid_too_much_may_go_back_and_the_log_says_how_much() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    (event,) = desk.state.announced.events
    desk.record(DefinitionChanged(definition=desk.state.announced.with_event(replace(event, fee=150))))
    act = CheckPeople(what="fee", who=("A",), amount=200)
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 10, 0)))
    assert isinstance(done, Done)
    assert done.messages[0] == "A has paid 200 of 150, 50 too much"
    line = people_list(done.state)[0]
    assert (line.back, line.over, line.owes) == (50, 50, 0)
    said = sheet_text(fees_sheet(TournamentNow(done.state)))
    assert "200 of 150" in said
    assert "50 of it may go back" in said
    told = [
        describe_event(PersonChecked(person=A, what="fee", amount=amount, holds=holds))
        for amount, holds in ((40, True), (0, True), (None, True), (None, False))
    ]
    assert told == [f"the mark that A {what}" for what in ("has paid 40", "has not paid", "has paid", "has not paid")]


def test_what_was_taken_back_is_named_where_that_can_be_undone() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    told = desk.record(PersonChecked(person=A, what="here"))
    phrase = event_phrase(Retracted(fact=told), desk.state.seen, desk.state, is_private_shown=True)
    assert phrase == "the taking back of the mark that A is here"


def _of_two_events() -> Desk:
    """A plays alone for 100 and with B for 60; C may come for A."""
    desk = Desk(groups_then_knockout())
    (single,) = desk.state.announced.events
    pairs = replace(single, id=CompetitionId("D"), name="Doubles", fee=60, category=Category(kind="doubles"))
    definition = replace(desk.state.announced, events=(replace(single, fee=100), pairs))
    desk.record(DefinitionChanged(definition=definition))
    desk.enter("A B C")
    desk.record(EntryRecorded(event=CompetitionId("D"), entry=Entry(id=EntryId("A / B"), members=(A, B))))
    return desk


def _replace_a(desk: Desk) -> None:
    desk.record(
        Substituted(event=CompetitionId("D"), entry=EntryId("A / B"), goes=A, comes=PersonId("C"), name="B / C"),
        reason="ill",
    )


@pytest.mark.parametrize("is_told_as_sum", [True, False])
def test_what_a_tick_has_taken_stays_taken_when_somebody_is_replaced(is_told_as_sum: bool) -> None:
    desk = _of_two_events()
    desk.record(PersonChecked(person=A, what="fee", amount=160 if is_told_as_sum else None))
    _replace_a(desk)
    line = people_list(desk.state)[0]
    assert (line.taken, line.asked, line.back, line.owes) == (160, 100, 60, 0)
    assert "160 taken" in (said := sheet_text(fees_sheet(TournamentNow(desk.state))))
    assert "60 of it may go back" in said


def test_a_tick_tells_the_sum_and_a_second_one_takes_none_of_it_away() -> None:
    desk = _of_two_events()
    asked = ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9))
    tick = CheckPeople(what="fee", who=("A",))
    (told,) = tick.new_facts(asked).bodies
    assert describe_event(told) == "the mark that A has paid 160"
    desk.record(told)
    _replace_a(desk)
    (again,) = tick.new_facts(replace(asked, state=desk.state)).bodies
    assert isinstance(again, PersonChecked)
    assert again.amount == 160
    (none,) = CheckPeople(what="fee", who=("A",), holds=False).new_facts(asked).bodies
    assert describe_event(none) == "the mark that A has not paid"


@pytest.mark.parametrize("is_told_as_sum", [True, False])
def test_what_was_paid_comes_back_of_an_event_that_is_called_off_and_to_who_plays_nothing_any_more(
    is_told_as_sum: bool,
) -> None:
    desk = _of_two_events()
    desk.record(PersonChecked(person=A, what="fee", amount=160 if is_told_as_sum else None))
    definition = desk.state.announced
    called_off = replace(definition.events[1], cancelled=True)
    desk.record(DefinitionChanged(definition=definition.with_event(called_off)), reason="too few")
    assert (people_list(desk.state)[0].taken, people_list(desk.state)[0].back) == (160, 60)

    desk = _of_two_events()
    desk.record(Retracted(fact=desk.facts[3].id), reason="plays only with B")  # the entry of A in S
    desk.record(PersonChecked(person=A, what="fee", amount=60 if is_told_as_sum else None))
    _replace_a(desk)
    line = people_list(desk.state)[0]
    assert not line.plays
    assert (line.taken, line.back) == (60, 60)


def test_who_has_played_owes_the_fee_also_after_leaving() -> None:
    """A has played one match, D none, and B got a walk-over by D, which is no match; all of them leave."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    (event,) = desk.state.announced.events
    desk.record(DefinitionChanged(definition=desk.state.announced.with_event(replace(event, fee=100))))
    desk.draw(GROUPS)
    desk.play("A", "C", 25, 3)
    match = desk.match("B", "D")
    a, b = desk.view.known_sides(match)
    given = ResultGiven(match=match, a=a, b=b, walkover="a" if a == "B" else "b")
    desk.record(given, reason="absent")
    for gone in "ABD":
        desk.record(EntryLeft(event=event.id, entry=EntryId(gone), how="withdrawn"), reason="ill")
    assert [(one.name, one.asked, one.owes, one.back) for one in people_list(desk.state)] == [
        ("A", 100, 100, 0),
        ("B", 0, 0, 0),
        ("C", 100, 100, 0),
        ("D", 0, 0, 0),
    ]
    assert [one.name for one in people_list(desk.state, lacking=["fee"])] == ["A", "C"]
    assert [one.name for one in people_list(desk.state, lacking=["here"])] == ["C"], "nobody who left is waited for"
    said = sheet_text(fees_sheet(desk.view)).splitlines()
    assert "0 taken, 200 owed." in said
    assert [line.split() for line in said if line.startswith("A ")] == [["A", "has", "left", "100"]]
    for paid in "AB":
        desk.record(PersonChecked(person=PersonId(paid), what="fee", amount=100))
    assert [(one.name, one.owes, one.back) for one in people_list(desk.state)][:2] == [("A", 0, 0), ("B", 0, 100)]
