"""A match, from the toss to the signatures, as an append-only log of numbered events.

`Match.start(setup)` begins a match and `match.play(act)` continues it. `apply(match, event)` returns `Applied` or
`Refused`; `fold` and `replay` apply many events. `carrom.match.log.acts` lists every act.
"""

from carrom.base.errors import Refused
from carrom.laws.rounds import ROUNDS, RoundName
from carrom.match.board import Board, BoardResult, Placing
from carrom.match.course import Course
from carrom.match.deadlines import Deadline, deadlines, game_seconds_left
from carrom.match.log.acts import ACTS, Act
from carrom.match.log.event import Event
from carrom.match.log.journal import Journal
from carrom.match.log.record import Reading, Record, read_record
from carrom.match.match import (
    ActRefusedError,
    Applied,
    Match,
    Replay,
    apply,
    fold,
    replay,
)
from carrom.match.parties import ByParty, Party, PlayerId, other
from carrom.match.rules.context import Happening
from carrom.match.scoring import Format, Game, Score
from carrom.match.setup import Setup
from carrom.match.views.sentences import tell, tell_refusal
from carrom.match.views.view import MatchView, possible_acts, view

__all__ = [
    "ACTS",
    "ROUNDS",
    "Act",
    "ActRefusedError",
    "Applied",
    "Board",
    "BoardResult",
    "ByParty",
    "Course",
    "Deadline",
    "Event",
    "Format",
    "Game",
    "Happening",
    "Journal",
    "Match",
    "MatchView",
    "Party",
    "Placing",
    "PlayerId",
    "Reading",
    "Record",
    "Refused",
    "Replay",
    "RoundName",
    "Score",
    "Setup",
    "apply",
    "deadlines",
    "fold",
    "game_seconds_left",
    "other",
    "possible_acts",
    "read_record",
    "replay",
    "tell",
    "tell_refusal",
    "view",
]
