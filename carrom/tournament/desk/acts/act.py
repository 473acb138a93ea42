"""Desk acts: from what a user enters to the tournament events it records, for the command line and the server alike.

An act returns its new events; `carry_out` applies them to a state or returns a refusal. Nothing is stored here.
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
"""Fields that may hold many lines, such as an entry list, a match record or a protest."""
INTERNAL: Final = {"inner": True}
"""Metadata of fields that are not sent over the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActContext:
    state: State
    facts: Sequence[TournamentEvent]
    at: datetime
    by: str = "desk"
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFacts:
    """The tournament events to record. `reason` is used if the user gave none."""

    bodies: tuple[EventBody, ...]
    supersedes: TournamentEventId | None = None
    base: int | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    """Questions about the input, for which a preview asks for an answer."""
    by: str | None = None
    """Another author, for a second version from the same source."""


def record_only(*bodies: EventBody) -> NewFacts:
    return NewFacts(bodies=bodies)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskAct:
    """One verb of the desk. `do` is its name; the fields are its arguments."""

    do: ClassVar[str]
    has_consequences: ClassVar[bool] = False
    """Whether its other effects are shown when it is carried out."""
    affects_tables: ClassVar[bool] = False
    """Whether at least its effects on matches at tables are shown."""

    def new_facts(self, context: ActContext) -> NewFacts:
        """Return the events to record, or raise `CarromError` or `RefusedError`."""
        raise NotImplementedError

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        """Return messages that report the outcome."""
        return []

    def is_grave(self, state: State) -> bool:
        """Return whether the act needs confirmation, because it takes away what people rely on."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The outcome of an act: numbered events, the state after them, messages and effects."""

    before: State
    state: State
    facts: tuple[TournamentEvent, ...]
    questions: tuple[str, ...]
    messages: tuple[str, ...]
    changes: tuple[Effect, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Changed lines of tables and brackets: `- ` before, `+ ` after."""
        return difference_between(self.before, self.state)


def carry_out(act: DeskAct, context: ActContext, *, is_trial: bool = False) -> Done | Refused:
    """Apply an act without storing it. Raises `CarromError` if the input is unclear.

    A trial lists all effects. Otherwise `has_consequences` and `affects_tables` decide which effects are listed.
    """
    state = context.state
    try:
        if context.reason and looks_like_result(context.reason):
            refuse("no-reason", f"{context.reason!r} is a result, and no reason: say in words why.")
        typed = (
            getattr(act, one.name) for one in fields(act) if one.metadata != INTERNAL and one.name not in LONG_FIELDS
        )
        check_characters(context.reason or "", is_long=True)
        check_typed_text(state, *typed)
        new = act.new_facts(context)
        reason = context.reason or new.reason
        facts: list[TournamentEvent] = []
        for id, body in zip(event_ids(), new.bodies, strict=False):
            fact = TournamentEvent(
                id=id,
                n=state.version + 1,
                at=context.at,
                by=new.by or context.by,
                body=body,
                reason=reason,
                supersedes=new.supersedes,
                base=new.base,
            )
            if is_quarantined(state, fact):
                return _set_aside(context.facts, fact.by)
            step = admit(state, fact)
            if isinstance(step, Refused):
                return step
            state = step.state
            facts.append(fact)
        messages = [*new.notes, *act.messages(context.state, state, new)]
    except RefusedError as error:
        return error.refused
    shows_all = is_trial or act.has_consequences
    shows = (shows_all or act.affects_tables) and bool(facts) and bool(context.state.draws)
    changes = consequences(context.state, state) if shows else ()
    changes = tuple(one for one in changes if shows_all or one.kind == "call")
    return Done(
        before=context.state,
        state=state,
        facts=tuple(facts),
        questions=new.questions,
        messages=tuple(messages),
        changes=changes,
    )


def _set_aside(facts: Sequence[TournamentEvent], by: str) -> Refused:
    """Return the refusal for a revoked source, so that its sender does not believe the act was recorded."""
    revoked = [one.n for one in facts if isinstance(one.body, SourceRevoked) and one.body.source == by]
    since = f" since fact {revoked[-1]}, until somebody takes that back" if revoked else ""
    return Refused("set-aside", None, f"Nothing was done: what {by} says is set aside{since}.")
