"""Boards to learn from: whole boards played on all cores, first by a plain player, then by what is learned.

Every position is kept with the points that its board led to, as whoever was to strike counts them, and with what the
player expected of the stroke that he chose.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

sys.path[:0] = [str(Path(__file__).parents[1])]

from carrom.equipment.sizes import HALF  # noqa: E402
from carrom.laws import RULEBOOKS  # noqa: E402
from carrom.match import ByParty  # noqa: E402
from carrom.physics import CLUB, Profile, Stroke  # noqa: E402
from carrom.play import LEVELS, PlainManners, Skill, View  # noqa: E402
from carrom.play.many.boards import Boards  # noqa: E402
from carrom.play.seating import Contestant, Seating  # noqa: E402
from carrom.play.sight import Floats, Ints  # noqa: E402
from carrom.players.eye.hand import Hand  # noqa: E402
from carrom.players.mind.choosing_many import Choice, ChosenStrokes  # noqa: E402
from carrom.players.mind.easy_many import EasyStrokes  # noqa: E402
from carrom.players.mind.learned import POINTS, LearnedValue  # noqa: E402
from carrom.players.mind.value_inputs import (  # noqa: E402
    GLANCES,
    Numbers,
    context_of,
    glances,
    hand_number,
    pieces_of,
    prizes_at,
    surface_row,
)

if TYPE_CHECKING:
    from card_search import CardValue

BOOK = RULEBOOKS["icf"]
_BOARDS = 192
ON_CARD = 448
"""So many boards are played at once by whoever plays on a card."""
_IN_TURN = 4
"""That many boards in each place, one after the other: fewer moments at which hardly any is under way."""
_MOST_STROKES = 150
_SCORES = ((0, 0),) * 6 + ((22, 0), (0, 22), (22, 22))
_BY_ANGLE = sorted(LEVELS.values(), key=lambda skill: skill.angle)
FIRST = "weights-0000.npz"
"""What is begun with."""
Halves = NDArray[np.float16]


class Given(PlainManners):
    """Somebody whose strokes come from the players of many boards."""

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        raise LookupError("his strokes are given")


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions with what they led to."""

    pieces: Halves
    context: Halves
    """With the glances of both sides behind it."""
    expected: Halves
    """Chances of points by the stroke that was chosen; NaN where nothing was weighed."""
    points: NDArray[np.int8]
    board: NDArray[np.int32]
    """The number of the board within its group."""


@dataclass(frozen=True, slots=True)
class Table:
    """Two hands on a surface at a score, and who decides for them."""

    skills: tuple[Skill, Skill]
    profile: Profile
    score: tuple[int, int]
    rack: float | None
    value: LearnedValue | None
    noise: float
    sweep: int = 0
    card: CardValue | None = None
    """The same value on a graphics card, where there is one: then strokes are chosen there, and better."""
    seed: int = 0
    thought: float = 1.0
    """By how much steadier hands are said to be: values that learned from players of few strokes expect too little."""

    def seating(self) -> Seating:
        first, second = (Contestant(Given(), skill) for skill in self.skills)
        return Seating(ByParty((first,), (second,)), self.profile, self.rack)

    @property
    def prizes(self) -> tuple[float, float]:
        return prizes_at(BOOK, *self.score)

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(Hand.of(skill, self.profile) for skill in self.skills)

    def chooser(self) -> _Chooser:
        return _Chooser(self)


class _Chooser:
    def __init__(self, table: Table) -> None:
        self.plain = EasyStrokes(table.skills, table.profile, noise=2 * table.noise)
        self.good: ChosenStrokes | None = None
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
            self.good = ChosenStrokes(
                table.value, table.skills, table.profile, table.prizes, noise=table.noise, sweep=table.sweep
            )

    def choose(self, boards: Boards, rows: Ints) -> Choice:
        if self.good is not None:
            return self.good.choose(boards, rows)
        strokes = self.plain.strokes(boards, rows, boards.seeds[rows])
        return Choice(strokes, np.full((len(rows), len(POINTS)), np.nan, dtype=np.float32))


