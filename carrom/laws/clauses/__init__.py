"""The Laws that judge a stroke, chapter by chapter."""
