"""Everybody of a tournament, for the entry desk."""

from carrom.server.desk.views.list_shapes import PeopleShown, PersonShown, ProtestFeesShown
from carrom.tournament.desk.late_entry import groups_to_join
from carrom.tournament.desk.people_list import PersonLine, contact_of, people_list
from carrom.tournament.desk.protest_desk import protest_fees
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.state import State


def people_shown(state: State, seq: int, *, is_private_shown: bool) -> PeopleShown:
    """The list of people. Days of birth, sex, phones, addresses and money only where they may be seen."""
    events = state.announced.events
    teams = frozenset(event.id for event in events if event.category.kind == "teams")
    return PeopleShown(
        seq=seq,
        people=[_person(state, line, teams, is_private_shown) for line in people_list(state, order="name")],
        events={str(event.id): event.name for event in events if not event.cancelled},
        doubles=[str(event.id) for event in events if event.category.kind == "doubles"],
        teams={str(event): _teams(state, event) for event in sorted(teams)},
        groups={str(event.id): found for event in events if (found := groups_to_join(state, event))},
        is_private_shown=is_private_shown,
        has_fees=is_private_shown and any(event.fee for event in events),
        protest_fees=_protest_fees(state) if is_private_shown else None,
    )


def _teams(state: State, event: EventId) -> list[str]:
    gone = state.left.get(event, {})
    return [str(entry) for entry in state.entries.get(event, {}) if entry not in gone]


def _protest_fees(state: State) -> ProtestFeesShown | None:
    fees = protest_fees(state)
    return None if fees is None else ProtestFeesShown(taken=fees.taken, back=fees.back, kept=fees.kept)


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
        striker=line.has("striker"),
        fee=is_private_shown and line.has("fee"),
        lacks_fee=is_private_shown and line.lacks("fee"),
        asked=line.asked if is_private_shown else 0,
        taken=line.taken if is_private_shown else 0,
        owes=line.owes if is_private_shown else 0,
        back=line.back if is_private_shown else 0,
        over=line.over if is_private_shown else 0,
        gender=person.gender if is_private_shown else None,
        born=person.born.isoformat() if is_private_shown and person.born is not None else None,
        phone=contact.phone if contact is not None else None,
        email=contact.email if contact is not None else None,
    )