def any_skill(rng: np.random.Generator) -> Skill:
    """A hand between `robot` and worse than `beginner`."""
    angle = float(np.exp(rng.uniform(np.log(0.1), np.log(3.5))))
    known = np.array([(skill.angle, skill.pace, skill.placing) for skill in _BY_ANGLE])
    pace, placing = (float(np.interp(angle, known[:, 0], known[:, column])) for column in (1, 2))
    return Skill(f"{angle:.2f}°", angle, pace, placing)


def any_surface(rng: np.random.Generator) -> Profile:
    """A board about as fast and as lively as boards are."""
    return CLUB.with_values(
        friction=CLUB.friction * float(rng.uniform(0.75, 1.3)),
        restitution=min(0.95, CLUB.restitution + float(rng.uniform(-0.06, 0.06))),
        frame_restitution=min(0.9, CLUB.frame_restitution + float(rng.uniform(-0.08, 0.08))),
        contact_friction=float(rng.uniform(0.0, 0.2)),
    )


def any_table(rng: np.random.Generator, value: LearnedValue | None) -> Table:
    """Any two hands, often equal ones and often `club`; any surface, often the usual one."""
    skills = (LEVELS["club"], LEVELS["club"])
    if rng.random() < 0.65:
        first = any_skill(rng)
        skills = (first, first if rng.random() < 0.6 else any_skill(rng))
    profile = any_surface(rng) if rng.random() < 0.4 else CLUB
    rack = float(rng.uniform(0, 120)) if rng.random() < 0.2 else None
    score = _SCORES[int(rng.integers(len(_SCORES)))]
    sweep = 40 if rng.random() < 0.4 else 0
    return Table(skills, profile, score, rack, value, float(rng.uniform(0.03, 0.2)), sweep)


def told(boards: Boards, rows: Ints, table: Table) -> tuple[Numbers, Numbers]:
    """Pieces and context, glances behind it, of whoever is to strike in these rows."""
    turn = boards.turn[rows]
    both = np.stack((turn, 1 - turn), axis=1)
    numbers = np.array([hand_number(skill) for skill in table.skills])
    prizes = np.array(table.prizes)
    context = context_of(
        boards.cases.columns, boards.standing[rows], numbers[both], prizes[both], surface_row(table.profile)
    )
    pieces = pieces_of(boards, rows)
    return pieces, np.concatenate((context, _glances_of(pieces, turn, table.hands)), axis=1)


def _glances_of(pieces: Numbers, turn: Ints, hands: tuple[Hand, ...]) -> Numbers:
    out = np.zeros((len(pieces), GLANCES), dtype=np.float32)
    kind = np.arange(19)
    own, rival, queen = kind < 9, (kind >= 9) & (kind < 18), kind == 18
    for party, hand in enumerate(hands):
        rows = np.flatnonzero(turn == party)
        places = pieces[rows].astype(np.float64) * HALF
        if len(rows):
            out[rows] = glances(places, own, rival, queen, hand, hands[1 - party], -places)
    return out


