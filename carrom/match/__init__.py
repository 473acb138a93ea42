"""The match, from the toss to the signature: an append-only log of numbered events, and their fold.

`Match.start(setup)` begins one, `apply(match, event)` answers `Applied` or `Refused`, `fold` and `replay` take many.
What can happen is in `carrom.match.acts`.
"""

from carrom.match.acts import ACTS, Act, Aim
from carrom.match.board import Board, BoardResult, Placing
from carrom.match.course import Course
from carrom.match.event import Event
from carrom.match.match import Match, Replay, apply, fold, replay
from carrom.match.outcome import Applied, Happening, Refused
from carrom.match.parties import ByParty, Party, Player, other
from carrom.match.scoring import STAGES, Format, Game, Score, Stage
from carrom.match.setup import Setup

__all__ = [
    "ACTS",
    "STAGES",
    "Act",
    "Aim",
    "Applied",
    "Board",
    "BoardResult",
    "ByParty",
    "Course",
    "Event",
    "Format",
    "Game",
    "Happening",
    "Match",
    "Party",
    "Placing",
    "Player",
    "Refused",
    "Replay",
    "Score",
    "Setup",
    "Stage",
    "apply",
    "fold",
    "other",
    "replay",
]
