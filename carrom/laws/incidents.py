"""What may happen outside a stroke, as an umpire enters it. `carrom.laws.outside` judges it.

`player` is the side whose turn it is, whoever the offender.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carrom.laws.facts import Side, StrokeFacts


@dataclass(frozen=True, slots=True)
class Violation:
    """Any breach of the Laws outside a stroke: a technical foul or a foul, by whose turn it is (62–64)."""

    offender: Side
    law: str | None = None
    """The law that was broken, cited first when known."""
    stroke_played: bool = False
    """The side in turn has already made a stroke in this turn."""


MISPLACEMENTS: dict[str, str] = {
    "own piece": "82a",
    "other disc held": "84b",
    "outside the outer circle": "85",
    "moved another piece": "86",
    "too late": "88b",
    "on the centre circle": "89b",
    "shot with the queen": "114",
}


@dataclass(frozen=True, slots=True)
class Misplacement:
    """A due or penalty piece placed against the Laws; it is to be put right. The offender is the side that places."""

    offender: Side
    how: str
    """A key of `MISPLACEMENTS`."""
    stroke_played: bool = False


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """The side in turn did not strike in time (46 for the break, 50)."""

    stroke_played: bool = False


@dataclass(frozen=True, slots=True)
class EarlyBreak:
    """The break was made before the umpire called 'Play' (47)."""

    facts: StrokeFacts


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """A stroke out of turn, noticed before the next one (51). The situation is that before the stroke."""

    offender: Side


@dataclass(frozen=True, slots=True)
class LeftSeat:
    """Getting up during the board (91)."""

    offender: Side


@dataclass(frozen=True, slots=True)
class PlayedDuringAppeal:
    """Playing on after an appeal, before the umpire has called 'Play' again (121)."""

    offender: Side


@dataclass(frozen=True, slots=True)
class BoardUpset:
    """The pieces were disturbed so that nobody can put them back (126b)."""

    offender: Side


@dataclass(frozen=True, slots=True)
class TalkedToSpectators:
    """Talking to spectators without leave (132, KREEDA 14a)."""

    offender: Side
    stroke_played: bool = False


Hindrance = Literal["three passes each", "no room for the striker", "unforeseen"]
HINDRANCES: dict[Hindrance, str] = {
    "three passes each": "137",
    "no room for the striker": "142",
    "unforeseen": "140",
}


@dataclass(frozen=True, slots=True)
class Replay:
    """The board cannot be played out: it is played anew (137, 140, 142)."""

    reason: Hindrance


@dataclass(frozen=True, slots=True)
class Concession:
    """A side gives up the game or the match (139)."""

    side: Side
    what: Literal["game", "match"] = "game"


@dataclass(frozen=True, slots=True)
class Misconduct:
    """An act that may cost the match; the umpire or chief referee decides (143)."""

    offender: Side
    act: str = "indiscipline"
    """`indiscipline`, or the letter of the clause of law 143."""
    match_lost: bool = False
    """The decision, once taken."""


@dataclass(frozen=True, slots=True)
class ProtestDecided:
    """The authorities' decision on a protest lodged in this board (151)."""

    upheld: bool


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time for the game has run out in the middle of a board (I-26)."""


Incident = (
    Violation
    | Misplacement
    | ClockRanOut
    | EarlyBreak
    | OutOfTurn
    | LeftSeat
    | PlayedDuringAppeal
    | BoardUpset
    | TalkedToSpectators
    | Replay
    | Concession
    | Misconduct
    | ProtestDecided
    | TimeUp
)
