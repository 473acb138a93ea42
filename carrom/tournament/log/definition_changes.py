"""Change the definition of a running tournament.

A change that affects a draw deletes it, or is refused if its stage is in play. Other changes that people rely on need a
reason and leave a notice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from carrom.base.errors import refuse
from carrom.tournament.model.definition import Competition, Definition, Stage
from carrom.tournament.model.events import DefinitionChanged, TournamentEvent
from carrom.tournament.model.state import StageKey, State

DRAWN_BY: Final = ("format", "groups", "group_size", "third_place", "reset", "after_bye", "apart")

PLAYED_BY: Final = ("policy", "withdrawal")


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a change needs a reason, or (`is_final`) cannot be made."""

    text: str
    is_final: bool = False


def apply_change(state: State, event: TournamentEvent, body: DefinitionChanged) -> State:
    new = body.definition
    if new == state.announced:
        refuse("no-change", "Everything is set so already.")
    found = list(objections(state, new))
    for one in found:
        if one.is_final:
            refuse("frozen", one.text)
    if found and not event.reason:
        refuse("no-reason", f"{found[0].text} Give a reason.")
    state = without_draws(state, list(_undrawn(state, new)))
    kept = {competition.id for competition in new.events}
    state = replace(
        state,
        definition=new,
        tables_out=frozenset(table for table in state.tables_out if table <= new.hall.tables),
        entries={competition: entries for competition, entries in state.entries.items() if competition in kept},
        left={competition: left for competition, left in state.left.items() if competition in kept},
    )
    what = "; ".join(body.what) or "The announcement"
    return state.with_notice(event, f"Changed: {what}: {event.reason}") if found else state


def objections(state: State, new: Definition) -> Iterator[Objection]:
    old = state.announced
    yield from _hall_objections(state, new)
    if new.protests != old.protests and state.protests:
        yield Objection(f"The protest {next(iter(state.protests))} is lodged by the rules of now.")
    if new.day != old.day and any(state.is_in_use(key) for key in state.draws):
        yield Objection("Matches are played already, on the day of now.")
    for competition in old.events:
        changed = next((one for one in new.events if one.id == competition.id), None)
        if changed is None:
            yield from _removal_objections(state, competition)
        else:
            yield from _entry_objections(state, competition, changed, new)
            yield from _stage_objections(state, competition, changed)


def _hall_objections(state: State, new: Definition) -> Iterator[Objection]:
    for match, record in state.matches.items():
        if record.table is not None and record.result is None and record.table > new.hall.tables:
            yield Objection(f"{match} is on table {record.table}: call it to another one first.", is_final=True)


def _removal_objections(state: State, competition: Competition) -> Iterator[Objection]:
    if any(key.event == competition.id for key in state.draws):
        yield Objection(f"{competition.name} is drawn: it is not removed, but can be cancelled.", is_final=True)
    elif state.entries.get(competition.id):
        yield Objection(f"{competition.name} has {len(state.entries[competition.id])} entries, which would be lost.")


def _entry_objections(state: State, old: Competition, new: Competition, after: Definition) -> Iterator[Objection]:
    entries = state.entries.get(old.id, {})
    if entries and old.category.kind != new.category.kind:
        text = f"{old.name} has entries for {old.category.kind}: it cannot become {new.category.kind}."
        yield Objection(text, is_final=True)
        return
    if entries and old.teams != new.teams:
        yield Objection(f"The teams of {old.name} are entered.")
    for entry in entries.values():
        people = [state.people[one] for one in entry.members]
        before = old.category.obstacles(people, on=state.announced.day)
        against = [one for one in new.category.obstacles(people, on=after.day) if one not in before]
        if against:
            yield Objection(f"{entry.id} is entered in {old.name}, and would be no more fit for it: {against[0]}")
    if new.cancelled and not old.cancelled:
        yield Objection(f"{old.name} would be cancelled.")
    elif old.cancelled and not new.cancelled:
        yield Objection(f"{old.name} is cancelled.")


