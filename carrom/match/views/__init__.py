"""A match as seen by people and programs: view, score card, sentences, tasks at the board."""
