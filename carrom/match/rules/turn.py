"""Passing the turn, owing pieces, and the umpire's share of the placing: what several chapters need."""

from __future__ import annotations

from dataclasses import replace

from carrom.match.board import PIECES, Board, Placing
from carrom.match.course import Course
from carrom.match.outcome import Happening, Moment
from carrom.match.parties import Party, Player


def live(course: Course) -> Board:
    """The board in play. Rules that ask are reached only in phases that have one."""
    if course.board is None:
        raise LookupError(f"no board is in play in phase {course.phase!r}")
    return course.board


def with_board(course: Course, board: Board, moment: Moment) -> Course:
    """The course with this board in play, and the time count begun anew."""
    return course.in_play(board, replace(course.clocks, timer=moment.at, spent=0.0))


def passed(course: Course, board: Board, moment: Moment) -> Board:
    """The board with the turn gone to the next player; a queen not covered comes out again (49b, 96)."""
    skips = list(board.skips)
    player = course.neighbour(board.turn, moment.setup.rulebook.rotation)
    while player in skips:
        skips.remove(player)
        player = course.neighbour(player, moment.setup.rulebook.rotation)
    board = replace(
        board,
        turn=player,
        strokes=0,
        turns=board.turns + 1,
        skips=tuple(skips),
        attempt=None if board.attempt is None else 1,
    )
    if board.queen != "pending":
        return board
    umpire = board.umpire if board.position is None else (*board.umpire, "queen")
    return replace(board, queen="board", umpire=umpire)


def placer(course: Course, board: Board, party: Party) -> Player:
    """Who places pieces of this party that come out now (78b): the neighbour on the right of the player in turn,
    or that player himself when they are his opponent's.
    """
    return course.neighbour(board.turn, "right") if party == board.turn.party else board.turn


def owing_one(course: Course, board: Board, party: Party) -> Board:
    """The board with one piece more to come out for this party: at once if one is in the pockets (63, 64, 72c)."""
    if board.on[party] == PIECES:
        return replace(board, owed=board.owed.with_value(party, board.owed[party] + 1))
    entry = Placing(party, 1, placer(course, board, party))
    return replace(board, on=board.on.with_value(party, board.on[party] + 1), placing=merged((*board.placing, entry)))


def merged(entries: tuple[Placing, ...]) -> tuple[Placing, ...]:
    """One entry for each placer and party: what is placed or forgone is placed or forgone together (87a)."""
    by_key: dict[tuple[Party, Player], Placing] = {}
    for entry in entries:
        key = (entry.party, entry.by)
        if key in by_key:
            first = by_key[key]
            entry = replace(first, count=first.count + entry.count, returned=first.returned + entry.returned)
        by_key[key] = entry
    return tuple(by_key.values())


def turn_happening(board: Board, laws: tuple[str, ...]) -> Happening:
    return Happening("turn-passes", laws, {"to": board.turn.text()})
