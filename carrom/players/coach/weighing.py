"""One stroke weighed: what was best in this hand, and what was lost by the choice, by the hand and by luck.

Everything is what boards like those left behind have led to (`mind.learned`), in points of the board and in the chance
to win the match, which is counted for all differences of strength (`mind.strengths`). Between the best stroke and what
came of it lie three steps:

- *choice*: the best stroke in this hand, less the chosen one in this hand;
- *hand*: the chosen stroke in this hand, less the stroke that was made, struck by a hand as steady as a robot's;
- *luck*: what came of it, less that stroke: what a hair's breadth decided, for or against.

So best − choice − hand + luck is what came of it, exactly.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

import numpy as np

from carrom.equipment import Seat
from carrom.physics import Stroke
from carrom.play import LEVELS, Skill
from carrom.play.sight import Floats, Ints
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, wrap_degrees
from carrom.players.coach.accuracy import stroke_accuracy
from carrom.players.coach.strokes import StrokePlayed
from carrom.players.eye.candidates import Shape
from carrom.players.eye.generator import Scene, generate
from carrom.players.mind.budget import Budget
from carrom.players.mind.game_worth import game_chance, win_chances
from carrom.players.mind.imagine import Imagined, execute_each, imagine
from carrom.players.mind.learned import POINTS
from carrom.players.mind.luck import even_errors
from carrom.players.mind.side_worth import Look
from carrom.players.mind.strengths import GAPS, bend, bent, boards_ahead
from carrom.players.mind.study import Study, to_board
from carrom.players.mind.verdicts import Verdicts
from carrom.players.rungs.planning import Tactician

SIMULATIONS = 5000
"""For a stroke's proposals and the choice between them."""
_TRIES, _FINALISTS, _SURE = 16, 6, 240
_STEADY = LEVELS["robot"]
# What somebody meant who did not say so: around the direction that he struck, as far as his hand misses (in standard
# deviations), the one that promises most to points by which he chooses.
_OFF = np.linspace(-2.5, 2.5, 21)
_WHIM = 0.3
_ALIKE = 0.05
"""Points. A stroke that is no worse than the best by more than this is as good."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A value before a stroke and what became of it, in one currency."""

    best: float
    choice: float
    hand: float
    luck: float

    @property
    def after(self) -> float:
        """What came of it."""
        return self.best - self.choice - self.hand + self.luck

    @classmethod
    def of(cls, best: float, chosen: float, made: float, came: float) -> Parts:
        """By what each of them was worth."""
        return cls(best, best - chosen, chosen - made, came - made)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A stroke with the coach's verdict."""

    played: StrokePlayed
    best: Stroke
    """What would have been best in this hand; the chosen stroke itself where nothing was better."""
    chosen: Stroke
    """What was meant, as the record says or as is likeliest."""
    points: Parts
    winning: Parts
    """The same in the chance to win the match, 0 … 1, between sides as strong as they are believed to be."""
    by_gap: tuple[Parts, ...]
    """The same for each of `GAPS`: how much stronger his side's mind is than the other one's."""
    at_stake: float
    """Points between the best stroke and one that moves nothing and passes the turn."""
    stated: float
    """The chance to keep the turn that the chosen stroke had in this hand."""
    best_stated: float
    kept: bool
    shape: Shape
    """What kind of stroke was chosen."""
    best_shape: Shape

    @property
    def is_best(self) -> bool:
        return self.points.choice == 0.0

    def with_gap(self, gap: float) -> Weighed:
        """The same between sides whose minds are so far apart."""
        parts = np.array([astuple(one) for one in self.by_gap])
        return replace(self, winning=Parts(*(float(np.interp(gap, GAPS, column)) for column in parts.T)))

    @property
    def accuracy(self) -> float:
        """0 … 100, by what the choice lost of what was at stake."""
        return stroke_accuracy(self.points.choice, self.at_stake)


