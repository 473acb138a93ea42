"""Create a tournament and change its settings: one table for the command line, its questions and the page.

>>> from datetime import date
>>> cup = new_tournament("vkk", [], day=date(2024, 11, 5))
>>> changed = change_settings(cup, [SettingChange("tables", "6"), SettingChange("games", "3", "final")])
>>> differences(cup, changed)
['tables: 4 → 6', 'games S/knockout/final: 1 → 3']
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from carrom.base.characters import check_characters
from carrom.base.errors import CarromError
from carrom.laws import rulebook
from carrom.tournament.formats import format_of
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, RubberPlan
from carrom.tournament.model.people import Category
from carrom.tournament.settings.competition_settings import COMPETITION_SETTINGS, EVENT_LIST_SETTINGS, build_stages
from carrom.tournament.settings.match_lengths import likely_slot_minutes
from carrom.tournament.settings.match_settings import MATCH_SETTINGS
from carrom.tournament.settings.setting import Frozen, Setting, read_value
from carrom.tournament.settings.stage_settings import STAGE_SETTINGS
from carrom.tournament.settings.tournament_settings import TOURNAMENT_SETTINGS
from carrom.tournament.templates import TEMPLATES, tournament_template

__all__ = [
    "SETTINGS",
    "Frozen",
    "Setting",
    "SettingChange",
    "SettingValue",
    "change_settings",
    "differences",
    "new_tournament",
    "settings_of",
    "side_effects",
]
_RULEBOOK = "icf"
_RUBBERS = (
    RubberPlan(id="S1", category=Category()),
    RubberPlan(id="S2", category=Category()),
    RubberPlan(id="D1", category=Category(kind="doubles")),
)
COMMON_FORMATS = (
    "knockout",
    "groups+knockout",
    "groups+knockout+plate",
    "round-robin",
    "swiss",
    "swiss+knockout",
    "double-elimination",
    "team-league",
)


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A change, as written. Without `where` it applies wherever the setting exists."""

    setting: str
    value: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class SettingValue:
    setting: str
    where: str
    value: str


SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (*TOURNAMENT_SETTINGS, *EVENT_LIST_SETTINGS, *COMPETITION_SETTINGS, *STAGE_SETTINGS, *MATCH_SETTINGS)
}
"""Settings by name, in order of application: events are added before their settings change."""


def new_tournament(beginning: str, changes: Iterable[SettingChange], *, day: date) -> Definition:
    """New tournament with changes.

    Without a template, events named in the changes replace the initial one.
    """
    wanted = list(changes)
    definition = initial_definition(beginning, day=day)
    named = [one for one in wanted if one.setting == "event"]
    if named and beginning not in TEMPLATES:
        first = definition.events[0]
        definition = change_settings(definition, named)
        events = tuple(event for event in definition.events if event is not first)
        definition, wanted = replace(definition, events=events), [one for one in wanted if one.setting != "event"]
    made = change_settings(definition, wanted)
    is_slot_said = any(one.setting == "slot" for one in wanted)
    return made if is_slot_said else _with_match_length(made, likely_slot_minutes(definition))


def initial_definition(beginning: str, *, day: date) -> Definition:
    """Tournament from a template or from formats such as `groups+knockout`."""
    if beginning in TEMPLATES:
        return tournament_template(beginning, day=day)
    formats = [format_of(name.strip()) for name in beginning.lower().split("+")]
    stages = build_stages(formats, rulebook(_RULEBOOK).id)
    is_teams = any(format.has_ties for format in formats)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=stages)
    if is_teams:
        event = replace(event, id=CompetitionId("T"), name="Teams", category=Category(kind="teams"), rubbers=_RUBBERS)
    made = Definition(name="Carrom tournament", day=day, events=(event,))
    return replace(made, hall=replace(made.hall, slot_minutes=likely_slot_minutes(made)))


def _with_match_length(made: Definition, before: int) -> Definition:
    after = likely_slot_minutes(made)
    if after == before:
        return made
    slot = 5 * round(made.hall.slot_minutes * after / before / 5)
    return replace(made, hall=replace(made.hall, slot_minutes=max(5, slot)))


def change_settings(definition: Definition, changes: Iterable[SettingChange]) -> Definition:
    """Apply changes. Whether they are still allowed is checked on recording."""
    wanted = list(changes)
    for one in wanted:
        if one.setting not in SETTINGS:
            raise CarromError(
                "unknown-setting", f"there is no setting {one.setting!r}: there are {', '.join(SETTINGS)}"
            )
        read_value(one.setting, one.where, one.value, check_characters)
    ordered = sorted(wanted, key=lambda one: list(SETTINGS).index(one.setting))
    while ordered:
        left: list[SettingChange] = []
        trouble: CarromError | None = None
        for one in ordered:
            setting = SETTINGS[one.setting]
            try:
                definition = setting.put(definition, one.where, one.value)
            except CarromError as error:
                if setting.level != "tournament":
                    raise
                left.append(one)  # a day's start and end may be valid only together
                trouble = trouble or error
        if trouble is not None and len(left) == len(ordered):
            raise trouble
        ordered = left
    return definition


def settings_of(definition: Definition) -> list[SettingValue]:
    """All values, the tournament's first, then event by event."""
    found = [
        SettingValue(setting.name, where, value)
        for setting in SETTINGS.values()
        for where, value in setting.rows(definition)
    ]
    places = [f"{event.id}/{stage}" for event in definition.events for stage in ("", *event.stage_ids)]
    return sorted(found, key=lambda one: _sort_key(one.where, places))


def _sort_key(where: str, places: list[str]) -> tuple[int, int]:
    event, _, inside = where.partition("/")
    stage = f"{event}/{inside.partition('/')[0]}"
    return (places.index(stage if stage in places else f"{event}/") if where else -1), where.count("/")


def differences(old: Definition, new: Definition) -> list[str]:
    before = {(one.setting, one.where): one.value for one in settings_of(old)}
    after = {(one.setting, one.where): one.value for one in settings_of(new)}
    found = []
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            setting, where = key
            was, now = _value_text(before, key), _value_text(after, key)
            found.append(f"{setting} {where}".strip() + f": {was} → {now}")
    return found


def side_effects(old: Definition, new: Definition, changes: Iterable[SettingChange]) -> list[str]:
    """What else changes in an event: another format may bring other tie-breaks."""
    named = {one.setting for one in changes}
    before, after = _values_by_event(old), _values_by_event(new)
    found = []
    for (event, setting), was in before.items():
        now = after.get((event, setting), was)
        if setting not in named and set(now) - set(was):
            words = SETTINGS[setting].question.lower() or setting
            found.append(f"{words} of {event}: {' and '.join(was)} → {' and '.join(now)}")
    return found


def _values_by_event(definition: Definition) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for one in settings_of(definition):
        values = found.setdefault((one.where.partition("/")[0], one.setting), [])
        if SETTINGS[one.setting].level == "stage" and one.value not in values:
            values.append(one.value)
    return {key: values for key, values in found.items() if values}


def _value_text(rows: dict[tuple[str, str], str], key: tuple[str, str]) -> str:
    """Round without a value: its stage's."""
    setting, where = key
    return rows.get(key) or rows.get((setting, where.rpartition("/")[0])) or "nothing"
