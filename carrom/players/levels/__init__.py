"""The levels of computer players, from random strokes to the champion, and the ladder that lists them."""
