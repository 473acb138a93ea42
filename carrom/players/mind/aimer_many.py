"""The rung `aimer` on thousands of boards at once: the same decisions, with the luck of its breaks counted."""

import numpy as np

from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.many.boards import Boards
from carrom.play.many.chance import even_chances
from carrom.play.many.rows import WHITE
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.eye.breaking import known_breaks, rack_angles
from carrom.players.eye.hand import Hand
from carrom.players.mind.easiest import hand_row, tuning

_LANE = 150  # of chance: those of everybody else come before
_TUNING = tuning(1.5)
_TURNS = (0.0, -1.5, 1.5)
"""The breaks of a rack that is turned a little otherwise count too (`good_breaks`)."""


class AimedStrokes:
    """What the aimer intends, whichever side he plays."""

    def __init__(self, skill: Skill, profile: Profile) -> None:
        self.hand = Hand.of(skill, profile)

    def strokes(self, boards: Boards, rows: Ints) -> Floats:
        """What those in turn in these rows intend, as they see it."""
        out = np.empty((len(rows), 4))
        is_break = boards.is_break(rows)
        breaking, playing = np.flatnonzero(is_break), np.flatnonzero(~is_break)
        if len(breaking):
            out[breaking] = self._breaks(boards, rows[breaking])
        if len(playing):
            out[playing] = self.aimed(boards.seen(rows[playing]), boards.wanted(rows[playing]))
        return out

    def aimed(self, places: Floats, wanted: Bools) -> Floats:
        """(rows, 4): his strokes on layouts as he sees them."""
        from carrom.players.mind.aimer_kernel import aimed_strokes  # loads Numba

        told = hand_row(self.hand), _TUNING
        found: Floats = aimed_strokes(np.ascontiguousarray(places), np.ascontiguousarray(wanted), *told)
        return found

    def _breaks(self, boards: Boards, rows: Ints) -> Floats:
        """One of the known breaks by chance, each different one as likely as the others."""
        angles = rack_angles(boards.seen(rows)[:, WHITE])
        family = np.concatenate([known_breaks(angles + turn, self.hand) for turn in _TURNS], axis=1)
        same = (family[:, :, None] == family[:, None]).all(axis=-1)
        is_new = ~np.tril(same, -1).any(axis=2)
        chance = even_chances(boards.seeds[rows], boards.strokes[rows], _LANE + 1)[:, _LANE]
        place = (chance * is_new.sum(axis=1)).astype(np.int64)
        which = (is_new & (np.cumsum(is_new, axis=1) == place[:, None] + 1)).argmax(axis=1)
        found: Floats = family[np.arange(len(rows)), which]
        return found
