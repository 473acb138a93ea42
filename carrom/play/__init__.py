"""Where physics meets laws: aim → hand → stroke → trace → facts → ruling → match event; and what a player is."""

from carrom.play.facts import BatchRow, Seen, facts_of, stroke_act
from carrom.play.player import Colour, PlainManners, Player, View, practice_view
from carrom.play.racking import hand_racked
from carrom.play.runner import BoardPlayed, play_board, play_match
from carrom.play.skill import LEVELS, Skill, execute, skill_named
from carrom.play.table import (
    RACK,
    Contestant,
    Luck,
    Struck,
    Table,
    is_rack_exact,
    next_act,
    next_move,
    placing_act,
    rack_act,
    strike,
    umpire_act,
    view_of,
)

__all__ = [
    "LEVELS",
    "RACK",
    "BatchRow",
    "BoardPlayed",
    "Colour",
    "Contestant",
    "Luck",
    "PlainManners",
    "Player",
    "Seen",
    "Skill",
    "Struck",
    "Table",
    "View",
    "execute",
    "facts_of",
    "hand_racked",
    "is_rack_exact",
    "next_act",
    "next_move",
    "placing_act",
    "play_board",
    "play_match",
    "practice_view",
    "rack_act",
    "skill_named",
    "strike",
    "stroke_act",
    "umpire_act",
    "view_of",
]
