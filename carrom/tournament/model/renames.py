"""Rename entries everywhere in a state.

Values are walked by their type annotations, so new fields need no code here. Names are unique within a competition.
"""

import dataclasses
import types
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.base.errors import refuse
from carrom.tournament.draws.bracket import Entrant, MatchId
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import EnteredLate, EntryRecorded, EventBody, Renamed, TeamsDrawn, TournamentEvent
from carrom.tournament.model.people import name_key
from carrom.tournament.model.state import SeatSource, StageKey, State
from carrom.tournament.tables.results import EntryId

Value = TypeVar("Value")
Names = Mapping[EntryId, EntryId]
_NONE: Names = {}


def apply_rename(state: State, event: TournamentEvent, body: Renamed) -> State:
    """Rename a person with their entries, or a team. The old name keeps leading to the new one."""
    if body.person is None and not body.entries:
        refuse("no-name", "A new name is of a person or of an entry.")
    text = ""
    if body.person is not None:
        person = state.people.get(body.person)
        if person is None:
            refuse("unknown-person", f"{body.person} is not among the people.")
        if not body.name or not name_key(body.name):
            refuse("no-name", f"{person.name} needs a name.")
        former = tuple(one for one in (*person.formerly, person.name) if one != body.name)
        renamed = dataclasses.replace(person, name=body.name, formerly=tuple(dict.fromkeys(former)))
        state = dataclasses.replace(state, people={**state.people, person.id: renamed})
        text = f"{person.name} is called {body.name}"
    for competition in dict.fromkeys(one.event for one in body.entries):
        state.event(competition)
        names = {one.was: EntryId(one.now) for one in body.entries if one.event == competition}
        state = rename_entries(state, competition, names)
    text = text or ", ".join(f"{one.was} is called {one.now}" for one in body.entries)
    return state.with_notice(event, f"{text}: {event.reason}" if event.reason else f"{text}.")


def rename_entries(state: State, competition: CompetitionId, names: Names) -> State:
    known = state.entries.get(competition, {})
    for was, now in names.items():
        if was not in known:
            refuse("unknown-entry", f"{was} is not in {state.event_name(competition)}.")
        if not name_key(now):
            refuse("no-name", f"{was} needs a name.")
        if list(names.values()).count(now) > 1 or (now in known and now not in names):
            refuse("name-taken", f"{now} is another entry of {state.event_name(competition)}.")
    changing = {was: now for was, now in names.items() if was != now}
    if not changing:
        return state
    before = {was: changing.get(now, now) for was, now in state.former.get(competition, {}).items()}
    changed = _renamed(dataclasses.replace(state, former={}), {competition: changing}, state)
    return dataclasses.replace(changed, former={**state.former, competition: {**before, **changing}})


def with_current_names(state: State, body: EventBody) -> EventBody:
    """Event body with current names, for authors who only knew an earlier one.

    Names of new entries stay: they may reuse a name that was given up.
    """
    if not state.former or isinstance(body, EntryRecorded | EnteredLate | TeamsDrawn):
        return body
    given_up = {
        competition: {was: now for was, now in names.items() if was not in state.entries.get(competition, {})}
        for competition, names in state.former.items()
    }
    return _renamed(body, given_up, state)


def _renamed(value: Value, names: Mapping[CompetitionId, Names], state: State) -> Value:
    return _Renamer(names, state).walk(type(value), value, _NONE)  # type: ignore[no-any-return]


@dataclasses.dataclass(frozen=True, slots=True)
class _Renamer:
    """One walk over a value, copying where a name changes."""

    names: Mapping[CompetitionId, Names]
    state: State

    def walk(self, tp: Any, value: Any, here: Names) -> Any:
        """`here` are the new names in the current competition."""
        tp = _bare(tp)
        if value is None or not _mentions_entries(tp):
            return value
        if tp is EntryId:
            return here.get(value, value)
        if isinstance(value, Entrant):
            return Entrant(here.get(EntryId(value.entry), EntryId(value.entry)))
        if isinstance(value, Mapping):
            return self._mapping(get_args(tp), value, here)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return self._tuple(get_args(tp), value, here)
        if dataclasses.is_dataclass(value):
            return self._record(value, here)
        return value

    def _mapping(self, inner: tuple[Any, ...], value: Mapping[Any, Any], here: Names) -> Mapping[Any, Any]:
        made = {}
        for key, one in value.items():
            names = self._named_by(inner[0], key, here)
            made[self.walk(inner[0], key, names)] = self.walk(inner[1], one, names)
        return made

    def _tuple(self, inner: tuple[Any, ...], value: tuple[Any, ...], here: Names) -> tuple[Any, ...]:
        if inner[-1] is Ellipsis:
            return tuple(self.walk(inner[0], one, here) for one in value)
        return tuple(self.walk(tp, one, here) for tp, one in zip(inner, value, strict=True))

    def _record(self, value: Any, here: Names) -> Any:
        tp: Any = type(value)
        fields = _fields(tp)
        for name, hint in fields.items():
            here = self._named_by(hint, getattr(value, name), here)
        walked = {name: self.walk(hint, getattr(value, name), here) for name, hint in fields.items()}
        changes = {name: one for name, one in walked.items() if one is not getattr(value, name)}
        return dataclasses.replace(value, **changes) if changes else value

    def _named_by(self, tp: Any, value: Any, here: Names) -> Names:
        """Names of the competition that a key or field belongs to, else `here`."""
        if tp is CompetitionId:
            return self.names.get(value, _NONE)
        key = value[0] if isinstance(value, tuple) and value and isinstance(value[0], StageKey) else value
        if isinstance(key, StageKey):
            return self.names.get(key.event, _NONE)
        if tp in (MatchId, SeatSource) and value in self.state.matches:
            return self.names.get(self.state.matches[value].key.event, _NONE)
        return here


def _bare(tp: Any) -> Any:
    if get_origin(tp) is Annotated:
        return _bare(get_args(tp)[0])
    if get_origin(tp) in (Union, types.UnionType):
        arms = [arm for arm in get_args(tp) if arm is not type(None)]
        return _bare(arms[0]) if len(arms) == 1 else tp
    return tp


@cache
def _fields(tp: Any) -> dict[str, Any]:
    hints = get_type_hints(tp, include_extras=True)
    found = {field.name: hints[field.name] for field in dataclasses.fields(tp)}
    return {name: _bare(hint) for name, hint in found.items()}


@cache
def _mentions_entries(tp: Any) -> bool:
    if tp is EntryId or tp is Entrant:
        return True
    if isinstance(tp, NewType) or tp is Ellipsis:
        return False
    if isinstance(tp, type) and dataclasses.is_dataclass(tp):
        return any(_mentions_entries(hint) for hint in _fields(tp).values())
    return any(_mentions_entries(arm) for arm in get_args(tp))
