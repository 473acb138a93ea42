"""Limits on texts: overlong names and invisible characters are refused, and older files that have them still load."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.people_acts import CheckPeople, DescribePerson
from carrom.tournament.log.transitions import Recorded, apply_event
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    EntryRecorded,
    EventBody,
    NewName,
    PersonRecorded,
    ProtestId,
    ProtestLodged,
    Renamed,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.tables.results import EntryId
from tests.refusals import refuses
from tests.tournament.desk import Desk, groups_then_knockout, scenario_1

LONG = "Asha " * 200
_LONG_NAMES: dict[str, EventBody] = {
    "a person": PersonRecorded(person=Person(id=PersonId("asha"), name=LONG)),
    "a club": PersonRecorded(person=Person(id=PersonId("asha"), name="Asha", club=LONG)),
    "another name": Renamed(person=PersonId("A"), name=LONG),
    "an entry": EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(LONG), members=(PersonId("B"),))),
    "a team": Renamed(entries=(NewName(event=CompetitionId("S"), was=EntryId("A"), now=LONG),)),
}


_INVISIBLE: dict[str, EventBody] = {
    "in a name": PersonRecorded(person=Person(id=PersonId("asha"), name="As\u202eha")),
    "in a name within a list": Renamed(entries=(NewName(event=CompetitionId("S"), was=EntryId("A"), now="A\u200b"),)),
}


@pytest.mark.parametrize(
    ("code", "body"),
    [*(("long-name", one) for one in _LONG_NAMES.values()), *(("unseen-sign", one) for one in _INVISIBLE.values())],
    ids=[*_LONG_NAMES, *_INVISIBLE],
)
def test_overlong_names_and_invisible_characters_are_refused(code: str, body: EventBody) -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A")
    desk.record(PersonRecorded(person=Person(id=PersonId("B"), name="B")))
    assert desk.refused(body) == code
    at = datetime(2026, 11, 18)
    known = TournamentEvent(id=TournamentEventId("older"), n=desk.state.version + 1, at=at, by="desk", body=body)
    old = apply_event(desk.state, known)
    assert isinstance(old, Recorded), "older versions accepted it"
    for person in old.state.people.values():
        act = CheckPeople(what="here", who=(person.name,))
        done = carry_out(act, ActContext(state=old.state, facts=desk.facts, at=at))
        assert isinstance(done, Done), "people with such a name can still be checked in"


def test_long_real_names_are_accepted() -> None:
    desk = Desk(groups_then_knockout())
    name = "Sri Venkata Narasimha Rajuvaripeta Lakshminarayana Subrahmanya Chandrasekhara Venkataraman"
    desk.record(PersonRecorded(person=Person(id=PersonId("sri"), name=name, club="Bombay Young Men's Institute")))
    desk.record(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(name), members=(PersonId("sri"),))))


def test_day_of_birth_out_of_range_is_refused() -> None:
    """Settings and people share the reading of days."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    context = ActContext(state=desk.state, facts=desk.facts, at=desk.clock)
    for day in ("9999-12-31", "0001-01-01"):
        with refuses("year-out-of-range", str(int(day[:4]))):
            carry_out(DescribePerson(who="A", born=day), context)


def test_overlong_protests_and_reasons_are_refused() -> None:
    desk = scenario_1()
    match = desk.match("P", "Q")
    lodged = ProtestLodged(protest=ProtestId("P1"), match=match, side="a", board=1, text="x" * 10_001)
    assert desk.refused(lodged) == "long-text"
    assert desk.refused(replace(lodged, text="x"), reason="y" * 1001) == "long-text"
