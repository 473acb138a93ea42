"""The arena: players meet in board pairs, and what comes of it is counted honestly.

The unit is a pair of boards on which the same luck falls; each side breaks once. Equal seeds give equal results,
however many processes or machines have played them.
"""

from carrom.players.arena.entrant import ArenaEntrant as ArenaEntrant
from carrom.players.arena.pair import PairPlayed as PairPlayed, PairTask as PairTask, play_pair as play_pair
from carrom.players.arena.run import run_pairs as run_pairs, schedule as schedule
from carrom.players.arena.tally import Line as Line, Meeting as Meeting, Tally as Tally
