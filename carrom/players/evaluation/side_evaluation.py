"""Value of outcomes to one side of a board, and due placements chosen by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from carrom.equipment import due_places
from carrom.equipment.sizes import SIDE_PIECES
from carrom.laws import Rulebook, Ruling, Situation, after
from carrom.physics import Profile
from carrom.play.batch.situations import FullSituation, SituationColumns
from carrom.play.player import Perception, Point
from carrom.play.sight import Bools, Floats, Ints, seen_from
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.evaluation.direct_strokes import easiest_strokes_at
from carrom.players.evaluation.outcomes import OutcomeRulings, SideMasks, StrokeOutcomes, judge_outcomes
from carrom.players.evaluation.race import QUEEN_FOR_RIVAL, QUEEN_INDEX, RaceValue, keep_chances
from carrom.players.evaluation.value_network import (
    CONTEXT,
    HIGHEST,
    LOWEST,
    Numbers,
    context_features,
    learned_value,
    next_stroke_chances,
    skill_feature,
    surface_features,
)
from carrom.players.evaluation.winning_chances import game_values_of_points

# A glance sees direct strokes only. The rest succeeds with this part of the chance to keep the turn with two pieces
# left, measured where no direct stroke is open.
_UNSEEN = 0.8
_COMES_BACK = 3
"""Most pieces of a side that can come back at once from earlier strokes."""

_MOST_PLACES = 120


class EvaluationMode(IntEnum):
    """How closely to look at the position that a stroke leaves."""

    COUNTS = 0
    """Counts only."""
    OWN = 1
    """How easy the player's next stroke is."""
    BOTH = 2
    """How easy the player's and the rival's next strokes are."""
    QUICK = 3
    """Quick learned value, in terms of winning the game."""
    LEARNED = 4
    """Full learned value, with both sides' next strokes."""


