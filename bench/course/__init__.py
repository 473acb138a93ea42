"""Agents of a university course on our board, and our players as agents of its server.

The task is that of `samiranrl/Carrom_rl` (IIT Bombay, CS 747): a line of text with the state of the board in, three
numbers out, over a socket. This is written from its description and uses none of its code.
"""
