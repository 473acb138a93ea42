"""A desk for tests: records events, one minute apart, and keeps the state."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from carrom.base.errors import Refused
from carrom.tournament.desk.decisions import Task, tasks
from carrom.tournament.desk.drawing import draw_stage, publication
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.admission import admit
from carrom.tournament.model.definition import (
    Competition,
    CompetitionId,
    Definition,
    Overrides,
    ProtestRules,
    Stage,
    StageId,
)
from carrom.tournament.model.events import (
    EntryRecorded,
    EventBody,
    PersonRecorded,
    ResultGiven,
    StageDrawn,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId

DAY = date(2024, 11, 5)
GROUPS = StageKey(CompetitionId("S"), StageId("groups"))
KNOCKOUT = StageKey(CompetitionId("S"), StageId("knockout"))


def groups_then_knockout(groups: int = 1, advance: int = 2, minutes: int | None = None, **changes: Any) -> Definition:
    one_game = Overrides(games=1, boards_until="always", minutes=minutes)
    first = Stage(
        id=StageId("groups"),
        format="groups",
        rulebook="icf",
        overrides=one_game,
        policy=POLICIES["vkk"],
        groups=groups,
        advance=advance,
        **changes,
    )
    second = Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=one_game)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(first, second))
    return Definition(name="Test", day=DAY, events=(event,), protests=ProtestRules(minutes=30, fee=500))


class Desk:
    """A tournament and its log; `at` sets the clock time of an event."""

    def __init__(self, definition: Definition) -> None:
        self.state = State()
        self.facts: list[TournamentEvent] = []
        self.clock = datetime(2024, 11, 5, 9, 0)
        self.record(TournamentCreated(definition=definition))

    def fact(self, body: EventBody, *, at: str | None = None, **more: Any) -> TournamentEvent:
        self.clock += timedelta(minutes=1)
        when = self.clock if at is None else datetime.fromisoformat(f"2024-11-05T{at}:00")
        name = more.pop("id", f"f{len(self.facts) + 1}")
        return TournamentEvent(id=TournamentEventId(name), at=when, body=body, **more)

    def tell(self, body: EventBody, **more: Any) -> Refused | State:
        return self.hand(self.fact(body, **more))

    def hand(self, fact: TournamentEvent) -> Refused | State:
        step = admit(self.state, fact)
        if isinstance(step, Refused):
            return step
        if not step.is_repeated:
            self.facts.append(fact)
        self.state = step.state
        return step.state

    def record(self, body: EventBody, **more: Any) -> TournamentEventId:
        answer = self.tell(body, **more)
        assert isinstance(answer, State), answer
        return self.facts[-1].id

    def refused(self, body: EventBody, **more: Any) -> str:
        answer = self.tell(body, **more)
        assert isinstance(answer, Refused), "was not refused"
        return answer.code

    def enter(self, names: str) -> None:
        for name in names.split():
            self.record(PersonRecorded(person=Person(id=PersonId(name), name=name)))
            self.record(
                EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(name), members=(PersonId(name),)))
            )

    def draw(self, key: StageKey, random: str | None = None) -> StageDrawn:
        drawn = draw_stage(self.state, key, random=random)
        self.record(drawn)
        return drawn

    def publish(self, key: StageKey, **more: Any) -> None:
        self.record(publication(self.state, key), **more)

    @property
    def tasks(self) -> list[Task]:
        return tasks(self.view)

    @property
    def view(self) -> TournamentNow:
        return TournamentNow(self.state)

    def match(self, one: str, other: str, key: StageKey = GROUPS) -> MatchId:
        for record in self.state.in_stage(key):
            if set(self.view.sides(record.fixture.id)) == {one, other}:
                return record.fixture.id
        raise AssertionError(f"{one} and {other} do not meet")

    def given(self, one: str, other: str, *score: int, key: StageKey = GROUPS, **more: Any) -> ResultGiven:
        """Return a result with the sides named in any order; the draw's order is restored."""
        match = self.match(one, other, key)
        a, b = self.view.sides(match)
        assert a is not None
        assert b is not None
        is_turned = a != one

        def turned(pair: Sequence[int] | None) -> Any:
            return None if pair is None else tuple(reversed(pair)) if is_turned else tuple(pair)

        return ResultGiven(
            match=match, a=a, b=b, score=turned(score or None), extra=turned(more.pop("extra", None)), **more
        )

    def play(self, one: str, other: str, *score: int, key: StageKey = GROUPS, **more: Any) -> TournamentEventId:
        return self.record(self.given(one, other, *score, key=key, **more))


class FourInATree:
    """Four players: the matches of two groups are played, two semi-finals and the final are not."""

    def __init__(self) -> None:
        self.desk = Desk(groups_then_knockout(groups=2, advance=2))
        self.desk.enter("A B C D")
        self.desk.draw(GROUPS)
        self.desk.draw(KNOCKOUT)
        for meeting in ("AD", "BC"):
            self.desk.play(*meeting, 25, 5)
        self.semi, self.other, self.final = [record.fixture.id for record in self.desk.state.in_stage(KNOCKOUT)]

    def give(self, match: MatchId, at: str) -> None:
        """Record a win of the first side."""
        a, b = self.desk.view.known_sides(match)
        self.desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 8)), at=at)


def scenario_1() -> Desk:
    """A group of four with all its matches played, and the knockout that it feeds."""
    desk = Desk(groups_then_knockout())
    desk.enter("P Q R S")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.play("P", "Q", 18, 18, extra=(10, 0))
    desk.play("Q", "R", 25, 18)
    desk.play("R", "P", 25, 20)
    desk.play("P", "S", 25, 9)
    desk.play("Q", "S", 25, 20)
    desk.play("R", "S", 25, 17)
    return desk