@dataclass(frozen=True, slots=True)
class SideEvaluator:
    """Values for one side, with everything that stays the same during a decision."""

    rulebook: Rulebook
    profile: Profile
    sides: SideMasks
    hand: SkillOnSurface
    rival_hand: SkillOnSurface
    worth: RaceValue
    quarters: int
    """Quarter turns from this side's seat to the seat that strikes when the turn passes."""
    aim: Floats
    """Values of −14 … 14 points of the board in the game (`winning_chances`). An array (29, n) evaluates in n
    currencies at once."""

    @classmethod
    def of(cls, view: Perception) -> SideEvaluator:
        return cls(
            view.rulebook,
            view.profile,
            SideMasks.of(view),
            SkillOnSurface.of(view.skill, view.profile),
            SkillOnSurface.of(view.rival, view.profile),
            RaceValue.of(view),
            (view.next_seat.turn - view.seat.turn) % 4,
            game_values_of_points(
                view.rulebook,
                view.situation.score.player,
                view.situation.score.opponent,
                view.board,
                breaks_next=view.colour == "black",
            ),
        )

    def across(self) -> SideEvaluator:
        """Evaluator of the rival who strikes next."""
        sides, worth = self.sides.swapped(), self.worth.swapped()
        aim = -self.aim[::-1]
        return replace(self, sides=sides, hand=self.rival_hand, rival_hand=self.hand, worth=worth, aim=aim)

    def verdicts(self, outcomes: StrokeOutcomes, situation: Situation) -> OutcomeRulings:
        fell, sides = outcomes.fell, self.sides
        return judge_outcomes(
            situation,
            self.rulebook,
            own=fell[:, sides.own].sum(axis=1),
            rival=fell[:, sides.rival].sum(axis=1),
            queen=np.asarray(fell[:, sides.queen].any(axis=1)),
            striker=outcomes.striker,
            touched=outcomes.touched,
        )

    def values(self, outcomes: StrokeOutcomes, found: OutcomeRulings, look: EvaluationMode) -> Floats:
        """Value outcomes in points."""
        if look >= EvaluationMode.QUICK:
            return self._learned(outcomes, found, is_quick=look == EvaluationMode.QUICK)
        values = np.array([self.worth.after(ruling) for ruling in found.rulings])[found.which]
        if look == EvaluationMode.COUNTS:
            return values
        for _, ruling, rows in found.groups():
            if ruling.result is None and (ruling.turn != "passes" or look == EvaluationMode.BOTH):
                values[rows] = self.layout_values(outcomes.rest[rows], ruling)
        return values

    def before(self, places: Floats, situation: Situation) -> Floats:
        """Learned value of a layout (pieces, 2) before this side strikes."""
        columns = SituationColumns.of([FullSituation(situation, situation.opponent < SIDE_PIECES)])
        context = self._contexts(columns, np.array([False]))
        nothing = np.zeros((1, 3), dtype=np.int64)
        return np.asarray(self._weighed(places[None], nothing, context, is_passed=False, is_quick=False)[0])

    def _learned(self, outcomes: StrokeOutcomes, found: OutcomeRulings, *, is_quick: bool) -> Floats:
        before = found.before
        is_opened = before.opponent < SIDE_PIECES  # not in the view, but visible from a pocketed piece of the rival
        ended, rows, standings = np.zeros((len(found.rulings), *self.aim.shape[1:])), [], []
        back = np.zeros((len(found.rulings), 3), dtype=np.int64)
        passes, going = (np.zeros(len(found.rulings), dtype=bool) for _ in range(2))
        for number, (facts, ruling) in enumerate(zip(found.facts, found.rulings, strict=True)):
            if ruling.result is not None:
                points = ruling.result.points + ruling.result.demand
                points = points if ruling.result.winner == "player" else -points
                ended[number] = self.aim[min(max(points, LOWEST), HIGHEST) - LOWEST]
                continue
            passes[number], going[number] = ruling.turn == "passes", True
            rows.append(number)
            standings.append(FullSituation(*after(before, facts, ruling, waiting_opened=is_opened)))
            back[number] = ruling.placed.player, ruling.placed.opponent, int(ruling.returned.queen)
        values = ended[found.which]
        if not rows:
            return values
        context = np.zeros((len(found.rulings), CONTEXT), dtype=np.float32)
        context[rows] = self._contexts(SituationColumns.of(standings), passes[rows])
        for is_passed in (False, True):
            which = np.flatnonzero(going[found.which] & (passes[found.which] == is_passed))
            if len(which):
                values[which] = self._weighed(
                    outcomes.rest[which],
                    back[found.which[which]],
                    context[found.which[which]],
                    is_passed=is_passed,
                    is_quick=is_quick,
                )
        return values

    def _with_room(self, rest: Floats, back: Ints) -> tuple[SideEvaluator, Floats]:
        from carrom.players.evaluation.value_network_kernel import return_pieces  # loads Numba

        sides = self.sides
        # A queen that waits for its cover has no row among the pieces.
        rooms = np.repeat((0, 1, 2), (_COMES_BACK, _COMES_BACK, int(not sides.queen.any())))
        wider = SideMasks(
            *(np.concatenate((mask, rooms == kind)) for kind, mask in enumerate((sides.own, sides.rival, sides.queen)))
        )
        places = np.concatenate((rest, np.full((len(rest), len(rooms), 2), np.nan)), axis=1)
        return_pieces(places, np.where(wider.own, 0, np.where(wider.rival, 1, 2)), np.minimum(back, _COMES_BACK))
        return replace(self, sides=wider), places

    def _contexts(self, columns: SituationColumns, passes: Bools) -> Numbers:
        numbers = np.array([skill_feature(hand.skill) for hand in (self.hand, self.rival_hand)])
        prizes = np.array([self.worth.queen_mine, self.worth.queen_theirs], dtype=np.float64)
        both = np.where(passes[:, None], [1, 0], [0, 1])
        every = np.arange(len(passes))
        return context_features(columns, every, numbers[both], prizes[both], surface_features(self.profile))

    def _weighed(self, rest: Floats, back: Ints, context: Numbers, *, is_passed: bool, is_quick: bool) -> Floats:
        evaluator = self
        if back.any():
            evaluator, rest = self._with_room(rest, back)
        there = evaluator.across() if is_passed else evaluator
        places = rotate_layouts(rest, self.quarters) if is_passed else rest
        sides = there.sides
        whose = np.where(sides.own, 0, np.where(sides.rival, 1, 2))
        seen = None
        if not is_quick:
            across = rest if is_passed else rotate_layouts(rest, self.quarters)
            seen = next_stroke_chances(
                places, sides.own, sides.rival, sides.queen, there.hand, there.rival_hand, across
            )
        chances = learned_value().chances(places, whose, context, seen)
        values: Floats = chances.astype(np.float64) @ there.aim
        return -values if is_passed else values

    def layout_values(self, rest: Floats, ruling: Ruling) -> Floats:
        """Values of layouts after this ruling, by how easy the next stroke is."""
        own, rival = ruling.own + ruling.owed.player, ruling.opponent + ruling.owed.opponent
        queen = QUEEN_INDEX[ruling.queen]
        if ruling.turn != "passes":
            return self.worth.with_chances(own, rival, queen, *self.glance(rest))
        there = self.across()
        return -there.worth.with_chances(
            rival, own, QUEEN_FOR_RIVAL[queen], *there.glance(rotate_layouts(rest, self.quarters))
        )

    def glance(self, places: Floats) -> tuple[Floats, Floats, Floats]:
        """Chances of the two easiest own pieces and of the queen, in layouts as this side sees them."""
        chance, _ = easiest_strokes_at(places, ~np.isnan(places[:, :, 0]), self.sides.own | self.sides.queen, self.hand)
        own = np.sort(chance[:, self.sides.own], axis=1)
        nothing = np.zeros(len(places))
        first = own[:, -1] if own.shape[1] > 0 else nothing
        second = own[:, -2] if own.shape[1] > 1 else nothing
        queen = chance[:, self.sides.queen].max(axis=1, initial=0.0)
        unseen = _UNSEEN * float(keep_chances(self.hand.skill.angle)[2])
        return tuple(unseen + (1 - unseen) * seen for seen in (first, second, queen))  # type: ignore[return-value]


