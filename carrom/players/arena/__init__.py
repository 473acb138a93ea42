"""The arena: players compete in pairs of boards with the same luck, each side breaking once.

Equal seeds give equal results, whatever the number of processes or machines. Your own programs run in separate
processes; an unlawful answer loses the board.
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
