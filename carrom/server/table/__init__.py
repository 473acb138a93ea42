"""A match in play: state, acts, feed to browsers, seats, lobby."""
