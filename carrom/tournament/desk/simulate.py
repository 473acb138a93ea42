"""Play a tournament with random results, to see how long it takes and what its tables look like.

Every entry gets a random strength; boards are decided by strength and luck and scored by the stage's format. The same
seed gives the same tournament. The real file is not touched.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from math import exp

from carrom.base.errors import Refused
from carrom.match.scoring import Score
from carrom.tournament.desk.drawing import draw_stage, publication
from carrom.tournament.draws.bracket import Fixture
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.definition import Stage
from carrom.tournament.model.events import (
    BoardPoints,
    EventBody,
    LotsDrawn,
    ResultGiven,
    ShootoutPlayed,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.scores import with_games
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TO_PLAY, TournamentNow
from carrom.tournament.tables.explain import shootouts_needed
from carrom.tournament.tables.results import EntryId, Side

_ENDLESS = 60  # boards; a game without a limit ends long before


class Simulation:
    def __init__(self, state: State, *, seed: int = 1) -> None:
        self.state = state
        self._luck = random.Random(seed)
        self._strength: dict[str, float] = {}
        self._clock = datetime.combine(state.announced.day, datetime.min.time()) + timedelta(hours=9)
        self._number = state.version

    def facts(self) -> Iterator[TournamentEvent]:
        """Draw, publish, play and decide each stage in order."""
        for event in self.state.announced.events:
            if not self.state.entries.get(event.id) or TournamentNow(self.state).is_cancelled(event):
                continue
            for stage in event.stages:
                yield from self._stage(StageKey(event.id, stage.id))

    def _stage(self, key: StageKey) -> Iterator[TournamentEvent]:
        stage = self.state.stage(key)
        while True:
            if not self.state.draws.get(key):
                yield self._record(draw_stage(self.state, key, random=str(self._luck.randrange(10**6))))
            if key not in self.state.published:
                yield self._record(publication(self.state, key))
            yield from self._matches(key)
            yield from self._shootouts(key)
            if stage.form.is_whole(stage, len(self.state.draws[key])):
                return
            yield self._record(draw_stage(self.state, key, random=str(self._luck.randrange(10**6))))

    def _matches(self, key: StageKey) -> Iterator[TournamentEvent]:
        for record in self.state.in_stage(key):
            match = record.fixture.id
            view = TournamentNow(self.state)
            if view.status(match) not in ("ready", "called"):
                continue
            a, b = view.sides(match)
            if a is not None and b is not None:
                # In a team, each rubber's player has their own strength.
                rubber = record.fixture.rubber or ""
                one, other = (self._level(f"{side} {rubber}".strip()) for side in (a, b))
                yield self._record(self._result(record.fixture, a, b, self.state.stage(key), one - other))

    def _shootouts(self, key: StageKey) -> Iterator[TournamentEvent]:
        if self.state.stage(key).policy is None or "shootout" not in self.state.policy(key).order:
            return
        for number in range(len(TournamentNow(self.state).tables(key))):
            while tied := self._tied(key, number):
                if tied in TournamentNow(self.state).tables(key)[number].standings.for_lots:
                    order = list(tied)
                    self._luck.shuffle(order)
                    yield self._record(LotsDrawn(event=key.event, stage=key.stage, group=number, order=tuple(order)))
                    continue
                for a, b in shootouts_needed(tied):
                    one, other = EntryId(a), EntryId(b)
                    points = 1 + self._luck.randrange(12)
                    score = (points, 0) if self._a_wins(self._level(a) - self._level(b)) else (0, points)
                    yield self._record(
                        ShootoutPlayed(
                            event=key.event, stage=key.stage, group=number, a=one, b=other, score=score, among=tied
                        )
                    )

    def _tied(self, key: StageKey, number: int) -> tuple[EntryId, ...]:
        table = TournamentNow(self.state).tables(key)[number]
        for group in table.standings.tied:
            if table.standings.rank(group[0]) <= table.decisive:
                return group
        return ()

    def _result(self, fixture: Fixture, a: EntryId, b: EntryId, stage: Stage, edge: float) -> ResultGiven:
        score = Score(stage.format_in(fixture.round), "a")
        boards: list[BoardPoints] = []
        while score.winner is None:
            if score.game.boards == _ENDLESS:
                score = score.with_time_up()
                continue
            board = self._board(stage.book_in(fixture.round).most_points, edge)
            boards.append(replace(board, extra=score.is_extra, game=score.number))
            score = score.with_board(board.winner, board.points)
        given = with_games(ResultGiven(match=fixture.id, a=a, b=b), score.games, score.format)
        return replace(given, boards=tuple(boards)) if score.format.games == 1 else replace(given, extra=None)

    def _board(self, most: int, edge: float) -> BoardPoints:
        winner: Side = "a" if self._a_wins(edge) else "b"
        pieces = min(9, 1 + int(self._luck.expovariate(0.3)))
        queen = most - 9 if self._luck.random() < 0.6 else 0
        return BoardPoints(winner=winner, points=pieces + queen)

    def _a_wins(self, edge: float) -> bool:
        return self._luck.random() < 1 / (1 + exp(-edge))

    def _level(self, player: str) -> float:
        if player not in self._strength:
            self._strength[player] = self._luck.gauss(0, 0.7)
        return self._strength[player]

    def _record(self, body: EventBody) -> TournamentEvent:
        self._number += 1
        self._clock += timedelta(minutes=1)
        fact = TournamentEvent(
            id=TournamentEventId(f"simulated-{self._number}"),
            at=self._clock,
            by="simulation",
            body=body,
            n=self._number,
        )
        step = apply_event(self.state, fact)
        if isinstance(step, Refused):
            raise AssertionError(f"the simulation told what cannot be: {step.text}")
        self.state = step.state
        return fact


def matches_to_play(state: State) -> int:
    view = TournamentNow(state)
    return sum(view.status(match) in TO_PLAY for match in state.matches)
