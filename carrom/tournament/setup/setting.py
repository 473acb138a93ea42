"""What a setting is: a name, how it is read and shown, what it changes, when it is frozen, and help.

The command line, the questions of `carrom tournament new` and the table in the docs all come from such values.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from carrom.base.errors import CarromError
from carrom.tournament.log.definition import Definition, EventDefinition, Stage

Level = Literal["tournament", "event", "stage", "round"]
Row = tuple[str, str]
"""Where something is set (empty for the whole tournament), and to what."""


class Frozen(Enum):
    """When a setting can no longer change freely, in the words of the docs."""

    NEVER = "any time"
    BY_A_PROTEST = "with a reason once a protest is lodged"
    BY_ENTRIES = "with a reason where it touches somebody who is entered"
    BY_A_DRAW = "once drawn with a reason, and it has to be drawn again; once played no more"
    BY_A_RESULT = "with a reason once played"
    BY_PUBLISHING = "with a reason once published or played"
    ALWAYS = "with a reason; once played no more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing that an organiser can set."""

    name: str
    level: Level
    help: str
    sample: str
    """What a value looks like."""
    frozen: Frozen
    put: Callable[[Definition, str, str], Definition]
    """The tournament with a value, as it is written, at a place of it."""
    rows: Callable[[Definition], list[Row]]
    """Every place where it applies, with its value there."""
    question: str = ""
    """How `new` asks for it; it does not ask for a setting without one."""
    is_place_needed: bool = False
    """It names something new, so the place is a name that need not be there."""
    choices: tuple[str, ...] = ()
    """All values that there are, where they are few."""
    more: Callable[[Definition], list[str]] = lambda definition: []
    """Places where it is not set and can be: single rounds of a stage, or what goes by another setting so far."""

    def split(self, text: str) -> Row:
        """`WHERE=VALUE` or the value alone."""
        if self.level == "tournament":
            return "", text.strip()
        where, is_there, value = text.partition("=")
        if not is_there:
            where, value = "", text
        if self.is_place_needed and not where.strip():
            raise setting_error("place-missing", self.name, "", f"it is written {self.sample}, not {text!r}")
        return where.strip(), value.strip()


def stages_at(definition: Definition, where: str, fits: Callable[[Stage], bool], what: str) -> list[tuple[str, str]]:
    """The stages, as (event, stage), that a place names and that the setting fits; all that it fits without one."""
    named, rest = _named(definition, where)
    if rest:
        raise CarromError(
            "unknown-place", f"{where!r} is neither an event nor a stage: there are {', '.join(_places(definition))}"
        )
    found = [(event, str(stage.id)) for event, stage in named if fits(stage)]
    if not found:
        place = f"{where} has" if where else "there is no stage that has"
        raise CarromError("wrong-place", f"{place} {'no ' if where else ''}{what}")
    return found


def rounds_at(definition: Definition, where: str) -> tuple[list[tuple[str, Stage]], str]:
    """The stages that a place names, and the round that is left of it."""
    named, rest = _named(definition, where)
    if len(rest) > 1:
        raise CarromError("wrong-place", f"{where!r} is not event/stage/round")
    return named, rest[0] if rest else ""


def events_at(definition: Definition, where: str) -> list[EventDefinition]:
    """The events that a place names: one, or all of them without a place."""
    if not where:
        return list(definition.events)
    found = [event for event in definition.events if event.id.lower() == where.lower()]
    return found or [definition.event(where)]  # the latter says which there are


def _named(definition: Definition, where: str) -> tuple[list[tuple[str, Stage]], list[str]]:
    found = [(str(event.id), stage) for event in definition.events for stage in event.stages]
    parts = [part.strip().lower() for part in where.split("/")] if where else []
    if parts and (of_event := [one for one in found if one[0].lower() == parts[0]]):
        found, parts = of_event, parts[1:]
    if parts and (of_stage := [one for one in found if one[1].id == parts[0]]):
        found, parts = of_stage, parts[1:]
    return found, parts


def _places(definition: Definition) -> Iterable[str]:
    return (f"{event.id}/{stage.id}" for event in definition.events for stage in event.stages)


def read_value(setting: str, where: str, text: str, read: Callable[[str], Any]) -> Any:
    """A value as it is written; what is wrong is said with the name of its setting."""
    try:
        return read(text)
    except CarromError as error:
        raise setting_error(error.code, setting, where, str(error), error.typed) from None


def setting_error(code: str, setting: str, where: str, text: str, typed: str = "") -> CarromError:
    """What is wrong with the value of a setting: by its words, and for the command line by its option."""
    words = f"{setting.replace('-', ' ')}{f' of {where}' if where else ''}"
    return CarromError(code, f"{words}: {text}", typed=f"--{setting}{f' {where}' if where else ''}: {typed or text}")
