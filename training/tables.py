"""Tables for training: any two skills on any surface, and their players."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1])]

from carrom.laws import RULEBOOKS  # noqa: E402
from carrom.match import ByParty  # noqa: E402
from carrom.physics import CLUB, Profile, Stroke  # noqa: E402
from carrom.play import LEVELS, Perception, PlainManners, Skill  # noqa: E402
from carrom.play.batch.boards import Boards  # noqa: E402
from carrom.play.seating import Contestant, Seating  # noqa: E402
from carrom.play.sight import Ints  # noqa: E402
from carrom.players.candidates.model import SkillOnSurface  # noqa: E402
from carrom.players.evaluation.value_network import (  # noqa: E402
    POINTS,
    LearnedValue,
    queen_values,
)
from carrom.players.levels.batch import (  # noqa: E402
    BatchChoice,
    BatchChooser,
    BatchEasyPlayer,
)

if TYPE_CHECKING:
    from card_value import CardValue

BOOK = RULEBOOKS["icf"]
_SCORES = ((0, 0),) * 6 + ((22, 0), (0, 22), (22, 22))
_BY_ANGLE = sorted(LEVELS.values(), key=lambda skill: skill.angle)


class Given(PlainManners):
    """Player whose strokes are chosen for many boards at once."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise LookupError("his strokes are given")


@dataclass(frozen=True, slots=True)
class Table:
    """Two skills on a surface at a score, and their players."""

    skills: tuple[Skill, Skill]
    profile: Profile
    score: tuple[int, int]
    rack: float | None
    value: LearnedValue | None
    noise: float
    sweep: int = 0
    card: CardValue | None = None
    """On a graphics card, if any: strokes are chosen there, and better."""
    seed: int = 0
    thought: float = 1.0
    """How much steadier than true skills are presented to the value function: functions trained on weak players expect
    too little."""

    def seating(self) -> Seating:
        first, second = (Contestant(Given(), skill) for skill in self.skills)
        return Seating(ByParty((first,), (second,)), self.profile, self.rack)

    @property
    def prizes(self) -> tuple[float, float]:
        return queen_values(BOOK, *self.score)

    @property
    def hands(self) -> tuple[SkillOnSurface, ...]:
        return tuple(SkillOnSurface.of(skill, self.profile) for skill in self.skills)

    def chooser(self) -> _Chooser:
        return _Chooser(self)


class _Chooser:
    def __init__(self, table: Table) -> None:
        self.plain = BatchEasyPlayer(table.skills, table.profile, noise=2 * table.noise)
        self.good: BatchChooser | None = None
        if table.value is not None and table.card is not None:
            from card_search import CardStrokes, Effort

            told = tuple(replace(skill, angle=table.thought * skill.angle) for skill in table.skills)
            self.good = CardStrokes(
                table.value,
                table.card,
                table.skills,
                (told[0], told[1]),
                table.profile,
                table.prizes,
                noise=table.noise,
                effort=Effort(),
                seed=table.seed,
            )
        elif table.value is not None:
            self.good = BatchChooser(
                table.value, table.skills, table.profile, table.prizes, noise=table.noise, sweep=table.sweep
            )

    def choose(self, boards: Boards, rows: Ints) -> BatchChoice:
        if self.good is not None:
            return self.good.choose(boards, rows)
        strokes = self.plain.strokes(boards, rows, boards.seeds[rows])
        return BatchChoice(strokes, np.full((len(rows), len(POINTS)), np.nan, dtype=np.float32))


def any_skill(rng: np.random.Generator) -> Skill:
    """Between `robot` and worse than `beginner`."""
    angle = float(np.exp(rng.uniform(np.log(0.1), np.log(3.5))))
    known = np.array([(skill.angle, skill.pace, skill.placing) for skill in _BY_ANGLE])
    pace, placing = (float(np.interp(angle, known[:, 0], known[:, column])) for column in (1, 2))
    return Skill(f"{angle:.2f}°", angle, pace, placing)


def any_surface(rng: np.random.Generator) -> Profile:
    return CLUB.with_values(
        friction=CLUB.friction * float(rng.uniform(0.75, 1.3)),
        restitution=min(0.95, CLUB.restitution + float(rng.uniform(-0.06, 0.06))),
        frame_restitution=min(0.9, CLUB.frame_restitution + float(rng.uniform(-0.08, 0.08))),
        contact_friction=float(rng.uniform(0.0, 0.2)),
    )


def any_table(rng: np.random.Generator, value: LearnedValue | None) -> Table:
    """Two random skills, often equal and often `club`, on a random surface, often the usual one."""
    skills = (LEVELS["club"], LEVELS["club"])
    if rng.random() < 0.65:
        first = any_skill(rng)
        skills = (first, first if rng.random() < 0.6 else any_skill(rng))
    profile = any_surface(rng) if rng.random() < 0.4 else CLUB
    rack = float(rng.uniform(0, 120)) if rng.random() < 0.2 else None
    score = _SCORES[int(rng.integers(len(_SCORES)))]
    sweep = 40 if rng.random() < 0.4 else 0
    return Table(skills, profile, score, rack, value, float(rng.uniform(0.03, 0.2)), sweep)
