"""Carrom by the Laws: judge, physics, players, match and tournament in one package.

What one reaches for first is here: `carrom.judge`, or `from carrom import Match`; docs/python.md is a tour. A name is
imported from its room when it is asked for, so `import carrom` alone loads nothing. The rooms (`carrom.equipment`,
`carrom.laws`, `carrom.physics`, `carrom.match`, `carrom.tournament`, `carrom.play`, `carrom.players`) have more.
"""

from typing import TYPE_CHECKING

__version__ = "0.2.0.dev0"

_OFFERED = {
    "carrom.base.errors": "CarromError",
    "carrom.equipment": "Piece Position Seat Stroke",
    "carrom.laws": "RULEBOOKS Rulebook Ruling Situation StrokeFacts judge rulebook",
    "carrom.match": "Applied ByParty Event Match Record Refused Setup apply read_record",
    "carrom.physics": "PROFILES Profile Trace simulate simulate_batch",
    "carrom.players": "LADDER opponents player_named",
    "carrom.render": "position_svg",
    "carrom.tournament": "Draw Result Standings draw_groups knockout round_robin standings",
}
_ROOM_OF = {name: room for room, names in _OFFERED.items() for name in names.split()}
__all__ = [*_ROOM_OF]

if TYPE_CHECKING:  # the same names for type checkers and editors; a test holds the two lists together
    from carrom.base.errors import CarromError as CarromError
    from carrom.equipment import Piece as Piece, Position as Position, Seat as Seat, Stroke as Stroke
    from carrom.laws import (
        RULEBOOKS as RULEBOOKS,
        Rulebook as Rulebook,
        Ruling as Ruling,
        Situation as Situation,
        StrokeFacts as StrokeFacts,
        judge as judge,
        rulebook as rulebook,
    )
    from carrom.match import (
        Applied as Applied,
        ByParty as ByParty,
        Event as Event,
        Match as Match,
        Record as Record,
        Refused as Refused,
        Setup as Setup,
        apply as apply,
        read_record as read_record,
    )
    from carrom.physics import (
        PROFILES as PROFILES,
        Profile as Profile,
        Trace as Trace,
        simulate as simulate,
        simulate_batch as simulate_batch,
    )
    from carrom.players import LADDER as LADDER, opponents as opponents, player_named as player_named
    from carrom.render import position_svg as position_svg
    from carrom.tournament import (
        Draw as Draw,
        Result as Result,
        Standings as Standings,
        draw_groups as draw_groups,
        knockout as knockout,
        round_robin as round_robin,
        standings as standings,
    )
else:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if f"carrom.{name}" in _OFFERED:  # a room, before anything of it was asked for
            return import_module(f"carrom.{name}")
        if name not in _ROOM_OF:
            raise AttributeError(f"module 'carrom' has no attribute {name!r}")
        value: object = getattr(import_module(_ROOM_OF[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ROOM_OF})
