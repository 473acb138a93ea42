"""Tournaments: draws, orders of play, standings. Pure values and functions; results are numbers to this room."""

from carrom.tournament.bracket import (
    Bye,
    Draw,
    DrawnMatch,
    Entrant,
    LoserOf,
    MatchId,
    PlaceOf,
    Round,
    Slot,
    WinnerOf,
    group_name,
    stage_name,
)
from carrom.tournament.groups import draw_groups, knockout_after_groups
from carrom.tournament.knockout import knockout
from carrom.tournament.leagues import Rubber, Tie, team_league
from carrom.tournament.public_draw import PublicRandom, commitment, revealed_seed
from carrom.tournament.round_robin import round_robin
from carrom.tournament.swiss import SwissRound, swiss_round
from carrom.tournament.teams import Player, draw_teams

__all__ = [
    "Bye",
    "Draw",
    "DrawnMatch",
    "Entrant",
    "LoserOf",
    "MatchId",
    "PlaceOf",
    "Player",
    "PublicRandom",
    "Round",
    "Rubber",
    "Slot",
    "SwissRound",
    "Tie",
    "WinnerOf",
    "commitment",
    "draw_groups",
    "draw_teams",
    "group_name",
    "knockout",
    "knockout_after_groups",
    "revealed_seed",
    "round_robin",
    "stage_name",
    "swiss_round",
    "team_league",
]
