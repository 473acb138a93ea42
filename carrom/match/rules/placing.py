"""Chapters XII to XIV: due pieces placed by the right player, forgone, deferred; the umpire's placing."""

from collections import Counter

from carrom.base.errors import CarromError
from carrom.base.refusal import or_refuse, refuse
from carrom.equipment import Position, due_fault, has_due_room
from carrom.laws import placing_law
from carrom.laws.decisions import check_forgo
from carrom.match.board import Board, Placing
from carrom.match.course import Course
from carrom.match.log.acts import Arrange, Forgo, NoRoom, Place, UmpirePlaces
from carrom.match.parties import PlayerId
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live, with_board


def place(course: Course, act: Place, context: RuleContext) -> Step:
    board = live(course)
    entry = _entry(board, act.by)
    if board.position is not None:
        board = replace(board, position=_place_at(board, entry, act, board.position))
    board = replace(board, placing=_without(board, entry))
    data = {"party": entry.party, "count": entry.count, "by": entry.by.text()}
    return Step(with_board(course, board, context), (Happening("placed", ("78",), data),))


def _place_at(board: Board, entry: Placing, act: Place, position: Position) -> Position:
    if len(act.places) != entry.count:
        refuse("place-count", f"{entry.count} pieces are to be placed, not {len(act.places)}", "83")
    for x, y in act.places:
        fault = due_fault(position, x, y)
        if fault is not None:
            refuse(f"place-{fault.code}", fault.text, fault.law)
        position = position.with_piece(board.colour(entry.party), x, y)
    return position


def forgo(course: Course, act: Forgo, context: RuleContext) -> Step:
    board = live(course)
    return give_up_placing(course, board, _entry(board, act.by), ("87a",), context)


def give_up_placing(course: Course, board: Board, entry: Placing, laws: tuple[str, ...], context: RuleContext) -> Step:
    """The claim to place is gone, with whatever else that party still owes: all or nothing (87a)."""
    after = _leave_in_pockets(board, entry)
    # What now stays pocketed opens the way to the queen like any other piece (I-14).
    opened = after.opened.with_value(entry.party, True)
    after = replace(after, owed=after.owed.with_value(entry.party, 0), opened=opened)
    happened = Happening("due-forgone", laws, {"party": entry.party, "count": entry.count, "by": entry.by.text()})
    return Step(with_board(course, after, context), (happened,))


def no_room(course: Course, act: NoRoom, context: RuleContext) -> Step:
    board = live(course)
    entry = _entry(board, None)
    if board.position is not None and has_due_room(board.position):
        refuse("has-room", "there is space for a due piece inside the outer circle", "79a")
    after = _leave_in_pockets(board, entry)
    after = replace(after, owed=after.owed.with_value(entry.party, after.owed[entry.party] + entry.count))
    happened = Happening("due-deferred", ("79a",), {"party": entry.party, "count": entry.count})
    return Step(with_board(course, after, context), (happened,))


def umpire_places(course: Course, act: UmpirePlaces, context: RuleContext) -> Step:
    board = live(course)
    happened = (Happening("umpire-placed", ("93", "65"), {"pieces": [piece.kind for piece in act.pieces]}),)
    if board.position is None:
        return Step(course, happened)
    if not board.umpire:
        refuse("nothing-to-place", "there is nothing for the umpire to place", "9")
    if Counter(piece.kind for piece in act.pieces) != Counter(board.umpire):
        refuse("umpire-pieces", f"the umpire places {', '.join(board.umpire)}: all, and nothing else", "65")
    try:
        position = Position((*board.position.pieces, *act.pieces))
    except CarromError as error:
        refuse("position", str(error), "94")
    return Step(with_board(course, replace(board, position=position, umpire=()), context), happened)


def arrange(course: Course, act: Arrange, context: RuleContext) -> Step:
    board = live(course)
    for kind, count in board.lying().items():
        found = act.position.on_board(kind)
        if found != count:
            refuse("position-count", f"{kind}: {found} in that position, {count} on the board")
    return Step(replace(course, board=replace(board, position=act.position)), (Happening("arranged", ("134",)),))


def _entry(board: Board, by: PlayerId | None) -> Placing:
    """What this player may place, or what is first in the row when nobody is named."""
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "83")
    entries = [entry for entry in board.placing if by is None or entry.by == by]
    if by is not None and not entries:
        placer = board.placing[0].by
        law = placing_law(by_partner=placer.party == by.party)
        refuse("wrong-placer", f"the pieces are to be placed by {placer.text()}, not by {by.text()}", law)
    return entries[0]


def _leave_in_pockets(board: Board, entry: Placing) -> Board:
    """The pieces of the entry stay in the pockets."""
    or_refuse(check_forgo(board.on[entry.party], entry.count))
    left = board.on[entry.party] - entry.count
    return replace(board, on=board.on.with_value(entry.party, left), placing=_without(board, entry))


def _without(board: Board, entry: Placing) -> tuple[Placing, ...]:
    return tuple(other for other in board.placing if other is not entry)
