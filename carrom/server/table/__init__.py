"""Matches while people are at them."""
