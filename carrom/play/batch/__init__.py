"""Thousands of boards at once, as arrays."""
