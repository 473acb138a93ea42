"""The coach: what was good and what was not in a recorded match, stroke by stroke, and what to practise."""

from carrom.players.coach.report import MatchReport, PersonReport, coach_match

__all__ = ["MatchReport", "PersonReport", "coach_match"]
