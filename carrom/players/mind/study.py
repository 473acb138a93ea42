"""One decision: a view made ready for thinking."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.laws import StrokeFacts, judge
from carrom.physics import Profile, Stroke
from carrom.play.player import View
from carrom.play.sight import Floats, Ints
from carrom.play.skill import draw_errors
from carrom.players.eye.generator import Scene
from carrom.players.eye.hand import Hand
from carrom.players.eye.sweep import ALL_AROUND, FASTEST, Sweep, sweep_grid, windows_of
from carrom.players.mind.imagine import Imagined, execute_each, imagine
from carrom.players.mind.luck import even_errors
from carrom.players.mind.side_worth import Look, Stance
from carrom.players.mind.verdicts import Verdicts


@dataclass(frozen=True, slots=True)
class Study:
    """What a player has before him, and where his side stands."""

    view: View
    scene: Scene
    stance: Stance
    surfaces: tuple[Profile, ...]
    """The boards on which strokes are tried: the one that he was told, or several that it might be."""

    @classmethod
    def of(cls, view: View, surfaces: tuple[Profile, ...] = ()) -> Study:
        return cls(view, Scene.of(view), Stance.of(view), surfaces or (view.profile,))

    @property
    def hand(self) -> Hand:
        return self.stance.hand

    def exact(self, strokes: Floats) -> Imagined:
        """These strokes without any error."""
        return imagine(self.scene.pieces, strokes, self.view.profile)

    def noisy(self, strokes: Floats, count: int, rng: np.random.Generator) -> Imagined:
        """Each stroke `count` times in the player's hand, with the same luck for all."""
        return self._tried(strokes, draw_errors(rng, count))

    def spread(self, strokes: Floats, count: int, rng: np.random.Generator) -> Imagined:
        """The same with luck that is spread evenly: fewer tries tell as much."""
        return self._tried(strokes, even_errors(rng, count))

    def _tried(self, strokes: Floats, errors: Floats) -> Imagined:
        """Every stroke with every error, each error on one of the surfaces in turn."""
        made = execute_each(self.scene, strokes, errors, self.hand)
        turns = np.tile(np.arange(len(errors)) % len(self.surfaces), len(strokes))
        parts = [imagine(self.scene.pieces, made[turns == at], on) for at, on in enumerate(self.surfaces)]
        return parts[0] if len(parts) == 1 else Imagined.in_turns(parts, turns)

    def values(self, outcomes: Imagined, look: Look) -> Floats:
        """What each outcome is worth to the player, in points."""
        found = self.stance.verdicts(outcomes, self.view.situation)
        if look == Look.COUNTS:
            return self.stance.values(outcomes, found, look)
        rows, back = _told_apart(self.scene.pieces, outcomes, found)
        return self.stance.values(outcomes.take(rows), found.take(rows), look)[back]

    def swept(
        self,
        simulations: int,
        rng: np.random.Generator,
        *,
        keep: int,
        look: Look = Look.COUNTS,
        fastest: float = FASTEST,
        how: Sweep = ALL_AROUND,
    ) -> Floats:
        """The most promising strokes of a sweep of the whole board of about so many simulations."""
        grid = sweep_grid(self.scene, simulations, self.view.profile.max_speed, rng, fastest=fastest, how=how)
        return windows_of(grid, self.values(self.exact(grid.strokes), look), self.hand, keep=keep)

    def value_of_miss(self) -> float:
        """What a stroke is worth that pockets nothing."""
        return self.stance.worth.after(judge(self.view.situation, StrokeFacts(), self.view.rulebook))


def _told_apart(pieces: Floats, outcomes: Imagined, found: Verdicts) -> tuple[Ints, Ints]:
    """One row for each outcome that there is, and which of them each stroke has.

    Many strokes on one layout only pocket something, or nothing at all, and leave the rest as it was: those with the
    same pieces in the pockets and the same ruling are alike, since nobody asks where the striker lies.
    """
    stayed = (outcomes.rest[:, :, 0] == pieces[:, 0]) & (outcomes.rest[:, :, 1] == pieces[:, 1])
    still = np.flatnonzero((outcomes.fell | stayed).all(axis=1))
    gone = outcomes.fell[still] @ (1 << np.arange(len(pieces)))
    _, first, kind = np.unique(gone * len(found.rulings) + found.which[still], return_index=True, return_inverse=True)
    stands_for = np.arange(len(stayed))
    stands_for[still] = still[first[kind]]
    is_one = stands_for == np.arange(len(stayed))
    return np.flatnonzero(is_one), (np.cumsum(is_one) - 1)[stands_for]


def to_board(view: View, row: Floats) -> Stroke:
    """A stroke as the player sees it, in board coordinates."""
    x, y, direction, speed = row.tolist()
    return Stroke(*view.seat.to_board(x, y), direction, speed)
