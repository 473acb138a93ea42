"""What an umpire may enter now, and what each act needs: for the buttons and sheets of a pad.

The kinds of acts that may come are in the view (`possible`). What one of them needs comes from its own declaration,
and what of it can stand now is found by trying: a choice that would be refused whatever else is said is not offered.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, replace
from itertools import product
from types import NoneType
from typing import Any, Literal, get_args, get_type_hints

from carrom.base.refusal import Refused
from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.laws.reasons import ACTS as WITH_REASONS, reasons_for
from carrom.laws.register import register
from carrom.match import ACTS, Match, apply
from carrom.match.log.acts import Act
from carrom.match.log.field_types import Count, Law, Number, Places, Text
from carrom.match.log.words import specs_of
from carrom.match.parties import PARTIES, ByParty, Party, PlayerId, Who

FieldType = Literal[
    "party", "player", "who", "law", "count", "flag", "text", "choice", "kinds", "seats", "place", "board", "number"
]
"""`place`, `board`, `number`: where something lies, which a pad at a wooden board does not know."""


@dataclass(frozen=True, slots=True)
class FieldOffer:
    """One field of an act. `choices` are those that can stand now, where there are a few."""

    name: str
    type: FieldType
    needed: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LawOffer:
    """A law that can be the reason, in our own words."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What an act needs, and the laws that can be its reason now."""

    kind: str
    fields: tuple[FieldOffer, ...]
    laws: tuple[LawOffer, ...]


def offer(match: Match, kind: str) -> Offer:
    """How this kind of act can be entered now."""
    fields = tuple(_field(kind, name, match) for name in specs_of(kind))
    standing = _standing(match, kind, {one.name: one.choices for one in fields if one.choices and one.needed})
    if standing is not None:
        fields = tuple(replace(one, choices=standing.get(one.name, one.choices)) for one in fields)
    law = next((one for one in fields if one.type == "law"), None)
    return Offer(kind, fields, tuple(law_offer(id) for id in (law.choices if law is not None else ())))


def law_offer(id: str) -> LawOffer:
    entry = register().get(id)
    return LawOffer(id, id if entry is None else entry.title, "" if entry is None else entry.text)


def _field(kind: str, name: str, match: Match) -> FieldOffer:
    hint = get_type_hints(ACTS[kind], include_extras=True)[name]
    inner = [one for one in get_args(hint) if one is not NoneType] if NoneType in get_args(hint) else [hint]
    of = inner[0]
    players = tuple(PlayerId(party, index).text() for party in PARTIES for index in range(match.setup.players))
    choices: tuple[str, ...] = ()
    found = _TYPES.get(of)
    if found is None:
        found, choices = "choice", tuple(map(str, get_args(of)))
    elif found == "party":
        choices = PARTIES
    elif found == "player":
        choices = players
    elif found == "who":
        choices = (*PARTIES, *players) if match.setup.is_doubles else PARTIES
    elif found == "law":
        choices = reasons_for(kind, match.setup.rulebook) if kind in WITH_REASONS else ()
    return FieldOffer(name, found, not _has_default(kind, name), choices)


def _has_default(kind: str, name: str) -> bool:
    return specs_of(kind)[name].default is not MISSING


def _standing(match: Match, kind: str, choices: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]] | None:
    """Of these choices those with which the act stands; None where more has to be known than they say."""
    needed = [name for name in specs_of(kind) if not _has_default(kind, name)]
    if not choices or set(needed) != set(choices):
        return None
    stands: dict[str, dict[str, None]] = {name: {} for name in choices}
    for values in product(*choices.values()):
        picked = dict(zip(choices, values, strict=True))
        act = ACTS[kind](**{name: specs_of(kind)[name].words.read(word) for name, word in picked.items()})
        if _stands(match, act):
            for name, word in picked.items():
                stands[name][word] = None
    return {name: tuple(words) for name, words in stands.items()} if all(stands.values()) else None


def _stands(match: Match, act: Act) -> bool:
    answer = apply(match, match.next_event(act, at=match.at))
    # Some laws need a player, a time or a position that is only told with them: they are still offered.
    return not isinstance(answer, Refused) or answer.code in ("no-such-player", "no-text")


_TYPES: dict[Any, FieldType] = {
    Party: "party",
    PlayerId: "player",
    Who: "who",
    Law: "law",
    Count: "count",
    bool: "flag",
    Text: "text",
    tuple[Kind, ...]: "kinds",
    ByParty[tuple[Seat, ...]]: "seats",
    Places: "place",
    tuple[Piece, ...]: "place",
    Position: "board",
    Stroke: "board",
    Number: "number",
}
