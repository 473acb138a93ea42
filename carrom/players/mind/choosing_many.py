"""A good player on thousands of boards at once: a handful of strokes, each tried a few times, by a learned value.

Whoever teaches a value plays with it: boards between such players are what the next value learns from.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.physics import Profile, simulate_batch
from carrom.play import Skill
from carrom.play.many.boards import Boards
from carrom.play.many.cases import facts_code
from carrom.play.many.chance import even_chances
from carrom.play.many.hands import execute_rows, skill_row, stand_rows
from carrom.play.many.rows import QUEEN
from carrom.play.sight import Bools, Floats, Ints
from carrom.play.skill import UNIT_SPREAD
from carrom.players.mind.easiest import easiest
from carrom.players.mind.easy_many import EasyStrokes, loosening
from carrom.players.mind.learned import HIGHEST, LOWEST, POINTS, LearnedValue
from carrom.players.mind.luck import even_errors
from carrom.players.mind.value_inputs import Numbers, context_of, hand_number, order_for, surface_row

_LANES = 96  # of chance: those of hands, racks and plain strokes come before
_PIECES = 5
"""So many pieces are looked at."""
_PACES = (1.45, 0.8)
"""The easiest strokes are tried harder and softer too."""
_CANDIDATES = _PIECES + 2 * len(_PACES) + 1
_SWEPT = 128  # lanes of the sweep
_FOUND = 8
"""So many strokes of a sweep are tried again."""
_AHEAD, _SLOWEST, _FASTEST = 80.0, 1.2, 6.0
"""Most strokes of a sweep go ahead, within so many degrees; m/s."""
# Placing, direction, pace: five errors that stand for all, the middles of fifths of what happens.
_ERRORS = np.column_stack(
    (
        (0.5, -0.5, 0.0, 1.3, -1.3),
        np.array((-1.476, -0.559, 0.0, 0.559, 1.476)) * UNIT_SPREAD,
        (0.5, -1.3, 0.0, 1.3, -0.5),
    )
)
_AGAIN = 3
_MORE_ERRORS = even_errors(np.random.default_rng(0), 14)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen in some rows, and what is expected of it."""

    strokes: Floats
    expected: Numbers
    """(rows, 29): the chances of −14 … 14 points for whoever strikes; NaN where nothing was weighed."""


