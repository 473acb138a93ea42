"""Where physics meets laws: aim → hand → stroke → trace → facts → ruling → match event; and what a player is."""

from carrom.play.facts import BatchRow as BatchRow, Seen as Seen, facts_of as facts_of, stroke_act as stroke_act
from carrom.play.player import (
    Colour as Colour,
    PlainManners as PlainManners,
    Player as Player,
    View as View,
    practice_view as practice_view,
)
from carrom.play.racking import rack_by_hand as rack_by_hand
from carrom.play.runner import BoardPlayed as BoardPlayed, play_board as play_board, play_match as play_match
from carrom.play.seating import (
    RACK as RACK,
    Contestant as Contestant,
    Luck as Luck,
    Seating as Seating,
    Struck as Struck,
    is_rack_exact as is_rack_exact,
    next_act as next_act,
    next_move as next_move,
    placing_act as placing_act,
    player_view as player_view,
    rack_act as rack_act,
    strike as strike,
    umpire_act as umpire_act,
)
from carrom.play.skill import LEVELS as LEVELS, Skill as Skill, execute as execute, skill_named as skill_named
