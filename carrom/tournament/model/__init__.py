"""The tournament's data: definition, people, events, state."""
