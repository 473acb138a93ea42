"""A plain player on thousands of boards at once: the easiest direct stroke, with a little chance in the choice.

It plays boards to their end quickly, for everybody who wants to know what a position leads to.
"""

import numpy as np

from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.many.boards import Boards
from carrom.play.many.chance import even_chances
from carrom.play.many.hands import stand_rows
from carrom.play.many.rows import WHITE
from carrom.play.sight import Floats, Ints
from carrom.players.eye.breaking import known_breaks, rack_angles
from carrom.players.eye.hand import Hand
from carrom.players.mind.easiest import easiest

_LANES = 64  # of chance: those of hands and racks come before
_HARD = 0.6
"""The pace of a stroke that only loosens pieces, as a part of the fullest."""


class EasyStrokes:
    """Strokes of both sides; `noise` is how much chance there is in the choice (0: none)."""

    def __init__(self, skills: tuple[Skill, Skill], profile: Profile, *, noise: float = 0.3) -> None:
        self.hands = tuple(Hand.of(skill, profile) for skill in skills)
        self.noise = noise

    def strokes(self, boards: Boards, rows: Ints, seeds: Ints) -> Floats:
        """What those in turn in these rows intend, as they see it."""
        out = np.empty((len(rows), 4))
        chances = even_chances(seeds, boards.strokes[rows], _LANES + 20)[:, _LANES:]
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

    def _aimed(self, boards: Boards, rows: Ints, chances: Floats, hand: Hand) -> Floats:
        places, wanted = boards.seen(rows), boards.wanted(rows)
        chance, strokes = easiest(places, ~np.isnan(places[:, :, 0]), wanted, hand)
        gumbel = -np.log(-np.log(chances[:, :19]))
        with np.errstate(divide="ignore"):
            liking = np.where(chance > 0, np.log(chance) + self.noise * gumbel, -np.inf)
        best = liking.argmax(axis=1)
        each = np.arange(len(rows))
        found: Floats = strokes[each, best]
        hidden = np.flatnonzero(chance.max(axis=1) <= 0)
        if len(hidden):
            found[hidden] = loosening(places[hidden], wanted[hidden], chances[hidden, 19], hand)
        return found


def loosening(places: Floats, wanted: np.ndarray, part: Floats, hand: Hand) -> Floats:
    """A hard full stroke at the nearest piece that is wanted, or at the nearest of all."""
    stands = stand_rows(places, part)
    far = np.hypot(*(places - stands[:, None]).transpose(2, 0, 1))
    liked = np.where(wanted & ~np.isnan(far), far, np.inf)
    liked = np.where(np.isinf(liked.min(axis=1))[:, None], np.where(np.isnan(far), np.inf, far), liked)
    at = places[np.arange(len(places)), liked.argmin(axis=1)] - stands
    direction = np.degrees(np.arctan2(at[:, 0], at[:, 1]))
    pace = np.full(len(places), _HARD * hand.max_speed / 1000.0)
    return np.column_stack((stands, direction, pace))
