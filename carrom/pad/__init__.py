"""The umpire's pad: a match on a phone, the acts that can be tapped, and all it shows.

Standard library only: the same files run in the phone (`web/src/pad/engine`) and on the server. `session` folds a log,
`pad_view` shows a match, `questions` answers the phone's page.
"""
