"""Order of play: a slot and a table for every match.

Nobody is in two matches of one slot, everybody has his rest between two, a match comes after those it waits for, and
the whole takes as few slots as the planner can find. A wish that cannot be met is refused with the reason.
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
