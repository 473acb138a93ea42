"""The next stroke, played through: what a layout is worth when its easiest strokes have been tried."""

import numpy as np

from carrom.laws import Situation
from carrom.play.sight import Floats
from carrom.play.skill import difficulty, draw_errors, wrap_degrees
from carrom.players.mind.easiest import easiest
from carrom.players.mind.imagine import imagine
from carrom.players.mind.side_worth import Look, Stance


def worth_of_next_strokes(
    stance: Stance,
    places: Floats,
    situation: Situation,
    rng: np.random.Generator,
    *,
    look: Look,
    strokes: int = 3,
    samples: int = 4,
) -> Floats:
    """The worth of layouts, as the striker sees them, to the side that strikes now.

    In each layout the easiest strokes are played a few times in the side's own hand; the best average counts.
    """
    layouts, pieces = places.shape[:2]
    sides = stance.sides
    may_queen = situation.queen == "board" and situation.opened and not situation.owed.player
    last = situation.queen == "board" and situation.own == 1
    wanted = (sides.own & (not last)) | (sides.queen & may_queen)
    chance, found = easiest(places, ~np.isnan(places[:, :, 0]), wanted, stance.hand)
    strokes = min(strokes, pieces)
    order = np.argsort(-chance, axis=1, kind="stable")[:, :strokes]
    rows = np.arange(layouts)[:, None]
    tried = found[rows, order].reshape(-1, 4)
    possible = chance[rows, order] > 0
    made = _in_hand(tried, draw_errors(rng, samples), stance)
    # A stroke without a chance is no stroke; it is played from the middle all the same, to keep the rows together.
    use = np.repeat(possible.ravel(), samples)
    values = np.full(layouts * strokes * samples, -np.inf)
    if use.any():
        on = np.repeat(np.arange(layouts), strokes * samples)[use]
        outcomes = imagine(places[on], made[use], stance.profile)
        values[use] = stance.values(outcomes, stance.verdicts(outcomes, situation), look)
    best = values.reshape(layouts, strokes, samples).mean(axis=2).max(axis=1)
    return np.asarray(best)


def _in_hand(strokes: Floats, errors: Floats, stance: Stance) -> Floats:
    """Every stroke with every row of errors; the small error of placing is left out."""
    hand = stance.hand
    made = np.repeat(strokes, len(errors), axis=0)
    luck = np.tile(errors, (len(strokes), 1))
    spread = hand.skill.angle * difficulty(made[:, 2], made[:, 3], hand.max_speed / 1000.0)
    made[:, 2] = wrap_degrees(made[:, 2] + spread * luck[:, 1])
    made[:, 3] = np.minimum(made[:, 3] * np.exp(hand.skill.pace * luck[:, 2]), hand.max_speed / 1000.0)
    return made
