"""Draws: knockout, groups, round robin, Swiss, double elimination, plate, team leagues and drawn teams."""
