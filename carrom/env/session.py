"""One board where some strokes come from outside."""

import numpy as np

from carrom.equipment import has_striker_room
from carrom.laws import Rulebook
from carrom.match import BoardResult, ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.match.parties import PlayerId
from carrom.physics import Profile, Stroke
from carrom.play import (
    Contestant,
    Luck,
    Perception,
    PlainManners,
    Player,
    Seating,
    Skill,
    execute,
    next_act,
    player_view,
    strike,
)
from carrom.play.seating import is_rack_exact


class ExternalPlayer(PlainManners):
    """Placeholder for an agent: its strokes come from outside."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise LookupError("the stroke of an agent is not asked for, it is given")


class BoardSession:
    """A board in progress. `opponent` plays party b; without one all strokes come from outside."""

    def __init__(
        self,
        *,
        book: Rulebook,
        profile: Profile,
        skill: Skill,
        opponent: Player | None = None,
        opponent_skill: Skill | None = None,
        is_doubles: bool = False,
        breaker: Party = "a",
        seed: int = 0,
        most_strokes: int = 300,
    ) -> None:
        mine = Contestant(ExternalPlayer(), skill)
        theirs = mine if opponent is None else Contestant(opponent, opponent_skill or skill)
        seats = 2 if is_doubles else 1
        self.seating = Seating(ByParty((mine,) * seats, (theirs,) * seats), profile)
        self.outside = ("a", "b") if opponent is None else ("a",)
        self.luck = Luck((seed,))
        self.strokes = 0
        self.most_strokes = most_strokes
        self.match = Match.start(Setup(book, is_doubles=is_doubles)).play(acts.Toss(breaker))
        self._go_on()

    @property
    def result(self) -> BoardResult | None:
        return self.match.course.boards[0] if self.match.course.boards else None

    @property
    def is_cut_off(self) -> bool:
        return self.result is None and self.strokes >= self.most_strokes

    @property
    def turn(self) -> PlayerId:
        """The agent to strike; after the end, the last one."""
        return self._turn

    def view(self, person: PlayerId) -> Perception:
        return player_view(self._seen, self.seating, person)

    def execute(self, stroke: Stroke) -> Stroke:
        view = self.view(self._turn)
        fastest = self.seating.profile.max_speed
        luck = self.luck.hand(self.strokes)
        return execute(stroke, view.skill, luck, position=view.position, seat=view.seat, max_speed=fastest)

    def strike(self, stroke: Stroke) -> acts.StrokeMade:
        """Execute the agent's intended stroke, and everything up to the next stroke from outside."""
        made = self.execute(stroke)
        act = strike(self.match, made, profile=self.seating.profile).act
        return self.settle(act)

    def settle(self, act: acts.StrokeMade) -> acts.StrokeMade:
        """Apply the agent's stroke, and everything up to the next stroke from outside."""
        self._apply(act)
        self._go_on()
        return act

    def _go_on(self) -> None:
        while self.result is None and not self.is_cut_off and not self._is_waiting():
            self._apply(next_act(self.match, self.seating, self.luck, self.strokes))

    def _is_waiting(self) -> bool:
        board = self.match.board
        if self.match.phase != "stroke" or board is None or board.turn.party not in self.outside:
            return False
        if is_rack_exact(self.match, self.seating.rack_gap):
            return False
        return board.position is not None and has_striker_room(board.position, self.match.course.seat(board.turn))

    def _apply(self, act: acts.Act) -> None:
        self.strokes += isinstance(act, acts.StrokeMade)
        self.match = self.match.play(act)
        if self.match.board is not None and self.match.board.position is not None:
            # The position before the board was cleared away.
            self._seen = self.match
            if self.match.phase == "stroke":
                self._turn = self.match.board.turn
