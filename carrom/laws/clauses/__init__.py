"""The clauses of the Laws that judge a stroke."""
