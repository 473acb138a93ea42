"""Acts for the committee or the referee: policy, retract, undo, protest, fee, decide, revoke."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from carrom.base.codec import read_at
from carrom.base.errors import CarromError
from carrom.base.parsing import read_json
from carrom.tournament.desk.acts.act import ActContext, DeskAct, NewFacts, record_only
from carrom.tournament.desk.blockers import check_not_on_hold, newly_on_hold
from carrom.tournament.desk.decisions import protest_tasks
from carrom.tournament.desk.hall import read_time
from carrom.tournament.desk.references import find_match, find_stage, on_that_day
from carrom.tournament.model.events import (
    EventBody,
    PolicyChanged,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    Retracted,
    SourceRestored,
    SourceRevoked,
    Undone,
)
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import read_policy
from carrom.tournament.tables.results import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPolicy(DeskAct):
    """Change a stage's order of tie-breaks: vkk, kreeda, icf, or a JSON object; once play has begun only with a
    reason."""

    do: ClassVar[str] = "policy"
    stage: str
    policy: str

    def new_facts(self, context: ActContext) -> NewFacts:
        key = find_stage(context.state, self.stage, wanted="table")
        text = self.policy.strip()
        policy = read_at("policy", read_policy, read_json(text) if text.startswith("{") else text)
        return record_only(PolicyChanged(event=key.event, stage=key.stage, policy=policy))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        if len(after.notices) > len(before.notices):
            return [f"{after.notices[-1].text}"]
        key = find_stage(before, self.stage, wanted="table")
        return [f"{before.title(key)} is ordered by {', '.join(after.policy(key).order)}"]

    def is_grave(self, state: State) -> bool:
        return state.is_in_use(find_stage(state, self.stage, wanted="table"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RetractFact(DeskAct):
    """Take back an event recorded by mistake, given by its number in the log or its id."""

    do: ClassVar[str] = "retract"
    has_consequences: ClassVar[bool] = True
    fact: str

    def new_facts(self, context: ActContext) -> NewFacts:
        body = self.taken(context.state)
        if isinstance(body, SourceRevoked):
            return record_only(SourceRestored(source=body.source))
        event = next(one for one in context.facts if self.fact in (str(one.n), one.id))
        return record_only(Retracted(fact=event.id))

    def taken(self, state: State) -> EventBody:
        for n, (id, body) in enumerate(state.seen.items(), 1):
            if self.fact in (str(n), id):
                return body
        raise CarromError("no-such-entry", f"there is no fact {self.fact!r}")

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [f"{after.notices[-1].text}"]

    def is_grave(self, state: State) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(DeskAct):
    """Undo the last act, of any kind; repeat to go further back. An imported list, a line-up or people checked in
    together are one act. `last` is the number of the log entry that the user expects to be the last."""

    do: ClassVar[str] = "undo"
    has_consequences: ClassVar[bool] = True
    last: int | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        if not context.state.past:
            raise CarromError("nothing-to-undo", "there is nothing to undo")
        act = context.state.past[0]
        if self.last not in (None, act.last_event.n):
            raise CarromError(
                "undo-of-another",
                f"the last act that can be undone is fact {act.last_event.n} by now, and not {self.last}",
            )
        return record_only(Undone(fact=act.fact, since=act.first if act.count > 1 else None))

    def taken(self, state: State) -> EventBody:
        """Return the last event of the act that is undone."""
        return state.seen[state.past[0].fact]

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [f"{notice.text}" for notice in after.notices[len(before.notices) :]]

    def is_grave(self, state: State) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordProtest(DeskAct):
    """Lodge a protest against a match in play or over. `over` is when the board ended."""

    do: ClassVar[str] = "protest"
    match: str
    side: Side
    board: int
    text: str
    game: int | None = None
    over: str | None = None
    signed: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        over = None if self.over is None else on_that_day(read_time(self.over), context.at.date())
        match = find_match(context.state, self.match).fixture.id
        check_not_on_hold(TournamentNow(context.state), match)
        return record_only(
            ProtestLodged(
                protest=ProtestId(f"P{len(context.state.protests) + 1}"),
                match=match,
                side=self.side,
                board=self.board,
                text=self.text,
                game=self.game,
                over=over,
                signed_by=self.signed,
            )
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        stops = newly_on_hold(TournamentNow(before), TournamentNow(after))  # at once, where no fee is due
        return [after.notices[-1].text, *_protest_lines(after, list(after.protests)[-1]), *stops]


@dataclass(frozen=True, slots=True, kw_only=True)
class PayProtestFee(DeskAct):
    """Record the payment of a protest fee."""

    do: ClassVar[str] = "fee"
    protest: str
    amount: int

    def new_facts(self, context: ActContext) -> NewFacts:
        return record_only(ProtestFeePaid(protest=ProtestId(self.protest.upper()), amount=self.amount))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        name = ProtestId(self.protest.upper())
        status = after.protests[name].status
        late = " It is not heard: dismiss it, and the fee is given back." if status == "late" else ""
        paid = f"The fee of {self.amount} for {name} is paid; the protest is {status}.{late}"
        return [paid, *_protest_lines(after, name), *newly_on_hold(TournamentNow(before), TournamentNow(after))]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideProtest(DeskAct):
    """Uphold or dismiss a protest."""

    do: ClassVar[str] = "decide"
    has_consequences: ClassVar[bool] = True
    protest: str
    decision: Literal["upheld", "dismissed"]

    def new_facts(self, context: ActContext) -> NewFacts:
        return record_only(ProtestJudged(protest=ProtestId(self.protest.upper()), upheld=self.decision == "upheld"))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [after.notices[-1].text]

    def is_grave(self, state: State) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeSource(DeskAct):
    """Revoke a pad's link. Whatever it still sends is set aside."""

    do: ClassVar[str] = "revoke"
    source: str

    def new_facts(self, context: ActContext) -> NewFacts:
        if self.source in context.state.revoked:
            raise CarromError("revoked-already", f"what {self.source} sends is set aside already")
        return record_only(SourceRevoked(source=self.source))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [f"What {self.source} still sends is set aside"]


def _protest_lines(state: State, name: ProtestId) -> list[str]:
    return [text for _, text in protest_tasks(state) if text.startswith(f"Protest {name} ")]
