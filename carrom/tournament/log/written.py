"""What may be written: no sign that nobody sees, and no name that fits on no card, sheet or phone.

One so long is a row of a list gone wrong, or a joke.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from carrom.base.errors import CarromError
from carrom.base.refusal import refuse
from carrom.base.writing import HALF_A_CHARACTER, check_writing, shortened
from carrom.tournament.log import facts as f
from carrom.tournament.log.bounds import LONGEST_PAGE, LONGEST_TEXT
from carrom.tournament.log.decision_facts import ProtestLodged
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.people import Entry
from carrom.tournament.log.state import State

LONGEST: Final = 100
"""Letters of somebody's name and of a club's."""
_OF_ENTRY: Final = 3 * LONGEST
"""A pair is called by two names, and somebody of whom there are two by the club too."""


def check_fact(state: State, fact: Fact, body: f.Body) -> None:
    """Refuse a name that nobody can read, or that nobody has. One that is known stays: it was taken once."""
    try:
        check_writing(_long_text(body), is_long=True)
    except CarromError as error:
        refuse("unseen-sign", f"{error}.")
    try:
        _check_length(_long_text(body), LONGEST_PAGE)
        _check_length(fact.reason or "", LONGEST_TEXT)
    except CarromError as error:
        refuse("long-text", f"{error}.")
    for name, most in _names(body):
        if name is None or _is_known(state, name):
            continue
        try:
            check_writing(name)
        except CarromError as error:
            refuse("unseen-sign", f"{error}.")
        if len(name) > most:
            refuse("long-name", f"{shortened(name)} is no name: it has {len(name):,} letters, and {most} are the most.")


def check_lengths(fact: Fact) -> None:
    """Raise `CarromError` where anything in a fact is longer than what is said in one."""
    page = _long_text(fact.body)
    _check_length(page, LONGEST_PAGE)
    for text in _texts((fact.body, fact.reason, fact.by, fact.id)):
        if text is not page:
            _check_length(text, LONGEST_TEXT)


def check_signs(fact: Fact) -> None:
    """Raise `CarromError` where a text in a fact holds a sign that nobody sees, or half a character. Only what somebody
    wrote at length has lines, and so may a reason."""
    page = _long_text(fact.body)
    for text in _texts((fact.body, fact.reason, fact.by, fact.id)):
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise CarromError("text-not-allowed", f"{shortened(text)!a}: {HALF_A_CHARACTER}")
        is_long = text is page or text is fact.reason or isinstance(fact.body, f.MatchNoted)
        check_writing(text, is_long=is_long)


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise CarromError(
            "text-too-long", f"{shortened(text)} is too long: it has {len(text):,} letters, and {most:,} are the most"
        )


def check_written(state: State, *told: Any) -> None:
    """Raise `CarromError` where a name, a reason or whatever else somebody says holds a sign that nobody sees. Who
    is called so already can be named."""
    for text in _texts(told):
        try:
            check_writing(text)
        except CarromError:
            if not _is_known(state, text):
                raise


def _texts(told: Iterable[Any]) -> Iterator[str]:
    for one in told:
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            yield from _texts((*one, *one.values()))
        elif isinstance(one, tuple | list | frozenset):
            yield from _texts(one)
        elif is_dataclass(one):
            yield from _texts(getattr(one, field.name) for field in fields(one))


def _is_known(state: State, name: str) -> bool:
    """Whether somebody, a club or an entry is called so."""
    if any(name in entries for entries in state.entries.values()):
        return True
    return any(name in (one.name, one.club, one.community) for one in state.people.values())


def _long_text(body: f.Body) -> str:
    """What somebody wrote in a fact, in as many lines as he liked."""
    match body:
        case ProtestLodged():
            return body.text
        case f.Checked():
            return body.note or ""
    return ""


def _names(body: f.Body) -> Iterator[tuple[str | None, int]]:
    """Every name in a fact, and how long it may be."""
    match body:
        case f.PersonRecorded():
            for name in (body.person.name, body.person.club, body.person.community):
                yield name, LONGEST
        case f.Entered():
            yield from _of_entry(body.entry)
        case f.TeamsDrawn():
            for entry in body.entries:
                yield from _of_entry(entry)
        case f.Renamed():
            yield body.name, LONGEST
            for one in body.entries:
                yield one.now, _OF_ENTRY
        case f.Substituted():
            yield body.name, _OF_ENTRY


def _of_entry(entry: Entry) -> Iterator[tuple[str | None, int]]:
    yield entry.id, _OF_ENTRY
    yield entry.club, LONGEST
