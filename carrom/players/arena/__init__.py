"""The arena: players meet in board pairs, and what comes of it is counted honestly.

The unit is a pair of boards on which the same luck falls; each side breaks once. Equal seeds give equal results,
however many processes or machines have played them. Programs of somebody's own sit in a process of their own, and what
no player may do loses the board.
"""

from carrom.players.arena.entrant import ArenaEntrant
from carrom.players.arena.pairs import PairPlayed, PairTask, check_makers, play_pair, run_pairs, schedule
from carrom.players.arena.sprt import Sprt, SprtRun
from carrom.players.arena.tally import EntrantResult, HeadToHead, Tally

__all__ = [
    "ArenaEntrant",
    "EntrantResult",
    "HeadToHead",
    "PairPlayed",
    "PairTask",
    "Sprt",
    "SprtRun",
    "Tally",
    "check_makers",
    "play_pair",
    "run_pairs",
    "schedule",
]
