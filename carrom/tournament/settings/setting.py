"""Settings, the places they apply to, and how values are read and written.

Each reader accepts what its writer (`…_text`) returns.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Literal, get_args

from carrom.base.characters import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.model.definition import Competition, Definition, Stage, Withheld
from carrom.tournament.model.people import Category, CategoryField, EntryKind

Level = Literal["tournament", "event", "stage", "round"]
Row = tuple[str, str]
"""Place ('' for the whole tournament) and value."""


class Frozen(Enum):
    """Point from which a setting can no longer change freely, for the docs."""

    NEVER = "any time"
    BY_A_PROTEST = "with a reason once a protest is lodged"
    BY_ENTRIES = "with a reason where it touches somebody who is entered"
    BY_A_DRAW = "once drawn with a reason, and it has to be drawn again; once played no more"
    BY_A_RESULT = "with a reason once played"
    BY_PUBLISHING = "with a reason once published or played"
    ALWAYS = "with a reason; once played no more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    name: str
    level: Level
    help: str
    sample: str
    frozen: Frozen
    put: Callable[[Definition, str, str], Definition]
    """(tournament, place, value as written) → tournament."""
    rows: Callable[[Definition], list[Row]]
    """Places where it applies, with values."""
    question: str = ""
    """Asked by `carrom tournament new`; '' to skip."""
    is_place_needed: bool = False
    choices: tuple[str, ...] = ()
    more: Callable[[Definition], list[str]] = lambda definition: []
    """Places where an inherited value can be set, such as rounds."""

    def split(self, text: str) -> Row:
        """Split `WHERE=VALUE`, or the value alone."""
        if self.level == "tournament":
            return "", text.strip()
        where, is_there, value = text.partition("=")
        if not is_there:
            where, value = "", text
        if self.is_place_needed and not where.strip():
            raise setting_error("place-missing", self.name, "", f"it is written {self.sample}, not {text!r}")
        return where.strip(), value.strip()


def stages_at(definition: Definition, where: str, fits: Callable[[Stage], bool], what: str) -> list[tuple[str, str]]:
    """Fitting stages at a place as (event, stage)."""
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
    """Stages at a place, and the round in it."""
    named, rest = _named(definition, where)
    if len(rest) > 1:
        raise CarromError("wrong-place", f"{where!r} is not event/stage/round")
    return named, rest[0] if rest else ""


def events_at(definition: Definition, where: str) -> list[Competition]:
    if not where:
        return list(definition.events)
    found = [event for event in definition.events if event.id.lower() == where.lower()]
    return found or [definition.event(where)]  # event() raises an error listing the events


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
    try:
        return read(text)
    except CarromError as error:
        raise setting_error(error.code, setting, where, str(error), error.typed) from None


def setting_error(code: str, setting: str, where: str, text: str, typed: str = "") -> CarromError:
    """Error that names the setting, and the command line's option."""
    words = f"{setting.replace('-', ' ')}{f' of {where}' if where else ''}"
    return CarromError(code, f"{words}: {text}", typed=f"--{setting}{f' {where}' if where else ''}: {typed or text}")


NO_VALUE = ("no", "none", "0", "-", "")
"""A page sends '' for an emptied field."""
YES_OR_NO = ("yes", "no")
_MOST = 999_999

_FIELDS: dict[str, CategoryField] = {
    **dict.fromkeys(("men", "man", "male", "m", "boys", "gents"), "m"),
    **dict.fromkeys(("women", "woman", "female", "f", "girls", "ladies"), "f"),
    "mixed": "mixed",
    "open": "open",
}
_FIELD_WORDS: dict[CategoryField, str] = {"m": "men", "f": "women", "mixed": "mixed", "open": ""}
_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)", re.ASCII)


def read_count(text: str, *, least: int = 0) -> int:
    text = plain_digits(text)
    if re.fullmatch(r"\d{7,}", text, re.ASCII):
        raise CarromError("number-too-large", f"{_MOST} is the most that is taken, and {text[:40]} is more")
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise CarromError("not-a-number", f"a whole number is wanted, not {text[:40]!r}")
    if int(text) < least:
        raise CarromError("number-too-small", f"{least} or more is wanted, not {text}")
    return int(text)


def read_positive(text: str) -> int:
    return read_count(text, least=1)


def read_limit(text: str) -> int | None:
    text = plain_digits(text)
    if text == "0":  # a slip for 10, or "no limit": the game would never end
        raise CarromError("number-too-small", "1 or more is wanted, or 'no' for no limit, not 0")
    return None if text.lower() in NO_VALUE else read_positive(text)


