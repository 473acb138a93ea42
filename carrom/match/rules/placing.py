"""Placing pieces: dues by the players, the queen and jumped pieces by the umpire (chapters XII to XIV; 65, 93, 134)."""

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import Final

from carrom.base.errors import CarromError, Refused, raise_if_refused, refuse
from carrom.equipment import (
    CentreReading,
    Kind,
    Piece,
    Position,
    Seat,
    due_fault,
    due_places,
    has_due_room,
    is_centre_covered,
)
from carrom.equipment.centre_place import ADJACENT, jumped_places, next_jumped_place, placing_order
from carrom.equipment.position import number_text
from carrom.laws import Rulebook, decisions, placing_law
from carrom.match.board import Board, Placing
from carrom.match.course import Course
from carrom.match.log.acts import Arrange, Forgo, NoRoom, Place, UmpirePlaces
from carrom.match.parties import PlayerId, other
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult
from carrom.match.rules.turn import board_in_play, with_board


def place(course: Course, act: Place, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    entry = placing_of(board, act.by)
    count = _count_placed(board, entry, act, context)
    if board.position is not None:
        board = replace(board, position=_place_at(board, entry, act, board.position))
    board = _with_placed(board, entry, count, act.places)
    data = {"party": entry.party, "count": count, "by": entry.by.text()}
    if count < entry.count:
        data["left"] = entry.count - count
        # Fifteen seconds for all of them (88a).
        return RuleResult(replace(course, board=board), (Happening("placed", ("78", "83"), data),))
    return RuleResult(with_board(course, board, context), (Happening("placed", ("78",), data),))


def _count_placed(board: Board, entry: Placing, act: Place, context: RuleContext) -> int:
    """One for each place, else the act's count, else all."""
    count = act.count
    if count is None or (count == 0 and context.is_recorded):
        count = len(act.places) or (0 if board.position is not None else entry.count)
    if not 0 < count <= entry.count:
        refuse("place-count", f"{entry.count} are to be placed, not {count}", "83")
    if (act.places or board.position is not None) and len(act.places) != count:
        refuse("place-count", f"{count} are placed, and {len(act.places)} places are said", "83")
    return count


def _place_at(board: Board, entry: Placing, act: Place, position: Position) -> Position:
    for x, y in act.places:
        fault = due_fault(position, x, y)
        if fault is not None:
            refuse(f"place-{fault.code}", fault.text, fault.law)
        position = position.with_piece(board.colour(entry.party), x, y)
    return position


def _with_placed(board: Board, entry: Placing, count: int, places: tuple[tuple[float, float], ...]) -> Board:
    """Pieces pocketed in vain first, then dues."""
    left = entry.count - count
    if not left:
        return replace(board, placing=_without(board, entry))
    rest = replace(
        entry,
        count=left,
        returned=max(0, entry.returned - count),
        placed=entry.placed + count,
        places=(*entry.places, *places),
    )
    return replace(board, placing=tuple(rest if one is entry else one for one in board.placing))


def leave_one_in_pocket(board: Board, entry: Placing) -> Board:
    """Count one piece as placed although it stays in the pocket."""
    raise_if_refused(decisions.check_pieces_left(board.on[entry.party], 1))
    settled = _with_placed(board, entry, 1, ())
    marked = tuple(replace(one, had_wrong_colour=True) if one.by == entry.by else one for one in settled.placing)
    settled = replace(settled, placing=marked)
    return replace(settled, on=settled.on.with_value(entry.party, settled.on[entry.party] - 1))


def forfeit_rest_on_record(course: Course) -> Course:
    """Forfeit the rest when an old record goes on with a stroke after a piece of the wrong colour (82b)."""
    board = course.board
    if board is None or board.umpire or not all(entry.had_wrong_colour for entry in board.placing):
        return course
    for entry in board.placing:
        if decisions.check_pieces_left(board.on[entry.party], entry.count) is not None:
            return course
        board = _leave_in_pockets(board, entry)
        board = replace(board, owed=board.owed.with_value(entry.party, 0))
    return course.in_play(board, course.clocks)


def forgo(course: Course, act: Forgo, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    entry = placing_of(board, act.by)
    raise_if_refused(decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed))
    return give_up_placing(course, board, entry, ("87a",), context)


def may_forgo(course: Course) -> bool:
    board = course.board
    return board is not None and any(
        decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed) is None
        for entry in board.placing
    )


