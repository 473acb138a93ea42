"""What may happen at a board outside a stroke, as an umpire enters it. `judge_incident` says what it leads to.

`player` is the side whose turn it is, whoever the offender. What ends a board, a game or the match by a decision and
needs no look at the pieces is in `carrom.laws.decisions`.
"""

from dataclasses import dataclass

from carrom.laws.facts import Side, StrokeFacts


@dataclass(frozen=True, slots=True)
class Violation:
    """Any breach of the Laws outside a stroke: a technical foul or a foul, by whose turn it is (62–64)."""

    offender: Side
    law: str
    """The law that was broken, as the umpire names it; cited first."""
    stroke_played: bool = False
    """The side in turn has already made a stroke in this turn."""
    in_turn: bool = True
    """False for the partner of the player in turn."""
    in_appeal: bool = False
    """Play stood still: it is technical whoever did it (I-35)."""


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """The side in turn did not strike in time (46 for the break, 50)."""

    stroke_played: bool


@dataclass(frozen=True, slots=True)
class EarlyBreak:
    """The break was made before the umpire called 'Play' (47)."""

    facts: StrokeFacts


BOARD_LOSSES: dict[str, tuple[str, ...]] = {
    "51": ("51", "I-20"),
    "91": ("91",),
    "121b": ("121b", "I-20"),
    "126b": ("126b", "I-20"),
}
"""By which laws a board is lost outside a stroke: a stroke out of turn noticed before the next one, getting up,
playing on during an appeal, upsetting the pieces beyond repair. 91 says itself what the queen is worth (I-20)."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The offender loses the board. A stroke out of turn (51) is judged by the situation before it."""

    offender: Side
    law: str
    """A key of `BOARD_LOSSES`."""


@dataclass(frozen=True, slots=True)
class TalkedToSpectators:
    """Talking to spectators without leave (132, KREEDA 14a)."""

    offender: Side
    in_turn: bool
    """It was the very player whose turn it is, not his partner or an opponent."""
    stroke_played: bool = False


@dataclass(frozen=True, slots=True)
class PassedOver:
    """The player in turn passes it over (137)."""

    in_a_row: int
    """Turns passed over one after the other by all, this one included."""


@dataclass(frozen=True, slots=True)
class TurnInterrupted:
    """Somebody else played in this turn, and nobody noticed before the next stroke (51, I-27)."""


@dataclass(frozen=True, slots=True)
class TurnOverrun:
    """An opponent's piece should have ended this turn, nobody saw it, and now somebody did (125b)."""


Incident = (
    Violation | ClockRanOut | EarlyBreak | BoardLost | TalkedToSpectators | PassedOver | TurnInterrupted | TurnOverrun
)
