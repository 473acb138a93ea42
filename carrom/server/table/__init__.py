"""A match in play: its state, the acts of players and umpire, the feed to browsers, seats and lobby."""
