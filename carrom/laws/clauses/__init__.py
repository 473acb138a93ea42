"""Clauses of the Laws that judge a stroke."""
