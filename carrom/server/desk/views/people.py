"""Everybody of a tournament, for the entry desk."""

from carrom.server.desk.views.list_shapes import PeopleShown, PersonShown
from carrom.tournament.desk.people_list import PersonLine, contact_of, people_list
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.state import State


def people_shown(state: State, seq: int, *, is_private_shown: bool) -> PeopleShown:
    """The list of people. Days of birth, phones and addresses only where they may be seen."""
    events = state.announced.events
    teams = frozenset(event.id for event in events if event.category.kind == "teams")
    return PeopleShown(
        seq=seq,
        people=[_person(state, line, teams, is_private_shown) for line in people_list(state, order="name")],
        events={str(event.id): event.name for event in events if not event.cancelled},
        is_private_shown=is_private_shown,
        has_fees=any(event.fee for event in events),
    )


def _person(state: State, line: PersonLine, teams: frozenset[EventId], is_private_shown: bool) -> PersonShown:
    person = line.person
    contact = contact_of(state, person.id) if is_private_shown else None
    return PersonShown(
        id=person.id,
        name=line.name,
        plain=person.name,
        club=person.club,
        plays={str(event): entry for event, entry in line.plays.items()},
        left=[str(event) for event in line.left],
        can_leave=[str(event) for event in line.plays if event not in line.left and event not in teams],
        is_gone=line.is_gone,
        seed=line.seed,
        here=line.has("here"),
        fee=line.has("fee"),
        striker=line.has("striker"),
        lacks_fee=line.lacks("fee"),
        asked=line.asked,
        taken=line.taken,
        owes=line.owes,
        gender=person.gender,
        born=person.born.isoformat() if is_private_shown and person.born is not None else None,
        phone=contact.phone if contact is not None else None,
        email=contact.email if contact is not None else None,
    )
