"""What the desk ticks off: who is here, who has paid, whose striker is certified; and how to reach people."""

from dataclasses import replace

from carrom.base.refusal import refuse
from carrom.tournament.log.facts import Checked, ContactGiven, Fact
from carrom.tournament.log.state import Check, State


def apply_check(state: State, fact: Fact, body: Checked) -> State:
    """Tick something off, or take the tick back."""
    if body.person not in state.people:
        refuse("unknown-person", f"{body.person} is not among the people.")
    if body.amount is not None and (body.what != "fee" or body.amount < 0):
        refuse("amount", "Only a fee has an amount, and it is not below 0.")
    known = state.checks.get(body.person, {})
    check = Check(holds=body.holds, at=fact.at, by=fact.by, amount=body.amount, note=body.note)
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
