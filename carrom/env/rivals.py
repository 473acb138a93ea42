"""Who sits opposite, on many boards at once: the aimer as arrays, anybody else one board after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from carrom.env.opponents import opponent_of
from carrom.equipment import Seat
from carrom.match.parties import PlayerId
from carrom.physics import Profile
from carrom.play import Contestant, Luck, Player, Skill, View
from carrom.play.many.boards import PARTIES, Boards
from carrom.play.many.rows import position_of
from carrom.play.sight import Floats, Ints
from carrom.players.mind.aimer_many import AimedStrokes
from carrom.players.rungs.simple import Aimer

RIVAL = PlayerId("b")
_SEAT = Seat.NORTH


class Rival(Protocol):
    """Whoever strikes for party b."""

    def strokes(self, boards: Boards, rows: Ints) -> Floats:
        """What he intends in these rows, where it is his turn, as he sees it."""
        ...


@dataclass(frozen=True, slots=True)
class AnyPlayer:
    """A player who is asked about one board after the other, as a match asks him."""

    contestant: Contestant
    rival: Skill
    profile: Profile

    def strokes(self, boards: Boards, rows: Ints) -> Floats:
        out = np.empty((len(rows), 4))
        for index, row in enumerate(rows.tolist()):
            luck = Luck((int(boards.seeds[row]),)).mind(RIVAL, int(boards.strokes[row]))
            stroke = self.contestant.player.stroke(self.view(boards, row), luck)
            out[index] = *_SEAT.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed
        return out

    def view(self, boards: Boards, row: int) -> View:
        """A board as he sees it when it is his turn."""
        return View(
            position=position_of(boards.places[row]),
            seat=_SEAT,
            colour="white" if PARTIES[boards.breaker[row]] == RIVAL.party else "black",
            situation=boards.cases.standings[boards.standing[row]].situation,
            rulebook=boards.cases.rulebook,
            skill=self.contestant.skill,
            rival=self.rival,
            profile=self.profile,
            next_seat=_SEAT.opposite,
            to_strike=_SEAT,
        )


def rival_of(given: Player | str, skill: Skill, agent: Skill, profile: Profile) -> tuple[Contestant, Rival]:
    """A player by himself or by name, with his hand."""
    contestant = Contestant(opponent_of(given), skill)
    if type(contestant.player) is Aimer:
        return contestant, AimedStrokes(skill, profile)
    return contestant, AnyPlayer(contestant, agent, profile)