def may_lack_room(course: Course) -> bool:
    """The next piece may lack room. Without a position it may, unless its party has no other piece on the board."""
    board = course.board
    if board is None or not board.placing:
        return False
    entry = board.placing[0]
    if board.position is not None:
        return not has_placing_room(board, board.position, entry)
    return decisions.check_pieces_left(board.on[entry.party], entry.count) is None


def give_up_placing(
    course: Course, board: Board, entry: Placing, laws: tuple[str, ...], context: RuleContext, *, total: bool = True
) -> RuleResult:
    """Give up the placing; with `total` also all other pieces owed by that party (87a)."""
    after = _leave_in_pockets(board, entry)
    # A pocketed piece entitles its party to the queen (I-14).
    after = replace(after, opened=after.opened.with_value(entry.party, True))
    if total:
        after = replace(after, owed=after.owed.with_value(entry.party, 0))
    happened = Happening("due-forgone", laws, {"party": entry.party, "count": entry.count, "by": entry.by.text()})
    return RuleResult(with_board(course, after, context), (happened,))


def no_room(course: Course, act: NoRoom, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    entry = placing_of(board, None)
    if board.position is not None:
        if has_placing_room(board, board.position, entry):
            refuse("has-room", "there is space for a due piece inside the outer circle", "79a")
        if decisions.check_pieces_left(board.on[entry.party], entry.count) is not None:
            # Without them the party would have no piece on the board: they return wherever there is room (I-31).
            happened = Happening("umpire-to-place", ("79a", "I-31"), _figures(entry))
            return RuleResult(with_board(course, hand_to_umpire(board, entry), context), (happened,))
    after = _leave_in_pockets(board, entry)
    after = replace(after, owed=after.owed.with_value(entry.party, after.owed[entry.party] + entry.count))
    happened = Happening("due-deferred", ("79a",), _figures(entry))
    return RuleResult(with_board(course, after, context), (happened,))


def has_placing_room(board: Board, position: Position, entry: Placing) -> bool:
    """The next piece has room (79a): any space while the placer may forgo (80), else a lawful place."""
    may_forgo = decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed) is None
    return has_due_room(position) if may_forgo else bool(due_places(position))


def hand_to_umpire(board: Board, entry: Placing) -> Board:
    """Let the umpire place these pieces at the centre, as those that jumped off the board (65)."""
    board = replace(board, placing=_without(board, entry))
    kinds: tuple[Kind, ...] = (board.colour(entry.party),) * entry.count
    if board.position is None:
        return replace(board, to_centre=(*board.to_centre, *kinds))
    return replace(board, umpire=(*board.umpire, *kinds))


def placing_of(board: Board, by: PlayerId | None) -> Placing:
    """What this player may place, or the first entry without a player."""
    if not board.placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "83")
    entries = [entry for entry in board.placing if by is None or entry.by == by]
    if by is not None and not entries:
        placer = board.placing[0].by
        law = placing_law(by_partner=placer.party == by.party)
        refuse("wrong-placer", f"the pieces are to be placed by {placer.text()}, not by {by.text()}", law)
    return entries[0]


def _leave_in_pockets(board: Board, entry: Placing) -> Board:
    raise_if_refused(decisions.check_pieces_left(board.on[entry.party], entry.count))
    left = board.on[entry.party] - entry.count
    return replace(board, on=board.on.with_value(entry.party, left), placing=_without(board, entry))


def _without(board: Board, entry: Placing) -> tuple[Placing, ...]:
    return tuple(other for other in board.placing if other is not entry)


def _figures(entry: Placing) -> dict[str, object]:
    return {"party": entry.party, "count": entry.count}


HAND_TOLERANCE: Final = 5.0
"""mm, for pieces laid by hand"""


def centre_reading(book: Rulebook) -> CentreReading:
    return CentreReading(bool(book.covered_centre_from_behind), bool(book.only_queen_on_red))


def striker_side(board: Board) -> Kind:
    """Colour of the last striker, placed before the other's (65c)."""
    return board.colour(other(board.turn.party) if board.last is None else board.last.player.party)


