"""Where a side stands in a board: whose pieces are whose, whose hand is how good, and what outcomes are worth to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from carrom.laws import Rulebook, Ruling, Situation
from carrom.physics import Profile
from carrom.play.player import View
from carrom.play.sight import Floats
from carrom.players.eye.hand import Hand
from carrom.players.mind.easiest import easiest
from carrom.players.mind.imagine import Imagined, SideMasks
from carrom.players.mind.verdicts import Verdicts, verdicts
from carrom.players.mind.worth import ACROSS, QUEEN, Worth, keep_chances

# The glance at a layout sees direct strokes only. What it does not see succeeds with this part of the chance to keep
# the turn with two pieces left (measured: where no direct stroke is open, the turn is kept that often).
_UNSEEN = 0.8


class Look(IntEnum):
    """How closely a player looks at what a stroke leaves behind."""

    COUNTS = 0
    """Only how many pieces are left."""
    OWN = 1
    """Also how easy his own next stroke is."""
    BOTH = 2
    """Also how easy the rival's next stroke is."""


@dataclass(frozen=True, slots=True)
class Stance:
    """One side's standing, the same for the whole decision."""

    rulebook: Rulebook
    profile: Profile
    sides: SideMasks
    hand: Hand
    rival_hand: Hand
    worth: Worth
    quarters: int
    """Quarter turns from the seat of this side's striker to the seat that strikes when the turn passes."""

    @classmethod
    def of(cls, view: View) -> Stance:
        return cls(
            view.rulebook,
            view.profile,
            SideMasks.of(view),
            Hand.of(view.skill, view.profile),
            Hand.of(view.rival, view.profile),
            Worth.of(view),
            (view.next_seat.turn - view.seat.turn) % 4,
        )

    def across(self) -> Stance:
        """The stance of the rival who strikes next."""
        sides, worth = self.sides.swapped(), self.worth.swapped()
        return replace(self, sides=sides, hand=self.rival_hand, rival_hand=self.hand, worth=worth)

    def verdicts(self, outcomes: Imagined, situation: Situation) -> Verdicts:
        """The rulings of strokes by this side."""
        fell, sides = outcomes.fell, self.sides
        return verdicts(
            situation,
            self.rulebook,
            own=fell[:, sides.own].sum(axis=1),
            rival=fell[:, sides.rival].sum(axis=1),
            queen=np.asarray(fell[:, sides.queen].any(axis=1)),
            striker=outcomes.striker,
            touched=outcomes.touched,
        )

    def values(self, outcomes: Imagined, found: Verdicts, look: Look) -> Floats:
        """What each outcome is worth to this side, in points."""
        values = np.array([self.worth.after(ruling) for ruling in found.rulings])[found.which]
        if look == Look.COUNTS:
            return values
        for _, ruling, rows in found.groups():
            if ruling.result is None and (ruling.turn != "passes" or look == Look.BOTH):
                values[rows] = self.layout_values(outcomes.rest[rows], ruling)
        return values

    def layout_values(self, rest: Floats, ruling: Ruling) -> Floats:
        """What layouts after this ruling are worth, by how easy the next stroke is for whoever makes it."""
        own, rival = ruling.own + ruling.owed.player, ruling.opponent + ruling.owed.opponent
        queen = QUEEN[ruling.queen]
        if ruling.turn != "passes":
            return self.worth.with_chances(own, rival, queen, *self.glance(rest))
        there = self.across()
        return -there.worth.with_chances(rival, own, ACROSS[queen], *there.glance(turned(rest, self.quarters)))

    def glance(self, places: Floats) -> tuple[Floats, Floats, Floats]:
        """The chances of the two easiest own pieces and of the queen, in layouts as this side's striker sees them."""
        chance, _ = easiest(places, ~np.isnan(places[:, :, 0]), self.sides.own | self.sides.queen, self.hand)
        own = np.sort(chance[:, self.sides.own], axis=1)
        nothing = np.zeros(len(places))
        first = own[:, -1] if own.shape[1] > 0 else nothing
        second = own[:, -2] if own.shape[1] > 1 else nothing
        queen = chance[:, self.sides.queen].max(axis=1, initial=0.0)
        unseen = _UNSEEN * float(keep_chances(self.hand.skill.angle)[2])
        return tuple(unseen + (1 - unseen) * seen for seen in (first, second, queen))  # type: ignore[return-value]


def turned(places: Floats, quarters: int) -> Floats:
    """Layouts as a seat sees them that lies so many quarter turns on."""
    x, y = places[..., 0], places[..., 1]
    return np.stack(((x, y), (y, -x), (-x, -y), (-y, x))[quarters], axis=-1)
