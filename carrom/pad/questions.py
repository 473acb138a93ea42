"""Engine behind a pad's page: a question's name and a JSON value in, a JSON value out.

An answer has `refused` for a refused act, and `error` for an unreadable question.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from functools import cache
from typing import Any

from carrom.base.codec import misread_value
from carrom.base.errors import CarromError, Refused
from carrom.base.parsing import read_json
from carrom.laws import RULEBOOKS
from carrom.laws.rounds import ROUNDS
from carrom.laws.wire import judge_json as rule_line
from carrom.match import ACTS, Match, Record, read_record
from carrom.match.setup import Figures
from carrom.match.views.score_card import score_card
from carrom.match.views.view import match_json, score_json
from carrom.pad import law_explorer, practice, session
from carrom.pad.choices import act_choices
from carrom.pad.layout import board_form
from carrom.pad.pad_view import event_views, pad_view
from carrom.pad.practice import exercise
from carrom.pad.session import new_setup, setup_json

Value = dict[str, Any]


class Engine:
    """Open matches of a page, and answers about them and the laws."""

    def __init__(self) -> None:
        self._matches: dict[str, Match] = {}

    def answer(self, question: str, text: str) -> str:
        """Answer as JSON text. Errors are part of the answer, never raised."""
        try:
            value = read_json(text)
            if not isinstance(value, dict):
                raise misread_value(value, "an object")
            ask = _QUESTIONS.get(question)
            if ask is None:
                raise CarromError("unknown-question", f"there is no question {question!r}")
            found = ask(self, value)
        except CarromError as error:
            found = {"error": str(error)}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"), default=_parts)

    def match(self, value: Value) -> Match:
        name = value.get("match", "")
        if name not in self._matches:
            raise CarromError("no-such-match", f"no match {name!r} is open")
        return self._matches[name]

    def keep(self, value: Value, match: Match) -> None:
        self._matches[value.get("match", "")] = match

    def drop(self, value: Value) -> None:
        self._matches.pop(value.get("match", ""), None)


def _open(engine: Engine, value: Value) -> Value:
    """Open a match, new or stored; a faulty log up to its first fault, which is reported."""
    events = value.get("events", ())
    setup = setup_json(new_setup(value.get("setup"))) if not events else value.get("setup")
    taken = session.read_log(setup, events)
    engine.keep(value, taken.match)
    answer = {"setup": setup_json(taken.match.setup), **_shown(taken.match, value)}
    return (
        answer if taken.refused is None else {**answer, "stopped": {"number": taken.number, **_refusal(taken.refused)}}
    )


def _close(engine: Engine, value: Value) -> Value:
    engine.drop(value)
    return {}


def _do(engine: Engine, value: Value) -> Value:
    return _keep_answer(engine, value, session.apply_tap(engine.match(value), value.get("act"), _at(value)))


def _try(engine: Engine, value: Value) -> Value:
    tried = session.apply_tap(engine.match(value), value.get("act"), _at(value))
    return {"refused": _refusal(tried)} if isinstance(tried, Refused) else _shown(tried, value)


def _undo(engine: Engine, value: Value) -> Value:
    match = engine.match(value)
    return _keep_answer(engine, value, session.undo(match, _at(value), value.get("reason") or session.TAKEN_BACK))


def _go_back(engine: Engine, value: Value) -> Value:
    act = {"kind": "correct", "to": value.get("to"), "reason": value.get("reason", "")}
    return _keep_answer(engine, value, session.apply_tap(engine.match(value), act, _at(value)))


def _show(engine: Engine, value: Value) -> Value:
    return _shown(engine.match(value), value)


def _history(engine: Engine, value: Value) -> Value:
    return {"facts": event_views(engine.match(value))}


def _choices(engine: Engine, value: Value) -> Value:
    match, kind = engine.match(value), value.get("kind")
    if kind not in ACTS:
        raise CarromError("unknown-act", f"there is no act {kind!r}")
    return asdict(act_choices(match, str(kind), at=_at(value)))


def _board_form(engine: Engine, value: Value) -> Value:
    form = board_form(engine.match(value))
    return {"form": None if form is None else asdict(form)}


def _card(engine: Engine, value: Value) -> Value:
    return asdict(score_card(engine.match(value)))


def _record(engine: Engine, value: Value) -> Value:
    return {"text": Record.of(engine.match(value)).text()}


def _read(engine: Engine, value: Value) -> Value:
    reading = read_record(str(value.get("text", "")))
    events = [event.json() for event in reading.record.events]
    setup = setup_json(reading.record.setup)
    return {"setup": setup, "events": events, "faults": [str(fault) for fault in reading.faults]}


def _books(engine: Engine, value: Value) -> Value:
    books = [
        {"id": one.id, "title": one.title, "pairs": one.for_pairs is not None, "figures": asdict(Figures.of(one))}
        for one in RULEBOOKS.values()
    ]
    return {"books": books, "rounds": list(ROUNDS)}


def _laws(engine: Engine, value: Value) -> Value:
    return {"laws": [asdict(one) for one in law_explorer.find_laws(str(value.get("words", "")), _language(value))]}


def _rulings(engine: Engine, value: Value) -> Value:
    found = law_explorer.rulings(value.get("before"), value.get("stroke"), _language(value))
    return {"answers": [asdict(one) for one in found]}


def _made_up(engine: Engine, value: Value) -> Value:
    setup = new_setup(value.get("setup"))
    events = practice.made_up_match(setup, int(value.get("seed", 0)), boards=value.get("boards"))
    return {"setup": setup_json(setup), "events": [event.json() for event in events]}


def _exercise(engine: Engine, value: Value) -> Value:
    setup = new_setup(value.get("setup"))
    return {"setup": setup_json(setup), **asdict(exercise(setup, int(value.get("seed", 0)), _language(value)))}


def _keep_answer(engine: Engine, value: Value, answer: Match | Refused) -> Value:
    if isinstance(answer, Refused):
        return {"refused": _refusal(answer)}
    engine.keep(value, answer)
    return {"event": answer.event.json() if answer.event is not None else None, **_shown(answer, value)}


def _shown(match: Match, value: Value) -> Value:
    return {"shown": pad_view(match, _language(value))}


def _parts(value: Any) -> Value:
    """Return an object's fields for json's encoder: three times as fast as `asdict` of a whole tree."""
    tp: Any = type(value)
    return {name: getattr(value, name) for name in _names(tp)}


@cache
def _names(tp: Any) -> tuple[str, ...]:
    return tuple(one.name for one in fields(tp))


def _refusal(refused: Refused) -> Value:
    return asdict(refused)


def _at(value: Value) -> float | None:
    at = value.get("at")
    if at is not None and (isinstance(at, bool) or not isinstance(at, int | float)):
        raise misread_value(at, "a time in seconds")
    return at


def _language(value: Value) -> str:
    return str(value.get("language", "en"))


_QUESTIONS: dict[str, Callable[[Engine, Value], Value]] = {
    "open": _open,
    "close": _close,
    "do": _do,
    "try": _try,
    "undo": _undo,
    "go-back": _go_back,
    "show": _show,
    "history": _history,
    "choices": _choices,
    "board-form": _board_form,
    "card": _card,
    "record": _record,
    "read": _read,
    "books": _books,
    "laws": _laws,
    "rulings": _rulings,
    "made-up": _made_up,
    "exercise": _exercise,
    "rule": lambda engine, value: rule_line(value),
    "match": lambda engine, value: match_json(value),
    "score": lambda engine, value: score_json(value),
}
"""`rule`, `match` and `score` answer like the commands."""
