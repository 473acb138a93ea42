"""The stroke as plain functions on arrays: one source for the processor, the graphics card and the debugger.

Every module here holds functions of numbers and arrays and nothing else. Imported as they are, they run as pure
Python; `carrom.physics.build` compiles the same functions with Numba, for the processor or as CUDA device functions.
Lengths are millimetres, times seconds, masses grams, in board coordinates.
"""
