"""Names of a thousand letters are no names, and none holds a sign that nobody sees; a file in which one stands
already is read all the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from carrom.base.errors import CarromError
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
from tests.tournament.desk import Desk, groups_then_knockout, scenario_1

LONG = "Asha " * 200
_LONG_NAMES: dict[str, EventBody] = {
    "a person": PersonRecorded(person=Person(id=PersonId("asha"), name=LONG)),
    "a club": PersonRecorded(person=Person(id=PersonId("asha"), name="Asha", club=LONG)),
    "another name": Renamed(person=PersonId("A"), name=LONG),
    "an entry": EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(LONG), members=(PersonId("B"),))),
    "a team": Renamed(entries=(NewName(event=CompetitionId("S"), was=EntryId("A"), now=LONG),)),
}


_UNSEEN: dict[str, EventBody] = {
    "in a name": PersonRecorded(person=Person(id=PersonId("asha"), name="As\u202eha")),
    "in a name within a list": Renamed(entries=(NewName(event=CompetitionId("S"), was=EntryId("A"), now="A\u200b"),)),
}


@pytest.mark.parametrize(
    ("code", "body"),
    [*(("long-name", one) for one in _LONG_NAMES.values()), *(("unseen-sign", one) for one in _UNSEEN.values())],
    ids=[*_LONG_NAMES, *_UNSEEN],
)
def test_what_no_card_has_room_for_or_nobody_sees_is_refused(code: str, body: EventBody) -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A")
    desk.record(PersonRecorded(person=Person(id=PersonId("B"), name="B")))
    assert desk.refused(body) == code
    at = datetime(2026, 11, 18)
    known = TournamentEvent(id=TournamentEventId("of-before"), n=desk.state.version + 1, at=at, by="desk", body=body)
    old = apply_event(desk.state, known)
    assert isinstance(old, Recorded), "it was taken once"
    for person in old.state.people.values():
        act = CheckPeople(what="here", who=(person.name,))
        done = carry_out(act, ActContext(state=old.state, facts=desk.facts, at=at))
        assert isinstance(done, Done), "who is called so already comes and goes as everybody does"


def test_long_names_that_people_have_are_taken() -> None:
    desk = Desk(groups_then_knockout())
    name = "Sri Venkata Narasimha Rajuvaripeta Lakshminarayana Subrahmanya Chandrasekhara Venkataraman"
    desk.record(PersonRecorded(person=Person(id=PersonId("sri"), name=name, club="Bombay Young Men's Institute")))
    desk.record(EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(name), members=(PersonId("sri"),))))


def test_a_day_of_birth_is_in_a_year_of_ours() -> None:
    """A day is read in one place, for settings as for people."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B")
    asked = ActContext(state=desk.state, facts=desk.facts, at=desk.clock)
    for day in ("9999-12-31", "0001-01-01"):
        with pytest.raises(CarromError, match="none of ours"):
            carry_out(DescribePerson(who="A", born=day), asked)


def test_a_protest_is_a_page_and_a_reason_a_paragraph() -> None:
    desk = scenario_1()
    match = desk.match("P", "Q")
    lodged = ProtestLodged(protest=ProtestId("P1"), match=match, side="a", board=1, text="x" * 10_001)
    assert desk.refused(lodged) == "long-text"
    assert desk.refused(replace(lodged, text="x"), reason="y" * 1001) == "long-text"
