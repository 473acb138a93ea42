"""Boards to learn from: whole boards played by the plain player of `carrom.players.mind.easy_many`, on all cores.

Every position is kept with the points that its board led to, as whoever was to strike counts them.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, replace
from multiprocessing import get_context
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
from carrom.play.sight import Ints  # noqa: E402
from carrom.players.eye.hand import Hand  # noqa: E402
from carrom.players.mind.easy_many import EasyStrokes  # noqa: E402
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
_BOARDS = 256
_MOST_STROKES = 200
_SCORES = ((0, 0),) * 6 + ((22, 0), (0, 22), (22, 22))
_BY_ANGLE = sorted(LEVELS.values(), key=lambda skill: skill.angle)


class Given(PlainManners):
    """Somebody whose strokes come from the plain player of many boards."""

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        raise LookupError("his strokes are given")


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions with what they led to; `board` numbers the boards they come from."""

    pieces: NDArray[np.float16]
    context: NDArray[np.float16]
    points: NDArray[np.int8]
    board: NDArray[np.int32]


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


def _seating(skills: tuple[Skill, Skill], profile: Profile) -> Seating:
    first, second = (Contestant(Given(), skill) for skill in skills)
    return Seating(ByParty((first,), (second,)), profile)


def glances_of(pieces: Numbers, turn: Ints, hands: tuple[Hand, ...]) -> Numbers:
    """What both see at a glance, in positions of whoever is to strike."""
    out = np.zeros((len(pieces), GLANCES), dtype=np.float32)
    kind = np.arange(19)
    own, rival, queen = kind < 9, (kind >= 9) & (kind < 18), kind == 18
    for party, hand in enumerate(hands):
        rows = np.flatnonzero(turn == party)
        places = pieces[rows].astype(np.float64) * HALF
        if len(rows):
            out[rows] = glances(places, own, rival, queen, hand, hands[1 - party], -places)
    return out


def play(rng: np.random.Generator, *, known: bool = False) -> Positions:
    """One group of boards by the same two hands on the same surface, to their ends; two `club` hands if `known`."""
    skills = LEVELS["club"], LEVELS["club"]
    profile = CLUB
    if not known:
        first = any_skill(rng)
        skills = (first, first if rng.random() < 0.5 else any_skill(rng))
        profile = any_surface(rng) if rng.random() < 0.7 else CLUB
    score = _SCORES[int(rng.integers(len(_SCORES)))]
    seating = _seating(skills, profile)
    if rng.random() < 0.3:
        seating = replace(seating, rack=float(rng.uniform(0, 120)))
    boards = Boards(_BOARDS, rulebook=BOOK, seating=seating, spread=5.0, score=score)
    player = EasyStrokes(skills, profile, noise=float(rng.uniform(0.1, 0.6)))
    rows = np.arange(_BOARDS)
    boards.begin(rows, rng.integers(2**62, size=_BOARDS), rows % 2)
    hands = np.array([hand_number(skill) for skill in skills])
    prizes = np.array(prizes_at(BOOK, *score))
    surface = surface_row(profile)
    kept: list[tuple[NDArray[np.float16], NDArray[np.float16], NDArray[np.int64], NDArray[np.int64]]] = []
    for _ in range(_MOST_STROKES):
        live = np.flatnonzero(~boards.over)
        if not len(live):
            break
        turn = boards.turn[live]
        both = np.stack((turn, 1 - turn), axis=1)
        waiting = np.array([standing.waiting_opened for standing in boards.cases.standings])
        context = context_of(
            boards.cases.columns,
            boards.standing[live],
            waiting[boards.standing[live]],
            hands[both],
            prizes[both],
            surface,
        )
        pieces = pieces_of(boards, live)
        told = np.concatenate((context, glances_of(pieces, turn, player.hands)), axis=1)
        kept.append((pieces.astype(np.float16), told.astype(np.float16), live, turn.copy()))
        boards.strike(live, player.strokes(boards, live, boards.seeds[live]))
    pieces, contexts, which, movers = (np.concatenate([one[i] for one in kept]) for i in range(4))
    ended = boards.over[which]
    points = np.where(movers == 0, 1, -1) * boards.points[which]
    return Positions(pieces[ended], contexts[ended], points[ended].astype(np.int8), which[ended].astype(np.int32))


