"""Somebody wants to be forgotten: the lines of a log without what it tells of them.

Facts are only ever added, and the law of the land goes before that: here the lines themselves are written anew, one for
one, so that every number, time and source stays. The name becomes "Withdrawn 1", in every entry and every sentence; the
day of birth, contacts and remarks are gone. What was played stays, and so does every table.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.refusal import Refused
from carrom.tournament.log.facts import ContactGiven, read_fact
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import State
from carrom.tournament.log.transitions import apply
from carrom.tournament.log.written_names import Written, WrittenContacts

_PLACES = ("club", "community", "venue", "zone")
"""What may be called like a person and is none."""


class Erasure:
    """One person taken out of texts. `CarromError` if there is nobody of this id. Where a long name has no room, it may
    stand there with its first `cut` letters."""

    def __init__(self, state: State, person: PersonId, *, cut: int | None = None) -> None:
        if person not in state.people:
            raise CarromError("unknown-person", f"there is nobody with the id {person!r}")
        number = 1
        while any(f"withdrawn {number}" == one.name.casefold() for one in state.people.values()):
            number += 1
        self.alias = f"Withdrawn {number}"
        """The name that stands there instead."""
        told = state.people[person]
        self._person, self._name = person, told.name
        called = {told.name, *told.formerly}
        others = [one for name, one in state.people.items() if name != person]
        # Who is told apart by the club has it in brackets after the name.
        labels = (f"{one.name} ({place})" for one in others for place in (one.club, one.community) if place)
        self._written = Written(called, (*(one.name for one in others), *labels), cut)
        given = [body for body in state.seen.values() if isinstance(body, ContactGiven)]
        self._contacts = WrittenContacts(
            [one for one in given if one.person == person], [one for one in given if one.person != person]
        )
        # An id is made of the name: it tells it as well, also the one that somebody had before, and within a sentence.
        ids = {person, *(name_key(name).replace(" ", "-") for name in called)} - (set(state.people) - {person})
        written = "|".join(rf"(?<![\w-]){re.escape(id)}(?![\w-])" for id in sorted(ids) if "-" in id)
        self._ids = re.compile(written or r"(?!)")
        self._new_id = self.alias.lower().replace(" ", "-")

    def text(self, text: str) -> str:
        """A text without them."""
        if text == self._person:
            return self._new_id
        text = self._ids.sub(self._new_id, self._contacts.sub("–", text))
        return self._written.sub(self.alias, text)

    def json_text(self, text: str) -> str:
        """JSON with nothing of them in any of its texts; the same where it says nothing of them."""
        try:
            value = json.loads(text)
        except ValueError:  # damaged: nobody reads it, and it need not tell the name either
            return self.text(text)
        new = _walk(value, self.text)
        return text if new == value else _written(new)

    def lines(self, lines: Sequence[str]) -> list[str]:
        """The lines of the log without them. `CarromError` if they would not hold."""
        trouble = ""
        for keeps in ((), ("age", "gender")):
            new = [_line(json.loads(line), self._person, self.text, keeps) for line in lines]
            trouble = _trouble(new)
            if not trouble:
                return new
        raise CarromError(
            "cannot-erase", f"the log does not hold without {self._name}, and has to be left as it is: {trouble}"
        )


def _line(fact: dict[str, Any], person: PersonId, put: Callable[[str], str], keeps: Sequence[str]) -> str:
    body = fact["body"]
    if fact["kind"] == "person" and body["person"].get("id") == person:
        gone = [one for one in ("born", "age", "gender", "level", "formerly") if one not in keeps]
        fact["body"] = {"person": {key: value for key, value in body["person"].items() if key not in gone}}
    elif fact["kind"] == "contact" and body.get("person") == person:
        fact["body"] = {key: "–" if key in ("phone", "email") and value else value for key, value in body.items()}
    elif fact["kind"] == "checked" and body.get("person") == person:
        fact["body"] = {key: value for key, value in body.items() if key != "note"}
    return _written(_walk(fact, put))


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _walk(value: Any, put: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return put(value)
    if isinstance(value, list):
        return [_walk(one, put) for one in value]
    if isinstance(value, Mapping):
        return {put(key): one if key in _PLACES else _walk(one, put) for key, one in value.items()}
    return value


def _trouble(lines: Sequence[str]) -> str:
    """Why these lines are no log; nothing if they are."""
    state = State()
    try:
        for line in lines:
            step = apply(state, read_fact(json.loads(line)))
            if isinstance(step, Refused):
                return step.text
            state = step.state
    except CarromError as error:
        return str(error)
    return ""
