"""Undo: the last act is taken back whole, of whatever kind, and the state is the one before it.

Unlike a retraction, which reaches far back but only to facts that stand alone, an undo goes step by step.
"""

from dataclasses import replace

from carrom.base.refusal import refuse
from carrom.tournament.log.fact_text import fact_text
from carrom.tournament.log.facts import Created, Fact, Undone
from carrom.tournament.log.state import Past, State

DEPTH = 20
"""So many acts can be undone one after another."""


def remember(state: State, fact: Fact) -> tuple[Past, ...]:
    """The acts that can be undone after this one."""
    if isinstance(fact.body, Undone):
        return state.past[1:]
    return (Past(fact.id, replace(state, past=())), *state.past)[:DEPTH]


def apply_undo(state: State, fact: Fact, body: Undone) -> State:
    """Go back to the state before the last act that still counts."""
    if not fact.reason:
        refuse("no-reason", "What is undone gives a reason.")
    if not state.past:
        refuse("nothing-to-undo", f"Only the last {DEPTH} acts can be undone; others are retracted or told anew.")
    last = state.past[0]
    if last.fact != body.fact:
        what = fact_text(state.seen[last.fact], state.people)
        refuse("not-last", f"The last act is another one by now: {what}.")
    told = state.seen[body.fact]
    if isinstance(told, Created):
        refuse("not-retractable", "The creation of the tournament is not undone.")
    before: State = last.state
    # What was told and put on record stays so; what it was about is as it was, under the names of then.
    restored = replace(before, seen={**state.seen, **before.seen}, notices=state.notices)
    text = fact_text(told, state.people)
    return restored.with_notice(fact, f"{text[0].upper()}{text[1:]} was undone: {fact.reason}")
