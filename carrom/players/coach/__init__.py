"""The coach: review every stroke of a recorded match, and suggest what to practise."""

from carrom.players.coach.report import MatchReport, PersonReport, coach_match

__all__ = ["MatchReport", "PersonReport", "coach_match"]
