"""`carrom/Versus-v1`: boards by the Laws against a player.

A board lost before the agent's first stroke is an episode that ends in its first step.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, ClassVar, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from carrom.env.array_env import ArrayEnv, Info, SingleEnv
from carrom.env.candidate_actions import CandidateSet, find_candidates
from carrom.env.clear import condition_features
from carrom.env.session import ExternalPlayer
from carrom.env.settings import as_rulebook, as_skill, check_choice, check_fraction, make_opponent
from carrom.equipment import Seat
from carrom.equipment.due_place import INNERMOST, OUTERMOST
from carrom.laws import Rulebook
from carrom.match import ByParty
from carrom.match.parties import PlayerId
from carrom.physics import Profile
from carrom.play import Contestant, Luck, Perception, Player, Skill
from carrom.play.batch.boards import PARTIES, Boards, StrokesMade
from carrom.play.batch.counter_rng import uniform_numbers
from carrom.play.batch.layouts import BLACK, WHITE, position_of
from carrom.play.seating import Seating
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.evaluation.value_network import (
    context_features,
    learned_value,
    order_pieces,
    queen_values,
    skill_feature,
    surface_features,
)
from carrom.players.levels.basic import Aimer
from carrom.players.levels.batch import BatchAimer

RIVAL = PlayerId("b")
_SEAT = Seat.NORTH

REWARDS: Final = ("points", "win", "worth")
DUES: Final = ("plain", "agent")
_LANE: Final = 180  # lane of random numbers: who breaks
_RINGS: Final = (INNERMOST, OUTERMOST)
WISHES: Final = np.array([(r * cos(k * pi / 4), r * sin(k * pi / 4)) for r in _RINGS for k in range(8)])
"""Places for due pieces, structured actions 1 to 16; action 0 forgoes them."""
_OTHERS: Final = np.array([*range(9, 18), *range(9), 18])
_SWAPPED_QUEEN: Final = np.array([0, 1, 3, 2])


class Rival(Protocol):
    """Party b on many boards."""

    def strokes(self, boards: Boards, rows: Ints) -> Floats:
        """Strokes intended in these rows, where it is its turn, from its seat."""
        ...


@dataclass(frozen=True, slots=True)
class OneByOneRival:
    """A player asked one board at a time."""

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

    def view(self, boards: Boards, row: int) -> Perception:
        return Perception(
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


def make_rival(given: Player | str, skill: Skill, agent: Skill, profile: Profile) -> tuple[Contestant, Rival]:
    contestant = Contestant(make_opponent(given), skill)
    if type(contestant.player) is Aimer:
        return contestant, BatchAimer(skill, profile)
    return contestant, OneByOneRival(contestant, agent, profile)


class VersusVector(ArrayEnv):
    """Agents sit south. Reward `points`: the board's points at its end, negative if lost; `win`: 1 or −1; `worth`:
    points, shaped by the learned value as a potential with discount `gamma`.

    `dues="agent"`: a step of its own asks where to place the rival's due pieces. `"plain"`: at random lawful
    places, never forgone. `explain` adds laws and value of every stroke to the infos.
    """

    state_size: ClassVar[int] = 23

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponent: Player | str = "aimer",
        level: Skill | str = "club",
        opponent_level: Skill | str | None = None,
        book: Rulebook | str = "icf",
        profile: Profile | str = "club",
        most_strokes: int = 300,
        actions: str = "raw",
        dues: str = "plain",
        reward: str = "points",
        gamma: float = 1.0,
        explain: bool = False,
        statistics: bool = True,
        render_mode: str | None = None,
    ) -> None:
        asks = check_choice("dues", dues, DUES) == "agent"
        super().__init__(
            num_envs,
            level=level,
            profile=profile,
            most_strokes=most_strokes,
            actions=actions,
            statistics=statistics,
            render_mode=render_mode,
            due_choices=len(WISHES) + 1 if asks else 0,
        )
        self._reward, self._explain = check_choice("reward", reward, REWARDS), explain
        self._gamma = check_fraction("gamma", gamma)
        other = as_skill(level if opponent_level is None else opponent_level)
        rulebook = as_rulebook(book)
        contestant, self.rival = make_rival(opponent, other, self.skill, self.profile)
        seating = Seating(ByParty((Contestant(ExternalPlayer(), self.skill),), (contestant,)), self.profile)
        self.boards = Boards(self.num_envs, rulebook=rulebook, seating=seating, asks=0 if asks else None)
        self._hands = np.array([skill_feature(self.skill), skill_feature(other)])
        self._prizes = np.array(queen_values(rulebook, 0, 0))
        self._known = (*condition_features(self.skill, self.profile), min(other.angle / 5, 1.0))
        self._worth = np.zeros(self.num_envs)

    def _begin(self, rows: Ints, seeds: Ints, options: dict[str, Any]) -> Info:
        chances = uniform_numbers(seeds, np.zeros_like(seeds), _LANE + 1)[:, _LANE]
        breaks = np.full(len(rows), bool(options["breaks"])) if "breaks" in options else chances < 0.5
        self.boards.begin(rows, seeds, np.where(breaks, 0, 1))
        self._go_on(rows)
        if self._needs_values:
            self._worth[rows] = self.worth(rows)
        return {"breaks": breaks, "lost_before_first_stroke": self.boards.over[rows]}

    def _play(self, rows: Ints, actions: NDArray[Any]) -> tuple[Floats, Bools, Bools, Info]:
        boards = self.boards
        going = ~boards.over[rows]
        asked = going & (boards.due[rows] > 0)
        striking = np.flatnonzero(going & ~asked)
        info: Info = {"intended": np.zeros((len(rows), 4)), "executed": np.zeros((len(rows), 4))}
        struck = None
        if asked.any():
            boards.answer(rows[asked], *self._wishes(actions[asked]))
        if len(striking):
            strikers = rows[striking]
            intended = self._strokes(strikers, boards.places[strikers], actions[striking])
            struck = boards.strike(strikers, intended)
            info["intended"][striking], info["executed"][striking] = intended, struck.strokes
        self._tell(info, struck, striking, len(rows))
        self._go_on(rows[going])
        over = boards.over[rows]
        cut_off = ~over & (boards.strokes[rows] >= self.most_strokes)
        points = np.where(over, boards.points[rows], 0.0)
        rewards = np.sign(points) if self._reward == "win" else points
        if self._needs_values:
            now = self.worth(rows)
            if self._reward == "worth":
                rewards = rewards + self._gamma * now - self._worth[rows]
            self._worth[rows] = info["value"] = now
        info |= {"strokes": boards.strokes[rows], "points": points, "due": boards.due[rows]}
        return rewards, over, cut_off, info

    @property
    def _needs_values(self) -> bool:
        """Whether the learned value of boards is shown or part of the reward."""
        return self._explain or self._reward == "worth"

    def _tell(self, info: Info, struck: StrokesMade | None, at: Ints, count: int) -> None:
        for name in ("own", "opponent", "queen", "striker", "touched"):
            info[name] = np.zeros(count, dtype=np.int64 if name in ("own", "opponent") else bool)
            if struck is not None:
                info[name][at] = getattr(struck, name)
        if self._explain:
            info["law"] = np.full(count, "", dtype=object)
            if struck is not None:
                pairs = zip(struck.before.tolist(), struck.codes.tolist(), strict=True)
                info["law"][at] = [" ".join(self.boards.cases.laws(*pair)) for pair in pairs]

    def _go_on(self, rows: Ints) -> None:
        boards = self.boards
        while True:
            waits = boards.over[rows] | (boards.turn[rows] == 0) | (boards.due[rows] > 0)
            rows = rows[~waits & (boards.strokes[rows] < self.most_strokes)]
            if not len(rows):
                return
            boards.strike(rows, self.rival.strokes(boards, rows))

    def _wishes(self, actions: NDArray[Any]) -> tuple[Bools, Floats]:
        if self.is_structured:
            wish = actions[:, 3]
            return wish == 0, WISHES[np.maximum(wish, 1) - 1]
        return actions[:, 3] > 0, actions[:, 4:6]

    def worth(self, rows: Ints) -> Floats:
        """Points that agents can expect by the learned value; 0 after the end."""
        boards = self.boards
        out = np.zeros(len(rows))
        going = np.flatnonzero(~boards.over[rows])
        rows = rows[going]
        if len(rows):
            turn = boards.turn[rows]
            both = np.stack((turn, 1 - turn), axis=1)
            surface = surface_features(self.profile)
            context = context_features(
                boards.cases.columns, boards.standing[rows], self._hands[both], self._prizes[both], surface
            )
            whose, places = order_pieces(turn == boards.breaker[rows], boards.seen(rows))
            out[going] = learned_value().points(places, whose, context) * np.where(turn == 0, 1.0, -1.0)
        return out

    def _places(self) -> Floats:
        return self.boards.places

    def _pieces(self) -> Floats:
        boards = self.boards
        return np.where((boards.breaker == 0)[:, None, None], boards.places, boards.places[:, _OTHERS])

    def _state(self) -> NDArray[np.float32]:
        boards = self.boards
        columns, at, mine = boards.cases.columns, boards.standing, boards.turn == 0
        queen = np.where(mine, columns.queen[at], _SWAPPED_QUEEN[columns.queen[at]])
        out = np.empty((self.num_envs, self.state_size), dtype=np.float32)
        out[:, 0:4] = queen[:, None] == np.arange(4)
        pairs = (
            (columns.opened, columns.waiting_opened),
            (columns.owes, columns.is_owed),
            (columns.own, columns.opponent),
        )
        for column, (first, second) in zip((4, 6, 8), pairs, strict=True):
            part = 1.0 if first.dtype == bool else 1 / 9
            out[:, column] = np.where(mine, first[at], second[at]) * part
            out[:, column + 1] = np.where(mine, second[at], first[at]) * part
        out[:, 10] = columns.attempt[at] > 0
        out[:, 11] = boards.breaker == 0
        out[:, 12] = boards.due > 0
        out[:, 13] = boards.due / 9
        out[:, 14] = np.maximum(0.0, 1.0 - boards.strokes / self.most_strokes)
        out[:, 15] = mine
        out[:, 16] = boards.over
        out[:, 17:] = self._known
        return np.clip(out, 0.0, 1.0)

    def _look(self, rows: Ints) -> CandidateSet:
        boards = self.boards
        asked = ~boards.over[rows] & (boards.turn[rows] == 0) & (boards.due[rows] == 0)
        found = CandidateSet.none(len(rows))
        found.mask[:, -1] = True
        here = np.flatnonzero(asked)
        if len(here):
            at = rows[here]
            white = boards.breaker[at] == 0
            order = np.where(white[:, None], np.arange(19), _OTHERS)
            each = np.arange(len(at))[:, None]
            places, wanted = boards.places[at][each, order], boards.wanted(at)[each, order]
            colours = np.where(white[:, None], WHITE, BLACK)
            luck = boards.seeds[at], boards.strokes[at]
            found.put(
                here, find_candidates(places, wanted, boards.is_break(at), colours, self.skill, self.profile, luck)
            )
        return found


class Versus(SingleEnv):
    kind = VersusVector

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"explain": True, **options})
