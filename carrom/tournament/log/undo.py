"""Undo the last acts, and retract single events.

Undo takes back the last act with all its events and restores the state before it. A retraction reaches back to any
event of a kind that others do not depend on.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, dropwhile
from typing import TypeVar

from carrom.base.errors import refuse
from carrom.tournament.log.event_text import describe_event, event_phrase
from carrom.tournament.model.events import (
    ContactGiven,
    EntryLeft,
    EntryRecorded,
    EventBody,
    LineUpGiven,
    LotsDrawn,
    MatchCalled,
    PersonChecked,
    PersonRecorded,
    ResultGiven,
    Retracted,
    ShootoutPlayed,
    SourceRestored,
    SourceRevoked,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
    Undone,
    act_id,
)
from carrom.tournament.model.scores import score_text
from carrom.tournament.model.state import StageKey, State, UndoableAct, UndoStep

UNDO_DEPTH = 20
"""Acts that can be undone, and single events whose preceding state is kept."""
_LISTED = (PersonRecorded, EntryRecorded, ContactGiven, PersonChecked)


def undoable_acts(state: State, event: TournamentEvent) -> tuple[UndoableAct, ...]:
    """Return the acts that can be undone after an event, the latest first. `state` is the one before the event."""
    body, past = event.body, state.past
    if not isinstance(body, Undone):
        before = replace(state, past=())
        step = UndoStep(event, before)
        if past and _is_of_one_act(event, past[0].last_event):
            act = replace(past[0], last_event=event, count=past[0].count + 1, steps=(step, *past[0].steps))
            return _trimmed((act, *past[1:]))
        return _trimmed((UndoableAct(first=event.id, last_event=event, count=1, state=before, steps=(step,)), *past))
    if not past:  # older logs may have a quarantined undo, with nothing to undo
        return ()
    act = past[0]
    if body.since is not None or act.count == 1:
        return past[1:]
    if len(act.steps) == 1:
        return ()
    return (replace(act, last_event=act.steps[1].event, count=act.count - 1, steps=act.steps[1:]), *past[1:])


def apply_undo(state: State, event: TournamentEvent, body: Undone) -> State:
    """Return the state before the last act, or before its last event; refuse if another act came since."""
    if not event.reason:
        refuse("no-reason", "What is undone gives a reason.")
    if not state.past:
        refuse("nothing-to-undo", f"Only the last {UNDO_DEPTH} acts can be undone; others are retracted or told anew.")
    act = state.past[0]
    if act.fact != body.fact or body.since not in (None, act.first):
        what = event_phrase(state.seen[act.fact], state.seen, state, is_private_shown=False)
        refuse("not-last", f"The last act is another one by now: {what}.")
    undone = state.seen[body.fact]
    if isinstance(undone, TournamentCreated):
        refuse("not-retractable", "The creation of the tournament is not undone.")
    is_whole = body.since is not None or act.count == 1
    if not is_whole and not act.steps:
        refuse("nothing-to-undo", f"{act.count} facts were told at once: they are undone together.")
    before: State = act.state if is_whole else act.steps[0].state
    # Recorded events and notices stay; everything else is as before, with the names of that time.
    restored = replace(before, seen={**state.seen, **before.seen}, notices=state.notices)
    text = event_phrase(undone, state.seen, state, is_private_shown=False)
    others = act.count - 1 if is_whole else 0
    what = f"{text}, with {others} more told at once," if others else text
    return restored.with_notice(event, f"{what[0].upper()}{what[1:]} was undone: {event.reason}")


def events_taken_back_by(
    body: Retracted | Undone, log: Mapping[TournamentEventId, EventBody]
) -> tuple[TournamentEventId, ...]:
    """Return the events that one retraction or undo takes back, by their ids in a log."""
    if isinstance(body, Retracted) or body.since is None:
        return (body.fact,)
    from_first = list(dropwhile(lambda one: one != body.since, log))
    return tuple(from_first[: from_first.index(body.fact) + 1])


def events_taken_back(log: Mapping[TournamentEventId, EventBody]) -> frozenset[TournamentEventId]:
    """Return all events of a log that were taken back, with revocations of sources that were restored."""
    gone = (events_taken_back_by(body, log) for body in log.values() if isinstance(body, Retracted | Undone))
    return frozenset((*chain.from_iterable(gone), *_restored(log)))


def _restored(log: Mapping[TournamentEventId, EventBody]) -> list[TournamentEventId]:
    """Return the revocations that restoring their source ended."""
    revoked: dict[str, list[TournamentEventId]] = {}
    gone: list[TournamentEventId] = []
    for id, body in log.items():
        if isinstance(body, SourceRevoked):
            revoked.setdefault(body.source, []).append(id)
        elif isinstance(body, SourceRestored):
            gone += revoked.pop(body.source, [])
    return gone


def _is_of_one_act(event: TournamentEvent, last: TournamentEvent) -> bool:
    act, of_last = act_id(event.id), act_id(last.id)
    if act is not None or of_last is not None:
        return act == of_last
    # older logs lack the act: the same author at the same moment counts as one
    one, other = event.body, last.body
    if isinstance(one, LineUpGiven) and isinstance(other, LineUpGiven):
        is_alike = (one.event, one.entry, one.match, other.match) == (other.event, other.entry, None, None)
    else:
        is_alike = isinstance(one, _LISTED) and isinstance(other, _LISTED)
    return is_alike and (event.at, event.by) == (last.at, last.by)


def _trimmed(past: tuple[UndoableAct, ...]) -> tuple[UndoableAct, ...]:
    """Limit the number of acts and of steps, each of which holds a whole state."""
    left, kept = UNDO_DEPTH, []
    for act in past[:UNDO_DEPTH]:
        kept.append(act if len(act.steps) <= left else replace(act, steps=act.steps[:left]))
        left -= len(kept[-1].steps)
    return tuple(kept)


Key = TypeVar("Key")
Value = TypeVar("Value")


def apply_retraction(state: State, event: TournamentEvent, body: Retracted) -> State:
    """Retract one event. Draws and publications are repeated instead."""
    if not event.reason:
        refuse("no-reason", "What is taken back gives a reason.")
    if body.fact not in state.seen:
        refuse("unknown-fact", f"There is no fact {body.fact}.")
    retracted = state.seen[body.fact]
    if isinstance(retracted, ResultGiven):
        changed = _undo_result(state, body.fact, retracted)
    elif isinstance(retracted, ShootoutPlayed | LotsDrawn):
        changed = _undo_shootout(state, body.fact, retracted)
    elif isinstance(retracted, EntryLeft):
        changed = _undo_leaving(state, retracted)
    elif isinstance(retracted, EntryRecorded):
        changed = _undo_entry(state, retracted)
    elif isinstance(retracted, MatchCalled):
        changed = state.with_match(state.matches[retracted.match].off_table)
    else:
        refuse("not-retractable", f"A fact of the kind {retracted.kind!r} is not taken back, but told anew.")
    text = describe_event(retracted, state)
    gone = (
        f" {lost}" if isinstance(retracted, ResultGiven) and (lost := _stays_gone(state, body.fact, retracted)) else ""
    )
    return changed.with_notice(event, f"{text[0].upper()}{text[1:]} was taken back: {event.reason}{gone}")


def _stays_gone(state: State, retracted: TournamentEventId, body: ResultGiven) -> str:
    """Return a note that an earlier result does not come back with this retraction, or an empty string."""
    record = state.matches[body.match]
    since = (one.fact for one in record.history if one.version > record.reopened_at and one.fact != retracted)
    before = [was for one in since if isinstance(was := state.seen.get(one), ResultGiven)]
    if not before:
        return ""
    return f"({score_text(before[-1])}, told before, does not come back: {body.match} has no result until one is told.)"


def _undo_result(state: State, retracted: TournamentEventId, body: ResultGiven) -> State:
    record = state.matches[body.match]
    if record.result_fact != retracted or record.result is None:
        refuse("superseded", f"The result of {body.match} is another one by now.")
    return state.with_match(record.reopened)


def _undo_shootout(state: State, retracted: TournamentEventId, body: ShootoutPlayed | LotsDrawn) -> State:
    key = (StageKey(body.event, body.stage), body.group)
    played = state.shootouts[key]
    if retracted not in played:
        refuse("superseded", "That is taken back already.")
    return replace(state, shootouts={**state.shootouts, key: _without(played, retracted)})


def _undo_leaving(state: State, body: EntryLeft) -> State:
    gone = state.left.get(body.event, {})
    if body.entry not in gone:
        refuse("superseded", f"{body.entry} is back already.")
    return replace(state, left={**state.left, body.event: _without(gone, body.entry)})


def _undo_entry(state: State, body: EntryRecorded) -> State:
    if any(key.event == body.event for key in state.draws):
        refuse("drawn", f"{state.event_name(body.event)} is drawn: {body.entry.id} withdraws instead.")
    known = state.entries.get(body.event, {})
    if known.get(body.entry.id) != body.entry:
        refuse("superseded", f"{body.entry.id} is entered otherwise by now, or not at all.")
    return replace(state, entries={**state.entries, body.event: _without(known, body.entry.id)})


def _without(known: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    return {one: value for one, value in known.items() if one != key}
