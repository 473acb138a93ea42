"""The tournament as a log of facts: what can be told, how it adds up, and the file that keeps it."""
