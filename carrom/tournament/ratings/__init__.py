"""People across tournaments: their file, history, ratings, championships and seeds."""
