"""The match as it is kept: acts, numbered events, their text, and the record on disk."""
