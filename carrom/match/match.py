"""A match as a log: numbered events, folded into the course of play.

>>> from carrom.laws import rulebook
>>> from carrom.match.log.acts import Play, StrokeMade, Toss
>>> match = Match.start(Setup(rulebook("icf")))
>>> replayed = replay(match, [Event(1, Toss("a")), Event(2, Play()), Event(3, StrokeMade(own=1))])
>>> replayed.match.board.turn.text(), replayed.refused
('a1', None)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from carrom.base.errors import CarromError, Refused
from carrom.laws import IncidentRuling, Ruling
from carrom.match.board import Board
from carrom.match.course import Course, Phase, ProtestCase
from carrom.match.log.acts import Act, Correct
from carrom.match.log.event import Event
from carrom.match.log.notation import time_text
from carrom.match.parties import Party
from carrom.match.rules.context import Happening, RuleContext
from carrom.match.rules.dispatch import apply_act
from carrom.match.scoring import Game
from carrom.match.setup import Setup


class ActRefusedError(CarromError):
    """Raised for a refused event."""

    def __init__(self, event: Event, refused: Refused) -> None:
        super().__init__(refused.code, refused.text)
        self.event = event
        self.refused = refused

    def __str__(self) -> str:
        return f"event {self.event.number} ({self.event.act.kind}): {self.refused.text}"


@dataclass(frozen=True, slots=True)
class Match:
    """A match after event `number`. It keeps every earlier state."""

    setup: Setup
    course: Course
    number: int = 0
    at: float | None = None
    event: Event | None = field(default=None, repr=False)
    before: Match | None = field(default=None, compare=False, repr=False)
    happened: tuple[Happening, ...] = field(default=(), compare=False, repr=False)
    ruling: Ruling | IncidentRuling | None = field(default=None, compare=False, repr=False)
    """The judge's answer to the last event, if any."""

    @classmethod
    def start(cls, setup: Setup) -> Match:
        return cls(setup, Course("toss", setup.seats))

    @property
    def phase(self) -> Phase:
        return self.course.phase

    @property
    def board(self) -> Board | None:
        return self.course.board

    @property
    def game(self) -> Game | None:
        """Open game, or the last one; None before the toss."""
        return self.course.score.game if self.course.score is not None else None

    @property
    def winner(self) -> Party | None:
        """Even while a protest is open; to publish it use `announced`."""
        return self.course.winner

    @property
    def announced(self) -> Party | None:
        """Winner, unless a protest is open (150)."""
        return None if self.course.is_withheld else self.course.winner

    def next_event(self, act: Act, *, at: float | None = None) -> Event:
        return Event(self.number + 1, act, at)

    def play(self, act: Act, *, at: float | None = None) -> Match:
        """Match after this act. Raises `ActRefusedError`."""
        event = self.next_event(act, at=at)
        answer = apply(self, event)
        if isinstance(answer, Refused):
            raise ActRefusedError(event, answer)
        return answer.match

    def after(self, number: int) -> Match:
        """0 is before the first."""
        match = self
        while match.number > number and match.before is not None:
            match = match.before
        return match

    def steps(self) -> tuple[Match, ...]:
        return tuple(reversed([match for match in self._back() if match.event is not None]))

    def events(self) -> tuple[Event, ...]:
        """Including corrections and the events they took back."""
        return tuple(match.event for match in self.steps() if match.event is not None)

    def effective(self) -> tuple[Event, ...]:
        """Events without corrections and what they took back."""
        kept: list[Event] = []
        skip_to: int | None = None
        for match in self._back():
            if match.event is None or (skip_to is not None and match.number > skip_to):
                continue
            skip_to = None
            if isinstance(match.event.act, Correct):
                skip_to = match.event.act.to
            else:
                kept.append(match.event)
        return tuple(reversed(kept))

    def _back(self) -> Iterator[Match]:
        match: Match | None = self
        while match is not None:
            yield match
            match = match.before

    def __reduce__(self) -> Any:
        # The chain of states would recurse deeply and adds nothing.
        return fold, (self.setup, self.events())


@dataclass(frozen=True, slots=True)
class Applied:
    """Match after an accepted event."""

    match: Match


def apply(match: Match, event: Event, *, is_recorded: bool = False) -> Applied | Refused:
    """Match after this event, or why it is refused. With `is_recorded` the looser rules for stored records apply."""
    if event.number != match.number + 1:
        return Refused("number", None, f"event {event.number} cannot follow event {match.number}")
    if event.at is not None and match.at is not None and event.at < match.at:
        text = f"{time_text(event.at)} is earlier than the last event with a time, {time_text(match.at)}"
        return Refused("time", None, text)
    at = match.at if event.at is None else event.at
    if isinstance(event.act, Correct):
        if event.act.to > match.number:
            return Refused("number", None, f"there is no event {event.act.to} to go back to")
        if not event.act.reason.strip():
            return Refused("reason", None, "a correction says why it is made")
        course = match.after(event.act.to).course
        is_open = (case.number for case in lost_protests(match.course, course) if case.decision is None)
        if not is_recorded and (number := next(is_open, None)) is not None:
            text = f"protest {number} is open: no correction goes back to before it was lodged"
            return Refused("protest-open", "149", text)
        happened: tuple[Happening, ...] = (Happening("corrected", (), {"to": event.act.to}),)
        return Applied(Match(match.setup, course, event.number, at, event, match, happened))
    made = apply_act(match.course, event.act, RuleContext(match.setup, event.at, is_recorded, event.number))
    if isinstance(made, Refused):
        return made
    return Applied(Match(match.setup, made.course, event.number, at, event, match, made.happened, made.ruling))


def lost_protests(course: Course, corrected: Course) -> tuple[ProtestCase, ...]:
    """Protests missing from the corrected course. An open protest cannot be corrected away (149); a decided one can, so
    that earlier mistakes stay correctable, and the card names it (I-36)."""
    known = {(case.number, case.party, case.text, case.lodged) for case in corrected.protests}
    lodged = ((case, (case.number, case.party, case.text, case.lodged)) for case in course.protests)
    return tuple(case for case, key in lodged if key not in known)


@dataclass(frozen=True, slots=True)
class Replay:
    """Events applied until one is refused."""

    match: Match
    refused: Refused | None = None
    event: Event | None = None


def replay(match: Match, events: Iterable[Event]) -> Replay:
    """Apply events in order, up to the first that is refused."""
    for event in events:
        answer = apply(match, event, is_recorded=True)
        if isinstance(answer, Refused):
            return Replay(match, answer, event)
        match = answer.match
    return Replay(match)


def fold(setup: Setup, events: Iterable[Event]) -> Match:
    """Raises `ActRefusedError` if one is refused."""
    replayed = replay(Match.start(setup), events)
    if replayed.refused is not None and replayed.event is not None:
        raise ActRefusedError(replayed.event, replayed.refused)
    return replayed.match
