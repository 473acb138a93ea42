"""Thousands of boards of singles at once, from the rack to the last piece.

Places are an array, where a board stands by the Laws is a number (`cases`), a stroke of every board is one call of the
simulator. What players decide about due pieces goes through the match itself (`aside`). Party a sits at the south, b at
the north. All chance is counted from the seed of a board, so each board is the same in any company.
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
from carrom.play.batch.placement import centre_place, place_at_random, play_out
from carrom.play.batch.situations import SituationTable, Transitions, facts_code, facts_from_code
from carrom.play.player import Perception, PlainManners, Player, Point
from carrom.play.seating import Luck, Seating
from carrom.play.sight import Bools, Floats, Ints

PARTIES: tuple[Party, Party] = ("a", "b")
_SEATED = (Seat.SOUTH, Seat.NORTH)
_SEATS = np.array([seat.turn for seat in _SEATED])
_FACING = np.array([1.0, -1.0])
"""What a point is multiplied by to be seen from the seat of a or b."""


@dataclass(frozen=True, slots=True)
class StrokesMade:
    """What anybody at the tables saw of one stroke on each of some boards."""

    rows: Ints
    by: Ints
    """0 for party a, 1 for b."""
    strokes: Floats
    """(x, y, direction, speed) as made, x and y as the player sees them."""
    own: Ints
    opponent: Ints
    queen: Bools
    striker: Bools
    touched: Bools
    before: Ints
    """Where the boards stood (`Cases`), and what happened (`facts_code`)."""
    codes: Ints


class Boards:
    """Boards under way. Whoever plays them looks at `seen`, and strikes."""

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
        """`asks` is the party whose placings are decided outside: such boards wait (`due`) until they are answered."""
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
        """Whose stroke it is: 0 for party a, 1 for b."""
        self.breaker = np.zeros(count, dtype=np.int64)
        self.strokes = np.zeros(count, dtype=np.int64)
        self.over = np.ones(count, dtype=bool)
        self.points = np.zeros(count)
        """Points of party a, once a board is over."""
        if any(score) and not all(_is_plain(seating.contestants[party][0].player) for party in PARTIES):
            raise CarromError("cannot-place", "boards in the middle of a game are for players who place like anybody")
        self._is_plain = all(_is_plain(seating.contestants[party][0].player) for party in PARTIES)
        self.seeds = np.zeros(count, dtype=np.int64)
        self.racks = np.zeros(count, dtype=np.int64)
        self.due = np.zeros(count, dtype=np.int64)
        """So many pieces of the other side wait to be placed by the party that is asked."""
        self._asks = asks
        self._asked_about: dict[int, tuple[int, int, int]] = {}

    def begin(self, rows: Ints, seeds: Ints, breakers: Ints) -> None:
        """New boards in these rows."""
        self.seeds[rows], self.breaker[rows] = seeds, breakers
        self.strokes[rows], self.points[rows], self.over[rows], self.racks[rows] = 0, 0.0, False, 0
        self.due[rows] = 0
        self._rack(rows)

    def copied(self, rows: Ints, seeds: Ints) -> Boards:
        """Boards that stand as these rows do, each as often as it is named, all with luck of their own from here."""
        copy = Boards(0, rulebook=self.cases.rulebook, seating=self.seating, threads=self.threads)
        copy.cases, copy._starts = self.cases, self._starts
        for name in ("places", "standing", "turn", "breaker", "strokes", "over", "points", "racks", "due"):
            setattr(copy, name, getattr(self, name)[rows].copy())
        copy.seeds = seeds.copy()
        return copy

    def _rack(self, rows: Ints) -> None:
        seating = self.seating
        wanted = np.array([rack_turn_angle(seating.rack_for(PlayerId(party))) for party in PARTIES])
        counts = -1 - self.racks[rows]  # the luck of racks is apart from that of strokes
        angles = wanted[self.breaker[rows]]
        laid = lay_racks(self.seeds[rows], counts, angles, gap=seating.rack_gap, spread=seating.rack_turn)
        self.places[rows] = laid * _FACING[self.breaker[rows]][:, None, None]
        self.turn[rows], self.standing[rows] = self.breaker[rows], self._starts[self.breaker[rows]]
        self.racks[rows] += 1

    def own(self, rows: Ints) -> Bools:
        """(rows, 19): which pieces are those of whoever is to strike."""
        return np.where((self.turn[rows] == self.breaker[rows])[:, None], WHITE, BLACK)

    def wanted(self, rows: Ints) -> Bools:
        """(rows, 19): the pieces worth pocketing now: own ones, and the queen where the Laws let the player have it;
        never the last one while the queen is on the board (107)."""
        columns, at = self.cases.columns, self.standing[rows]
        is_last = (columns.own[at] == 1) & (columns.queen[at] == 0)
        wanted: Bools = self.own(rows) & ~is_last[:, None]
        wanted[:, QUEEN] = columns.may_queen[at]
        lies: Bools = ~np.isnan(self.places[rows, :, 0])
        return wanted & lies

    def is_break(self, rows: Ints) -> Bools:
        """Which of them have still to be broken."""
        found: Bools = self.cases.columns.attempt[self.standing[rows]] > 0
        return found

    def seen(self, rows: Ints) -> Floats:
        """(rows, 19, 2): where the pieces lie, as whoever is to strike sees them."""
        facing: Floats = _FACING[self.turn[rows]][:, None, None]
        return self.places[rows] * facing

    def execute(self, rows: Ints, intended: Floats) -> Floats:
        """What the hands of those in turn make of the strokes that they intend."""
        errors = draw_unit_errors(self.seeds[rows], self.strokes[rows])
        whose = self.turn[rows]
        made = execute_rows(self.seen(rows), intended, errors, self._skills[whose], self.seating.profile.max_speed)
        self._habits.go_astray(made, self.seeds[rows], self.strokes[rows], whose)
        return made

    def strike(self, rows: Ints, intended: Floats) -> StrokesMade:
        """Everybody in turn in these rows intends a stroke, as he sees it; all follows up to the next one."""
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
        """The party that is asked forgoes its placings in these rows, or places as near as is lawful to these places,
        as it sees them."""
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
        """Plain hands put everything where there is room; False where there is none, or where more has to be asked."""
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
        found = play_out(
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
        """Where the striker finds no place at all the board is played again (142)."""
        going = rows[~self.over[rows] & (self.due[rows] == 0)]
        for row in going[~_has_free_row(self.seen(going))].tolist():
            if not has_striker_room(position_of(self.places[row]), _SEATED[self.turn[row]]):
                self._rack(np.array([row]))


class PlacementWish(PlainManners):
    """Somebody who has said what he does with due pieces of the other side."""

    def __init__(self, forgo: bool, x: float, y: float) -> None:
        self.forgo, self.x, self.y = forgo, x, y

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise LookupError("he was asked about due pieces alone")

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        return min(due_places(view.position), key=lambda place: hypot(place[0] - self.x, place[1] - self.y))

    def forgoes(self, view: Perception, count: int) -> bool:
        return self.forgo


def _is_plain(player: Player) -> bool:
    """Whether somebody places, forgoes and demands like anybody."""
    asked = ("place", "forgoes", "demands")
    return all(getattr(type(player), name, None) is getattr(PlainManners, name) for name in asked)


def _has_free_row(places: Floats) -> Bools:
    """Whether there is a stretch midway between the lines: nearly always, so that nobody looks any further."""
    from carrom.play.batch.execution_kernel import has_middle_room

    found: Bools = has_middle_room(places)
    return found