def play(rng: np.random.Generator, table: Table, *, count: int = _BOARDS, turns: int = 1) -> Positions:
    """`turns` times so many boards at the same table: where one ends the next begins."""
    boards = Boards(count, rulebook=BOOK, seating=table.seating(), score=table.score)
    rows = np.arange(count)
    boards.begin(rows, rng.integers(2**62, size=count), rows % 2)
    number, begun = rows.copy(), count
    points = np.full(turns * count, np.nan)
    chooser = table.chooser()
    kept: list[tuple[Halves, Halves, Halves, Ints, Ints]] = []
    while True:
        live = np.flatnonzero(~boards.over & (boards.strokes < _MOST_STROKES))
        if len(live) <= (count // 50 if turns > 1 else 0):
            break
        pieces, context = told(boards, live, table)
        chosen = chooser.choose(boards, live)
        kept.append(
            (
                pieces.astype(np.float16),
                context.astype(np.float16),
                chosen.expected.astype(np.float16),
                number[live],
                boards.turn[live].copy(),
            )
        )
        boards.strike(live, chosen.strokes)
        ended = live[boards.over[live]]
        points[number[ended]] = boards.points[ended]
        again = ended[: len(points) - begun]
        if len(again):
            number[again] = begun + np.arange(len(again))
            boards.begin(again, rng.integers(2**62, size=len(again)), number[again] % 2)
            begun += len(again)
    pieces_, contexts, expected, which, movers = (np.concatenate([one[i] for one in kept]) for i in range(5))
    won = np.where(movers == 0, 1, -1) * points[which]
    ended = np.isfinite(won)
    return Positions(
        pieces_[ended], contexts[ended], expected[ended], won[ended].astype(np.int8), which[ended].astype(np.int32)
    )


def truths(given: tuple[int, int, int, int, str]) -> tuple[Halves, Halves, Floats]:
    """Positions of two `club` hands, one a board, each played to the end many times: (positions, times) points."""
    seed, worker, count, times, weights = given
    club = LEVELS["club"], LEVELS["club"]
    table = Table(club, CLUB, (0, 0), None, LearnedValue.read(Path(weights)), 0.1)
    return played_on(np.random.default_rng((seed, worker, 9)), table, count, times)


def played_on(rng: np.random.Generator, table: Table, count: int, times: int) -> tuple[Halves, Halves, Floats]:
    """Positions of this table, one a board, each played to its end so many times."""
    boards = Boards(count, rulebook=BOOK, seating=table.seating())
    chooser, rows = table.chooser(), np.arange(count)
    boards.begin(rows, rng.integers(2**62, size=count), rows % 2)
    stop = rng.integers(1, 20, count)
    for stroke in range(int(stop.max())):
        live = np.flatnonzero(~boards.over & (stroke < stop))
        if len(live):
            boards.strike(live, chooser.choose(boards, live).strokes)
    live = np.flatnonzero(~boards.over)
    pieces, context = told(boards, live, table)
    mover = np.where(boards.turn[live] == 0, 1, -1)
    many = boards.copied(np.repeat(live, times), rng.integers(2**62, size=len(live) * times))
    for _ in range(_MOST_STROKES):
        going = np.flatnonzero(~many.over)
        if not len(going):
            break
        many.strike(going, chooser.choose(many, going).strokes)
    points = many.points.reshape(len(live), times) * mover[:, None]
    return pieces.astype(np.float16), context.astype(np.float16), points


def latest(folder: Path) -> Path | None:
    """The newest weights there are to play with."""
    found = sorted(folder.glob("weights-*.npz"))
    return found[-1] if found else None


def work(given: tuple[int, int, float, str, bool, float]) -> int:
    """Play group after group with the newest weights until it is time; what is found lies in the folder."""
    seed, worker, until, where, on_card, thought = given
    rng, folder = np.random.default_rng((seed, worker)), Path(where)
    newest, value, card, groups, played = None, None, None, 0, 0
    while time.time() < until:
        found = latest(folder)
        if found is not None and found != newest:
            newest, value = found, LearnedValue.read(found)
            if on_card:
                from card_search import CardValue

                card = CardValue(value)
        table = any_table(rng, value)
        if card is not None and newest is not None:
            steadier = thought if newest.name == FIRST else 1.0
            table = replace(table, card=card, seed=int(rng.integers(2**31)), thought=steadier)
            part = play(rng, table, count=ON_CARD, turns=_IN_TURN)
        else:
            part = play(rng, table)
        save(part, folder / f"part-{worker:02}-{groups:05}.npz")
        groups, played = groups + 1, played + len(np.unique(part.board))
    return played


def save(part: Positions, path: Path) -> None:
    """Write it beside its place and move it there, so that nobody reads half of it."""
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        np.savez(file, **{field.name: getattr(part, field.name) for field in fields(part)})
    os.replace(unfinished, path)


def read(path: Path) -> Positions:
    with np.load(path) as found:
        return Positions(**{field.name: found[field.name] for field in fields(Positions)})
