"""Check-in, fees, certified strikers, and contacts, which appear on no print."""

from __future__ import annotations

import json
import re
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


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", text)]


def refundable(printed: str) -> int:
    """Return the sum that a list of fees says may be refunded."""
    (sum_text,) = re.findall(r"^(\d+) of it ", printed, re.M)
    return int(sum_text)


def test_check_marks_and_filters() -> None:
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


def test_contact_is_saved_replaced_and_removed() -> None:
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


def test_contacts_appear_only_where_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, file = tmp_path / "players.csv", tmp_path / "cup.tournament"
    players.write_text(
        "Name,Club,Mobile,Fee paid\nAsha,Hill,98765-00001,yes\nBen,Hill,98765-00002,\nCarl,Port,98765-00003,no\n",
        encoding="utf-8",
    )

    def type(verb: str, *words: str) -> str:
        assert main(["tournament", verb, *words]) == 0, capsys.readouterr()
        return capsys.readouterr().out

    type("new", "--template", "vkk", str(players), "-o", str(file), "--day", "2024-11-05")
    ben, carl, count = type("check-in", str(file), "ben", "CARL").splitlines()
    assert (ben.split()[0], carl.split()[0], numbers(count)) == ("Ben", "Carl", [2, 3])
    asha, ben, count = type("striker", str(file), "--club", "hill").splitlines()
    assert (asha.split()[0], ben.split()[0], numbers(count)) == ("Asha", "Ben", [2, 3])
    paid = type("paid", str(file), "Ben", "--amount", "200", "--note", "receipt 7").splitlines()
    assert numbers(paid[-1]) == [2, 3], "Asha had paid before"
    assert numbers(type("paid", str(file), "Asha", "--undo").splitlines()[-1]) == [1, 3]
    assert main(["tournament", "check-in", str(file)]) == 2
    capsys.readouterr()
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
    assert numbers(again)[-4:] == [0, 0, 3, 0], "new, changed, known people; entries"


def test_namesakes_are_listed_with_their_club() -> None:
    desk = Desk(groups_then_knockout())
    for number, club in enumerate(("Hill", "Port")):
        desk.record(PersonRecorded(person=Person(id=PersonId(f"i{number}"), name="Imran", club=club)))
    assert [line.name for line in people_list(desk.state, club="port")] == ["Imran (Port)"]


def test_part_payment_is_not_paid_and_non_players_owe_nothing() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.record(PersonRecorded(person=Person(id=PersonId("T"), name="T")))
    (event,) = desk.state.announced.events
    desk.record(DefinitionChanged(definition=desk.state.announced.with_event(replace(event, fee=100))))

    def pay(who: str, amount: int | None) -> list[list[int]]:
        """Return the numbers in each message."""
        act = CheckPeople(what="fee", who=(who,), amount=amount)
        done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9)))
        assert isinstance(done, Done), done
        desk.state = done.state
        return [numbers(message) for message in done.messages]

    assert pay("A", 50) == [[50, 100, 50], [0, 4]], "paid, asked, owed; paid people of all"
    assert [one.name for one in people_list(desk.state, lacking=["fee"])] == ["A", "B", "C"], "T plays nothing"
    assert not people_list(desk.state, having=["fee"])
    assert pay("A", 100) == [[], [1, 4]]
    assert [one.name for one in people_list(desk.state, having=["fee"])] == ["A"]
    assert pay("A", 0) == [[], [0, 4]]
    assert not people_list(desk.state, having=["fee"])
    assert pay("A", None) == [[], [1, 4]]
    assert [one.name for one in people_list(desk.state, having=["fee"])] == ["A"]


