"""Thousands of singles boards at once, from the rack to the last piece.

Party a sits south, b north. Random numbers are keyed by each board's seed, so a board plays the same alone or
among others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Seat, due_places, has_striker_room
from carrom.laws import Rulebook
from carrom.match import Party, PlayerId
from carrom.match.rules.placing import centre_reading
from carrom.physics import Stroke, simulate_batch
from carrom.play.batch.counter_rng import draw_unit_errors
from carrom.play.batch.execution import HandBias, execute_rows, skill_row
from carrom.play.batch.layouts import BLACK, PIECES, QUEEN, WHITE, lay_racks, places_of, position_of, rack_turn_angle
from carrom.play.batch.placement import centre_place, place_at_random, play_after_stroke
from carrom.play.batch.situations import SituationTable, Transitions, facts_code, facts_from_code
from carrom.play.player import Perception, PlainManners, Player, Point
from carrom.play.seating import Luck, Seating
from carrom.play.sight import Bools, Floats, Ints

PARTIES: tuple[Party, Party] = ("a", "b")
_SEATED = (Seat.SOUTH, Seat.NORTH)
_SEATS = np.array([seat.turn for seat in _SEATED])
_FACING = np.array([1.0, -1.0])
"""Multiply a point by this to see it from the seat of a or b."""


@dataclass(frozen=True, slots=True)
class StrokesMade:
    """One stroke on each of some boards, as everyone saw it."""

    rows: Ints
    by: Ints
    strokes: Floats
    """(x, y, direction, speed) as executed, seen by the player."""
    own: Ints
    opponent: Ints
    queen: Bools
    striker: Bools
    touched: Bools
    before: Ints
    """Situation numbers before the strokes (`SituationTable`) and what happened (`facts_code`)."""
    codes: Ints


class Boards:
    """Boards in progress. Look at `seen()`, then `strike()`."""

    def __init__(
        self,
        count: int,
        *,
        rulebook: Rulebook,
        seating: Seating,
        score: tuple[int, int] = (0, 0),
        threads: int = 1,
        asks: int | None = None,
    ) -> None:
        """Set up empty boards. Those of party `asks` wait in `due` for `answer()`, to place due pieces."""
        self.cases = SituationTable(rulebook)
        self._starts = np.array([self.cases.begin_at(score[breaker], score[1 - breaker]) for breaker in (0, 1)])
        self.seating = seating
        self.threads = threads
        hands = [seating.contestants[party][0].skill for party in PARTIES]
        self._skills = np.array([skill_row(skill) for skill in hands])
        self._habits = HandBias(hands)
        self.places = np.full((count, PIECES, 2), np.nan)
        self.standing = np.zeros(count, dtype=np.int64)
        self.turn = np.zeros(count, dtype=np.int64)
        """0 for party a, 1 for b."""
        self.breaker = np.zeros(count, dtype=np.int64)
        self.strokes = np.zeros(count, dtype=np.int64)
        self.over = np.ones(count, dtype=bool)
        self.points = np.zeros(count)
        if any(score) and not all(_is_plain(seating.contestants[party][0].player) for party in PARTIES):
            raise CarromError("cannot-place", "boards in the middle of a game are for players who place like anybody")
        self._is_plain = all(_is_plain(seating.contestants[party][0].player) for party in PARTIES)
        self.seeds = np.zeros(count, dtype=np.int64)
        self.racks = np.zeros(count, dtype=np.int64)
        self.due = np.zeros(count, dtype=np.int64)
        """The other side's pieces that the asking party has to place; 0 if not waiting."""
        self._asks = asks
        self._asked_about: dict[int, tuple[int, int, int]] = {}

    def begin(self, rows: Ints, seeds: Ints, breakers: Ints) -> None:
        self.seeds[rows], self.breaker[rows] = seeds, breakers
        self.strokes[rows], self.points[rows], self.over[rows], self.racks[rows] = 0, 0.0, False, 0
        self.due[rows] = 0
        self._rack(rows)

    def copied(self, rows: Ints, seeds: Ints) -> Boards:
        """Copies of these rows (a row may repeat), each with its own seed from here on."""
        copy = Boards(0, rulebook=self.cases.rulebook, seating=self.seating, threads=self.threads)
        copy.cases, copy._starts = self.cases, self._starts
        for name in ("places", "standing", "turn", "breaker", "strokes", "over", "points", "racks", "due"):
            setattr(copy, name, getattr(self, name)[rows].copy())
        copy.seeds = seeds.copy()
        return copy

    def _rack(self, rows: Ints) -> None:
        seating = self.seating
        wanted = np.array([rack_turn_angle(seating.rack_for(PlayerId(party))) for party in PARTIES])
        counts = -1 - self.racks[rows]  # negative: racks and strokes get different random numbers
        angles = wanted[self.breaker[rows]]
        laid = lay_racks(self.seeds[rows], counts, angles, gap=seating.rack_gap, spread=seating.rack_turn)
        self.places[rows] = laid * _FACING[self.breaker[rows]][:, None, None]
        self.turn[rows], self.standing[rows] = self.breaker[rows], self._starts[self.breaker[rows]]
        self.racks[rows] += 1

    def own(self, rows: Ints) -> Bools:
        """(rows, 19)."""
        return np.where((self.turn[rows] == self.breaker[rows])[:, None], WHITE, BLACK)

    def wanted(self, rows: Ints) -> Bools:
        """(rows, 19): the player's own, and the queen where the Laws allow it; never the last piece while the queen is
        on the board (107)."""
        columns, at = self.cases.columns, self.standing[rows]
        is_last = (columns.own[at] == 1) & (columns.queen[at] == 0)
        wanted: Bools = self.own(rows) & ~is_last[:, None]
        wanted[:, QUEEN] = columns.may_queen[at]
        lies: Bools = ~np.isnan(self.places[rows, :, 0])
        return wanted & lies

    def is_break(self, rows: Ints) -> Bools:
        found: Bools = self.cases.columns.attempt[self.standing[rows]] > 0
        return found

    def seen(self, rows: Ints) -> Floats:
        """(rows, 19, 2), as the player who strikes sees them."""
        facing: Floats = _FACING[self.turn[rows]][:, None, None]
        return self.places[rows] * facing

    def execute(self, rows: Ints, intended: Floats) -> Floats:
        errors = draw_unit_errors(self.seeds[rows], self.strokes[rows])
        whose = self.turn[rows]
        made = execute_rows(self.seen(rows), intended, errors, self._skills[whose], self.seating.profile.max_speed)
        self._habits.go_astray(made, self.seeds[rows], self.strokes[rows], whose)
        return made

    def strike(self, rows: Ints, intended: Floats) -> StrokesMade:
        """Play the intended stroke of each row, and everything up to the next stroke."""
        made, by = self.execute(rows, intended), self.turn[rows]
        shots = made.copy()
        shots[:, :2] *= _FACING[by][:, None]
        found = simulate_batch(
            self.places[rows], shots, seat=_SEATS[by], profile=self.seating.profile, threads=self.threads
        )
        if found.status.any():
            raise ValueError(f"a stroke that cannot be: {shots[np.flatnonzero(found.status)[0]].tolist()}")
        fell, own = found.is_pocketed, self.own(rows)
        pieces = fell[:, :-1]
        other = ~own
        other[:, QUEEN] = False
        before, took = self.standing[rows], ((pieces & own).sum(axis=1), (pieces & other).sum(axis=1))
        codes = facts_code(*took, pieces[:, QUEEN], fell[:, -1], found.touched)
        seen = StrokesMade(rows, by, made, *took, pieces[:, QUEEN], fell[:, -1], found.touched, before, codes)
        follow = self.cases.follow(before, codes)
        self.places[rows] = found.rest[:, :-1]
        self.strokes[rows] += 1
        self.standing[rows] = follow.standing
        self.turn[rows] = np.where(follow.passes, 1 - by, by)
        self.over[rows] = follow.over
        won = follow.points + np.copysign(follow.demand, follow.points)
        self.points[rows] = won * _FACING[by]
        hands = (follow.placed.any(axis=1) | follow.queen_back) & ~follow.over
        asked = hands if self._is_plain else hands | (follow.demand > 0)
        for index in np.flatnonzero(asked).tolist():
            row, striking = int(rows[index]), int(by[index])
            if self._asks is not None and follow.placed[index, int(striking == self._asks)]:
                self.due[row] = follow.placed[index, int(striking == self._asks)]
                self._asked_about[row] = int(before[index]), int(codes[index]), striking
            elif not (self._is_plain and self._place(row, striking, follow, index)):
                self._settle(row, int(before[index]), int(codes[index]), striking)
        self._replay_without_room(rows)
        return seen

    def answer(self, rows: Ints, forgo: Bools, at: Floats) -> None:
        """Forgo the due placings in these rows, or place them as near to `at` as is lawful (as the asking party sees
        it)."""
        party = PARTIES[self._asks or 0]
        for index, row in enumerate(rows.tolist()):
            x, y = (at[index] * _FACING[self._asks or 0]).tolist()
            (contestant,) = self.seating.contestants[party]
            answering = (replace(contestant, player=PlacementWish(bool(forgo[index]), x, y)),)
            seating = replace(self.seating, contestants=self.seating.contestants.with_value(party, answering))
            self.due[row] = 0
            self._settle(row, *self._asked_about.pop(row), seating)
        self._replay_without_room(rows)

    def _place(self, row: int, by: int, follow: Transitions, index: int) -> bool:
        """Place everything without asking; False without room, or where a player has to decide."""
        own, other = follow.placed[index].tolist()
        white, black = (own, other) if by == self.breaker[row] else (other, own)
        seat, reading = _SEATED[self.turn[row]], centre_reading(self.cases.rulebook)
        return place_at_random(
            self.places[row],
            queen=centre_place(self.places[row], seat, reading) if follow.queen_back[index] else None,
            white=white,
            black=black,
            seed=int(self.seeds[row]),
            number=int(self.strokes[row]),
        )

    def _settle(self, row: int, standing: int, code: int, by: int, seating: Seating | None = None) -> None:
        found = play_after_stroke(
            seating or self.seating,
            self.cases.rulebook,
            Luck((int(self.seeds[row]), int(self.strokes[row]))),
            breaker=PARTIES[self.breaker[row]],
            turn=PARTIES[by],
            standing=self.cases.standings[standing],
            facts=facts_from_code(code),
            rests=position_of(self.places[row]),
        )
        if found.standing is None or found.position is None:
            self.over[row], self.points[row] = True, found.points
            return
        self.over[row] = False
        self.standing[row] = self.cases.number(found.standing)
        self.turn[row] = PARTIES.index(found.turn)
        self.places[row] = places_of(found.position)

    def _replay_without_room(self, rows: Ints) -> None:
        going = rows[~self.over[rows] & (self.due[rows] == 0)]
        for row in going[~_has_free_row(self.seen(going))].tolist():
            if not has_striker_room(position_of(self.places[row]), _SEATED[self.turn[row]]):
                self._rack(np.array([row]))


class PlacementWish(PlainManners):
    """A player whose decision about due pieces is known."""

    def __init__(self, forgo: bool, x: float, y: float) -> None:
        self.forgo, self.x, self.y = forgo, x, y

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise LookupError("he was asked about due pieces alone")

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        return min(due_places(view.position), key=lambda place: hypot(place[0] - self.x, place[1] - self.y))

    def forgoes(self, view: Perception, count: int) -> bool:
        return self.forgo


def _is_plain(player: Player) -> bool:
    asked = ("place", "forgoes", "demands")
    return all(getattr(type(player), name, None) is getattr(PlainManners, name) for name in asked)


def _has_free_row(places: Floats) -> Bools:
    from carrom.play.batch.execution_kernel import has_middle_room

    found: Bools = has_middle_room(places)
    return found
