"""Puzzles: positions from computer games in which one stroke is clearly the best."""

from carrom.players.puzzles.puzzle import KINDS, Puzzle, PuzzleKind, daily, puzzle_named, puzzles

__all__ = ["KINDS", "Puzzle", "PuzzleKind", "daily", "puzzle_named", "puzzles"]
