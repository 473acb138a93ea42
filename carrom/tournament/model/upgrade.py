"""Upgrade events of older files before they are decoded.

Until November 2026 a stage repeated every figure of its rulebook as `play`, now it has `overrides`; rest between
matches was in slots, now in minutes.
"""

from collections.abc import Mapping
from typing import Any

from carrom.laws import RULEBOOKS
from carrom.tournament.model.limits import MOST_MINUTES

_OLD_DEFAULTS: dict[str, Any] = {
    "games": 1,
    "target": 25,
    "boards": None,
    "boards_until": None,
    "minutes": None,
    "most": 12,
}

_OLD_SLOT_MINUTES = 35

_NO_LIMIT: dict[str, Any] = {"target": 0, "boards": 0, "minutes": 0, "boards_until": "always"}


def upgrade_event(kind: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    definition = body.get("definition")
    if kind not in ("created", "changed") or not isinstance(definition, Mapping):
        return body
    found = {**definition, "events": _each(definition.get("events"), _event)}
    if isinstance(definition.get("hall"), Mapping):
        found["hall"] = _hall(definition["hall"])
    return {**body, "definition": found}


def _hall(hall: Mapping[str, Any]) -> Mapping[str, Any]:
    slots = hall.get("rest_slots")
    if type(slots) is not int:
        return hall
    found = {key: value for key, value in hall.items() if key != "rest_slots"}
    minutes = hall.get("slot_minutes", _OLD_SLOT_MINUTES)
    if slots == 1 or type(minutes) is not int:
        return found
    return {**found, "rest": min(slots * minutes, MOST_MINUTES)}


def _event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**event, "stages": _each(event.get("stages"), _stage)}


def _stage(stage: Mapping[str, Any]) -> Mapping[str, Any]:
    play = stage.get("play")
    if not isinstance(play, Mapping):
        return stage
    found = {key: value for key, value in stage.items() if key != "play"}
    own = _figures(stage.get("rulebook"))
    play_figures = {**_OLD_DEFAULTS, **play}
    differing = {key: play_figures[key] for key in play_figures if key not in own or play_figures[key] != own[key]}
    overrides = {key: _NO_LIMIT.get(key) if value is None else value for key, value in differing.items()}
    return {**found, "overrides": overrides} if overrides else found


def _figures(id: object) -> dict[str, Any]:
    book = RULEBOOKS.get(id) if isinstance(id, str) else None
    if book is None:
        return {}
    return {
        "games": book.games,
        "target": book.target,
        "boards": book.boards,
        "boards_until": None if book.boards_limit_until == "always" else book.boards_limit_until,
        "minutes": book.minutes,
        "most": book.most_points,
    }


def _each(values: Any, change: Any) -> Any:
    """Change each object of a list; leave anything else for the decoder to reject."""
    if not isinstance(values, list):
        return values
    return [change(value) if isinstance(value, Mapping) else value for value in values]
