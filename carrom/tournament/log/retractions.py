"""Taking back what was told by mistake. The fact stays in the log; from then on it does not count."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from carrom.base.refusal import refuse
from carrom.tournament.log.fact_text import fact_text
from carrom.tournament.log.facts import Entered, Fact, FactId, Left, LotsDrawn, ResultGiven, Retracted, ShootoutPlayed
from carrom.tournament.log.scores import score_text
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.table_facts import Called

Key = TypeVar("Key")
Value = TypeVar("Value")


def apply_retraction(state: State, fact: Fact, body: Retracted) -> State:
    """Undo one fact of the kinds that stand alone; a draw or a publication is made again instead."""
    if not fact.reason:
        refuse("no-reason", "What is taken back gives a reason.")
    if body.fact not in state.seen:
        refuse("unknown-fact", f"There is no fact {body.fact}.")
    told = state.seen[body.fact]
    if isinstance(told, ResultGiven):
        changed = _undo_result(state, body.fact, told)
    elif isinstance(told, ShootoutPlayed | LotsDrawn):
        changed = _undo_shootout(state, body.fact, told)
    elif isinstance(told, Left):
        changed = _undo_leaving(state, told)
    elif isinstance(told, Entered):
        changed = _undo_entry(state, told)
    elif isinstance(told, Called):
        changed = state.with_match(state.matches[told.match].off_table)
    else:
        refuse("not-retractable", f"A fact of the kind {told.kind!r} is not taken back, but told anew.")
    text = fact_text(told, state)
    gone = f" {lost}" if isinstance(told, ResultGiven) and (lost := _stays_gone(state, body.fact, told)) else ""
    return changed.with_notice(fact, f"{text[0].upper()}{text[1:]} was taken back: {fact.reason}{gone}")


def _stays_gone(state: State, told: FactId, body: ResultGiven) -> str:
    """What people may think comes back with a correction that is taken back, and does not; empty where nothing was
    told before it."""
    record = state.matches[body.match]
    since = (one.fact for one in record.history if one.version > record.reopened_at and one.fact != told)
    before = [was for one in since if isinstance(was := state.seen.get(one), ResultGiven)]
    if not before:
        return ""
    return f"({score_text(before[-1])}, told before, does not come back: {body.match} has no result until one is told.)"


def _undo_result(state: State, told: FactId, body: ResultGiven) -> State:
    record = state.matches[body.match]
    if record.result_fact != told or record.result is None:
        refuse("superseded", f"The result of {body.match} is another one by now.")
    return state.with_match(record.reopened)


def _undo_shootout(state: State, told: FactId, body: ShootoutPlayed | LotsDrawn) -> State:
    key = (StageKey(body.event, body.stage), body.group)
    played = state.shootouts[key]
    if told not in played:
        refuse("superseded", "That is taken back already.")
    return replace(state, shootouts={**state.shootouts, key: _without(played, told)})


def _undo_leaving(state: State, body: Left) -> State:
    gone = state.left.get(body.event, {})
    if body.entry not in gone:
        refuse("superseded", f"{body.entry} is back already.")
    return replace(state, left={**state.left, body.event: _without(gone, body.entry)})


def _undo_entry(state: State, body: Entered) -> State:
    if any(key.event == body.event for key in state.draws):
        refuse("drawn", f"{state.event_name(body.event)} is drawn: {body.entry.id} withdraws instead.")
    known = state.entries.get(body.event, {})
    if known.get(body.entry.id) != body.entry:
        refuse("superseded", f"{body.entry.id} is entered otherwise by now, or not at all.")
    return replace(state, entries={**state.entries, body.event: _without(known, body.entry.id)})


def _without(known: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    return {one: value for one, value in known.items() if one != key}
