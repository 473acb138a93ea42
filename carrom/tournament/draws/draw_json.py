"""Convert slots and rounds of draws to and from JSON."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import (
    Bye,
    Entrant,
    Fixture,
    LoserOf,
    MatchId,
    PlaceOf,
    Slot,
    WinnerOf,
    group_name,
    group_number,
)


def slot_json(slot: Slot) -> dict[str, Any]:
    match slot:
        case Entrant(entry):
            return {"entry": entry}
        case Bye():
            return {"bye": True}
        case WinnerOf(fed):
            return {"winner": fed}
        case LoserOf(fed, once, first):
            return {"loser": fed} | ({"once": True} if once else {}) | ({"first": True} if first else {})
        case PlaceOf(group, place):
            return {"group": group_name(group), "place": place}


def read_slot(value: object) -> Slot:
    match value:
        case {"entry": str(entry), **rest} if not rest:
            return Entrant(entry)
        case {"bye": True, **rest} if not rest:
            return Bye()
        case {"winner": str(fed), **rest} if not rest:
            return WinnerOf(MatchId(fed))
        case {"loser": str(fed), **rest} if rest in ({}, {"once": True}, {"first": True}):
            return LoserOf(MatchId(fed), once="once" in rest, first="first" in rest)
        case {"group": str(name), "place": int(place), **rest} if (
            not rest and place >= 1 and name.isascii() and name.isupper() and name.isalpha()
        ):
            return PlaceOf(group_number(name), place)
    raise CarromError("bad-slot", f"a slot has an entry, a bye, a winner, a loser or a group and place, not {value!r}")


def rounds_json(fixtures: Iterable[Fixture]) -> list[dict[str, Any]]:
    return [
        {"stage": stage, "matches": [{"id": one.id, "slots": [slot_json(slot) for slot in one.slots]} for one in found]}
        for (_, stage), found in groupby(fixtures, lambda one: (one.turn, one.round))
    ]
