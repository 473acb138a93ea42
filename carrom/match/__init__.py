"""The match, from the toss to the signature: an append-only log of numbered events, and their fold.

`Match.start(setup)` begins one, `match.play(act)` goes on, `apply(match, event)` answers `Applied` or `Refused`, `fold`
and `replay` take many events.
What can happen is in `carrom.match.log.acts`.
"""

from carrom.base.refusal import Refused as Refused
from carrom.laws.rounds import ROUNDS as ROUNDS, RoundName as RoundName
from carrom.match.board import Board as Board, BoardResult as BoardResult, Placing as Placing
from carrom.match.course import Course as Course
from carrom.match.deadlines import Deadline as Deadline, deadlines as deadlines, game_seconds_left as game_seconds_left
from carrom.match.log.acts import ACTS as ACTS, Act as Act
from carrom.match.log.event import Event as Event
from carrom.match.log.journal import Journal as Journal
from carrom.match.log.record import Reading as Reading, Record as Record, read_record as read_record
from carrom.match.match import (
    ActRefusedError as ActRefusedError,
    Applied as Applied,
    Match as Match,
    Replay as Replay,
    apply as apply,
    fold as fold,
    replay as replay,
)
from carrom.match.parties import ByParty as ByParty, Party as Party, PlayerId as PlayerId, other as other
from carrom.match.rules.step import Happening as Happening
from carrom.match.scoring import Format as Format, Game as Game, Score as Score
from carrom.match.setup import Setup as Setup
from carrom.match.telling import tell as tell, tell_refusal as tell_refusal
from carrom.match.view import MatchView as MatchView, possible_acts as possible_acts, view as view
