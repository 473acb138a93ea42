"""Log of a match: acts, numbered events, notation, record on disk."""
