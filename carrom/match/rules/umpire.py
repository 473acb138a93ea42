"""What the umpire's own hands do: the queen and what jumped off, pieces put back (9, 65, 93, 134)."""

from collections import Counter

from carrom.base.errors import CarromError
from carrom.base.refusal import refuse
from carrom.equipment import Position
from carrom.match.course import Course
from carrom.match.log.acts import Arrange, UmpirePlaces
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live, with_board


def umpire_places(course: Course, act: UmpirePlaces, context: RuleContext) -> Step:
    board = live(course)
    if not act.pieces and not context.is_recorded:
        refuse("nothing-to-place", "the umpire places something, or nothing is said", "9")
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
