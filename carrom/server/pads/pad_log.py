"""One pad's log, as the store has it and as it folds.

Each source keeps its own log of a match: one phone writes it, nothing in it is ever merged with another's. Its number
in the store is the pad's own number. What cannot be folded is kept all the same, and so is what was set aside.
"""

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from carrom.base.errors import CarromError, Refused
from carrom.match import Event, Match, apply
from carrom.pad.session import setup_from_json
from carrom.server.pads.wire import PadFact, PadHead, Why
from carrom.server.stores.store import StoredEvent

PAD_KIND = "pad"
REFEREE_CALLED, REFEREE_CAME = "referee", "referee-came"
"""What an umpire says to the desk."""


class StoredHead(msgspec.Struct, frozen=True, kw_only=True):
    """The setup of a pad's log in the store."""

    tournament: str
    match: str
    pad: str
    source: str
    """Which link opened it."""
    place: str
    """What that link is for, in words."""
    head: PadHead
    aside: Why | None = None
    """The whole log is set aside from its beginning."""


class StoredFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact in the store: as it came, with what the server knew of the phone's clock."""

    id: str
    at: int
    offset: int
    """ms to add to the phone's clock for the server's."""
    body: msgspec.Raw
    aside: Why | None = None

    @property
    def when(self) -> int:
        """When it happened, by the server's clock (ms)."""
        return self.at + self.offset


def parse_raw(raw: msgspec.Raw) -> Any:
    """What came as JSON, as plain values."""
    return json.loads(bytes(raw))


def public_pad_id(pad: str) -> str:
    """What a log is called. The pad's own secret stays with the pad: a name that is shown lets nobody write."""
    return hashlib.sha256(pad.encode()).hexdigest()[:16]


def pad_log_id(tournament: str, match: str, name: str) -> str:
    return f"{tournament}.{match}.{name}"


def tournament_of(log: str) -> str:
    """The tournament of a pad's log."""
    return log.partition(".")[0]


def stored_fact(fact: PadFact, offset: int, aside: Why | None) -> str:
    stored = StoredFact(id=fact.id, at=fact.at, offset=offset, body=fact.body, aside=aside)
    return msgspec.json.encode(stored).decode()


@dataclass(frozen=True, slots=True)
class PadMessage:
    """Something that the umpire said to the desk: the referee is called, or has come."""

    number: int
    what: str
    when: int
    text: str


@dataclass(frozen=True, slots=True)
class FoldProblem:
    """The first fact that does not fold, and why. What comes behind it is kept, and counts nothing."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class PadFold:
    """A pad's log, added up as far as it goes."""

    head: StoredHead
    match: Match | None
    """By the facts that count; None where not even its head can be read."""
    whole: Match | None
    """By all facts, also those that are set aside."""
    has: int = 0
    counted: int = 0
    """The number of the last fact that counts."""
    aside: Why | None = None
    set_aside: int = 0
    stop: FoldProblem | None = None
    said: tuple[PadMessage, ...] = ()
    heard: float = 0.0
    """When the server took the last fact (seconds)."""
    begun: float = 0.0
    """When it took the first one."""
    size: int = 0
    """Bytes of all its facts."""
    upto: int = 0
    """Facts up to this number count although they were set aside: the referee has taken them."""
    ids: frozenset[str] = frozenset()
    """Of all its facts, as far as they can be read."""
    is_bare: bool = False
    """Without its history: it shows how the log stands, and nothing can be added."""

    @property
    def log(self) -> str:
        return pad_log_id(self.head.tournament, self.head.match, self.head.pad)

    @property
    def bare(self) -> "PadFold":
        """The same in a fraction of the memory."""
        match, whole = (None if one is None else replace(one, before=None) for one in (self.match, self.whole))
        return replace(self, match=match, whole=whole, ids=frozenset(), is_bare=True)

    @property
    def is_signed(self) -> bool:
        """Whether the match is over, uncontested, and loser and umpire have signed."""
        match = self.match
        return match is not None and match.announced is not None and len(match.course.signatures) == 2


def has_written_since(one: PadFold, other: PadFold) -> bool:
    """Whether a pad has written since another one began."""
    return bool(one.counted) and one.aside is None and one.heard > other.begun


def start_fold(head: StoredHead, upto: int = 0) -> PadFold:
    """A log without facts."""
    try:
        match = Match.start(setup_from_json(parse_raw(head.head.setup)))
    except (CarromError, ValueError, RecursionError) as error:
        return PadFold(head, None, None, stop=FoldProblem(0, str(error)), aside=head.aside, upto=upto)
    return PadFold(head, match, match, aside=head.aside, upto=upto)


class _WithId(msgspec.Struct):
    id: str


_named = msgspec.json.Decoder(_WithId)


def extend_fold(fold: PadFold, stored: Iterable[StoredEvent]) -> PadFold:
    """The log with these facts more."""
    ids = set[str]()
    for event in stored:
        fold = _with_fact(fold, event)
        with suppress(msgspec.MsgspecError):
            ids.add(_named.decode(event.body).id)
    return replace(fold, ids=fold.ids | ids)


def _with_fact(fold: PadFold, event: StoredEvent) -> PadFold:
    fold = replace(fold, size=fold.size + len(event.body), begun=fold.begun or event.at)
    try:
        fact = msgspec.json.decode(event.body, type=StoredFact)
        body = parse_raw(fact.body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        stop = fold.stop or FoldProblem(event.seq, f"fact {event.seq} cannot be read: {error}")
        return replace(fold, has=event.seq, heard=event.at, stop=stop)
    aside = None if event.seq <= fold.upto else fact.aside or fold.aside
    fold = replace(fold, has=event.seq, heard=event.at, aside=aside)
    if aside is not None:
        fold = replace(fold, set_aside=fold.set_aside + 1)
    if isinstance(body, dict) and "say" in body:
        text = body.get("text")
        said = PadMessage(event.seq, str(body["say"]), fact.when, text[:500] if isinstance(text, str) else "")
        return replace(fold, said=(*fold.said, said), counted=event.seq if aside is None else fold.counted)
    if fold.stop is not None or fold.whole is None:
        return fold
    after = _apply_event(fold.whole, body, event.seq)
    if isinstance(after, FoldProblem):
        return replace(fold, stop=after)
    if aside is not None:
        return replace(fold, whole=after)
    return replace(fold, whole=after, match=after, counted=event.seq)


def _apply_event(match: Match, body: Any, number: int) -> Match | FoldProblem:
    try:
        answer = apply(match, Event.from_json(body), is_recorded=True)
    except (CarromError, ValueError, RecursionError, OverflowError) as error:
        return FoldProblem(number, f"fact {number} cannot be read: {error}")
    if isinstance(answer, Refused):
        return FoldProblem(number, f"fact {number} cannot be: {answer.text}")
    return answer.match
