"""The simulator as plain functions on arrays: one source for processor, graphics card and debugger.

Modules here contain only functions of numbers and arrays. Imported directly they run as pure Python;
`carrom.physics.build` compiles the same functions with Numba. Lengths are in millimetres, times in seconds, masses in
grams, in board coordinates.
"""