def test_overpayment_is_refundable_and_logged() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    (event,) = desk.state.announced.events
    desk.record(DefinitionChanged(definition=desk.state.announced.with_event(replace(event, fee=150))))
    act = CheckPeople(what="fee", who=("A",), amount=200)
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 10, 0)))
    assert isinstance(done, Done)
    assert numbers(done.messages[0]) == [200, 150, 50], "paid, asked, overpaid"
    line = people_list(done.state)[0]
    assert (line.back, line.over, line.owes) == (50, 50, 0)
    printed = sheet_text(fees_sheet(TournamentNow(done.state)))
    assert "200 of 150" in printed
    assert refundable(printed) == 50
    part, nothing, paid, unpaid = [
        describe_event(PersonChecked(person=A, what="fee", amount=amount, holds=holds))
        for amount, holds in ((40, True), (0, True), (None, True), (None, False))
    ]
    assert [numbers(one) for one in (part, nothing, paid)] == [[40], [], []]
    assert nothing == unpaid != paid


def test_retraction_of_a_check_mark_is_described() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    mark = PersonChecked(person=A, what="here")
    recorded = desk.record(mark)
    phrase = event_phrase(Retracted(fact=recorded), desk.state.seen, desk.state, is_private_shown=True)
    assert phrase.endswith(describe_event(mark, desk.state))
    assert phrase != describe_event(mark, desk.state)


def _singles_and_doubles() -> Desk:
    """A plays singles for 100 and doubles with B for 60; C may replace A."""
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


@pytest.mark.parametrize("is_sum_given", [True, False])
def test_payment_stays_recorded_after_a_substitution(is_sum_given: bool) -> None:
    desk = _singles_and_doubles()
    desk.record(PersonChecked(person=A, what="fee", amount=160 if is_sum_given else None))
    _replace_a(desk)
    line = people_list(desk.state)[0]
    assert (line.paid, line.asked, line.back, line.owes) == (160, 100, 60, 0)
    printed = sheet_text(fees_sheet(TournamentNow(desk.state)))
    assert "160 taken" in printed
    assert refundable(printed) == 60


def test_paid_mark_records_the_sum_and_repeating_it_keeps_the_sum() -> None:
    desk = _singles_and_doubles()
    context = ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9))
    paid = CheckPeople(what="fee", who=("A",))
    (first,) = paid.new_facts(context).bodies
    assert first == PersonChecked(person=A, what="fee", amount=160)
    desk.record(first)
    _replace_a(desk)
    (again,) = paid.new_facts(replace(context, state=desk.state)).bodies
    assert again == first
    (unpaid,) = CheckPeople(what="fee", who=("A",), holds=False).new_facts(context).bodies
    assert unpaid == PersonChecked(person=A, what="fee", holds=False)


@pytest.mark.parametrize("is_sum_given", [True, False])
def test_fee_is_refundable_after_cancellation_or_last_withdrawal(
    is_sum_given: bool,
) -> None:
    desk = _singles_and_doubles()
    desk.record(PersonChecked(person=A, what="fee", amount=160 if is_sum_given else None))
    definition = desk.state.announced
    called_off = replace(definition.events[1], cancelled=True)
    desk.record(DefinitionChanged(definition=definition.with_event(called_off)), reason="too few")
    assert (people_list(desk.state)[0].paid, people_list(desk.state)[0].back) == (160, 60)

    desk = _singles_and_doubles()
    desk.record(Retracted(fact=desk.facts[3].id), reason="plays only with B")  # the entry of A in S
    desk.record(PersonChecked(person=A, what="fee", amount=60 if is_sum_given else None))
    _replace_a(desk)
    line = people_list(desk.state)[0]
    assert not line.plays
    assert (line.paid, line.back) == (60, 60)


def test_player_who_played_owes_the_fee_after_withdrawing() -> None:
    """A has played a match, D none, and B won a walkover, which does not count as played; then all three leave."""
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
    assert [one.name for one in people_list(desk.state, lacking=["here"])] == ["C"], "players who left are not missing"
    printed = sheet_text(fees_sheet(desk.view)).splitlines()
    assert "0 taken, 200 owed." in printed
    assert [line.split() for line in printed if line.startswith("A ")] == [["A", "has", "left", "100"]]
    for paid in "AB":
        desk.record(PersonChecked(person=PersonId(paid), what="fee", amount=100))
    assert [(one.name, one.owes, one.back) for one in people_list(desk.state)][:2] == [("A", 0, 0), ("B", 0, 100)]
