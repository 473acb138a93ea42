"""Drawings for building a board, at true scale."""
