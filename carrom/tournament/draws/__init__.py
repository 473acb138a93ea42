"""Who meets whom: knock-outs, groups, round robin, Swiss, team leagues, and teams drawn by lot."""