def weigh(played: StrokePlayed, own: Skill, rival: Skill, *, simulations: int = SIMULATIONS) -> Weighed:
    """The verdict on a stroke, by one whose hand is `own`. The same stroke is always weighed alike."""
    view = played.in_hands(own, rival)
    rng = np.random.default_rng((played.number, 1))
    study = Study.of(view)
    proposed = _proposed(study, simulations, rng)
    chosen = _chosen(study, played)
    rows = np.concatenate((chosen[None], proposed))
    rows = rows[_best_rows(study, rows, rng)]
    rows = np.concatenate((chosen[None], rows[~(rows == chosen).all(axis=1)]))
    sure = study.spread(rows, _SURE, np.random.default_rng((played.number, 2)))
    judged = study.stance.verdicts(sure, view.situation)
    kept = judged.succeeds.reshape(len(rows), _SURE).mean(axis=1)
    in_points, in_match = _both_values(study, played, sure, judged, len(rows))
    best = int(np.argmax(in_points))
    if in_points[best] - in_points[0] <= _ALIKE:
        best = 0
    made = _row(played.made, view.seat)
    steady = _steadily(study, made, np.random.default_rng((played.number, 3)))
    came = _came(study, played, made)
    now = study.stance.verdicts(came, view.situation)
    still = _nothing(study)
    (unmoved,), _ = _both_values(study, played, still, study.stance.verdicts(still, view.situation), 1)
    (made_points,), (made_match,) = _both_values(
        study, played, steady, study.stance.verdicts(steady, view.situation), 1
    )
    (came_points,), (came_match,) = _both_values(study, played, came, now, 1)
    points = Parts.of(*map(float, (in_points[best], in_points[0], made_points, came_points)))
    by_gap = tuple(
        Parts.of(*row)
        for row in zip(
            in_match[best].tolist(), in_match[0].tolist(), made_match.tolist(), came_match.tolist(), strict=True
        )
    )
    return Weighed(
        played,
        to_board(view, rows[best]),
        to_board(view, chosen),
        points,
        by_gap[len(GAPS) // 2],
        by_gap,
        points.best - float(unmoved),
        float(kept[0]),
        float(kept[best]),
        bool(now.succeeds[0]),
        _shape(study, chosen),
        _shape(study, rows[best]),
    )


def _proposed(study: Study, simulations: int, rng: np.random.Generator) -> Floats:
    return Tactician(Budget(simulations)).proposals(study, simulations, rng)


def _chosen(study: Study, played: StrokePlayed) -> Floats:
    """What he meant: as he says, or near what he struck, where it promises most."""
    seat, view = played.view.seat, played.view
    if played.meant is not None:
        return _row(played.meant, seat)
    made = _row(played.made, seat)
    if view.situation.break_attempt is not None:
        return made
    spread = float(study.hand.skill.angle * difficulty(made[2:3], made[3:4], view.profile.max_speed)[0])
    near = np.repeat(made[None], len(_OFF), axis=0)
    near[:, 2] = wrap_degrees(made[2] + _OFF * spread)
    tried = study.spread(near, 24, np.random.default_rng((played.number, 0)))
    hoped = study.values(tried, Look.QUICK).reshape(len(near), 24).mean(axis=1)
    likely = -(TAIL_FREEDOM + 1) / 2 * np.log1p((_OFF / UNIT_SPREAD) ** 2 / TAIL_FREEDOM)
    meant: Floats = near[int(np.argmax(likely + hoped / _WHIM))]
    return meant


def _best_rows(study: Study, rows: Floats, rng: np.random.Generator) -> Ints:
    """The most promising of these, by some tries each and then more of the better ones."""
    alive = np.arange(len(rows))
    for tries, left, look in ((_TRIES, 3 * _FINALISTS, Look.QUICK), (4 * _TRIES, _FINALISTS, Look.LEARNED)):
        values = study.values(study.spread(rows[alive], tries, rng), look).reshape(len(alive), tries).mean(axis=1)
        alive = alive[np.argsort(-values, kind="stable")[:left]]
    return alive


def _both_values(
    study: Study, played: StrokePlayed, outcomes: Imagined, judged: Verdicts, rows: int
) -> tuple[Floats, Floats]:
    """Mean values of strokes: in points (rows), and in the chance to win the match for each gap (rows, gaps)."""
    bends = np.stack([bend(gap) for gap in GAPS], axis=1)
    games = _match_chances(study, played)
    both = replace(study.stance, aim=np.concatenate((POINTS[:, None].astype(np.float64), bends * games, bends), axis=1))
    values = both.values(outcomes, judged, Look.LEARNED)
    # What each outcome makes of the match, with the chances of its points bent by the difference of strength.
    match = values[:, 1 : len(GAPS) + 1] / values[:, len(GAPS) + 1 :]
    return values[:, 0].reshape(rows, -1).mean(axis=1), match.reshape(rows, -1, len(GAPS)).mean(axis=1)


def _match_chances(study: Study, played: StrokePlayed) -> Floats:
    """(29, gaps): the chance to win the match after −14 … 14 points of this board."""
    view = study.view
    score, rulebook = view.situation.score, view.rulebook
    equal = boards_ahead(view.skill, view.rival, view.profile)
    columns = []
    for gap in GAPS.tolist():
        ahead = bent(equal, gap)
        lost, won = played.stakes(game_chance(rulebook, ahead))
        games = win_chances(
            rulebook, score.player, score.opponent, view.board, ahead, breaks_next=view.colour == "black"
        )
        columns.append(lost + (won - lost) * games)
    return np.stack(columns, axis=1)


def _steadily(study: Study, made: Floats, rng: np.random.Generator) -> Imagined:
    """The very stroke that was made, by the steadiest hand."""
    hand = replace(study.hand, skill=_STEADY)
    strokes = execute_each(study.scene, made[None], even_errors(rng, _SURE), hand)
    return imagine(study.scene.pieces, strokes, study.view.profile)


def _came(study: Study, played: StrokePlayed, made: Floats) -> Imagined:
    """What came of it, by the record where that says more than the aim: boards differ, and so do simulators."""
    exact = study.exact(made[None])
    act, sides = played.act, study.stance.sides
    told = (act.own, act.opponent, act.queen, act.striker)
    fell = exact.fell[0]
    seen = (
        int(fell[sides.own].sum()),
        int(fell[sides.rival].sum()),
        bool(fell[sides.queen].any()),
        bool(exact.striker[0]),
    )
    return exact if told == seen else _as_told(study, played)


def _nothing(study: Study) -> Imagined:
    """A lawful stroke after which everything lies as it lay."""
    pieces = study.scene.pieces
    return Imagined(pieces[None].copy(), np.zeros((1, len(pieces)), dtype=bool), np.array([False]), np.array([True]))


def _as_told(study: Study, played: StrokePlayed) -> Imagined:
    """An outcome in which so many pieces fell as the record says, wherever the others lie now."""
    act, sides = played.act, study.stance.sides
    fell = np.zeros(len(study.scene.pieces), dtype=bool)
    for mask, count in ((sides.own, act.own), (sides.rival, act.opponent), (sides.queen, int(act.queen))):
        fell[np.flatnonzero(mask)[:count]] = True
    rest = study.scene.pieces.copy()
    if act.rests is not None:
        view = replace(played.view, position=act.rests)
        there = Scene.of(view)
        for mask, rows in ((sides.own, there.own), (sides.rival, there.rival), (sides.queen, there.queen)):
            left = np.flatnonzero(mask & ~fell)
            rest[left[: len(rows)]] = there.pieces[rows[: len(left)]]
    rest[fell] = np.nan
    return Imagined(rest[None], fell[None], np.array([act.striker]), np.array([act.touched]))


def _shape(study: Study, row: Floats) -> Shape:
    """What kind of stroke players would call this."""
    if study.view.situation.break_attempt is not None:
        return Shape.BREAK
    found = generate(study.view, study.hand)
    if not len(found):
        return Shape.TOUCH
    off = np.abs(wrap_degrees(found.strokes[:, 2] - row[2])) + np.abs(found.strokes[:, 0] - row[0]) / 20.0
    nearest = int(np.argmin(off))
    if off[nearest] > 6.0:
        return Shape.BACK if abs(row[2]) > 90 else Shape.TOUCH
    return Shape(int(found.shape[nearest]))


def _row(stroke: Stroke, seat: Seat) -> Floats:
    """A stroke as the player at this seat sees it."""
    return np.array([*seat.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed])