def truths(given: tuple[int, int, int, int]) -> tuple[NDArray[np.float16], NDArray[np.float16], NDArray[np.float64]]:
    """Positions of two `club` hands, one a board, each played to the end many times: (positions, times) points."""
    seed, worker, count, times = given
    rng = np.random.default_rng((seed, worker, 9))
    skills, hands = (LEVELS["club"], LEVELS["club"]), np.full(2, hand_number(LEVELS["club"]))
    seating = _seating(skills, CLUB)
    boards = Boards(count, rulebook=BOOK, seating=seating, spread=5.0)
    player, rows = EasyStrokes(skills, CLUB, noise=0.3), np.arange(count)
    boards.begin(rows, rng.integers(2**62, size=count), rows % 2)
    stop = rng.integers(1, 25, count)
    for stroke in range(int(stop.max())):
        live = np.flatnonzero(~boards.over & (stroke < stop))
        if len(live):
            boards.strike(live, player.strokes(boards, live, boards.seeds[live]))
    live = np.flatnonzero(~boards.over)
    waiting = np.array([standing.waiting_opened for standing in boards.cases.standings])[boards.standing[live]]
    both = np.zeros((len(live), 2), dtype=np.int64)
    prizes = np.array(prizes_at(BOOK, 0, 0))
    context = context_of(
        boards.cases.columns, boards.standing[live], waiting, hands[both], prizes[both], surface_row(CLUB)
    )
    pieces, mover = pieces_of(boards, live), np.where(boards.turn[live] == 0, 1, -1)
    context = np.concatenate((context, glances_of(pieces, boards.turn[live], player.hands)), axis=1)
    many = boards.copied(np.repeat(live, times), rng.integers(2**62, size=len(live) * times))
    for _ in range(_MOST_STROKES):
        going = np.flatnonzero(~many.over)
        if not len(going):
            break
        many.strike(going, player.strokes(many, going, many.seeds[going]))
    points = many.points.reshape(len(live), times) * mover[:, None]
    return pieces.astype(np.float16), context.astype(np.float16), points


def _work(given: tuple[int, int, float, str, bool]) -> tuple[int, int]:
    seed, worker, seconds, folder, known = given
    rng = np.random.default_rng((seed, worker))
    parts: list[Positions] = []
    until, groups = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        part = play(rng, known=known)
        parts.append(replace(part, board=part.board + _BOARDS * (groups + 100_000 * worker)))
        groups += 1
    for name in ("pieces", "context", "points", "board"):
        np.save(f"{folder}/{name}-{worker}.npy", np.concatenate([getattr(part, name) for part in parts]))
    return groups * _BOARDS, sum(len(part.points) for part in parts)


def make(
    folder: Path, *, seed: int, seconds: float, workers: int | None = None, known: bool = False
) -> tuple[int, int]:
    """Play for so long on all cores: how many boards, how many positions. What is found lies in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    count = workers or len(os.sched_getaffinity(0))
    play(np.random.default_rng(0))  # compiles everything once, for all
    with get_context("spawn").Pool(count) as pool:
        done = pool.map(_work, [(seed, worker, seconds, str(folder), known) for worker in range(count)], chunksize=1)
    return sum(boards for boards, _ in done), sum(positions for _, positions in done)


def read(folder: Path) -> Positions:
    """Everything that lies in a folder."""
    names = ("pieces", "context", "points", "board")
    found = [np.concatenate([np.load(path) for path in sorted(folder.glob(f"{name}-*.npy"))]) for name in names]
    return Positions(*found)


if __name__ == "__main__":
    print(make(Path(sys.argv[1]), seed=1, seconds=float(sys.argv[2])))
