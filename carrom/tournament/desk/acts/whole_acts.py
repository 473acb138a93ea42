"""Which facts came by one act: an entry list, a line-up, people ticked off together. It is taken back whole."""

from collections.abc import Sequence
from itertools import takewhile

from carrom.tournament.log.facts import (
    Checked,
    ContactGiven,
    Entered,
    Fact,
    LinedUp,
    PersonRecorded,
    Retracted,
    Undone,
)
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import State

_LISTED = (PersonRecorded, Entered, ContactGiven, Checked)
"""What an entry list makes."""


def is_of_one_act(fact: Fact, last: Fact) -> bool:
    """Whether two facts came by one act, though it makes many: told by the same at the same moment."""
    one, other = fact.body, last.body
    if isinstance(one, LinedUp) and isinstance(other, LinedUp):
        is_alike = (one.event, one.entry, one.match, other.match) == (other.event, other.entry, None, None)
    else:
        is_alike = isinstance(one, _LISTED) and isinstance(other, _LISTED)
    return is_alike and (fact.at, fact.by) == (last.at, last.by)


def ticks_back(facts: Sequence[Fact], last: Fact) -> list[Checked]:
    """What puts ticks back as they were before people were ticked off together, more of them than an undo remembers;
    nothing where the act did something else besides."""
    gone = {one.body.fact for one in facts if isinstance(one.body, Undone | Retracted)}
    counted = [one for one in facts if one.id not in gone and not isinstance(one.body, Undone | Retracted)]
    run = list(takewhile(lambda one: is_of_one_act(one, last), reversed(counted)))
    ticked = [one.body for one in run if isinstance(one.body, Checked)]
    if len(ticked) < len(run):
        return []
    before: dict[tuple[PersonId, str], Checked] = {}
    for fact in counted[: len(counted) - len(run)]:
        if isinstance(fact.body, Checked):
            before[fact.body.person, fact.body.what] = fact.body
    return [
        before.get((one.person, one.what), Checked(person=one.person, what=one.what, holds=False)) for one in ticked
    ]


def ticked_with(state: State, tick: Checked) -> int:
    """How many others were ticked off together with somebody."""
    own = state.checks.get(tick.person, {}).get(tick.what)
    if own is None:
        return 0
    checks = (of.get(tick.what) for of in state.checks.values())
    return sum(one is not None and (one.at, one.by, one.holds) == (own.at, own.by, own.holds) for one in checks) - 1
