"""Agents of a university course on our board, and our players as agents of its server.

The task is that of `samiranrl/Carrom_rl` (IIT Bombay, CS 747), written from its description, without its code.
"""
