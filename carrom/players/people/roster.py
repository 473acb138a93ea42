"""The ten people and the robot, weakest first. docs/players.md has their measured strengths."""

from typing import Final

from carrom.play.skill import LEVELS, Skill
from carrom.players.levels.ladder import LADDER
from carrom.players.people.person import Break, DecisionStyle, NamedOpponent, StrokeVision

_STRONGEST = list(LADDER)[-1]

PEOPLE: Final[dict[str, NamedOpponent]] = {
    person.id: person
    for person in (
        NamedOpponent(
            "asha",
            Skill("asha", 11.0, 0.40, 6.0, pull=2.0, drift=2.5),
            StrokeVision(cut=0.15, stands=1, error=24.0, paces=(3.0,)),
            DecisionStyle(Break(0.0, 0.0, 0.7), whim=4.0, confidence=0.3, weighs=3),
        ),
        NamedOpponent(
            "emil",
            Skill("emil", 5.3, 0.32, 4.0, pull=-1.0, drift=1.5),
            StrokeVision(cut=0.4, stands=3, error=9.0, paces=(2.2,)),
            DecisionStyle(Break(0.0, 0.0, 0.8), whim=1.6, confidence=0.5, weighs=4, nerves=0.3),
        ),
        NamedOpponent(
            "meena",
            Skill("meena", 4.2, 0.20, 2.5, drift=0.8),
            StrokeVision(cut=0.8, stands=5, error=6.0, paces=(1.4,)),
            DecisionStyle(Break(0.0, 6.0, 0.5), whim=0.7, confidence=0.8, weighs=5, queen=2.0),
        ),
        NamedOpponent(
            "bilal",
            Skill("bilal", 2.3, 0.18, 1.8, pull=0.4, drift=0.6),
            StrokeVision(cut=0.9, rebound=0.4, double=0.3, stands=7, error=3.3, paces=(2.1,)),
            DecisionStyle(Break(-60.0, 10.0, 1.0), whim=0.6, confidence=0.6, weighs=6, nerves=0.4, queen=1.0),
        ),
        NamedOpponent(
            "yuki",
            Skill("yuki", 1.9, 0.15, 1.6, drift=0.4),
            StrokeVision(rebound=0.2, stands=7, lines_up=True, error=2.8, paces=(1.5,)),
            DecisionStyle(Break(0.0, 10.0, 0.8), whim=0.4, weighs=6, tries=1),
        ),
        NamedOpponent(
            "nazmul",
            Skill("nazmul", 1.4, 0.12, 1.2, drift=0.3),
            StrokeVision(rebound=0.5, double=0.4, pair=0.3, stands=9, lines_up=True, error=2.0, paces=(1.3, 1.9)),
            DecisionStyle(Break(-80.0, 12.0, 0.9), whim=0.35, weighs=8, tries=1, minds_own=True, nerves=0.5),
        ),
        NamedOpponent(
            "dilrukshi",
            Skill("dilrukshi", 1.1, 0.10, 1.0, drift=0.2),
            StrokeVision(
                rebound=0.6, double=0.8, pair=0.5, back=0.1,
                stands=11, lines_up=True, error=1.4, paces=(1.2, 1.7),
            ),
            DecisionStyle(
                Break(-100.0, 12.0, 0.9),
                whim=0.3, weighs=10, tries=2, minds_own=True, minds_rival=True, nerves=0.2,
            ),
        ),
        NamedOpponent(
            "faisal",
            Skill("faisal", 0.82, 0.08, 0.8, drift=0.15),
            StrokeVision(
                rebound=0.7, double=0.9, pair=0.7, back=0.1,
                stands=13, lines_up=True, error=0.9, paces=(1.2, 1.7),
            ),
            DecisionStyle(
                Break(-100.0, 14.0, 1.0),
                whim=0.15, weighs=12, tries=4, minds_own=True, minds_rival=True, queen=-0.3, nerves=0.1,
            ),
        ),
        NamedOpponent(
            "kavita",
            Skill("kavita", 0.53, 0.07, 0.6, drift=0.1),
            StrokeVision(
                rebound=0.8, double=1.0, pair=0.9, cannon=0.4, back=0.1,
                stands=13, lines_up=True, error=0.55, paces=(1.15, 1.5, 2.0),
            ),
            DecisionStyle(
                Break(-100.0, 14.0, 1.0),
                whim=0.1, weighs=16, tries=6, minds_own=True, minds_rival=True, nerves=0.1,
            ),
        ),
        NamedOpponent(
            "mariyam",
            Skill("mariyam", 0.36, 0.05, 0.5, drift=0.05),
            StrokeVision(
                rebound=0.9, double=1.0, pair=1.0, cannon=0.7, back=0.1,
                stands=13, lines_up=True, error=0.32, paces=(1.15, 1.5, 2.0),
            ),
            DecisionStyle(Break(-100.0, 14.0, 1.0), whim=0.05, weighs=20, tries=10, minds_own=True, minds_rival=True),
        ),
        NamedOpponent("robot", LEVELS["robot"], rung=_STRONGEST),
    )
}  # fmt: skip


def opponents() -> tuple[NamedOpponent, ...]:
    return tuple(PEOPLE.values())