class ChosenStrokes:
    """Strokes of both sides by the same value; `noise` is how much chance there is in the choice, in points, `sweep`
    how many strokes anywhere are tried once to find what geometry does not think of."""

    def __init__(
        self,
        value: LearnedValue,
        skills: tuple[Skill, Skill],
        profile: Profile,
        prizes: tuple[float, float],
        *,
        noise: float = 0.15,
        sweep: int = 0,
    ) -> None:
        self.value, self.skills, self.profile = value, skills, profile
        self.plain = EasyStrokes(skills, profile, noise=0.2)
        self.hands = self.plain.hands
        self.numbers = np.array([hand_number(skill) for skill in skills])
        self.prizes = np.array(prizes)
        self.surface = surface_row(profile)
        self.noise, self.sweep = noise, sweep

    def choose(self, boards: Boards, rows: Ints) -> Choice:
        """What those in turn in these rows intend, as they see it."""
        seeds = boards.seeds[rows]
        expected = np.full((len(rows), len(POINTS)), np.nan, dtype=np.float32)
        is_break = boards.is_break(rows)
        out = np.empty((len(rows), 4))
        breaking = np.flatnonzero(is_break)
        if len(breaking):
            out[breaking] = self.plain.strokes(boards, rows[breaking], seeds[breaking])
        playing = np.flatnonzero(~is_break)
        if len(playing):
            out[playing], expected[playing] = self._chosen(boards, rows[playing])
        return Choice(out, expected)

    def _chosen(self, boards: Boards, rows: Ints) -> tuple[Floats, Numbers]:
        chances = even_chances(boards.seeds[rows], boards.strokes[rows], _LANES + _CANDIDATES + _FOUND + 1)[:, _LANES:]
        places, wanted = boards.seen(rows), boards.wanted(rows)
        tried, possible = self._candidates(places, wanted, boards.turn[rows], chances[:, -1])
        if self.sweep:
            found = self._swept(boards, rows, places)
            tried = np.concatenate((tried, found), axis=1)
            possible = np.concatenate((possible, np.ones(found.shape[:2], dtype=bool)), axis=1)
        expected = np.zeros((*possible.shape, len(POINTS)), dtype=np.float32)
        values = np.full(possible.shape, -np.inf)
        on, which = np.nonzero(possible)
        expected[on, which] = self._tried(boards, rows, places, tried, (on, which), _ERRORS)
        values[on, which] = expected[on, which] @ POINTS
        # The best of many by few tries is often only the luckiest: a few are tried again.
        best = np.argsort(-values, axis=1, kind="stable")[:, :_AGAIN]
        each = np.arange(len(rows))
        again, first = np.nonzero(np.isfinite(values[each[:, None], best]))
        which = best[again, first]
        more = self._tried(boards, rows, places, tried, (again, which), _MORE_ERRORS)
        share = len(_MORE_ERRORS) / (len(_ERRORS) + len(_MORE_ERRORS))
        expected[again, which] += share * (more - expected[again, which])
        liked = np.full(possible.shape, -np.inf)
        liked[again, which] = expected[again, which] @ POINTS
        liked -= self.noise * np.log(-np.log(chances[:, : tried.shape[1]]))
        chosen = liked.argmax(axis=1)
        return tried[each, chosen], expected[each, chosen]

    def _tried(
        self, boards: Boards, rows: Ints, places: Floats, strokes: Floats, which: tuple[Ints, Ints], errors: Floats
    ) -> Numbers:
        """What is expected on the average of these strokes (row, number) with these errors."""
        times, again = len(errors), np.repeat(which[0], len(errors))
        meant = np.repeat(strokes[which], times, axis=0)
        skills = np.array([skill_row(skill) for skill in self.skills])[boards.turn[rows][again]]
        layouts = places[again]
        luck = np.tile(errors, (len(which[0]), 1))
        made = execute_rows(layouts, meant, luck, skills, self.profile.max_speed)
        leaves = self._leaves(boards, rows[again], layouts, made)
        found: Numbers = leaves.reshape(len(which[0]), times, len(POINTS)).mean(axis=1)
        return found

    def _swept(self, boards: Boards, rows: Ints, places: Floats) -> Floats:
        """(rows, found, 4): the best of some strokes from anywhere to anywhere, tried once without error."""
        again = np.repeat(np.arange(len(rows)), self.sweep)
        chances = even_chances(boards.seeds[rows], boards.strokes[rows], _SWEPT + 3 * self.sweep)[:, _SWEPT:]
        part, turn, pace = chances.reshape(len(rows), 3, self.sweep).transpose(1, 0, 2).reshape(3, -1)
        stands = stand_rows(places[again], part)
        direction = np.where(turn < 0.85, (turn / 0.85 - 0.5) * 2 * _AHEAD, 180.0 * (2 * (turn - 0.85) / 0.15 - 1))
        strokes = np.column_stack((stands, direction, _SLOWEST * (_FASTEST / _SLOWEST) ** pace))
        values = (self._leaves(boards, rows[again], places[again], strokes) @ POINTS).reshape(len(rows), self.sweep)
        best = np.argsort(-values, axis=1)[:, :_FOUND]
        chosen: Floats = strokes.reshape(len(rows), self.sweep, 4)[np.arange(len(rows))[:, None], best]
        return chosen

    def _candidates(self, places: Floats, wanted: Bools, turn: Ints, part: Floats) -> tuple[Floats, Bools]:
        """(rows, candidates, 4) and which of them are strokes at all."""
        rows = len(places)
        out = np.zeros((rows, _CANDIDATES, 4))
        possible = np.zeros((rows, _CANDIDATES), dtype=bool)
        for party, hand in enumerate(self.hands):
            mine = np.flatnonzero(turn == party)
            if not len(mine):
                continue
            chance, strokes = easiest(places[mine], ~np.isnan(places[mine, :, 0]), wanted[mine], hand)
            order = np.argsort(-chance, axis=1, kind="stable")[:, :_PIECES]
            each = np.arange(len(mine))[:, None]
            out[mine, :_PIECES] = strokes[each, order]
            possible[mine, :_PIECES] = chance[each, order] > 0
            out[mine, -1] = loosening(places[mine], wanted[mine], part[mine], hand)
        at = _PIECES
        for piece in range(2):
            for pace in _PACES:
                out[:, at] = out[:, piece]
                out[:, at, 3] = np.minimum(out[:, piece, 3] * pace, self.profile.max_speed)
                possible[:, at] = possible[:, piece]
                at += 1
        possible[:, -1] = True
        return out, possible

    def _leaves(self, boards: Boards, rows: Ints, places: Floats, made: Floats) -> Numbers:
        """(strokes, 29): what is expected for who makes each of these strokes, after it."""
        found = simulate_batch(places, made, profile=self.profile, threads=1)
        fell, own = found.is_pocketed, boards.own(rows)
        pieces, other = fell[:, :-1], ~own
        other[:, QUEEN] = False
        codes = facts_code(
            (pieces & own).sum(axis=1),
            (pieces & other).sum(axis=1),
            pieces[:, QUEEN],
            fell[:, -1],
            found.touched,
        )
        follow = boards.cases.follow(boards.standing[rows], codes)
        out = np.zeros((len(rows), len(POINTS)), dtype=np.float32)
        over = np.flatnonzero(follow.over)
        won = follow.points[over] + np.copysign(follow.demand[over], follow.points[over])
        out[over, np.clip(won, LOWEST, HIGHEST).astype(np.int64) - LOWEST] = 1.0
        going = np.flatnonzero(~follow.over)
        if len(going):
            out[going] = self._weighed(
                boards,
                rows[going],
                found.rest[going, :-1],
                follow.standing[going],
                follow.passes[going],
                np.column_stack((follow.placed, follow.queen_back.astype(np.int64)))[going],
            )
        return out

    def _weighed(self, boards: Boards, rows: Ints, rest: Floats, standing: Ints, passes: Bools, back: Ints) -> Numbers:
        from carrom.players.mind.learned_kernel import put_back  # loads Numba

        by = boards.turn[rows]
        turn = np.where(passes, 1 - by, by)
        both = np.stack((turn, 1 - turn), axis=1)
        context = context_of(boards.cases.columns, standing, self.numbers[both], self.prizes[both], self.surface)
        rest = np.where(passes[:, None, None], -rest, rest)
        whose, places = order_for(turn == boards.breaker[rows], rest)
        put_back(places, whose, np.where(passes[:, None], back[:, [1, 0, 2]], back))
        chances = self.value.chances(places, whose, context)
        return np.where(passes[:, None], chances[:, ::-1], chances)
