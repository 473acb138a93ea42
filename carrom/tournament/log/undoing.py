"""Undo: the last act is taken back whole, of whatever kind, and the state is the one before it.

Unlike a retraction, which reaches far back but only to facts that stand alone, an undo goes step by step. An act may
have made many facts: an entry list, a line-up, people ticked off together.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, dropwhile

from carrom.base.refusal import refuse
from carrom.tournament.log.decision_facts import SourceRestored
from carrom.tournament.log.fact_ids import act_of
from carrom.tournament.log.fact_text import phrase_of
from carrom.tournament.log.facts import (
    Body,
    Checked,
    ContactGiven,
    Created,
    Entered,
    Fact,
    FactId,
    LinedUp,
    PersonRecorded,
    Retracted,
    SourceRevoked,
    Undone,
)
from carrom.tournament.log.state import Past, PastFact, State

DEPTH = 20
"""So many acts can be undone one after another, and of so many facts the state before each is kept."""
_LISTED = (PersonRecorded, Entered, ContactGiven, Checked)
"""What an entry list makes."""


def remember(state: State, fact: Fact) -> tuple[Past, ...]:
    """The acts that can be undone after this fact."""
    body, past = fact.body, state.past
    if not isinstance(body, Undone):
        before = replace(state, past=())
        step = PastFact(fact, before)
        if past and _is_of_one_act(fact, past[0].told):
            act = replace(past[0], told=fact, count=past[0].count + 1, steps=(step, *past[0].steps))
            return _trimmed((act, *past[1:]))
        return _trimmed((Past(first=fact.id, told=fact, count=1, state=before, steps=(step,)), *past))
    if not past:  # a log of before may hold an undo that was set aside, and had nothing to undo
        return ()
    act = past[0]
    if body.since is not None or act.count == 1:
        return past[1:]
    if len(act.steps) == 1:  # what was before that one fact is not kept
        return ()
    return (replace(act, told=act.steps[1].told, count=act.count - 1, steps=act.steps[1:]), *past[1:])


def apply_undo(state: State, fact: Fact, body: Undone) -> State:
    """Go back to the state before the last act that still counts, or before the last of its facts."""
    if not fact.reason:
        refuse("no-reason", "What is undone gives a reason.")
    if not state.past:
        refuse("nothing-to-undo", f"Only the last {DEPTH} acts can be undone; others are retracted or told anew.")
    act = state.past[0]
    if act.fact != body.fact or body.since not in (None, act.first):
        what = phrase_of(state.seen[act.fact], state.seen, state, is_private_shown=False)
        refuse("not-last", f"The last act is another one by now: {what}.")
    told = state.seen[body.fact]
    if isinstance(told, Created):
        refuse("not-retractable", "The creation of the tournament is not undone.")
    is_whole = body.since is not None or act.count == 1
    if not is_whole and not act.steps:
        refuse("nothing-to-undo", f"{act.count} facts were told at once: they are undone together.")
    before: State = act.state if is_whole else act.steps[0].state
    # What was told and put on record stays so; what it was about is as it was, under the names of then.
    restored = replace(before, seen={**state.seen, **before.seen}, notices=state.notices)
    text = phrase_of(told, state.seen, state, is_private_shown=False)
    others = act.count - 1 if is_whole else 0
    what = f"{text}, with {others} more told at once," if others else text
    return restored.with_notice(fact, f"{what[0].upper()}{what[1:]} was undone: {fact.reason}")


def taken_by(body: Retracted | Undone, told: Mapping[FactId, Body]) -> tuple[FactId, ...]:
    """What was taken back, out of all that was told, in the order of its log."""
    if isinstance(body, Retracted) or body.since is None:
        return (body.fact,)
    from_first = list(dropwhile(lambda one: one != body.since, told))
    return tuple(from_first[: from_first.index(body.fact) + 1])


def taken_back(told: Mapping[FactId, Body]) -> frozenset[FactId]:
    """Which facts of a log count no more."""
    gone = (taken_by(body, told) for body in told.values() if isinstance(body, Retracted | Undone))
    return frozenset((*chain.from_iterable(gone), *_restored(told)))


def _restored(told: Mapping[FactId, Body]) -> list[FactId]:
    """Revocations of sources that have their word again."""
    revoked: dict[str, list[FactId]] = {}
    gone: list[FactId] = []
    for id, body in told.items():
        if isinstance(body, SourceRevoked):
            revoked.setdefault(body.source, []).append(id)
        elif isinstance(body, SourceRestored):
            gone += revoked.pop(body.source, [])
    return gone


def _is_of_one_act(fact: Fact, last: Fact) -> bool:
    """Whether two facts came by one act, though it makes many."""
    act, of_last = act_of(fact.id), act_of(last.id)
    if act is not None or of_last is not None:
        return act == of_last
    # A log of before does not say: what the same told at the same moment came at once.
    one, other = fact.body, last.body
    if isinstance(one, LinedUp) and isinstance(other, LinedUp):
        is_alike = (one.event, one.entry, one.match, other.match) == (other.event, other.entry, None, None)
    else:
        is_alike = isinstance(one, _LISTED) and isinstance(other, _LISTED)
    return is_alike and (fact.at, fact.by) == (last.at, last.by)


def _trimmed(past: tuple[Past, ...]) -> tuple[Past, ...]:
    """So many acts as are kept, and so many steps of them: every step is a whole state."""
    left, kept = DEPTH, []
    for act in past[:DEPTH]:
        kept.append(act if len(act.steps) <= left else replace(act, steps=act.steps[:left]))
        left -= len(kept[-1].steps)
    return tuple(kept)