def umpire_pieces(board: Board, position: Position, in_turn: Seat, book: Rulebook) -> list[Piece]:
    """Pieces for the umpire, in order, each on its place."""
    return jumped_places(position, board.umpire, in_turn, striker_side(board), centre_reading(book))


def umpire_place_fault(
    board: Board, position: Position, pieces: Sequence[Piece], in_turn: Seat, book: Rulebook
) -> Refused | None:
    """Why the first piece misplaced beyond tolerance is refused, if any."""
    reading, left, placed = centre_reading(book), list(pieces), list[Piece]()
    for kind in placing_order([piece.kind for piece in pieces], striker_side(board)):
        place = next_jumped_place(position, placed, kind, in_turn, reading)
        found = min((piece for piece in left if piece.kind == kind), key=lambda piece: _distance(piece, place))
        if _distance(found, place) > HAND_TOLERANCE and not _is_final(found, place, is_first=not placed, book=book):
            texts = [",".join(map(number_text, (round(x, 1), round(y, 1)))) for x, y in (place, (found.x, found.y))]
            law = local_centre_rule(position, [kind], book) or ("93" if kind == "queen" else "65a")
            return Refused("umpire-place", law, f"the {kind} belongs at {texts[0]}, not at {texts[1]}")
        left.remove(found)
        placed.append(found)
    return None


def local_centre_rule(position: Position, kinds: Sequence[Kind], book: Rulebook) -> str | None:
    """Decides where these pieces go; None if the Laws do."""
    if book.only_queen_on_red and any(kind != "queen" for kind in kinds):
        return book.only_queen_on_red
    return book.covered_centre_from_behind if is_centre_covered(position) else None


def _distance(piece: Piece, place: tuple[float, float]) -> float:
    return hypot(piece.x - place[0], piece.y - place[1])


def _is_final(piece: Piece, place: tuple[float, float], *, is_first: bool, book: Rulebook) -> bool:
    """The umpire's placing at the circle is final, since the red is covered in part or wholly (94a)."""
    far = hypot(*place)
    if not is_first or far == 0 or book.only_queen_on_red or book.covered_centre_from_behind:
        return False
    return hypot(piece.x, piece.y) <= max(far, ADJACENT) + HAND_TOLERANCE


def umpire_places(course: Course, act: UmpirePlaces, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    if not act.pieces and not context.is_recorded:
        refuse("nothing-to-place", "the umpire places something, or nothing is said", "9")
    kinds, book = [piece.kind for piece in act.pieces], context.setup.rulebook
    data = {"pieces": kinds}
    if board.position is None:
        waiting = list((Counter(board.to_centre) - Counter(kinds)).elements())
        came_back = None if "queen" in kinds else board.came_back  # it was seen to be put back (96)
        changed = replace(course, board=replace(board, to_centre=tuple(waiting), came_back=came_back))
        return RuleResult(changed, (Happening("umpire-placed", ("93", "65"), data),))
    if not board.umpire:
        refuse("nothing-to-place", "there is nothing for the umpire to place", "9")
    if Counter(piece.kind for piece in act.pieces) != Counter(board.umpire):
        refuse("umpire-pieces", f"the umpire places {', '.join(board.umpire)}: all, and nothing else", "65")
    try:
        position = Position((*board.position.pieces, *act.pieces))
    except CarromError as error:
        refuse("position", str(error), "94")
    if not context.is_recorded:
        fault = umpire_place_fault(board, board.position, act.pieces, course.seat(board.turn), book)
        raise_if_refused(fault)
    laws: tuple[str, ...] = ("93", "65")
    rule = local_centre_rule(board.position, kinds, book)
    if rule is not None:
        laws = (rule, "I-40" if rule == book.only_queen_on_red else "I-39", *laws)
    after = with_board(course, replace(board, position=position, umpire=()), context)
    return RuleResult(after, (Happening("umpire-placed", laws, data),))


def arrange(course: Course, act: Arrange, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    for kind, count in board.lying().items():
        found = act.position.on_board(kind)
        if found != count:
            refuse("position-count", f"{kind}: {found} in that position, {count} on the board")
    known = replace(board, position=act.position, to_centre=())
    return RuleResult(replace(course, board=known), (Happening("arranged", ("134",)),))
