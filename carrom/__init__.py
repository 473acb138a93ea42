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
    "carrom.players": "LADDER player_named",
    "carrom.render": "position_svg",
    "carrom.tournament": "Draw Result Standings draw_groups knockout round_robin standings",
}
_ROOM_OF = {name: room for room, names in _OFFERED.items() for name in names.split()}
__all__ = [*_ROOM_OF]

if TYPE_CHECKING:  # the same names for type checkers and editors; a test holds the two lists together
    from carrom.base.errors import CarromError as CarromError
    from carrom.equipment import Piece as Piece
    from carrom.equipment import Position as Position
    from carrom.equipment import Seat as Seat
    from carrom.equipment import Stroke as Stroke
    from carrom.laws import RULEBOOKS as RULEBOOKS
    from carrom.laws import Rulebook as Rulebook
    from carrom.laws import Ruling as Ruling
    from carrom.laws import Situation as Situation
    from carrom.laws import StrokeFacts as StrokeFacts
    from carrom.laws import judge as judge
    from carrom.laws import rulebook as rulebook
    from carrom.match import Applied as Applied
    from carrom.match import ByParty as ByParty
    from carrom.match import Event as Event
    from carrom.match import Match as Match
    from carrom.match import Record as Record
    from carrom.match import Refused as Refused
    from carrom.match import Setup as Setup
    from carrom.match import apply as apply
    from carrom.match import read_record as read_record
    from carrom.physics import PROFILES as PROFILES
    from carrom.physics import Profile as Profile
    from carrom.physics import Trace as Trace
    from carrom.physics import simulate as simulate
    from carrom.physics import simulate_batch as simulate_batch
    from carrom.players import LADDER as LADDER
    from carrom.players import player_named as player_named
    from carrom.render import position_svg as position_svg
    from carrom.tournament import Draw as Draw
    from carrom.tournament import Result as Result
    from carrom.tournament import Standings as Standings
    from carrom.tournament import draw_groups as draw_groups
    from carrom.tournament import knockout as knockout
    from carrom.tournament import round_robin as round_robin
    from carrom.tournament import standings as standings
else:

    def __getattr__(name: str) -> object:
        if name not in _ROOM_OF:
            raise AttributeError(f"module 'carrom' has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module(_ROOM_OF[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ROOM_OF})
