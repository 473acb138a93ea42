"""A tournament's public pages, updates, calendars and JSON."""
