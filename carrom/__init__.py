"""Carrom by the Laws: judge, physics, players, match and tournament in one package.

Nothing heavy is imported here. Take what you need from the rooms:
`carrom.equipment`, `carrom.laws`, `carrom.physics`, `carrom.match`, `carrom.tournament`, `carrom.play`.
"""

__version__ = "0.1.0"
