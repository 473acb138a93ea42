"""Evaluate strokes: simulated outcomes, rulings, values, and search within a budget."""
