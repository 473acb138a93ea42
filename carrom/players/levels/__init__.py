"""The rungs of the ladder, from random strokes to two plies, and the ladder itself."""
