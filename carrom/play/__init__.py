"""What a player is, how skill turns intentions into strokes, and how matches are played out."""

from carrom.play.facts import BatchRow, Seen, facts_of, stroke_act
from carrom.play.player import Colour, MisplayError, Perception, PlainManners, Player, practice_view
from carrom.play.racking import RACK, rack_by_hand
from carrom.play.runner import BoardPlayed, play_board, play_match
from carrom.play.seating import (
    Contestant,
    Luck,
    Seating,
    Struck,
    is_rack_exact,
    next_act,
    next_move,
    placing_act,
    player_view,
    rack_act,
    strike,
    umpire_act,
)
from carrom.play.skill import LEVELS, Skill, execute, skill_named

__all__ = [
    "LEVELS",
    "RACK",
    "BatchRow",
    "BoardPlayed",
    "Colour",
    "Contestant",
    "Luck",
    "MisplayError",
    "Perception",
    "PlainManners",
    "Player",
    "Seating",
    "Seen",
    "Skill",
    "Struck",
    "execute",
    "facts_of",
    "is_rack_exact",
    "next_act",
    "next_move",
    "placing_act",
    "play_board",
    "play_match",
    "player_view",
    "practice_view",
    "rack_act",
    "rack_by_hand",
    "skill_named",
    "strike",
    "stroke_act",
    "umpire_act",
]
