"""Tournaments: draws, schedules, standings and a log of events that they are all derived from.

This module offers the pure functions of draws and standings. A whole tournament is a log: `model.events` defines its
events, `log.transitions` applies them, `seating.now` derives the current situation and `log.file` stores them.
"""

from carrom.tournament.draws.bracket import (
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
)
from carrom.tournament.draws.groups import draw_groups, knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.leagues import Rubber, Tie, team_league
from carrom.tournament.draws.public_draw import PublicRandom, commitment, reveal_seed
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.draws.swiss import SwissRound, swiss_round
from carrom.tournament.draws.teams import TeamCandidate, draw_teams
from carrom.tournament.tables.policy import POLICIES, Policy, read_policy
from carrom.tournament.tables.results import EntryId, Result
from carrom.tournament.tables.standings import Standings, TableRow, TieDecision, standings

__all__ = [
    "POLICIES",
    "Bye",
    "Draw",
    "DrawnMatch",
    "Entrant",
    "EntryId",
    "LoserOf",
    "MatchId",
    "PlaceOf",
    "Policy",
    "PublicRandom",
    "Result",
    "Round",
    "Rubber",
    "Slot",
    "Standings",
    "SwissRound",
    "TableRow",
    "TeamCandidate",
    "Tie",
    "TieDecision",
    "WinnerOf",
    "commitment",
    "draw_groups",
    "draw_teams",
    "group_name",
    "knockout",
    "knockout_after_groups",
    "read_policy",
    "reveal_seed",
    "round_robin",
    "standings",
    "swiss_round",
    "team_league",
]
