"""The protocol of a university course: its agents on our board, and our players as agents of its server.

The task is that of `samiranrl/Carrom_rl` (IIT Bombay, CS 747): one line of text with the state of the board in, three
numbers out, over a socket. Nothing of that program is used; what is here was written from its description.
"""
