"""The tournament's data: its definition, people, events and the state that they add up to."""
