"""Boards to learn from: whole boards played on all cores, first by a plain player, then by what is learned.

Every position is kept with the points that its board led to, as whoever was to strike counts them, and with what the
player expected of the stroke that he chose.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, fields
from pathlib import Path

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

BOOK = RULEBOOKS["icf"]
_BOARDS = 192
_MOST_STROKES = 150
_SCORES = ((0, 0),) * 6 + ((22, 0), (0, 22), (22, 22))
_BY_ANGLE = sorted(LEVELS.values(), key=lambda skill: skill.angle)
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
        self.good = None
        if table.value is not None:
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
    if rng.random() < 0.75:
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


def play(rng: np.random.Generator, table: Table, *, count: int = _BOARDS) -> Positions:
    """One group of boards at the same table, to their ends."""
    boards = Boards(count, rulebook=BOOK, seating=table.seating(), score=table.score)
    rows = np.arange(count)
    boards.begin(rows, rng.integers(2**62, size=count), rows % 2)
    chooser = table.chooser()
    kept: list[tuple[Halves, Halves, Halves, Ints, Ints]] = []
    for _ in range(_MOST_STROKES):
        live = np.flatnonzero(~boards.over)
        if not len(live):
            break
        pieces, context = told(boards, live, table)
        chosen = chooser.choose(boards, live)
        kept.append(
            (
                pieces.astype(np.float16),
                context.astype(np.float16),
                chosen.expected.astype(np.float16),
                live,
                boards.turn[live].copy(),
            )
        )
        boards.strike(live, chosen.strokes)
    pieces_, contexts, expected, which, movers = (np.concatenate([one[i] for one in kept]) for i in range(5))
    ended = boards.over[which]
    points = np.where(movers == 0, 1, -1) * boards.points[which]
    return Positions(
        pieces_[ended], contexts[ended], expected[ended], points[ended].astype(np.int8), which[ended].astype(np.int32)
    )


def truths(given: tuple[int, int, int, int, str]) -> tuple[Halves, Halves, Floats]:
    """Positions of two `club` hands, one a board, each played to the end many times: (positions, times) points."""
    seed, worker, count, times, weights = given
    rng = np.random.default_rng((seed, worker, 9))
    club = LEVELS["club"], LEVELS["club"]
    table = Table(club, CLUB, (0, 0), None, LearnedValue.read(Path(weights)), 0.1)
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


def work(given: tuple[int, int, float, str]) -> int:
    """Play group after group with the newest weights until it is time; what is found lies in the folder."""
    seed, worker, until, where = given
    rng, folder = np.random.default_rng((seed, worker)), Path(where)
    newest, value, groups = None, None, 0
    while time.time() < until:
        found = latest(folder)
        if found is not None and found != newest:
            newest, value = found, LearnedValue.read(found)
        part = play(rng, any_table(rng, value))
        save(part, folder / f"part-{worker:02}-{groups:05}.npz")
        groups += 1
    return groups * _BOARDS


def save(part: Positions, path: Path) -> None:
    """Write it beside its place and move it there, so that nobody reads half of it."""
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        np.savez(file, **{field.name: getattr(part, field.name) for field in fields(part)})
    os.replace(unfinished, path)


def read(path: Path) -> Positions:
    with np.load(path) as found:
        return Positions(**{field.name: found[field.name] for field in fields(Positions)})
