"""A pad's log, and its fold into a match. All facts are stored, even if they do not count."""

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from carrom.base.errors import CarromError, Refused
from carrom.match import Event, Match, apply
from carrom.pad.session import setup_from_json
from carrom.server.pads.wire import PadFact, PadHead, Why
from carrom.server.stores.store import StoredEvent
from carrom.tournament.desk.match_result import MatchResult, MatchTerms, match_terms, result_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.seating.now import TournamentNow

PAD_KIND = "pad"
REFEREE_CALLED, REFEREE_CAME = "referee", "referee-came"


class StoredHead(msgspec.Struct, frozen=True, kw_only=True):
    tournament: str
    match: str
    pad: str
    source: str
    place: str
    """The link's place in words."""
    head: PadHead
    aside: Why | None = None


class StoredFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact as sent, with its phone's clock offset."""

    id: str
    at: int
    offset: int
    """Milliseconds from the phone's time to the server's."""
    body: msgspec.Raw
    aside: Why | None = None

    @property
    def when(self) -> int:
        """Server's clock, in ms."""
        return self.at + self.offset


def parse_raw(raw: msgspec.Raw) -> Any:
    return json.loads(bytes(raw))


def public_pad_id(pad: str) -> str:
    """Hash: the pad's id is a secret."""
    return hashlib.sha256(pad.encode()).hexdigest()[:16]


def pad_log_id(tournament: str, match: str, name: str) -> str:
    return f"{tournament}.{match}.{name}"


def tournament_of(log: str) -> str:
    return log.partition(".")[0]


def stored_fact(fact: PadFact, offset: int, aside: Why | None) -> str:
    stored = StoredFact(id=fact.id, at=fact.at, offset=offset, body=fact.body, aside=aside)
    return msgspec.json.encode(stored).decode()


@dataclass(frozen=True, slots=True)
class PadMessage:
    """The umpire calls the referee, or the referee has come."""

    number: int
    what: str
    when: int
    text: str


@dataclass(frozen=True, slots=True)
class FoldProblem:
    """First fact that does not fold; later ones do not count."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class PadFold:
    head: StoredHead
    match: Match | None
    """The match by facts that count; None for an unreadable setup."""
    with_quarantined: Match | None
    """The match by all facts."""
    has: int = 0
    counted: int = 0
    aside: Why | None = None
    """Why the last fact is set aside; None if it counts."""
    set_aside: int = 0
    """Number of facts set aside."""
    stop: FoldProblem | None = None
    messages: tuple[PadMessage, ...] = ()
    received_last: float = 0.0
    """Server's clock, in seconds."""
    received_first: float = 0.0
    size: int = 0
    """Bytes of all facts."""
    accepted_upto: int = 0
    """Last fact the referee accepted."""
    ids: frozenset[str] = frozenset()
    """Ids of readable facts."""
    lacks_history: bool = False
    """The fold can be shown, not extended."""
    results: dict[MatchTerms, MatchResult | str] = field(default_factory=dict, compare=False, repr=False)
    """Cache of `result`."""

    @property
    def log(self) -> str:
        return pad_log_id(self.head.tournament, self.head.match, self.head.pad)

    @property
    def without_history(self) -> "PadFold":
        """A much smaller copy."""
        match, every = (
            None if one is None else replace(one, before=None) for one in (self.match, self.with_quarantined)
        )
        return replace(
            self, match=match, with_quarantined=every, ids=frozenset(), lacks_history=True, results=dict(self.results)
        )

    @property
    def is_signed(self) -> bool:
        """Over, uncontested, signed by loser and umpire."""
        match = self.match
        return match is not None and match.announced is not None and len(match.course.signatures) == 2

    def result(self, view: TournamentNow) -> MatchResult | str:
        """The match's result in the draw, or the reason for having none; computed once for the same terms."""
        assert self.match is not None
        try:
            terms = match_terms(view, MatchId(self.head.match))
        except CarromError as error:
            return str(error)
        if terms not in self.results:
            self.results[terms] = _result_or_problem(self.match, terms)
        return self.results[terms]


def _result_or_problem(match: Match, terms: MatchTerms) -> MatchResult | str:
    try:
        return result_of(match, terms)
    except CarromError as error:
        return str(error)


def has_written_since(one: PadFold, other: PadFold) -> bool:
    return bool(one.counted) and one.aside is None and one.received_last > other.received_first


def start_fold(head: StoredHead, accepted_upto: int = 0) -> PadFold:
    try:
        match = Match.start(setup_from_json(parse_raw(head.head.setup)))
    except (CarromError, ValueError, RecursionError) as error:
        return PadFold(head, None, None, stop=FoldProblem(0, str(error)), aside=head.aside, accepted_upto=accepted_upto)
    return PadFold(head, match, match, aside=head.aside, accepted_upto=accepted_upto)


class _WithId(msgspec.Struct):
    id: str


_named = msgspec.json.Decoder(_WithId)


def extend_fold(fold: PadFold, stored: Iterable[StoredEvent]) -> PadFold:
    ids = set[str]()
    for event in stored:
        fold = _with_fact(fold, event)
        with suppress(msgspec.MsgspecError):
            ids.add(_named.decode(event.body).id)
    return replace(fold, ids=fold.ids | ids)


def _with_fact(fold: PadFold, event: StoredEvent) -> PadFold:
    fold = replace(fold, size=fold.size + len(event.body), received_first=fold.received_first or event.at)
    try:
        fact = msgspec.json.decode(event.body, type=StoredFact)
        body = parse_raw(fact.body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        stop = fold.stop or FoldProblem(event.seq, f"fact {event.seq} cannot be read: {error}")
        return replace(fold, has=event.seq, received_last=event.at, stop=stop)
    aside = None if event.seq <= fold.accepted_upto else fact.aside or fold.aside
    fold = replace(fold, has=event.seq, received_last=event.at, aside=aside)
    if aside is not None:
        fold = replace(fold, set_aside=fold.set_aside + 1)
    if isinstance(body, dict) and "say" in body:
        text = body.get("text")
        message = PadMessage(event.seq, str(body["say"]), fact.when, text[:500] if isinstance(text, str) else "")
        return replace(fold, messages=(*fold.messages, message), counted=event.seq if aside is None else fold.counted)
    if fold.stop is not None or fold.with_quarantined is None:
        return fold
    after = _apply_event(fold.with_quarantined, body, event.seq)
    if isinstance(after, FoldProblem):
        return replace(fold, stop=after)
    if aside is not None:
        return replace(fold, with_quarantined=after)
    return replace(fold, with_quarantined=after, match=after, counted=event.seq, results={})


def _apply_event(match: Match, body: Any, number: int) -> Match | FoldProblem:
    try:
        answer = apply(match, Event.from_json(body), is_recorded=True)
    except (CarromError, ValueError, RecursionError, OverflowError) as error:
        return FoldProblem(number, f"fact {number} cannot be read: {error}")
    if isinstance(answer, Refused):
        return FoldProblem(number, f"fact {number} cannot be: {answer.text}")
    return answer.match
