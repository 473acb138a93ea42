"""Acts on results: result, correct, shootout, lots, confirm."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar

from carrom.base.errors import CarromError, refuse
from carrom.laws import RULEBOOKS, Rulebook
from carrom.match import Match, Record
from carrom.match.log.record import check_line_count
from carrom.tournament.desk.acts.act import INTERNAL, ActContext, DeskAct, NewFacts, record_only
from carrom.tournament.desk.blockers import check_not_on_hold, is_card_doubtful, protests_against
from carrom.tournament.desk.match_result import SideOrder, match_terms, result_of
from carrom.tournament.desk.match_text import match_sides, match_title
from carrom.tournament.desk.references import find_entry, find_match, find_stage, last_match_at_free_table
from carrom.tournament.desk.typed_result import ResultDetails, typed_result
from carrom.tournament.model.events import (
    EventBody,
    LotsDrawn,
    ResultConfirmed,
    ResultGiven,
    ShootoutPlayed,
    TournamentEventId,
)
from carrom.tournament.model.group_tables import group_shootouts
from carrom.tournament.model.scores import are_results_same, result_text
from carrom.tournament.model.state import MatchRecord, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.explain import shootouts_needed
from carrom.tournament.tables.results import Pair, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveResult(DeskAct):
    """Record the result of a match, typed or from its record: `words` are boards such as a:5+q, or totals such as
    25-18. `match` is its number, or @4 for the match on table 4."""

    do: ClassVar[str] = "result"
    match: str
    words: tuple[str, ...] = ()
    first_break: Side | None = None
    extra: Pair | None = None
    games: Pair | None = None
    walkover: Side | None = None
    law: str | None = None
    retired: Side | None = None
    record: str | None = None
    sides: SideOrder | None = None
    anyway: str | None = None
    provisional: bool = False
    books: Mapping[str, Rulebook] = field(default_factory=lambda: RULEBOOKS, metadata=INTERNAL)

    def new_facts(self, context: ActContext) -> NewFacts:
        over = last_match_at_free_table(context.state, self.match)
        if over is not None and over.result is not None:
            # When results are typed by table number, this must not correct the match before.
            own = over.fixture.id
            is_over = f"no match is on it. The last one there is over: {own}, {result_text(over.result)}"
            correcting = f"To correct that one, write {own} in place of the table."
            refuse("table-free", f"Table {over.table} is free: {is_over}. {correcting}")
        given, reason = self.given(context.state)
        record = find_match(context.state, self.match)
        if record.result is not None and not record.is_under_review and are_results_same(record.result, given):
            # Typing the result that a pad has sent confirms it.
            bodies = () if given.provisional else _confirmation(record)
            return NewFacts(bodies=bodies, notes=(f"{given.match}: it is that already: {result_text(record.result)}",))
        return NewFacts(bodies=(given,), reason=reason)

    def given(self, state: State) -> tuple[ResultGiven, str | None]:
        record = find_match(state, self.match)
        view = TournamentNow(state)
        if not view.have_both_left(record.fixture.id):
            check_not_on_hold(view, record.fixture.id)
        if self.record is None:
            return self._typed(state, record), f"Law {self.law}" if self.law else None
        for name in ("words", "first_break", "extra", "games", "walkover", "law", "retired"):
            if getattr(self, name):
                shown = "score" if name == "words" else name.removeprefix("first_")
                raise CarromError(
                    "result-or-record", f"the record tells the result: leave the {shown} out, or the record"
                )
        match, terms = self._kept(self.record), match_terms(view, record.fixture.id)
        found = result_of(match, terms, order=self.sides, anyway=self.anyway is not None)
        return replace(found.given, provisional=self.provisional), self.anyway or found.reason

    def _kept(self, text: str) -> Match:
        check_line_count(text)
        return Record.from_text(text, books=self.books).match()

    def _typed(self, state: State, record: MatchRecord) -> ResultGiven:
        if self.sides is not None or self.anyway is not None:
            raise CarromError("record-only", "who is who, and why it is taken anyway, are said of a record")
        details = ResultDetails(**{one.name: getattr(self, one.name) for one in fields(ResultDetails)})
        return typed_result(TournamentNow(state), record.fixture.id, self.words, details)

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [result_message(before, body) for body in facts.bodies if isinstance(body, ResultGiven)]

    def is_grave(self, state: State) -> bool:
        match = find_match(state, self.match).fixture.id
        return self.walkover is not None or is_card_doubtful(TournamentNow(state), match)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectResult(GiveResult):
    """Replace the result of a match. `version` is the match version that the user saw."""

    do: ClassVar[str] = "correct"
    has_consequences: ClassVar[bool] = True
    version: int | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        record = find_match(context.state, self.match)
        given, reason = self.given(context.state)
        if record.result is None:
            raise CarromError("no-result", f"{record.fixture.id} has no result to correct")
        match = record.fixture.id
        if given == record.result and not record.is_under_review:
            refuse("same", f"{match} stands so already: {result_text(given)}. Nothing is corrected.")
        contested = protests_against(TournamentNow(context.state), match, context.at)
        return NewFacts(
            bodies=(given,),
            reason=reason,
            supersedes=record.result_fact,
            base=self.version,
            notes=tuple(f"{match} stands under {why}" for why in contested),
        )

    def is_grave(self, state: State) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordShootout(DeskAct):
    """Record a one-board shoot-out between level entries."""

    do: ClassVar[str] = "shootout"
    a: str
    b: str
    score: Pair
    stage: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        key = find_stage(state, self.stage, wanted="table")
        a, b = (find_entry(state, key.event, name) for name in (self.a, self.b))
        groups = [group for drawn in state.draws.get(key, ()) for group in drawn.groups]
        number = next((n for n, group in enumerate(groups) if a in group), None)
        if number is None:
            raise CarromError("not-in-group", f"{a} is in no group of {state.title(key)}")
        table = TournamentNow(state).tables(key)[number]
        if not table.is_complete:
            refuse("not-over", f"{state.title(key)} is still being played: shoot-outs come after its last match.")
        tied = table.standings.tied
        among = next((group for group in tied if a in group and b in group), None)
        if among is None:
            raise CarromError(
                "not-level", f"{a} and {b} are not level in {state.title(key)}: no shoot-out decides between them"
            )
        return record_only(
            ShootoutPlayed(event=key.event, stage=key.stage, group=number, a=a, b=b, score=self.score, among=among)
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        lines = []
        for body in facts.bodies:
            assert isinstance(body, ShootoutPlayed)
            key = find_stage(before, self.stage, wanted="table")
            winner = body.a if body.score[0] > body.score[1] else body.b
            score = f"{body.a} {body.score[0]} – {body.b} {body.score[1]}"
            lines.append(f"shoot-out of {before.title(key)}: {score}: {winner} wins")
            due = group_shootouts(after, key, body.group).missing(body.among)
            if 0 < len(due) < len(shootouts_needed(body.among)):
                met = ", ".join(f"{one} – {other}" for one, other in due)
                lines.append(f"The series counts when these have met too: {met}")
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLots(DeskAct):
    """Record the lots between entries that two series of shoot-outs left level, in the order drawn."""

    do: ClassVar[str] = "lots"
    order: tuple[str, ...]
    stage: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        key = find_stage(state, self.stage, wanted="table")
        order = tuple(find_entry(state, key.event, name) for name in self.order)
        if not order:
            raise CarromError("order-missing", "say in which order the lots were drawn")
        groups = [group for drawn in state.draws.get(key, ()) for group in drawn.groups]
        number = next((n for n, group in enumerate(groups) if order[0] in group), None)
        if number is None:
            raise CarromError("not-in-group", f"{order[0]} is in no group of {state.title(key)}")
        return record_only(LotsDrawn(event=key.event, stage=key.stage, group=number, order=order))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [after.notices[-1].text]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult(DeskAct):
    """Confirm a result, or choose between two versions under review."""

    do: ClassVar[str] = "confirm"
    match: str
    choice: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        record = find_match(context.state, self.match)
        choice = TournamentEventId(self.choice) if self.choice else record.result_fact
        if choice is None:
            raise CarromError("no-result", f"{record.fixture.id} has no result to confirm")
        if record.is_confirmed and record.result is not None:
            refuse("confirmed", f"{record.fixture.id} is confirmed already: {result_text(record.result)}.")
        return record_only(ResultConfirmed(match=record.fixture.id, choice=choice))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        record = after.matches[find_match(before, self.match).fixture.id]
        return [f"{record.fixture.id}: {result_text(record.result)}; it is confirmed"] if record.result else []


def _confirmation(record: MatchRecord) -> tuple[ResultConfirmed, ...]:
    """Return the desk's confirmation of a result; empty if it is confirmed already."""
    if record.result_fact is None or record.is_confirmed:
        return ()
    return (ResultConfirmed(match=record.fixture.id, choice=record.result_fact),)


def result_message(state: State, given: EventBody) -> str:
    assert isinstance(given, ResultGiven)
    view = TournamentNow(state)
    if state.matches[given.match].fixture.rubber is None:
        return f"{given.match}: {result_text(given)}"
    a, b = match_sides(view, given.match)
    return f"{given.match} {match_title(view, given.match)}: {result_text(given, (a.text, b.text))}"
