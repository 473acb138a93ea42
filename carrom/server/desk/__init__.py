"""Tournaments on the server: several desks at one log, who may do what, and who hears of it."""
