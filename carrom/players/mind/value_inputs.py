"""What a learned value is told of a board: the pieces by whose they are, and everything else as a row of numbers."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.sizes import HALF, POCKETS
from carrom.laws import Rulebook
from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.many.boards import Boards
from carrom.play.many.cases import StandingColumns
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.eye.hand import Hand
from carrom.players.mind.easiest import easiest

Numbers = NDArray[np.float32]
FEATURES: Final = 14
CONTEXT: Final = 19
GLANCES: Final = 9
_POCKETS: Final = np.array(POCKETS, dtype=np.float32) / HALF
WHOSE: Final = np.array([0] * 9 + [1] * 9 + [2])
_AS_RIVAL_SEES: Final = np.array([*range(9, 18), *range(9), 18])


def piece_features(places: Numbers) -> Numbers:
    """(…, 2) places in half boards → (…, 14): themselves, and the ways and distances to the four pockets."""
    ways = _POCKETS - places[..., None, :]
    far = np.sqrt((ways * ways).sum(axis=-1))
    return np.concatenate((places, ways.reshape(*places.shape[:-1], 8), far), axis=-1)


def pieces_of(boards: Boards, rows: Ints) -> Numbers:
    """(rows, 19, 2) in half boards: own nine, the rival's nine, the queen, as whoever is to strike sees them."""
    _, places = order_for(boards.turn[rows] == boards.breaker[rows], boards.seen(rows))
    return places.astype(np.float32) / np.float32(HALF)


def order_for(is_white: Bools, places: Floats) -> tuple[Ints, Floats]:
    """Whose each of nineteen pieces is (0 own, 1 the rival's, 2 the queen), and layouts brought into that order for
    whoever is to strike, who has the white ones or not."""
    return WHOSE, np.where(is_white[:, None, None], places, places[:, _AS_RIVAL_SEES])


def glances(
    places: Floats, own: Bools, rival: Bools, queen: Bools, hand: Hand, rival_hand: Hand, turned: Floats
) -> Numbers:
    """(layouts, 9): the chances of the four easiest own pieces and of the queen for whoever is to strike, and of the
    three easiest and the queen for his rival, who sees the same pieces as `turned`."""
    out = np.zeros((len(places), GLANCES), dtype=np.float32)
    for seen, mine, who, first, count in ((places, own, hand, 0, 4), (turned, rival, rival_hand, 5, 3)):
        chance, _ = easiest(seen, ~np.isnan(seen[:, :, 0]), mine | queen, who)
        best = -np.sort(-chance[:, mine], axis=1)[:, :count]
        out[:, first : first + best.shape[1]] = best
        out[:, first + count] = chance[:, queen].max(axis=1, initial=0.0)
    return out


def surface_row(profile: Profile) -> tuple[float, ...]:
    return profile.friction * 5, profile.restitution, profile.frame_restitution, profile.contact_friction * 5


def hand_number(skill: Skill) -> float:
    """How good a hand is, as one number: hands of the ladder differ by their spread of direction most."""
    return float(np.log2(skill.angle + 0.05))


def context_of(
    columns: StandingColumns,
    standing: Ints,
    hands: Floats,
    prizes: Floats,
    surface: tuple[float, ...],
) -> Numbers:
    """(rows, 19). `hands` (rows, 2) and `prizes` (rows, 2: points for the queen, 0 where she is not credited any more)
    are those of whoever is to strike, then his rival's."""
    at = standing
    out = np.empty((len(at), CONTEXT), dtype=np.float32)
    out[:, 0], out[:, 1] = columns.own[at] / 9, columns.opponent[at] / 9
    out[:, 2:6] = columns.queen[at][:, None] == np.arange(4)
    out[:, 6], out[:, 7] = columns.opened[at], columns.waiting_opened[at]
    out[:, 8], out[:, 9] = columns.owes[at] / 4, columns.is_owed[at] / 4
    out[:, 10] = columns.attempt[at] > 0
    out[:, 11:13], out[:, 13:15] = hands / 3, prizes / 3
    out[:, 15:19] = surface
    return out


def prizes_at(rulebook: Rulebook, own: int, rival: int) -> tuple[float, float]:
    """What the queen is worth to each at this score of the game."""
    value = float(rulebook.queen_value)
    return (value if rulebook.is_credited(own) else 0.0), (value if rulebook.is_credited(rival) else 0.0)
