"""Opponents by name. This room stands beside `carrom.players`, not on it, so a name is looked up when it is used."""

from importlib import import_module

from carrom.base.errors import CarromError
from carrom.play import Player

LADDER = "carrom.players:player_named"


def opponent_of(given: Player | str) -> Player:
    """A player as it is; a rung of the ladder (`club`); or `module:function` that makes one, as Gymnasium has it."""
    if not isinstance(given, str):
        return given
    maker, arguments = (given, ()) if ":" in given else (LADDER, (given,))
    module, _, name = maker.partition(":")
    try:
        made: Player = getattr(import_module(module), name)(*arguments)
    except (ImportError, AttributeError) as error:
        raise CarromError("bad-opponent", f"no opponent can be made from {given!r}: {error}") from None
    return made
