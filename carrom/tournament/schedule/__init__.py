"""Order of play: a slot and a table for every match, in as few slots as possible.

Raises CarromError with the reason if a request cannot be met.
"""

from carrom.tournament.schedule.hall_hours import Timetable
from carrom.tournament.schedule.planner import Plan, PlannedMatch, plan, what_if
from carrom.tournament.schedule.request import Closure, PendingMatch, Request, pending_matches

__all__ = [
    "Closure",
    "PendingMatch",
    "Plan",
    "PlannedMatch",
    "Request",
    "Timetable",
    "pending_matches",
    "plan",
    "what_if",
]
