"""Moments as the planner counts them: minutes from midnight of the tournament's first day."""

from datetime import datetime

from carrom.tournament.log.view import TournamentView


def midnight(view: TournamentView) -> datetime:
    """The beginning of the first day."""
    return datetime.combine(view.state.announced.day, datetime.min.time())


def minute_of(view: TournamentView, at: datetime) -> int:
    """Minutes from it."""
    return int((at - midnight(view)).total_seconds() // 60)
