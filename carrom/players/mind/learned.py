"""What a board is worth by what thousands of boards like it led to: a set network, trained by `training/value.py`.

Each piece says something by where it lies and whose it is; that is summed by side, and a small network on top of the
sums, the counts, both hands and the surface answers with the chances of −14 to 14 points. What a piece says depends on
nothing but its place, so it is worked out once for a grid over the board and read from there.

There are two such networks on the same sums: a quick one, and one that is also told how easy the next strokes are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np

from carrom.equipment.sizes import HALF
from carrom.play.sight import Floats, Ints
from carrom.players.mind.value_inputs import Numbers, piece_features

LOWEST, HIGHEST = -14, 14
POINTS: Final = np.arange(LOWEST, HIGHEST + 1, dtype=np.float32)
STEP: Final = 6.0
"""Millimetres between the entries of a table."""
_LAYERS: Final = (0, 2, 4)
_Layers = tuple[tuple[Numbers, Numbers], ...]


@dataclass(frozen=True, slots=True)
class Network:
    """What is on top of the pieces. Its first layer is linear before it is cut off at nothing, so what the pieces say
    is kept as that layer hears it: sums need no layer any more."""

    tables: Numbers
    """(3, side, side, width): what an own piece, one of the rival's, and the queen say at each place of the grid."""
    told: Numbers
    """(numbers, width): how the first layer hears everything else."""
    bias: Numbers
    layers: _Layers
    """Weights and biases of the others."""


@dataclass(frozen=True, slots=True)
class LearnedValue:
    """A trained value, ready to be asked."""

    top: Network
    """Told how easy the next strokes are."""
    quick: Network
    """For those who have no time to look."""

    def chances(self, places: Floats, whose: Ints, context: Numbers, seen: Numbers | None = None) -> Numbers:
        """(layouts, 29): the chances of −14 … 14 points for whoever is to strike, layouts as he sees them.

        `seen` are the `glances` of both sides at the layouts; without them the quick network answers.
        """
        from carrom.players.mind.learned_kernel import add_pieces  # loads Numba

        network = self.quick if seen is None else self.top
        heard = (context if seen is None else np.concatenate((context, seen), axis=1)) @ network.told
        heard += network.bias
        add_pieces(np.ascontiguousarray(places), whose, network.tables, -HALF, STEP, heard)
        for weights, bias in network.layers:
            np.maximum(heard, 0.0, out=heard)
            heard = heard @ weights
            heard += bias
        heard -= heard.max(axis=1, keepdims=True)
        np.exp(heard, out=heard)
        heard /= heard.sum(axis=1, keepdims=True)
        return heard

    def points(self, places: Floats, whose: Ints, context: Numbers, seen: Numbers | None = None) -> Floats:
        """The points that whoever is to strike can expect."""
        return (self.chances(places, whose, context, seen) @ POINTS).astype(np.float64)

    @classmethod
    def read(cls, path: Path | None = None) -> LearnedValue:
        """The network in a file; without one that which comes with the package."""
        at = files(__package__).joinpath("data/value.npz") if path is None else path
        with at.open("rb") as file, np.load(file) as found:
            weights = {name: found[name].astype(np.float32) for name in found.files}
        said = [_said(weights, kind) for kind in range(3)]
        return cls(_network(weights, "top", said), _network(weights, "quick", said))


def _said(weights: dict[str, Numbers], kind: int) -> Numbers:
    """(side, side, width): what a piece of this kind says at each place of the grid."""
    grid = np.arange(0.0, 2 * HALF + STEP, STEP, dtype=np.float32) / np.float32(HALF) - 1.0
    said = piece_features(np.stack(np.meshgrid(grid, grid, indexing="ij"), axis=-1))
    for layer in _LAYERS:
        said = said @ weights[f"kinds_{kind}_{layer}_weight"].T + weights[f"kinds_{kind}_{layer}_bias"]
        if layer < _LAYERS[-1]:
            said = np.maximum(said, 0.0)
    return said


def _network(weights: dict[str, Numbers], name: str, said: list[Numbers]) -> Network:
    first, *others = (
        (np.ascontiguousarray(weights[f"{name}_{layer}_weight"].T), weights[f"{name}_{layer}_bias"])
        for layer in _LAYERS
    )
    width = said[0].shape[-1]
    tables = np.stack([one @ first[0][kind * width : (kind + 1) * width] for kind, one in enumerate(said)])
    return Network(tables, first[0][3 * width :], first[1], tuple(others))


@cache
def learned_value() -> LearnedValue:
    """The network that comes with the package."""
    return LearnedValue.read()
