"""Situations as numbers: each distinct one is stored once, each ruling worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np

from carrom.laws import START, BySide, QueenPlace, Rulebook, Situation, StrokeFacts, after, judge
from carrom.play.sight import Bools, Floats, Ints

FACT_CODES: Final = 800
"""Different facts that a stroke can have, see `facts_code`."""
QUEENS: Final[tuple[QueenPlace, ...]] = ("board", "pending", "player", "opponent")
_UNKNOWN: Final = -1
_FIRST_ROOM: Final = 256


@dataclass(frozen=True, slots=True)
class FullSituation:
    situation: Situation
    waiting_opened: bool
    """A piece of the side not in turn has been pocketed."""


@dataclass(frozen=True, slots=True)
class SituationColumns:
    """Situations as columns, as the player in turn sees them."""

    own: Ints
    opponent: Ints
    queen: Ints
    """Index into `QUEENS`."""
    opened: Bools
    waiting_opened: Bools
    owes: Ints
    is_owed: Ints
    attempt: Ints
    """0 once the break has been made."""

    @classmethod
    def of(cls, standings: Sequence[FullSituation]) -> SituationColumns:
        situations = [standing.situation for standing in standings]
        return cls(
            np.array([one.own for one in situations]),
            np.array([one.opponent for one in situations]),
            np.array([QUEENS.index(one.queen) for one in situations]),
            np.array([one.opened for one in situations]),
            np.array([standing.waiting_opened for standing in standings]),
            np.array([one.owed.player for one in situations]),
            np.array([one.owed.opponent for one in situations]),
            np.array([one.break_attempt or 0 for one in situations]),
        )

    @property
    def may_queen(self) -> Bools:
        """The player may pocket the queen now (92, 95)."""
        found: Bools = (self.queen == 0) & self.opened & (self.owes == 0)
        return found


@dataclass(frozen=True, slots=True)
class Transitions:
    """`points` belong to the side that struck, where the board is over."""

    standing: Ints
    passes: Bools
    over: Bools
    points: Floats
    demand: Floats
    """Points offered to the winner."""
    placed: Ints
    """(strokes, 2): pieces to place now, of the striking side and of the other."""
    queen_back: Bools


def facts_code(own: Ints, opponent: Ints, queen: Bools, striker: Bools, touched: Bools) -> Ints:
    code: Ints = own + 10 * opponent + 100 * queen + 200 * striker + 400 * touched
    return code


@cache
def facts_from_code(code: int) -> StrokeFacts:
    return StrokeFacts(
        touched=bool(code // 400),
        own=code % 10,
        opponent=code // 10 % 10,
        queen=bool(code // 100 % 2),
        striker=bool(code // 200 % 2),
    )


class SituationTable:
    """Situations met under one rulebook, and where each stroke leads from them."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.standings: list[FullSituation] = []
        self._numbers: dict[FullSituation, int] = {}
        self._next = np.full((_FIRST_ROOM, FACT_CODES), _UNKNOWN, dtype=np.int32)
        self._passes = np.zeros((_FIRST_ROOM, FACT_CODES), dtype=bool)
        self._over = np.zeros((_FIRST_ROOM, FACT_CODES), dtype=bool)
        self._queen_back = np.zeros((_FIRST_ROOM, FACT_CODES), dtype=bool)
        self._points = np.zeros((_FIRST_ROOM, FACT_CODES), dtype=np.float64)
        self._demand = np.zeros((_FIRST_ROOM, FACT_CODES), dtype=np.float64)
        self._placed = np.zeros((_FIRST_ROOM, FACT_CODES, 2), dtype=np.int64)
        self._laws: dict[tuple[int, int], tuple[str, ...]] = {}
        self._columns: SituationColumns | None = None

    def begin_at(self, breaker: int, other: int) -> int:
        return self.number(FullSituation(replace(START, score=BySide(breaker, other)), False))

    def number(self, standing: FullSituation) -> int:
        found = self._numbers.get(standing)
        if found is None:
            found = self._numbers[standing] = len(self.standings)
            self.standings.append(standing)
            if found >= len(self._next):
                self._grow()
        return found

    @property
    def columns(self) -> SituationColumns:
        if self._columns is None or len(self._columns.own) < len(self.standings):
            self._columns = SituationColumns.of(self.standings)
        return self._columns

    def follow(self, standings: Ints, codes: Ints) -> Transitions:
        unknown = self._next[standings, codes] == _UNKNOWN
        if unknown.any():
            pairs = np.unique(standings[unknown] * FACT_CODES + codes[unknown])
            for pair in pairs.tolist():
                self._judge(*divmod(pair, FACT_CODES))
        at = standings, codes
        return Transitions(
            self._next[at].astype(np.int64),
            self._passes[at],
            self._over[at],
            self._points[at],
            self._demand[at],
            self._placed[at],
            self._queen_back[at],
        )

    def laws(self, standing: int, code: int) -> tuple[str, ...]:
        """Laws that decided a stroke already followed, most specific first."""
        return self._laws[standing, code]

    def _judge(self, number: int, code: int) -> None:
        standing, facts = self.standings[number], facts_from_code(code)
        ruling = judge(standing.situation, facts, self.rulebook)
        at = number, code
        self._laws[at] = ruling.laws
        if ruling.result is not None:
            won = ruling.result.winner == "player"
            self._over[at], self._next[at] = True, number
            self._points[at] = ruling.result.points if won else -ruling.result.points
            self._demand[at] = ruling.result.demand
            return
        found = after(standing.situation, facts, ruling, waiting_opened=standing.waiting_opened)
        self._passes[at] = ruling.turn == "passes"
        self._placed[at] = ruling.placed.player, ruling.placed.opponent
        self._queen_back[at] = ruling.returned.queen
        follows = self.number(FullSituation(found.situation, found.waiting_opened))
        self._next[at] = follows  # last, because `number` may have grown the arrays

    def _grow(self) -> None:
        for name in ("_next", "_passes", "_over", "_points", "_demand", "_placed", "_queen_back"):
            old = getattr(self, name)
            new = np.zeros((2 * len(old), *old.shape[1:]), dtype=old.dtype)
            if name == "_next":
                new.fill(_UNKNOWN)
            new[: len(old)] = old
            setattr(self, name, new)
