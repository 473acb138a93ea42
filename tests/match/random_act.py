"""Random acts, made from the declared types of their fields, so that new acts are included.

`pick` chooses by Hypothesis, which can shrink failures, or by a generator. A *fair* act agrees with the match as far
as is easily seen; it may still be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from itertools import chain
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.equipment.due_place import due_places
from carrom.laws.reasons import reasons_for
from carrom.match import ACTS, ByParty, Match
from carrom.match.log import acts as a
from carrom.match.log.acts import Count, Law, Number, Places, Text
from carrom.match.parties import PARTIES, Party, PlayerId, other
from carrom.match.rules.placing import umpire_pieces

T = TypeVar("T")


class Pick:
    """Chooses one of several values. The first is the simplest, towards which failures shrink."""

    def __init__(self, choose: Callable[[Sequence[Any]], Any]) -> None:
        self._choose = choose

    def one(self, of: Sequence[T]) -> T:
        found: T = self._choose(of)
        return found

    def is_rare(self, one_in: int = 6) -> bool:
        return bool(self._choose([False] * (one_in - 1) + [True]))


def random_act(kind: str, match: Match, pick: Pick, *, fair: bool) -> a.Act:
    """Return an act of that kind; a fair one is likely to be accepted."""
    if fair and kind in _FAIR:
        return _FAIR[kind](match, pick)
    act = ACTS[kind]
    hints = get_type_hints(act, include_extras=True)
    values: dict[str, Any] = {}
    for one in fields(act):  # type: ignore[arg-type]  # every act is a dataclass
        if one.default is MISSING or not fair or pick.one([False, False, True]):
            values[one.name] = _value(hints[one.name], one.name, kind, match, pick, fair)
    return act(**values)


def _value(tp: Any, name: str, kind: str, match: Match, pick: Pick, fair: bool) -> Any:
    if get_origin(tp) in (Union, UnionType):
        inner = pick.one(sorted(get_args(tp), key=lambda one: one is not NoneType))
        return None if inner is NoneType else _value(inner, name, kind, match, pick, fair)
    if tp is Law:
        return pick.one((fair and reasons_for(kind, match.setup.rulebook)) or ANY_LAW)
    if tp is Count and fair:
        return pick.one(_COUNTS[name](match) if name in _COUNTS else (0, 1, 2))
    if tp is PlayerId:
        return PlayerId(pick.one(PARTIES), pick.one(range(match.setup.players if fair else 2)))
    if tp in MADE:
        return MADE[tp](match, pick)
    if get_origin(tp) is Literal:
        return pick.one(get_args(tp))
    raise LookupError(f"{kind} has a field of the type {tp}: say in tests/match/random_act.py how one is made")


def _position(match: Match, pick: Pick) -> Position:
    """Return the position on the board, a possible one, or now and then another."""
    board = match.board
    if board is None or pick.is_rare():
        return pick.one([Position(()), Position.start(45.0, breaker=Seat.SOUTH)])
    if board.position is not None and pick.one([True, False]):
        return board.position
    kinds = chain.from_iterable([kind] * count for kind, count in board.lying().items())
    return Position(tuple(Piece(kind, -320.0 + 36.0 * at, 150.0) for at, kind in enumerate(kinds)))


def _places(match: Match, pick: Pick) -> tuple[tuple[float, float], ...]:
    return pick.one([(), ((0.0, 60.0),), ((0.0, 0.0),), ((0.0, 60.0), (60.0, 0.0)), ((300.0, 300.0),)])


def _seats(match: Match, pick: Pick) -> ByParty[tuple[Seat, ...]]:
    south, east, north, west = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST
    singles: list[ByParty[tuple[Seat, ...]]]
    singles = [ByParty((south,), (north,)), ByParty((west,), (east,)), ByParty((south,), (east,))]
    pairs: list[ByParty[tuple[Seat, ...]]]
    pairs = [ByParty((south, north), (east, west)), ByParty((west, east), (south, north))]
    return pick.one([*pairs, *singles] if match.setup.is_doubles else [*singles, *pairs])


MADE: dict[Any, Callable[[Match, Pick], Any]] = {
    Party: lambda match, pick: pick.one(PARTIES),
    bool: lambda match, pick: pick.one([False, True]),
    Count: lambda match, pick: pick.one([0, 1, 2, 3, 9, 10, 999_999]),
    Number: lambda match, pick: pick.one([45.0, 0.0, -30.0, 400.0]),
    Text: lambda match, pick: pick.one(["", "a word", 'he said "no"; and went\n', "क़ैरम"]),
    Kind: lambda match, pick: pick.one(get_args(Kind)),
    tuple[Kind, ...]: lambda match, pick: tuple(pick.one([[], [], ["white"], ["queen"], ["black", "white"]])),
    Position: _position,
    Places: _places,
    tuple[Piece, ...]: lambda match, pick: pick.one([(), (Piece("queen", 0.0, 0.0),), (Piece("white", 0.0, 0.0),)]),
    Stroke: lambda match, pick: Stroke(0.0, -252.6, 3.5, 6.0),
    ByParty[tuple[Seat, ...]]: _seats,
}

ANY_LAW = ("129", "I-5", "51", "60c", "82b", "96", "125b", "140", "142", "91", "143d", "kreeda-2024:14d-ii", "banana")
_COUNTS: dict[str, Callable[[Match], Sequence[int]]] = {
    "to": lambda match: range(match.number, max(-1, match.number - 12), -1),
    "protest": lambda match: range(max(1, len(match.course.protests)), 0, -1),
    "breaker": lambda match: range(match.setup.players),
}


def _stroke(match: Match, pick: Pick) -> a.StrokeMade:
    """Return a possible stroke, with the position after it where the board is known."""
    board = match.board
    if board is None:
        return a.StrokeMade(early=True, touched=pick.one([True, False]), own=pick.one([0, 1]))
    if board.attempt is not None and pick.is_rare(3):
        return a.StrokeMade(touched=False, striker=pick.is_rare(), proper=not pick.is_rare())
    lying, player = board.lying(), board.turn.party
    own, opponent = (lying[board.colour(party)] for party in (player, other(player)))
    made = a.StrokeMade(
        own=min(own, pick.one([0, 1, 1, 2, own - 1, own])),
        opponent=min(opponent, pick.one([0, 0, 0, 1, opponent])),
        queen=bool(lying["queen"]) and pick.is_rare(4),
        striker=pick.is_rare(5),
        proper=not pick.is_rare(8),
    )
    position = board.position
    if position is None or pick.is_rare():
        return made
    gone: dict[Kind, int] = {
        board.colour(player): made.own,
        board.colour(other(player)): made.opponent,
        "queen": int(made.queen),
    }
    jumped = [kind for kind in get_args(Kind) if lying[kind] > gone[kind] and pick.is_rare(8)]
    for kind in jumped:
        gone[kind] += 1
    left = list(position.pieces)
    for kind, count in gone.items():
        for piece in [piece for piece in left if piece.kind == kind][:count]:
            left.remove(piece)
    return a.StrokeMade(
        made.own,
        made.opponent,
        made.queen,
        made.striker,
        made.proper,
        jumped=tuple(jumped),
        rests=Position(tuple(left)),
    )


def _place(match: Match, pick: Pick) -> a.Place:
    board = match.board
    if board is None or board.position is None or not board.placing:
        return a.Place(count=pick.one([None, None, 1]))
    entry, position = board.placing[0], board.position
    places: list[tuple[float, float]] = []
    while len(places) < entry.count:
        free = due_places(position)
        if not free:
            break
        places.append(free[pick.one([0, len(free) // 2])])
        position = position.with_piece(board.colour(entry.party), *places[-1])
    return a.Place(tuple(places))


def _umpire_places(match: Match, pick: Pick) -> a.UmpirePlaces:
    board = match.board
    if board is None or board.position is None:
        return a.UmpirePlaces((Piece("queen", 0.0, 0.0),))
    pieces = umpire_pieces(board, board.position, match.course.seat(board.turn), match.setup.rulebook)
    return a.UmpirePlaces(tuple(pieces))


def _board_over(match: Match, pick: Pick) -> a.BoardOver:
    """Return a result by count or by a law."""
    if pick.one([True, False]):
        return a.BoardOver(pick.one(PARTIES), pick.one([3, 1, 7]), pick.one(["none", "a", "b"]))
    law = pick.one(reasons_for("board-over", match.setup.rulebook))
    return a.BoardOver(pick.one(PARTIES), points=pick.one([3, 1, 5, 9]), law=law)


def _arrange(match: Match, pick: Pick) -> a.Arrange:
    return a.Arrange(_position(match, pick), "put back")


def _demand(match: Match, pick: Pick) -> a.Demand:
    award = match.board.award if match.board is not None else None
    return a.Demand(pick.one(range(0 if award is None else award.demand, -1, -1)))


def _unnoticed(match: Match, pick: Pick) -> a.Unnoticed:
    """Return an act with a player, not always the one in turn."""
    law = pick.one(reasons_for("unnoticed", match.setup.rulebook))
    return a.Unnoticed(law, PlayerId(pick.one(PARTIES), pick.one(range(match.setup.players))))


_FAIR: dict[str, Callable[[Match, Pick], a.Act]] = {
    a.Unnoticed.kind: _unnoticed,
    a.BoardOver.kind: _board_over,
    a.StrokeMade.kind: _stroke,
    a.Place.kind: _place,
    a.UmpirePlaces.kind: _umpire_places,
    a.Arrange.kind: _arrange,
    a.Demand.kind: _demand,
    a.Correct.kind: lambda match, pick: a.Correct(pick.one(_COUNTS["to"](match)), "a wrong tap"),
}