def _stage_objections(state: State, old: Competition, new: Competition) -> Iterator[Objection]:
    stages = {stage.id: stage for stage in new.stages}
    for before in old.stages:
        key, after = StageKey(old.id, before.id), stages.get(before.id)
        if not state.draws.get(key):
            continue
        why = _other_draw(old, new, before, after)
        if why:
            yield _draw_objection(state, key, why)
        elif after is not None:
            yield from _round_objections(state, key, before, after)
            yield from _table_objections(state, key, before, after)


def _draw_objection(state: State, key: StageKey, why: str) -> Objection:
    busy = next((one for one in state.in_stage(key) if one.result or one.history or one.table), None)
    if busy is not None:
        what = "is on a table" if not (busy.result or busy.history) else "is played"
        played = f"{state.title(key)} is being played ({busy.fixture.id} {what})"
        return Objection(f"{played}: {why} no more.", is_final=True)
    drawn = "published" if key in state.published else "drawn"
    return Objection(f"{state.title(key)} is {drawn}, and would have to be drawn again: {why} only so.")


def _round_objections(state: State, key: StageKey, old: Stage, new: Stage) -> Iterator[Objection]:
    """Yield objections to other rules for rounds that are played or published."""
    if (new.rounds or 0) < len(state.draws[key]) and old.form.in_rounds:
        had = f"{state.title(key)} has had {len(state.draws[key])} rounds"
        yield Objection(f"{had}: it cannot have {new.rounds}.", is_final=True)
    elif new.rounds != old.rounds:
        yield Objection(f"{state.title(key)} is being played over {old.rounds} rounds.")
    for round in dict.fromkeys(record.fixture.round for record in state.in_stage(key)):
        if old.book_in(round) == new.book_in(round):
            continue
        records = [one for one in state.in_stage(key) if one.fixture.round == round]
        if any(one.result is not None or one.history for one in records):
            yield Objection(f"{state.title(key)} has results in the round {round}, by the rules of now.")
        elif key in state.published:
            yield Objection(f"{state.title(key)} is published, and the round {round} would be played by other rules.")


def _table_objections(state: State, key: StageKey, old: Stage, new: Stage) -> Iterator[Objection]:
    if state.is_in_use(key):
        for name in PLAYED_BY:
            if getattr(old, name) != getattr(new, name):
                setting = "order of tie-breaks" if name == "policy" else "rule for those who leave"
                yield Objection(f"{state.title(key)} is being played: its {setting} is frozen.")
        if old.advance != new.advance:
            yield Objection(f"{state.title(key)} is being played, and {old.advance} go on from it.")


def _undrawn(state: State, new: Definition) -> Iterator[StageKey]:
    for key in state.draws:
        competition = next((one for one in new.events if one.id == key.event), None)
        old = state.event(key.event)
        after = None if competition is None else next((one for one in competition.stages if one.id == key.stage), None)
        if competition is None or _other_draw(old, competition, old.stage(key.stage), after):
            yield key


def _other_draw(old: Competition, new: Competition, before: Stage, after: Stage | None) -> str:
    """Return the change that invalidates a draw, phrased to precede "no more", or an empty string."""
    if after is None:
        return "it can be left out"
    if new.cancelled and not old.cancelled:
        return f"{old.name} can be cancelled"
    for name in DRAWN_BY:
        if getattr(before, name) != getattr(after, name):
            return f"{name.replace('_', ' ')} can change"
    if before.form.has_ties and [one.id for one in old.rubbers] != [one.id for one in new.rubbers]:
        return "the rubbers can change"
    feeding, fed_by = old.before(before.id), new.before(after.id)
    if (feeding is None) != (fed_by is None):
        return "the stage before it can change"
    if feeding is not None and fed_by is not None:
        if feeding.id != fed_by.id or feeding.advance != fed_by.advance:
            return f"the number that goes on from {fed_by.id} can change"
        return _other_draw(old, new, feeding, fed_by)
    return ""


def without_draws(state: State, keys: list[StageKey]) -> State:
    return replace(
        state,
        draws={key: drawn for key, drawn in state.draws.items() if key not in keys},
        published={key: seen for key, seen in state.published.items() if key not in keys},
        shootouts={at: played for at, played in state.shootouts.items() if at[0] not in keys},
        matches={match: record for match, record in state.matches.items() if record.key not in keys},
    )