def read_flag(text: str) -> bool:
    if text.lower() in ("yes", "y", "true", "on", "1"):
        return True
    if text.lower() in ("no", "n", "false", "off", "0"):
        return False
    raise CarromError("not-yes-or-no", f"yes or no is wanted, not {text!r}")


def flag_text(value: bool) -> str:
    return "yes" if value else "no"


def read_name_text(text: str) -> str:
    if not text.strip():
        raise CarromError("name-missing", "a name is wanted, and nothing is there")
    return text.strip()


def read_time_of_day(text: str) -> str:
    found = _CLOCK.fullmatch(plain_digits(text))
    if found is None:
        raise CarromError("bad-time", f"a time is written like 09:30, not {text!r}")
    return f"{int(found[1]):02}:{found[2]}"


def read_breaks(text: str) -> tuple[tuple[str, str], ...]:
    """Read `13:00-14:00, 18:00-18:30`, or `no`."""
    if text.lower() in NO_VALUE:
        return ()
    found = []
    for part in text.split(","):
        ends = re.split(r"\s*[-–]\s*", part.strip())
        if len(ends) != 2:
            raise CarromError("bad-break", f"a break is written like 13:00-14:00, not {part.strip()!r}")
        begin, end = (read_time_of_day(one) for one in ends)
        if begin >= end:
            raise CarromError("bad-break", f"a break ends after it begins, unlike {part.strip()!r}")
        found.append((begin, end))
    return tuple(sorted(found))


def breaks_text(value: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{begin}-{end}" for begin, end in value) or "no"


def read_category(text: str) -> Category:
    """Read `singles women 40-59`, `doubles mixed`, `singles under 16` or `teams of 13`."""
    found = Category()
    words = plain_digits(text).lower().replace(",", " ").split()
    while words:
        word, words = words[0], words[1:]
        if word in get_args(EntryKind):
            found = replace(found, kind=word)  # type: ignore[arg-type]  # it is one of them
        elif word in _FIELDS:
            found = replace(found, field=_FIELDS[word])
        elif word == "under" and words:
            found, words = replace(found, max_age=read_positive(words[0]) - 1), words[1:]
        elif word == "of" and words and found.kind == "teams":
            found, words = replace(found, team_size=read_positive(words[0])), words[1:]
        elif ages := re.fullmatch(r"(\d{1,3})(\+|-(\d{1,3}))", word, re.ASCII):
            found = replace(found, min_age=int(ages[1]), max_age=int(ages[3]) if ages[3] else None)
        else:
            raise CarromError(
                "bad-category",
                f"{word!r} in {text!r}: a category is singles, doubles or teams (of 13), men, women or mixed, "
                "and an age such as 60+, 40-59 or under 16",
            )
    if found.field == "mixed" and found.kind == "singles":
        raise CarromError("bad-category", f"{text!r}: only doubles and teams can be mixed")
    if found.min_age is not None and found.max_age is not None and found.min_age > found.max_age:
        raise CarromError("bad-category", f"{text!r}: nobody is of that age")
    return found


def category_text(value: Category) -> str:
    words = [value.kind, _FIELD_WORDS[value.field]]
    if value.team_size is not None:
        words.append(f"of {value.team_size}")
    if value.min_age is not None:
        words.append(f"{value.min_age}+" if value.max_age is None else f"{value.min_age}-{value.max_age}")
    elif value.max_age is not None:
        words.append(f"under {value.max_age + 1}")
    return " ".join(word for word in words if word)


def read_embargo(text: str) -> tuple[Withheld, ...]:
    """Read `draw`, `results`, both, or `no`."""
    if text.lower() in NO_VALUE:
        return ()
    words = {word.strip().lower() for word in text.split(",")}
    unknown = sorted(words - set(get_args(Withheld)))
    if unknown:
        raise CarromError("bad-value", f"draw, results, both or no is wanted, not {unknown[0][:40]!r}")
    return tuple(one for one in get_args(Withheld) if one in words)


def embargo_text(embargo: tuple[Withheld, ...]) -> str:
    return ",".join(embargo) or "no"


def read_time_zone(text: str) -> str | None:
    """Read a time zone such as `Asia/Kolkata`, or `no`."""
    if text.lower() in NO_VALUE:
        return None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(text).key
    except (LookupError, ValueError, OSError):  # unknown, malformed, or a folder's name
        raise CarromError("unknown-time-zone", f"a time zone is written like Asia/Kolkata, not {text[:40]!r}") from None
