"""A match as people and programs see it: view, score card, sentences, tasks at the board."""
