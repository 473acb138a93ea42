"""Puzzles: positions from computer games in which one stroke is clearly the best. Made, checked, solved."""

from carrom.players.puzzles.puzzle import KINDS, Kind, Puzzle
from carrom.players.puzzles.shelf import daily, puzzle_named, puzzles

__all__ = ["KINDS", "Kind", "Puzzle", "daily", "puzzle_named", "puzzles"]
