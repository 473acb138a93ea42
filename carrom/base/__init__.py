"""Errors, safe file writing, decoding values, logs and notebook pictures, for every room."""
