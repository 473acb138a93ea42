"""What the desk ticks off: who is here, who has paid, whose striker is certified; and how to reach people."""

from dataclasses import replace

from carrom.base.refusal import refuse
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Checked, ContactGiven, Fact
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import Check, State


def apply_check(state: State, fact: Fact, body: Checked) -> State:
    """Tick something off, or take the tick back."""
    if body.person not in state.people:
        refuse("unknown-person", f"{body.person} is not among the people.")
    if body.amount is not None and (body.what != "fee" or body.amount < 0):
        refuse("amount", "Only a fee has an amount, and it is not below 0.")
    known = state.checks.get(body.person, {})
    is_fee = body.what == "fee" and body.holds
    check = Check(
        holds=body.holds,
        at=fact.at,
        by=fact.by,
        amount=body.amount,
        note=body.note,
        paid_for=_entered_by(state, body.person) if is_fee else None,
    )
    return replace(state, checks={**state.checks, body.person: {**known, body.what: check}})


def apply_contact(state: State, fact: Fact, body: ContactGiven) -> State:
    """Keep how to reach somebody; what was known of the same one before is replaced."""
    if (body.person is None) == (body.name is None):
        refuse("no-name", "A contact is of a person of the tournament, or of somebody by name.")
    if body.person is not None and body.person not in state.people:
        refuse("unknown-person", f"{body.person} is not among the people.")
    others = tuple(
        one for one in state.contacts if (one.role, one.person, one.name) != (body.role, body.person, body.name)
    )
    if len(others) == len(state.contacts) and not (body.phone or body.email):
        refuse("no-contact", "A contact has a phone number or an e-mail address.")
    return replace(state, contacts=(*others, body) if body.phone or body.email else others)


def _entered_by(state: State, person: PersonId) -> frozenset[EventId] | None:
    """What somebody plays in, has not left and is held; None where they have entered nothing."""
    own = {
        event: entry.id
        for event, entries in state.entries.items()
        for entry in entries.values()
        if person in entry.members
    }
    if not own:
        return None
    held = {event.id for event in state.announced.events if not event.cancelled}
    staying = (event for event, one in own.items() if event in held and one not in state.left.get(event, {}))
    return frozenset(staying)
