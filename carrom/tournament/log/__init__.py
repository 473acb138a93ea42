"""The log of a tournament: applying events, accepting new ones, undo, erasure and the file."""
