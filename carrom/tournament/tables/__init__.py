"""Standings of groups and leagues, with an explanation of every tie-break."""
