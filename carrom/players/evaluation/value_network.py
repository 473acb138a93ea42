"""The learned value of a board: a set network, trained by `training/value.py`.

Each piece contributes by place and owner, tabulated on a grid. From the sums, the counts, both skills and the
surface come chances of −14 to 14 points. A second network on the same sums also knows how easy the next strokes
are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.sizes import HALF, POCKETS
from carrom.laws import Rulebook
from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.batch.boards import Boards
from carrom.play.batch.situations import SituationColumns
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.evaluation.direct_strokes import easiest_strokes_at

Numbers = NDArray[np.float32]
FEATURES: Final = 14
CONTEXT: Final = 19
GLANCES: Final = 9
_POCKETS: Final = np.array(POCKETS, dtype=np.float32) / HALF
WHOSE: Final = np.array([0] * 9 + [1] * 9 + [2])
_AS_RIVAL_SEES: Final = np.array([*range(9, 18), *range(9), 18])

LOWEST, HIGHEST = -14, 14
POINTS: Final = np.arange(LOWEST, HIGHEST + 1, dtype=np.float32)
STEP: Final = 6.0
"""mm between grid points of a table."""
_LAYERS: Final = (0, 2, 4)
_Layers = tuple[tuple[Numbers, Numbers], ...]


def piece_features(places: Numbers) -> Numbers:
    """(…, 14) features of places (…, 2) in half boards: the places, and ways and distances to the four pockets."""
    ways = _POCKETS - places[..., None, :]
    far = np.sqrt((ways * ways).sum(axis=-1))
    return np.concatenate((places, ways.reshape(*places.shape[:-1], 8), far), axis=-1)


def piece_inputs(boards: Boards, rows: Ints) -> Numbers:
    """(rows, 19, 2) in half boards: own nine, the rival's nine, the queen, as the side to strike sees them."""
    _, places = order_pieces(boards.turn[rows] == boards.breaker[rows], boards.seen(rows))
    return places.astype(np.float32) / np.float32(HALF)


def order_pieces(is_white: Bools, places: Floats) -> tuple[Ints, Floats]:
    """Owners of nineteen pieces (0 own, 1 the rival's, 2 the queen), and layouts in that order; `is_white`: the side to
    strike has white."""
    return WHOSE, np.where(is_white[:, None, None], places, places[:, _AS_RIVAL_SEES])


def next_stroke_chances(
    places: Floats,
    own: Bools,
    rival: Bools,
    queen: Bools,
    hand: SkillOnSurface,
    rival_hand: SkillOnSurface,
    turned: Floats,
) -> Numbers:
    """(layouts, 9): chances of the four easiest own pieces and the queen, and of the rival's three easiest and the
    queen. The rival sees the pieces as `turned`."""
    out = np.zeros((len(places), GLANCES), dtype=np.float32)
    for seen, mine, who, first, count in ((places, own, hand, 0, 4), (turned, rival, rival_hand, 5, 3)):
        chance, _ = easiest_strokes_at(seen, ~np.isnan(seen[:, :, 0]), mine | queen, who)
        best = -np.sort(-chance[:, mine], axis=1)[:, :count]
        out[:, first : first + best.shape[1]] = best
        out[:, first + count] = chance[:, queen].max(axis=1, initial=0.0)
    return out


def surface_features(profile: Profile) -> tuple[float, ...]:
    return profile.friction * 5, profile.restitution, profile.frame_restitution, profile.contact_friction * 5


def skill_feature(skill: Skill) -> float:
    """Levels differ most by their direction error."""
    return float(np.log2(skill.angle + 0.05))


def context_features(
    columns: SituationColumns,
    standing: Ints,
    hands: Floats,
    prizes: Floats,
    surface: tuple[float, ...],
) -> Numbers:
    """(rows, 19). `hands` and `prizes` (rows, 2) belong to the side to strike, then its rival; prizes are points for
    the queen, 0 if not credited."""
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


def queen_values(rulebook: Rulebook, own: int, rival: int) -> tuple[float, float]:
    value = float(rulebook.queen_value)
    return (value if rulebook.is_credited(own) else 0.0), (value if rulebook.is_credited(rival) else 0.0)


@dataclass(frozen=True, slots=True)
class ValueNetwork:
    """The layers above the pieces. The first is linear up to its cut-off, so the tables already contain its weights."""

    tables: Numbers
    """(3, side, side, width): contributions of an own piece, a rival's, and the queen at each grid point."""
    inputs: Numbers
    """(numbers, width): first-layer weights of all other inputs."""
    bias: Numbers
    layers: _Layers


@dataclass(frozen=True, slots=True)
class LearnedValue:
    top: ValueNetwork
    """The full network, which also knows how easy the next strokes are."""
    quick: ValueNetwork

    def chances(self, places: Floats, whose: Ints, context: Numbers, seen: Numbers | None = None) -> Numbers:
        """(layouts, 29): chances of −14 … 14 points for the side to strike, from its seat.

        `seen` are the layouts' `next_stroke_chances`; without them the quick network answers.
        """
        from carrom.players.evaluation.value_network_kernel import add_pieces  # loads Numba

        network = self.quick if seen is None else self.top
        layer = (context if seen is None else np.concatenate((context, seen), axis=1)) @ network.inputs
        layer += network.bias
        add_pieces(np.ascontiguousarray(places), whose, network.tables, -HALF, STEP, layer)
        for weights, bias in network.layers:
            np.maximum(layer, 0.0, out=layer)
            layer = layer @ weights
            layer += bias
        layer -= layer.max(axis=1, keepdims=True)
        np.exp(layer, out=layer)
        layer /= layer.sum(axis=1, keepdims=True)
        return layer

    def points(self, places: Floats, whose: Ints, context: Numbers, seen: Numbers | None = None) -> Floats:
        """Expected points of the side to strike."""
        return (self.chances(places, whose, context, seen) @ POINTS).astype(np.float64)

    @classmethod
    def read(cls, path: Path | None = None) -> LearnedValue:
        """Read the network from a file, or the package's own."""
        at = files(__package__).joinpath("data/value.npz") if path is None else path
        with at.open("rb") as file, np.load(file) as found:
            weights = {name: found[name].astype(np.float32) for name in found.files}
        tables = [_piece_table(weights, kind) for kind in range(3)]
        return cls(_network(weights, "top", tables), _network(weights, "quick", tables))


def _piece_table(weights: dict[str, Numbers], kind: int) -> Numbers:
    """(side, side, width): contributions of a piece of this kind at each grid point."""
    grid = np.arange(0.0, 2 * HALF + STEP, STEP, dtype=np.float32) / np.float32(HALF) - 1.0
    values = piece_features(np.stack(np.meshgrid(grid, grid, indexing="ij"), axis=-1))
    for layer in _LAYERS:
        values = values @ weights[f"kinds_{kind}_{layer}_weight"].T + weights[f"kinds_{kind}_{layer}_bias"]
        if layer < _LAYERS[-1]:
            values = np.maximum(values, 0.0)
    return values


def _network(weights: dict[str, Numbers], name: str, said: list[Numbers]) -> ValueNetwork:
    first, *others = (
        (np.ascontiguousarray(weights[f"{name}_{layer}_weight"].T), weights[f"{name}_{layer}_bias"])
        for layer in _LAYERS
    )
    width = said[0].shape[-1]
    tables = np.stack([one @ first[0][kind * width : (kind + 1) * width] for kind, one in enumerate(said)])
    return ValueNetwork(tables, first[0][3 * width :], first[1], tuple(others))


@cache
def learned_value() -> LearnedValue:
    return LearnedValue.read()
