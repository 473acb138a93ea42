"""Setting a tournament up, and otherwise later: one table of settings for the command line, its questions and the page.

>>> from datetime import date
>>> cup = begin("vkk", [], day=date(2024, 11, 5))
>>> changed = change(cup, [Change("tables", "6"), Change("games", "3", "final")])
>>> differences(cup, changed)
['tables: 4 → 6', 'games S/knockout/final: 1 → 3']
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from carrom.base.errors import CarromError
from carrom.base.writing import check_writing
from carrom.tournament.desk.lengths import likely_minutes
from carrom.tournament.log.definition import Definition
from carrom.tournament.setup.of_events import ADDING, OF_EVENTS
from carrom.tournament.setup.of_rounds import OF_ROUNDS
from carrom.tournament.setup.of_stages import OF_STAGES
from carrom.tournament.setup.of_tournament import OF_TOURNAMENT
from carrom.tournament.setup.setting import Frozen, Setting, read_value
from carrom.tournament.setup.starting import start
from carrom.tournament.templates import TEMPLATES

__all__ = ["SETTINGS", "Change", "Frozen", "Set", "Setting", "begin", "change", "differences", "settings_of", "unasked"]

SETTINGS: dict[str, Setting] = {
    setting.name: setting for setting in (*OF_TOURNAMENT, *ADDING, *OF_EVENTS, *OF_STAGES, *OF_ROUNDS)
}
"""Every setting, in the order in which changes are made: an event is there before it is spoken of."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an organiser wants otherwise, as it is written. Without a place it holds wherever it fits."""

    setting: str
    value: str
    where: str = ""


def begin(beginning: str, changes: Iterable[Change], *, day: date) -> Definition:
    """A new tournament: a template or formats such as `groups+knockout`, and what is set otherwise from the start.

    Without a template the one event that it begins with gives way to those that are named.
    """
    wanted = list(changes)
    definition = start(beginning, day=day)
    named = [one for one in wanted if one.setting == "event"]
    if named and beginning not in TEMPLATES:
        first = definition.events[0]
        definition = change(definition, named)
        kept = tuple(event for event in definition.events if event is not first)
        definition, wanted = replace(definition, events=kept), [one for one in wanted if one.setting != "event"]
    made = change(definition, wanted)
    is_slot_said = any(one.setting == "slot" for one in wanted)
    return made if is_slot_said else _with_time(made, likely_minutes(definition))


def _with_time(made: Definition, before: int) -> Definition:
    """The tournament with matches that are planned for as much longer, or shorter, as what was set makes them."""
    after = likely_minutes(made)
    if after == before:
        return made
    slot = 5 * round(made.hall.slot_minutes * after / before / 5)
    return replace(made, hall=replace(made.hall, slot_minutes=max(5, slot)))


def change(definition: Definition, changes: Iterable[Change]) -> Definition:
    """The tournament with these changes. Whether they are still allowed is asked when they are told to its log."""
    wanted = list(changes)
    for one in wanted:
        if one.setting not in SETTINGS:
            raise CarromError(
                "unknown-setting", f"there is no setting {one.setting!r}: there are {', '.join(SETTINGS)}"
            )
        read_value(one.setting, one.where, one.value, check_writing)
    ordered = sorted(wanted, key=lambda one: list(SETTINGS).index(one.setting))
    while ordered:
        left: list[Change] = []
        trouble: CarromError | None = None
        for one in ordered:
            setting = SETTINGS[one.setting]
            try:
                definition = setting.put(definition, one.where, one.value)
            except CarromError as error:
                if setting.level != "tournament":
                    raise
                left.append(one)  # start and end of a day, say, may fit only together
                trouble = trouble or error
        if trouble is not None and len(left) == len(ordered):
            raise trouble
        ordered = left
    return definition


@dataclass(frozen=True, slots=True)
class Set:
    """One thing as it is set."""

    setting: str
    where: str
    value: str


def settings_of(definition: Definition) -> list[Set]:
    """All that is set: the tournament, then event after event, each with its stages."""
    found = [
        Set(setting.name, where, value) for setting in SETTINGS.values() for where, value in setting.rows(definition)
    ]
    places = [f"{event.id}/{stage}" for event in definition.events for stage in ("", *event.stage_ids)]
    return sorted(found, key=lambda one: _place(one.where, places))


def _place(where: str, places: list[str]) -> tuple[int, int]:
    """An event before its rubbers and stages, a stage before its rounds."""
    event, _, inside = where.partition("/")
    stage = f"{event}/{inside.partition('/')[0]}"
    return (places.index(stage if stage in places else f"{event}/") if where else -1), where.count("/")


def differences(old: Definition, new: Definition) -> list[str]:
    """What is set otherwise, in words for the log."""
    before = {(one.setting, one.where): one.value for one in settings_of(old)}
    after = {(one.setting, one.where): one.value for one in settings_of(new)}
    found = []
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            setting, where = key
            was, now = _shown(before, key), _shown(after, key)
            found.append(f"{setting} {where}".strip() + f": {was} → {now}")
    return found


def unasked(old: Definition, new: Definition, changes: Iterable[Change]) -> list[str]:
    """What changes in an event although nobody named it: another format may bring another order of tie-breaks.

    A stage may have another name now, and so the values of an event are compared, not their places. What goes with a
    stage that goes is no such change.
    """
    named = {one.setting for one in changes}
    before, after = _by_event(old), _by_event(new)
    found = []
    for (event, setting), was in before.items():
        now = after.get((event, setting), was)
        if setting not in named and set(now) - set(was):
            words = SETTINGS[setting].question.lower() or setting
            found.append(f"{words} of {event}: {' and '.join(was)} → {' and '.join(now)}")
    return found


def _by_event(definition: Definition) -> dict[tuple[str, str], list[str]]:
    """The values that a setting has in the stages of an event, each once."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in settings_of(definition):
        values = found.setdefault((one.where.partition("/")[0], one.setting), [])
        if SETTINGS[one.setting].level == "stage" and one.value not in values:
            values.append(one.value)
    return {key: values for key, values in found.items() if values}


def _shown(rows: dict[tuple[str, str], str], key: tuple[str, str]) -> str:
    """A round without a figure of its own has that of its stage."""
    setting, where = key
    return rows.get(key) or rows.get((setting, where.rpartition("/")[0])) or "nothing"
