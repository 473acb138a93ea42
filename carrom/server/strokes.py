"""A person's stroke and the umpire's hand, as events of the match."""

from __future__ import annotations

from carrom.equipment import Position, jumped_places
from carrom.match import Aim, Board, Match, acts, other
from carrom.physics import Stroke, Trace, simulate


def strike(match: Match, stroke: Stroke) -> tuple[acts.Stroke, Trace]:
    """Play this stroke for the player in turn: the act for the match, and its course."""
    board, position = _open_board(match)
    trace = simulate(position, stroke, seat=match.course.seat(board.turn))
    colour = board.colour(board.turn.party)
    fell = trace.pocketed
    act = acts.Stroke(
        own=fell.count(colour),
        opponent=fell.count("black" if colour == "white" else "white"),
        queen="queen" in fell,
        striker="striker" in fell,
        touched=trace.touched,
        by=board.turn,
        aim=Aim(stroke.x, stroke.y, stroke.direction, stroke.speed),
        rests=trace.rest,
    )
    return act, trace


def umpire_act(match: Match) -> acts.UmpirePlaces:
    """The umpire puts the queen (and whatever jumped off) on the centre circle, against the player in turn."""
    board, position = _open_board(match)
    seat = match.course.seat(board.turn)
    pieces = jumped_places(position, board.umpire, seat, board.colour(other(board.turn.party)))
    return acts.UmpirePlaces(tuple(pieces))


def _open_board(match: Match) -> tuple[Board, Position]:
    board = match.board
    if board is None or board.position is None:
        raise LookupError("no board with a known position is in play")
    return board, board.position