def rotate_layouts(places: Floats, quarters: int) -> Floats:
    """Rotate layouts to a seat this many quarter turns on."""
    x, y = places[..., 0], places[..., 1]
    return np.stack(((x, y), (y, -x), (-x, -y), (-y, x))[quarters], axis=-1)


def most_harmful_place(view: Perception, rng: np.random.Generator) -> Point:
    """Lawful due place with the highest value for the placer."""
    places = due_places(view.position)
    if len(places) > _MOST_PLACES:
        chosen = rng.choice(len(places), _MOST_PLACES, replace=False)
        places = [places[i] for i in np.sort(chosen)]
    values = _values(view, places)
    return places[int(np.argmax(values))]


def is_better_forgone(view: Perception, count: int) -> bool:
    """Forgoing these due pieces is worth more than the best placement (87a)."""
    places = due_places(view.position)
    if not places or view.situation.opponent <= count:
        return False
    without = replace(view.situation, opponent=view.situation.opponent - count)
    forgone = float(_values(replace(view, situation=without), [])[0])
    return forgone > float(_values(view, places[:: max(1, len(places) // _MOST_PLACES)]).max())


def _values(view: Perception, places: list[Point]) -> Floats:
    """The board's value to the placer with one more rival piece at each place (or without any)."""
    evaluator, situation = SideEvaluator.of(view), view.situation
    here = seen_from(view.position, view.seat)
    new = np.array([view.seat.from_board(x, y) for x, y in places]).reshape(-1, 1, 2)
    layouts = np.concatenate((np.broadcast_to(here, (len(places), *here.shape)), new), axis=1) if places else here[None]
    if places:
        own, rival, queen = (
            np.append(mask, False) for mask in (evaluator.sides.own, evaluator.sides.rival, evaluator.sides.queen)
        )
        rival[-1] = True
        evaluator = replace(evaluator, sides=SideMasks(own, rival, queen))
    own_left = situation.own + situation.owed.player
    rival_left = situation.opponent + situation.owed.opponent
    queen_at = QUEEN_INDEX[situation.queen]
    theirs = evaluator.across()
    if _is_mine_next(view):
        mine = evaluator.glance(rotate_layouts(layouts, _quarters(view, view.to_strike.turn)))
        value = evaluator.worth.with_chances(own_left, rival_left, queen_at, *mine)
        reply = theirs.glance(rotate_layouts(layouts, _quarters(view, view.next_seat.turn)))[0]
        return value - reply
    reply3 = theirs.glance(rotate_layouts(layouts, _quarters(view, view.to_strike.turn)))
    return -theirs.worth.with_chances(rival_left, own_left, QUEEN_FOR_RIVAL[queen_at], *reply3)


def _is_mine_next(view: Perception) -> bool:
    singles = view.next_seat is view.seat.opposite
    return view.to_strike is view.seat or (not singles and view.to_strike is view.seat.opposite)


def _quarters(view: Perception, turn: int) -> int:
    return (turn - view.seat.turn) % 4
