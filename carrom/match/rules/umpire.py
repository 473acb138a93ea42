"""What the umpire's own hands do: the queen and what jumped off, pieces put back (9, 65, 93, 134)."""

from collections import Counter

from carrom.base.errors import CarromError
from carrom.base.refusal import or_refuse, refuse
from carrom.equipment import Position
from carrom.match.centre import local_rule, place_fault
from carrom.match.course import Course
from carrom.match.log.acts import Arrange, UmpirePlaces
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live, with_board


def umpire_places(course: Course, act: UmpirePlaces, context: RuleContext) -> Step:
    board = live(course)
    if not act.pieces and not context.is_recorded:
        refuse("nothing-to-place", "the umpire places something, or nothing is said", "9")
    kinds, book = [piece.kind for piece in act.pieces], context.setup.rulebook
    data = {"pieces": kinds}
    if board.position is None:
        waiting = list((Counter(board.to_centre) - Counter(kinds)).elements())
        came_back = None if "queen" in kinds else board.came_back  # she was seen to be put back (96)
        noted = replace(course, board=replace(board, to_centre=tuple(waiting), came_back=came_back))
        return Step(noted, (Happening("umpire-placed", ("93", "65"), data),))
    if not board.umpire:
        refuse("nothing-to-place", "there is nothing for the umpire to place", "9")
    if Counter(piece.kind for piece in act.pieces) != Counter(board.umpire):
        refuse("umpire-pieces", f"the umpire places {', '.join(board.umpire)}: all, and nothing else", "65")
    try:
        position = Position((*board.position.pieces, *act.pieces))
    except CarromError as error:
        refuse("position", str(error), "94")
    if not context.is_recorded:  # what lies there on record lay there
        fault = place_fault(board, board.position, act.pieces, course.seat(board.turn), book)
        or_refuse(fault)
    laws: tuple[str, ...] = ("93", "65")
    rule = local_rule(board.position, kinds, book)
    if rule is not None:
        laws = (rule, "I-40" if rule == book.only_queen_on_red else "I-39", *laws)
    after = with_board(course, replace(board, position=position, umpire=()), context)
    return Step(after, (Happening("umpire-placed", laws, data),))


def arrange(course: Course, act: Arrange, context: RuleContext) -> Step:
    board = live(course)
    for kind, count in board.lying().items():
        found = act.position.on_board(kind)
        if found != count:
            refuse("position-count", f"{kind}: {found} in that position, {count} on the board")
    known = replace(board, position=act.position, to_centre=())
    return Step(replace(course, board=known), (Happening("arranged", ("134",)),))
