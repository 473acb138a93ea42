"""Somebody comes late: the free place of a draw that takes them without moving anybody else, or why there is none."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, LoserOf, MatchId, Slot, group_name
from carrom.tournament.log.definition import EventDefinition, EventId, Stage
from carrom.tournament.log.facts import Entered, Joined
from carrom.tournament.log.people import Entry
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.tables.results import EntryId


def enter_late(
    state: State, event: EventId, entry: Entry, *, group: str | None = None, match: MatchId | None = None
) -> Entered | Joined:
    """The fact that takes an entry in: simply, before the draw, or else into a free place of the first stage.

    `group` (by its letter) or `match` (a bye) say where; without them the place is the one that disturbs least.
    """
    definition = state.event(event)
    stage = definition.stages[0]
    key = StageKey(event, stage.id)
    if key not in state.draws:
        return Entered(event=event, entry=entry)
    joined = Joined(event=event, stage=stage.id, entry=entry)
    if stage.form.shape == "tree":
        return _into_tree(state, key, stage, joined, match)
    if match is not None:
        raise CarromError("no-byes", f"{state.title(key)} has groups or a table, and no byes to take the place of")
    if stage.form.in_rounds:
        return _into_rounds(state, key, stage, joined)
    number = _group_number(state, key, stage, entry, group)
    rubbers = [one.id for one in definition.rubbers] if stage.form.has_ties else [None]
    return replace(joined, group=number, fixtures=_meetings(state, key, entry.id, number, rubbers))


def _into_tree(state: State, key: StageKey, stage: Stage, joined: Joined, wanted: MatchId | None) -> Joined:
    if stage.format != "knockout":
        again = f"draw {state.title(key)} again, with a reason"
        raise CarromError("no-late-entry", f"a {stage.format} has no place for who comes late: {again}")
    byes = [one for one in state.in_stage(key) if _holder(one) is not None]
    free = [one for one in byes if not _has_gone_on(state, key, one.fixture.id)]
    if wanted is not None:
        free = [one for one in free if one.fixture.id == wanted]
        if not free:
            raise CarromError("not-a-bye", f"{wanted} is not a bye of {state.title(key)}, or who has it has played on")
    if not free:
        why = "every bye has been played on" if byes else "no first match is a bye"
        again = "Until play begins it can be drawn again, with a reason"
        raise CarromError("no-free-place", f"{state.title(key)} has no free place: {why}. {again}")
    taken = max(free, key=lambda one: _welcome(state, key, one, joined.entry))
    fixture = replace(taken.fixture, slots=_filled(taken.fixture.slots, Entrant(joined.entry.id)))
    return replace(joined, fixtures=(fixture, *_third_place(state, key, taken.fixture.id)))


def _holder(record: MatchRecord) -> str | None:
    """Who has a bye in the first round."""
    slots = record.fixture.slots
    known = [slot.entry for slot in slots if isinstance(slot, Entrant)]
    return known[0] if known and any(isinstance(slot, Bye) for slot in slots) else None


def _has_gone_on(state: State, key: StageKey, bye: MatchId) -> bool:
    led_to = [
        one for one in state.in_stage(key) if any(getattr(slot, "match", None) == bye for slot in one.fixture.slots)
    ]
    return any(one.result is not None or one.history or one.table is not None for one in led_to)


def _welcome(state: State, key: StageKey, bye: MatchRecord, newcomer: Entry) -> tuple[bool, int, int]:
    """The best place: not against a club-mate, against the one whose bye was the least deserved, low in the tree."""
    entries = state.entries[key.event]
    holder = entries[EntryId(str(_holder(bye)))]
    seed = holder.seed if holder.seed is not None else len(entries) + 1
    return not _are_mates(state, holder, newcomer), seed, int(bye.fixture.id[1:])


def _are_mates(state: State, one: Entry, other: Entry) -> bool:
    clubs = {state.people[member].club for member in one.members if member in state.people} - {None}
    return any(state.people[member].club in clubs for member in other.members if member in state.people)


def _filled(slots: tuple[Slot, Slot], newcomer: Slot) -> tuple[Slot, Slot]:
    first, second = (newcomer if isinstance(slot, Bye) else slot for slot in slots)
    return first, second


def _third_place(state: State, key: StageKey, match: MatchId) -> Iterable[Fixture]:
    """Of three entries one had nobody to meet for the third place: the loser of the new match."""
    for record in state.in_stage(key):
        slots = record.fixture.slots
        if any(isinstance(slot, LoserOf) for slot in slots) and any(isinstance(slot, Bye) for slot in slots):
            yield replace(record.fixture, slots=_filled(slots, LoserOf(match)))


def _into_rounds(state: State, key: StageKey, stage: Stage, joined: Joined) -> Joined:
    """Into a Swiss system from its next round; the rounds before were missed."""
    if stage.form.is_whole(stage, len(state.draws[key])):
        raise CarromError(
            "last-round-drawn", f"the last round of {state.title(key)} is drawn: nobody comes into it any more"
        )
    return replace(joined, group=0)


def _group_number(state: State, key: StageKey, stage: Stage, entry: Entry, wanted: str | None) -> int:
    groups = state.draws[key][0].groups
    names = {group_name(number): number for number in range(len(groups))}
    if wanted is not None:
        if wanted.upper() not in names:
            raise CarromError(
                "unknown-group", f"{state.title(key)} has no group {wanted!r}: there are {', '.join(names)}"
            )
        return names[wanted.upper()]
    if not stage.form.has_groups:
        return 0
    sizes = list(group_sizes(state, key).values())
    most = max(stage.group_size or 0, *map(len, groups))
    free = [number for number, size in enumerate(sizes) if size < most]
    if not free:
        full = f"every group of {state.title(key)} has {most}"
        more = f"which then has {most + 1}, or draw again with a reason"
        raise CarromError("which-group", f"{full}: name one, {more}", typed=f"{full}: name one with --group, {more}")
    entries = state.entries[key.event]
    mates = {number: sum(_are_mates(state, entries[one], entry) for one in groups[number]) for number in free}
    return min(free, key=lambda number: (sizes[number], mates[number], number))


def group_sizes(state: State, key: StageKey) -> dict[str, int]:
    """How many are in each group of a stage and have not left it."""
    gone = state.left.get(key.event, {})
    groups = state.draws[key][0].groups
    return {group_name(number): sum(one not in gone for one in group) for number, group in enumerate(groups)}


def groups_to_join(state: State, event: EventDefinition) -> dict[str, int]:
    """The groups of which who comes late may name one; none where there are none, or they are not drawn."""
    stage = event.stages[0]
    key = StageKey(event.id, stage.id)
    return group_sizes(state, key) if stage.form.has_groups and key in state.draws else {}


def _meetings(
    state: State, key: StageKey, newcomer: EntryId, group: int, rubbers: Sequence[str | None]
) -> tuple[Fixture, ...]:
    """A match, or a whole tie, against everybody of the group who is still there, each in a turn free for both."""
    gone = state.left.get(key.event, {})
    busy = _turns(state, key)
    taken: set[int] = set()
    number = state.next_number - 1
    found: list[Fixture] = []
    for other in state.draws[key][0].groups[group]:
        if other in gone:
            continue
        turn = next(one for one in count(1) if one not in taken and one not in busy.get(other, ()))
        taken.add(turn)
        for rubber in rubbers:
            number += 1
            slots = (Entrant(other), Entrant(newcomer))
            found.append(
                Fixture(id=MatchId(f"M{number}"), round="group", slots=slots, group=group, rubber=rubber, turn=turn)
            )
    return tuple(found)


def _turns(state: State, key: StageKey) -> Mapping[str, set[int]]:
    """In which turns everybody plays already."""
    found: dict[str, set[int]] = {}
    for record in state.in_stage(key):
        for slot in record.fixture.slots:
            if isinstance(slot, Entrant):
                found.setdefault(slot.entry, set()).add(record.fixture.turn)
    return found


def places_free(state: State, event: EventDefinition) -> str:
    """Where who comes late could still be taken in, as a sentence."""
    stage = event.stages[0]
    key = StageKey(event.id, stage.id)
    if key not in state.draws:
        return f"{state.title(key)} is not drawn: who enters is drawn with the others."
    newcomer = Entry(id=EntryId("?"), members=())
    try:
        joined = enter_late(state, event.id, newcomer)
    except CarromError as error:
        return f"{error}."
    if isinstance(joined, Joined) and stage.form.shape == "tree":
        return f"{state.title(key)}: {joined.fixtures[0].id} is a bye whose place can be taken."
    if isinstance(joined, Joined) and stage.form.has_groups:
        return f"{state.title(key, group_name(joined.group or 0))} has room."
    return f"{state.title(key)}: there is room."
