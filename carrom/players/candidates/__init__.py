"""Candidate strokes, from the geometry of the board, a table of breaks, and sweeps."""
