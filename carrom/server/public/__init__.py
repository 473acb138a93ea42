"""The public side of a tournament: pages, live updates, calendars and JSON."""
