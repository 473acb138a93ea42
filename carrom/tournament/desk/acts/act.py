"""What somebody does at the desk, from the words to the facts. The command line and the server both do it here.

An act says what it puts on record; `carry_out` tells that to a state, or answers why not. Nothing is stored here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import ClassVar, Final

from carrom.base.characters import check_characters
from carrom.base.errors import Refused, RefusedError, refuse
from carrom.tournament.desk.impact import Effect, consequences, difference_between
from carrom.tournament.desk.typed_result import looks_like_result
from carrom.tournament.log.admission import admit, check_typed_text
from carrom.tournament.log.transitions import is_quarantined
from carrom.tournament.model.events import EventBody, SourceRevoked, TournamentEvent, TournamentEventId, event_ids
from carrom.tournament.model.state import State

LONG_FIELDS: Final = ("text", "file", "record", "note")
"""Fields in which there are many lines: a list, a match, what somebody protests against."""
INTERNAL: Final = {"inner": True}
"""The metadata of a field that nobody says over the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActContext:
    """What an act is done to: the state and the facts behind it, at what time, by whom, and why."""

    state: State
    facts: Sequence[TournamentEvent]
    at: datetime
    by: str = "desk"
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFacts:
    """What an act puts on record. A reason of its own is used where nobody gave one."""

    bodies: tuple[EventBody, ...]
    supersedes: TournamentEventId | None = None
    base: int | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()
    """What is to be said before it is on record."""
    asked: tuple[str, ...] = ()
    """Questions about what was given; where they were shown before it is done, nobody is asked a second time."""
    by: str | None = None
    """Another name for who says it: a second word of one source stands beside its first."""


def record_only(*bodies: EventBody) -> NewFacts:
    """Nothing but these."""
    return NewFacts(bodies=bodies)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskAct:
    """One verb. `do` is its name; the fields are what somebody says to it."""

    do: ClassVar[str]
    has_consequences: ClassVar[bool] = False
    """Whether what else changes by it is told too."""
    affects_tables: ClassVar[bool] = False
    """Whether of that at least what concerns those who are at tables is told."""

    def new_facts(self, asked: ActContext) -> NewFacts:
        """What it puts on record; `CarromError` or a refusal where that cannot be."""
        raise NotImplementedError

    def said(self, before: State, after: State, told: NewFacts) -> list[str]:
        """What was done, in sentences."""
        return []

    def is_grave(self, state: State) -> bool:
        """Whether it takes something away that people rely on, so that it is asked for twice."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An act that can be: the facts with their numbers, the state after them, and what is said of it."""

    before: State
    state: State
    facts: tuple[TournamentEvent, ...]
    asked: tuple[str, ...]
    said: tuple[str, ...]
    changes: tuple[Effect, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of tables and trees that it changes: `- ` as they were, `+ ` as they are."""
        return difference_between(self.before, self.state)


def carry_out(act: DeskAct, asked: ActContext, *, is_trial: bool = False) -> Done | Refused:
    """Do an act: what it leads to, or why it may not be. Nothing is stored. Raises `CarromError` where it is not clear
    what is meant.

    What a trial changes is told of every act; else only of those that say so, of some no more than what is at tables.
    """
    state = asked.state
    try:
        if asked.reason and looks_like_result(asked.reason):
            refuse("no-reason", f"{asked.reason!r} is a result, and no reason: say in words why.")
        said = (
            getattr(act, one.name) for one in fields(act) if one.metadata != INTERNAL and one.name not in LONG_FIELDS
        )
        check_characters(asked.reason or "", is_long=True)
        check_typed_text(state, *said)
        told = act.new_facts(asked)
        reason = asked.reason or told.reason
        facts: list[TournamentEvent] = []
        for id, body in zip(event_ids(), told.bodies, strict=False):
            fact = TournamentEvent(
                id=id,
                n=state.version + 1,
                at=asked.at,
                by=told.by or asked.by,
                body=body,
                reason=reason,
                supersedes=told.supersedes,
                base=told.base,
            )
            if is_quarantined(state, fact):
                return _set_aside(asked.facts, fact.by)
            step = admit(state, fact)
            if isinstance(step, Refused):
                return step
            state = step.state
            facts.append(fact)
        outcome = [*told.notes, *act.said(asked.state, state, told)]
    except RefusedError as error:
        return error.refused
    shows_all = is_trial or act.has_consequences
    shows = (shows_all or act.affects_tables) and bool(facts) and bool(asked.state.draws)
    changes = consequences(asked.state, state) if shows else ()
    changes = tuple(one for one in changes if shows_all or one.kind == "call")
    return Done(
        before=asked.state, state=state, facts=tuple(facts), asked=told.asked, said=tuple(outcome), changes=changes
    )


def _set_aside(facts: Sequence[TournamentEvent], by: str) -> Refused:
    """Nobody is told that something is done which would be set aside: he would play on, and find nothing of it."""
    told = [one.n for one in facts if isinstance(one.body, SourceRevoked) and one.body.source == by]
    since = f" since fact {told[-1]}, until somebody takes that back" if told else ""
    return Refused("set-aside", None, f"Nothing was done: what {by} says is set aside{since}.")
