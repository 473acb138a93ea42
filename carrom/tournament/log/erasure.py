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
from carrom.tournament.log.facts import read_fact
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import State
from carrom.tournament.log.transitions import apply

_PLACES = ("club", "community", "venue", "zone")
"""What may be called like a person and is none."""


def erased_lines(lines: Sequence[str], state: State, person: PersonId) -> tuple[list[str], str]:
    """The lines without this person, and the name that stands there instead. `CarromError` if they would not hold."""
    if person not in state.people:
        raise CarromError(f"there is nobody with the id {person!r}")
    number = 1
    while any(f"withdrawn {number}" == one.name.casefold() for one in state.people.values()):
        number += 1
    alias = f"Withdrawn {number}"
    told = state.people[person]
    own = {told.name, *told.formerly}
    others = {one.name for name, one in state.people.items() if name != person} - own
    # The longest first: who is called Asha is not taken out of Asha Patel.
    names = sorted(own | others, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names if name))

    # An id is made of the name: it tells it as well, also the one that somebody had before, and within a sentence.
    ids = {person, *(name_key(name).replace(" ", "-") for name in own)} - (set(state.people) - {person})
    written = re.compile("|".join(rf"(?<![\w-]){re.escape(id)}(?![\w-])" for id in sorted(ids) if "-" in id) or r"(?!)")
    new_id = alias.lower().replace(" ", "-")

    def put(text: str) -> str:
        if text == person:
            return new_id
        text = written.sub(new_id, text)
        return pattern.sub(lambda found: alias if found[0] in own else found[0], text)

    trouble = ""
    for keeps in ((), ("age", "gender")):
        new = [_line(json.loads(line), person, put, keeps) for line in lines]
        trouble = _trouble(new)
        if not trouble:
            return new, alias
    raise CarromError(f"the log does not hold without {told.name}, and has to be left as it is: {trouble}")


def _line(fact: dict[str, Any], person: PersonId, put: Callable[[str], str], keeps: Sequence[str]) -> str:
    body = fact["body"]
    if fact["kind"] == "person" and body["person"].get("id") == person:
        gone = [one for one in ("born", "age", "gender", "level", "formerly") if one not in keeps]
        fact["body"] = {"person": {key: value for key, value in body["person"].items() if key not in gone}}
    elif fact["kind"] == "contact" and body.get("person") == person:
        fact["body"] = {key: "–" if key in ("phone", "email") and value else value for key, value in body.items()}
    elif fact["kind"] == "checked" and body.get("person") == person:
        fact["body"] = {key: value for key, value in body.items() if key != "note"}
    return json.dumps(_walk(fact, put), ensure_ascii=False, separators=(",", ":"))


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
