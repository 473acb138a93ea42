"""Players for thousands of boards at once: easiest stroke, learned value, and the aimer.

`BatchChooser` plays the boards that train the next learned value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.physics import Profile, simulate_batch
from carrom.play import Skill
from carrom.play.batch.boards import Boards
from carrom.play.batch.counter_rng import uniform_numbers
from carrom.play.batch.execution import execute_rows, skill_row, striker_positions_at
from carrom.play.batch.layouts import QUEEN, WHITE
from carrom.play.batch.situations import facts_code
from carrom.play.sight import Bools, Floats, Ints
from carrom.play.skill import UNIT_SPREAD
from carrom.players.candidates.breaks import known_breaks, rack_angles
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.evaluation.direct_strokes import aim_tuning, easiest_strokes_at, hand_parameters
from carrom.players.evaluation.search import quasi_random_errors
from carrom.players.evaluation.value_network import (
    HIGHEST,
    LOWEST,
    POINTS,
    LearnedValue,
    Numbers,
    context_features,
    order_pieces,
    skill_feature,
    surface_features,
)

_EASY_LANES = 64  # lane of random numbers; lower ones belong to strokes and racks
_HARD = 0.6
"""Pace of a stroke that only loosens pieces, relative to the full one."""


class BatchEasyPlayer:
    """Plays the easiest strokes of both sides; `noise` is the randomness of the choice (0: none)."""

    def __init__(self, skills: tuple[Skill, Skill], profile: Profile, *, noise: float = 0.3) -> None:
        self.hands = tuple(SkillOnSurface.of(skill, profile) for skill in skills)
        self.noise = noise

    def strokes(self, boards: Boards, rows: Ints, seeds: Ints) -> Floats:
        out = np.empty((len(rows), 4))
        chances = uniform_numbers(seeds, boards.strokes[rows], _EASY_LANES + 20)[:, _EASY_LANES:]
        is_break = boards.is_break(rows)
        for party, hand in enumerate(self.hands):
            mine = boards.turn[rows] == party
            breaking, playing = np.flatnonzero(mine & is_break), np.flatnonzero(mine & ~is_break)
            if len(breaking):
                family = known_breaks(rack_angles(boards.seen(rows[breaking])[:, WHITE]), hand)
                which = (chances[breaking, 0] * family.shape[1]).astype(np.int64)
                out[breaking] = family[np.arange(len(breaking)), which]
            if len(playing):
                out[playing] = self._aimed(boards, rows[playing], chances[playing], hand)
        return out

    def _aimed(self, boards: Boards, rows: Ints, chances: Floats, hand: SkillOnSurface) -> Floats:
        places, wanted = boards.seen(rows), boards.wanted(rows)
        chance, strokes = easiest_strokes_at(places, ~np.isnan(places[:, :, 0]), wanted, hand)
        gumbel = -np.log(-np.log(chances[:, :19]))
        with np.errstate(divide="ignore"):
            liking = np.where(chance > 0, np.log(chance) + self.noise * gumbel, -np.inf)
        best = liking.argmax(axis=1)
        each = np.arange(len(rows))
        found: Floats = strokes[each, best]
        hidden = np.flatnonzero(chance.max(axis=1) <= 0)
        if len(hidden):
            found[hidden] = hard_touching_strokes(places[hidden], wanted[hidden], chances[hidden, 19], hand)
        return found


def hard_touching_strokes(places: Floats, wanted: np.ndarray, part: Floats, hand: SkillOnSurface) -> Floats:
    """Hard full strokes at the nearest wanted piece, or at the nearest of all."""
    stands = striker_positions_at(places, part)
    far = np.hypot(*(places - stands[:, None]).transpose(2, 0, 1))
    liked = np.where(wanted & ~np.isnan(far), far, np.inf)
    liked = np.where(np.isinf(liked.min(axis=1))[:, None], np.where(np.isnan(far), np.inf, far), liked)
    at = places[np.arange(len(places)), liked.argmin(axis=1)] - stands
    direction = np.degrees(np.arctan2(at[:, 0], at[:, 1]))
    pace = np.full(len(places), _HARD * hand.max_speed / 1000.0)
    return np.column_stack((stands, direction, pace))


_CHOOSER_LANES = 96  # lane of random numbers; lower ones belong to strokes, racks and `BatchEasyPlayer`
_PIECES = 5
"""Pieces looked at."""
_PACES = (1.45, 0.8)
"""Other paces for the easiest strokes."""
_CANDIDATES = _PIECES + 2 * len(_PACES) + 1
_SWEPT = 128  # lanes of the sweep
_FOUND = 8
"""Strokes of a sweep that are tried again."""
_AHEAD, _SLOWEST, _FASTEST = 80.0, 1.2, 6.0
"""Most strokes of a sweep go ahead, within this many degrees; speeds in m/s."""
# Placing, direction, pace: five errors, each the middle of a fifth of the distribution.
_ERRORS = np.column_stack(
    (
        (0.5, -0.5, 0.0, 1.3, -1.3),
        np.array((-1.476, -0.559, 0.0, 0.559, 1.476)) * UNIT_SPREAD,
        (0.5, -1.3, 0.0, 1.3, -0.5),
    )
)
_AGAIN = 3
_MORE_ERRORS = quasi_random_errors(np.random.default_rng(0), 14)


@dataclass(frozen=True, slots=True)
class BatchChoice:
    strokes: Floats
    expected: Numbers
    """(rows, 29): chances of −14 … 14 points for the side that strikes; NaN where not computed."""


class BatchChooser:
    """Chooses strokes of both sides by a learned value. `noise`: randomness of the choice in points; `sweep`: extra
    strokes tried once, for what geometry misses."""

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
        self.plain = BatchEasyPlayer(skills, profile, noise=0.2)
        self.hands = self.plain.hands
        self.numbers = np.array([skill_feature(skill) for skill in skills])
        self.prizes = np.array(prizes)
        self.surface = surface_features(profile)
        self.noise, self.sweep = noise, sweep

    def choose(self, boards: Boards, rows: Ints) -> BatchChoice:
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
        return BatchChoice(out, expected)

    def _chosen(self, boards: Boards, rows: Ints) -> tuple[Floats, Numbers]:
        chances = uniform_numbers(boards.seeds[rows], boards.strokes[rows], _CHOOSER_LANES + _CANDIDATES + _FOUND + 1)[
            :, _CHOOSER_LANES:
        ]
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
        # The best of many after few tries is often just lucky: try the first few again.
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
        """Mean expectation of these strokes (row, number) with these errors."""
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
        """(rows, found, 4): the best of random strokes all over the board, tried once without error."""
        again = np.repeat(np.arange(len(rows)), self.sweep)
        chances = uniform_numbers(boards.seeds[rows], boards.strokes[rows], _SWEPT + 3 * self.sweep)[:, _SWEPT:]
        part, turn, pace = chances.reshape(len(rows), 3, self.sweep).transpose(1, 0, 2).reshape(3, -1)
        stands = striker_positions_at(places[again], part)
        direction = np.where(turn < 0.85, (turn / 0.85 - 0.5) * 2 * _AHEAD, 180.0 * (2 * (turn - 0.85) / 0.15 - 1))
        strokes = np.column_stack((stands, direction, _SLOWEST * (_FASTEST / _SLOWEST) ** pace))
        values = (self._leaves(boards, rows[again], places[again], strokes) @ POINTS).reshape(len(rows), self.sweep)
        best = np.argsort(-values, axis=1)[:, :_FOUND]
        chosen: Floats = strokes.reshape(len(rows), self.sweep, 4)[np.arange(len(rows))[:, None], best]
        return chosen

    def _candidates(self, places: Floats, wanted: Bools, turn: Ints, part: Floats) -> tuple[Floats, Bools]:
        """(rows, candidates, 4), and which of them exist."""
        rows = len(places)
        out = np.zeros((rows, _CANDIDATES, 4))
        possible = np.zeros((rows, _CANDIDATES), dtype=bool)
        for party, hand in enumerate(self.hands):
            mine = np.flatnonzero(turn == party)
            if not len(mine):
                continue
            chance, strokes = easiest_strokes_at(places[mine], ~np.isnan(places[mine, :, 0]), wanted[mine], hand)
            order = np.argsort(-chance, axis=1, kind="stable")[:, :_PIECES]
            each = np.arange(len(mine))[:, None]
            out[mine, :_PIECES] = strokes[each, order]
            possible[mine, :_PIECES] = chance[each, order] > 0
            out[mine, -1] = hard_touching_strokes(places[mine], wanted[mine], part[mine], hand)
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
        """(strokes, 29): expectation after each stroke for the side that made it."""
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
        from carrom.players.evaluation.value_network_kernel import return_pieces  # loads Numba

        by = boards.turn[rows]
        turn = np.where(passes, 1 - by, by)
        both = np.stack((turn, 1 - turn), axis=1)
        context = context_features(boards.cases.columns, standing, self.numbers[both], self.prizes[both], self.surface)
        rest = np.where(passes[:, None, None], -rest, rest)
        whose, places = order_pieces(turn == boards.breaker[rows], rest)
        return_pieces(places, whose, np.where(passes[:, None], back[:, [1, 0, 2]], back))
        chances = self.value.chances(places, whose, context)
        return np.where(passes[:, None], chances[:, ::-1], chances)


_AIMER_LANE = 150  # lane of random numbers; lower ones belong to all other players
_AIMER_TUNING = aim_tuning(1.5)
_TURNS = (0.0, -1.5, 1.5)
"""Breaks for a slightly turned rack count too (`good_breaks`)."""


class BatchAimer:
    """The aimer, for either side."""

    def __init__(self, skill: Skill, profile: Profile) -> None:
        self.hand = SkillOnSurface.of(skill, profile)

    def strokes(self, boards: Boards, rows: Ints) -> Floats:
        out = np.empty((len(rows), 4))
        is_break = boards.is_break(rows)
        breaking, playing = np.flatnonzero(is_break), np.flatnonzero(~is_break)
        if len(breaking):
            out[breaking] = self._breaks(boards, rows[breaking])
        if len(playing):
            out[playing] = self.aimed(boards.seen(rows[playing]), boards.wanted(rows[playing]))
        return out

    def aimed(self, places: Floats, wanted: Bools) -> Floats:
        """(rows, 4): strokes on these layouts, from the player's seat."""
        from carrom.players.levels.aimer_kernel import aimed_strokes  # loads Numba

        parameters = hand_parameters(self.hand), _AIMER_TUNING
        found: Floats = aimed_strokes(np.ascontiguousarray(places), np.ascontiguousarray(wanted), *parameters)
        return found

    def _breaks(self, boards: Boards, rows: Ints) -> Floats:
        angles = rack_angles(boards.seen(rows)[:, WHITE])
        family = np.concatenate([known_breaks(angles + turn, self.hand) for turn in _TURNS], axis=1)
        same = (family[:, :, None] == family[:, None]).all(axis=-1)
        is_new = ~np.tril(same, -1).any(axis=2)
        chance = uniform_numbers(boards.seeds[rows], boards.strokes[rows], _AIMER_LANE + 1)[:, _AIMER_LANE]
        place = (chance * is_new.sum(axis=1)).astype(np.int64)
        which = (is_new & (np.cumsum(is_new, axis=1) == place[:, None] + 1)).argmax(axis=1)
        found: Floats = family[np.arange(len(rows)), which]
        return found
