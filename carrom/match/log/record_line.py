"""One event as one line of the record.

    12. @0:03:15.5 stroke own 2 striker aim 0,-252.6,3.5,6 rests "white:10,20 queen:0,0"

A number, the time since the record was opened (if known), the kind of act, its fields. Fields that every such act has
come first and without a name; the others are `name value`, or a bare word for yes. A `;` begins a comment.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING
from typing import Any, NamedTuple

from carrom.base.errors import CarromError
from carrom.base.reading import read_at, reader
from carrom.match.log.acts import Act
from carrom.match.log.event import Event, act_class
from carrom.match.log.field_types import Text
from carrom.match.log.words import specs_of

_TOKEN = re.compile(r'\s*(?:(;.*)|("(?:[^"\\]|\\.)*")|([^\s";]+))', re.DOTALL)
_TEXT = reader(Text)
_NUMBER = re.compile(r"(\d{1,9})\.?")
_TIME = re.compile(r"@(?:(?:(\d{1,9}):)?(\d{1,9}):)?(\d{1,9}(?:\.\d{1,9})?)")


class Token(NamedTuple):
    text: str
    is_quoted: bool


def event_text(event: Event) -> str:
    """The canonical line of an event."""
    words = [f"{event.number}."]
    if event.at is not None:
        words.append(time_text(event.at))
    return " ".join((*words, act_text(event.act)))


def act_text(act: Act) -> str:
    """The canonical words of an act, without number and time."""
    words = [act.kind]
    for name, spec in specs_of(act.kind).items():
        value = getattr(act, name)
        if spec.is_first:
            words.append(spec.words.write(value))
        elif value != spec.default:
            words.append(spec.word)
            if not spec.words.is_flag:
                words.append(spec.words.write(value))
    return " ".join(words)


def event_from_text(line: str, *, number: int) -> Event:
    """Read a line kindly; `number` is for a line that has none. Raises `CarromError`."""
    tokens = list(tokens_of(line))
    if not tokens:
        raise CarromError("no-event", "there is no event in this line")
    numbered = _NUMBER.fullmatch(tokens[0].text)
    if numbered and not tokens[0].is_quoted:
        number = int(numbered[1])
        tokens.pop(0)
    at = None
    if tokens and tokens[0].text.startswith("@") and not tokens[0].is_quoted:
        at = time_from_text(tokens.pop(0).text)
    if number < 1:
        raise CarromError("bad-event-number", "events are numbered from 1")
    return Event(number, _act(tokens), at)


def act_from_text(line: str) -> Act:
    """Read the words of an act alone."""
    return _act(list(tokens_of(line)))


def _act(tokens: list[Token]) -> Act:
    if not tokens:
        raise CarromError("no-act", "the line says nothing that happened")
    act = act_class(tokens[0].text.lower())
    specs = specs_of(act.kind)
    by_word = {spec.word: spec for spec in specs.values() if not spec.is_first}
    rest = tokens[1:]
    given: dict[str, Any] = {}
    for name, spec in specs.items():
        if spec.is_first and rest and (rest[0].is_quoted or rest[0].text.lower() not in by_word):
            text = rest.pop(0).text
            while spec.words.is_list and rest and not rest[0].is_quoted and rest[0].text.lower() not in by_word:
                text += f",{rest.pop(0).text}"
            given[name] = read_at(spec.word, spec.words.read, text)
    while rest:
        token = rest.pop(0)
        named = None if token.is_quoted else by_word.get(token.text.lower())
        if named is None:
            raise CarromError("word-misplaced", f"{act.kind}: {token.text!r} has no place there")
        if named.name in given:
            raise CarromError("word-twice", f"{act.kind}: {token.text!r} appears twice")
        if named.words.is_flag:
            given[named.name] = not named.default
        elif not rest:
            raise CarromError("value-missing", f"{act.kind}: {token.text!r} has no value")
        else:
            given[named.name] = read_at(named.word, named.words.read, rest.pop(0).text)
    for name, spec in specs.items():
        if spec.default is MISSING and name not in given:
            raise CarromError("word-missing", f"{act.kind}: {name} is missing")
    return act(**given)


def tokens_of(line: str) -> Iterator[Token]:
    """The words of a line; quoted texts are read as JSON has them. A comment ends it."""
    at = 0
    line = line.rstrip()
    while at < len(line):
        found = _TOKEN.match(line, at)
        if found is None:
            raise CarromError("quote-open", f"a quotation is not closed: {line[at:].strip()!r}")
        at = found.end()
        if found[1] is not None:
            return
        if found[2] is None:
            yield Token(found[3], False)
            continue
        try:
            yield Token(_TEXT(json.loads(found[2], strict=False)), True)
        except json.JSONDecodeError:
            raise CarromError("not-quoted", f"not a quoted text: {found[2]}") from None


def time_text(seconds: float) -> str:
    """`@h:mm:ss`, with as many decimals as it takes, three at the most."""
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    decimals = f".{rest % 1000:03d}".rstrip("0").rstrip(".")
    return f"@{minutes // 60}:{minutes % 60:02d}:{rest // 1000:02d}{decimals}"


def time_from_text(text: str) -> float:
    """Read `@h:mm:ss`, `@mm:ss` or `@ss`."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise CarromError("bad-time", f"{text!r} is not a time: @h:mm:ss")
    hours, minutes, seconds = int(found[1] or 0), int(found[2] or 0), float(found[3])
    return round(hours * 3600 + minutes * 60 + seconds, 3)
