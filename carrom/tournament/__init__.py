"""Tournaments: draws, orders of play, standings. Pure values and functions.

A whole tournament is a log of facts: `log.facts` (what can be told), `log.transitions` (apply, fold), `log.view` (what
follows from it), `log.file`. Those are imported by name where they are needed, and so is `desk.match_result`, which
makes the fact of a result out of a match that was played. What a draw is made of is in `draws.bracket`.
"""

from carrom.tournament.draws.bracket import Draw as Draw
from carrom.tournament.draws.groups import draw_groups as draw_groups, knockout_after_groups as knockout_after_groups
from carrom.tournament.draws.knockout import knockout as knockout
from carrom.tournament.draws.leagues import team_league as team_league
from carrom.tournament.draws.public_draw import commitment as commitment, reveal_seed as reveal_seed
from carrom.tournament.draws.round_robin import round_robin as round_robin
from carrom.tournament.draws.swiss import swiss_round as swiss_round
from carrom.tournament.draws.teams import TeamCandidate as TeamCandidate, draw_teams as draw_teams
from carrom.tournament.tables.policy import read_policy as read_policy
from carrom.tournament.tables.results import EntryId as EntryId, Result as Result
from carrom.tournament.tables.standings import Standings as Standings, standings as standings
