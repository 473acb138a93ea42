"""Training boards: whole boards played on all cores, first by a plain player, then by the learned one."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from tables import BOOK, Table, any_table  # noqa: E402

from carrom.equipment.sizes import HALF  # noqa: E402
from carrom.physics import CLUB  # noqa: E402
from carrom.play import LEVELS  # noqa: E402
from carrom.play.batch.boards import Boards  # noqa: E402
from carrom.play.sight import Floats, Ints  # noqa: E402
from carrom.players.candidates.model import SkillOnSurface  # noqa: E402
from carrom.players.evaluation.value_network import (  # noqa: E402
    GLANCES,
    LearnedValue,
    Numbers,
    context_features,
    next_stroke_chances,
    piece_inputs,
    skill_feature,
    surface_features,
)

_BOARDS = 192
ON_CARD = 448
"""Boards at once when strokes are chosen on a card."""
_IN_TURN = 4
"""Boards per slot, one after the other, so that few slots are idle."""
_MOST_STROKES = 150
FIRST = "weights-0000.npz"
Halves = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions with outcomes."""

    pieces: Halves
    context: Halves
    """Context features, then both sides' glances."""
    expected: Halves
    """Expected chances of points of the chosen stroke; NaN if nothing was evaluated."""
    points: NDArray[np.int8]
    board: NDArray[np.int32]
    """number within its group"""


def told(boards: Boards, rows: Ints, table: Table) -> tuple[Numbers, Numbers]:
    """Pieces and context of these rows, glances after it, from the striking side's view."""
    turn = boards.turn[rows]
    both = np.stack((turn, 1 - turn), axis=1)
    numbers = np.array([skill_feature(skill) for skill in table.skills])
    prizes = np.array(table.prizes)
    context = context_features(
        boards.cases.columns, boards.standing[rows], numbers[both], prizes[both], surface_features(table.profile)
    )
    pieces = piece_inputs(boards, rows)
    return pieces, np.concatenate((context, _glances_of(pieces, turn, table.hands)), axis=1)


def _glances_of(pieces: Numbers, turn: Ints, hands: tuple[SkillOnSurface, ...]) -> Numbers:
    out = np.zeros((len(pieces), GLANCES), dtype=np.float32)
    kind = np.arange(19)
    own, rival, queen = kind < 9, (kind >= 9) & (kind < 18), kind == 18
    for party, hand in enumerate(hands):
        rows = np.flatnonzero(turn == party)
        places = pieces[rows].astype(np.float64) * HALF
        if len(rows):
            out[rows] = next_stroke_chances(places, own, rival, queen, hand, hands[1 - party], -places)
    return out


def play(rng: np.random.Generator, table: Table, *, count: int = _BOARDS, turns: int = 1) -> Positions:
    """`turns` times this many boards at one table, each starting where another ends."""
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
    """Play positions of two `club` skills, one per board, to the end many times; (positions, times) points."""
    seed, worker, count, times, weights = given
    club = LEVELS["club"], LEVELS["club"]
    table = Table(club, CLUB, (0, 0), None, LearnedValue.read(Path(weights)), 0.1)
    return played_on(np.random.default_rng((seed, worker, 9)), table, count, times)


def played_on(rng: np.random.Generator, table: Table, count: int, times: int) -> tuple[Halves, Halves, Floats]:
    """Positions of this table, one per board, to the end this many times."""
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
    found = sorted(folder.glob("weights-*.npz"))
    return found[-1] if found else None


def work(given: tuple[int, int, float, str, bool, float]) -> int:
    """Play groups with the newest weights until time is up, writing results to the folder."""
    seed, worker, until, where, on_card, thought = given
    rng, folder = np.random.default_rng((seed, worker)), Path(where)
    newest, value, card, groups, played = None, None, None, 0, 0
    while time.time() < until:
        found = latest(folder)
        if found is not None and found != newest:
            newest, value = found, LearnedValue.read(found)
            if on_card:
                from card_value import CardValue

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
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        np.savez(file, **{field.name: getattr(part, field.name) for field in fields(part)})
    os.replace(unfinished, path)


def read(path: Path) -> Positions:
    with np.load(path) as found:
        return Positions(**{field.name: found[field.name] for field in fields(Positions)})
