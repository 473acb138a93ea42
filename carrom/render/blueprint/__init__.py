"""The drawing of a board to make, at true scale."""
