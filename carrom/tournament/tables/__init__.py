"""Standings of groups and leagues, with explained tie-breaks."""
