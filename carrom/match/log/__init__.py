"""The log of a match: acts, numbered events, their notation, and the record on disk."""
