"""Settings as people write them, and back: what one of these functions writes the other one reads."""

import re
from dataclasses import replace
from typing import get_args

from carrom.base.digits import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.log.definition import Withheld
from carrom.tournament.log.people import Category, Field, Kind

NOTHING = ("no", "none", "0", "-", "")
"""Words for a limit that is not there; a field that was emptied says so too."""
YES_OR_NO = ("yes", "no")
_MOST = 999_999

_FIELDS: dict[str, Field] = {
    **dict.fromkeys(("men", "man", "male", "m", "boys", "gents"), "m"),
    **dict.fromkeys(("women", "woman", "female", "f", "girls", "ladies"), "f"),
    "mixed": "mixed",
    "open": "open",
}
_FIELD_WORDS: dict[Field, str] = {"m": "men", "f": "women", "mixed": "mixed", "open": ""}
_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)", re.ASCII)


def read_count(text: str, *, least: int = 0) -> int:
    """A whole number."""
    text = plain_digits(text)
    if re.fullmatch(r"\d{7,}", text, re.ASCII):
        raise CarromError("number-too-large", f"{_MOST} is the most that is taken, and {text[:40]} is more")
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise CarromError("not-a-number", f"a whole number is wanted, not {text[:40]!r}")
    if int(text) < least:
        raise CarromError("number-too-small", f"{least} or more is wanted, not {text}")
    return int(text)


def read_positive(text: str) -> int:
    """A whole number from 1."""
    return read_count(text, least=1)


def read_limit(text: str) -> int | None:
    """A number from 1, or none at all."""
    text = plain_digits(text)
    if text == "0":  # a slip for 8, or no limit: the one would be a game without end, unasked
        raise CarromError("number-too-small", "1 or more is wanted, or 'no' for no limit, not 0")
    return None if text.lower() in NOTHING else read_positive(text)


def read_flag(text: str) -> bool:
    """Yes or no."""
    if text.lower() in ("yes", "y", "true", "on", "1"):
        return True
    if text.lower() in ("no", "n", "false", "off", "0"):
        return False
    raise CarromError("not-yes-or-no", f"yes or no is wanted, not {text!r}")


def flag_text(value: bool) -> str:
    return "yes" if value else "no"


def read_text(text: str) -> str:
    """Words that are not blank."""
    if not text.strip():
        raise CarromError("name-missing", "a name is wanted, and nothing is there")
    return text.strip()


def read_clock(text: str) -> str:
    """A time of day, as HH:MM."""
    found = _CLOCK.fullmatch(plain_digits(text))
    if found is None:
        raise CarromError("bad-time", f"a time is written like 09:30, not {text!r}")
    return f"{int(found[1]):02}:{found[2]}"


def read_spans(text: str) -> tuple[tuple[str, str], ...]:
    """`13:00-14:00, 18:00-18:30`, or no."""
    if text.lower() in NOTHING:
        return ()
    found = []
    for part in text.split(","):
        ends = re.split(r"\s*[-–]\s*", part.strip())
        if len(ends) != 2:
            raise CarromError("bad-break", f"a break is written like 13:00-14:00, not {part.strip()!r}")
        begin, end = (read_clock(one) for one in ends)
        if begin >= end:
            raise CarromError("bad-break", f"a break ends after it begins, unlike {part.strip()!r}")
        found.append((begin, end))
    return tuple(sorted(found))


def spans_text(value: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{begin}-{end}" for begin, end in value) or "no"


def read_category(text: str) -> Category:
    """`singles women 40-59`, `doubles mixed`, `singles under 16`, `teams of 13`."""
    found = Category()
    words = plain_digits(text).lower().replace(",", " ").split()
    while words:
        word, words = words[0], words[1:]
        if word in get_args(Kind):
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
    """`draw`, `results`, both or nothing."""
    if text.lower() in NOTHING:
        return ()
    words = {word.strip().lower() for word in text.split(",")}
    unknown = sorted(words - set(get_args(Withheld)))
    if unknown:
        raise CarromError("bad-value", f"draw, results, both or no is wanted, not {unknown[0][:40]!r}")
    return tuple(one for one in get_args(Withheld) if one in words)


def embargo_text(embargo: tuple[Withheld, ...]) -> str:
    return ",".join(embargo) or "no"


def read_zone(text: str) -> str | None:
    """The name of a time zone as `Asia/Kolkata`."""
    if text.lower() in NOTHING:
        return None
    from zoneinfo import ZoneInfo  # only where somebody sets one

    try:
        return ZoneInfo(text).key
    except (LookupError, ValueError, OSError):  # not known, no name at all, or the name of a folder
        raise CarromError("unknown-time-zone", f"a time zone is written like Asia/Kolkata, not {text[:40]!r}") from None
