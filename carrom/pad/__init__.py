"""A match kept on a phone: what an umpire's taps lead to, and everything that a pad shows.

Standard library alone, like the rooms below it: the same files run in the phone (`web/src/pad/engine`), on the server,
where a pad's log is folded, and in tests. `session` folds, `shown` shows, `questions` is what the phone's page asks.
"""
