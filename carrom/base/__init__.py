"""Foundations shared by every room: errors, safe file writing, decoding values, logs and notebook pictures."""
