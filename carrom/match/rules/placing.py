"""Chapters XII to XIV: due pieces placed by the right player, some or all of them, forgone or deferred."""

from carrom.base.refusal import or_refuse, refuse
from carrom.equipment import Kind, Position, due_fault, due_places, has_due_room
from carrom.laws import decisions, placing_law
from carrom.match.board import Board, Placing
from carrom.match.course import Course
from carrom.match.log.acts import Forgo, NoRoom, Place
from carrom.match.parties import PlayerId
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import live, with_board


def place(course: Course, act: Place, context: RuleContext) -> Step:
    board = live(course)
    entry = entry_of(board, act.by)
    count = _count_placed(board, entry, act, context)
    if board.position is not None:
        board = replace(board, position=_place_at(board, entry, act, board.position))
    board = _less(board, entry, count, act.places)
    data = {"party": entry.party, "count": count, "by": entry.by.text()}
    if count < entry.count:
        data["left"] = entry.count - count
        # The fifteen seconds are for all of them (88a).
        return Step(replace(course, board=board), (Happening("placed", ("78", "83"), data),))
    return Step(with_board(course, board, context), (Happening("placed", ("78",), data),))


def _count_placed(board: Board, entry: Placing, act: Place, context: RuleContext) -> int:
    """How many were placed: one for each place, or as many as the act says; all where it says nothing."""
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


def _less(board: Board, entry: Placing, count: int, places: tuple[tuple[float, float], ...]) -> Board:
    """The board on which so many of the entry are placed. What was pocketed in vain goes out before the dues."""
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


def settle_one(board: Board, entry: Placing) -> Board:
    """One of them counts as placed although it stays in the pocket."""
    or_refuse(decisions.check_left(board.on[entry.party], 1))
    settled = _less(board, entry, 1, ())
    marked = tuple(replace(one, had_wrong_colour=True) if one.by == entry.by else one for one in settled.placing)
    settled = replace(settled, placing=marked)
    return replace(settled, on=settled.on.with_value(entry.party, settled.on[entry.party] - 1))


def drop_rest_on_record(course: Course) -> Course:
    """Records once knew no rest after a piece of the wrong colour (82b): a stroke that comes there has forfeited it."""
    board = course.board
    if board is None or board.umpire or not all(entry.had_wrong_colour for entry in board.placing):
        return course
    for entry in board.placing:
        if decisions.check_left(board.on[entry.party], entry.count) is not None:
            return course
        board = _leave_in_pockets(board, entry)
        board = replace(board, owed=board.owed.with_value(entry.party, 0))
    return course.in_play(board, course.clocks)


def forgo(course: Course, act: Forgo, context: RuleContext) -> Step:
    board = live(course)
    entry = entry_of(board, act.by)
    or_refuse(decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed))
    return give_up_placing(course, board, entry, ("87a",), context)


def may_forgo(course: Course) -> bool:
    """Whether somebody may forgo what is his to place."""
    board = course.board
    return board is not None and any(
        decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed) is None
        for entry in board.placing
    )


def may_lack_room(course: Course) -> bool:
    """Whether there can be no room for what comes next: where the position is known, whether there is none."""
    board = course.board
    if board is None or not board.placing:
        return False
    entry = board.placing[0]
    if board.position is not None:
        return not has_room(board, board.position, entry)
    return decisions.check_left(board.on[entry.party], entry.count) is None


def give_up_placing(
    course: Course, board: Board, entry: Placing, laws: tuple[str, ...], context: RuleContext, *, total: bool = True
) -> Step:
    """The claim to place is gone; in total, with whatever else that party still owes (87a)."""
    after = _leave_in_pockets(board, entry)
    # What now stays pocketed opens the way to the queen like any other piece (I-14).
    after = replace(after, opened=after.opened.with_value(entry.party, True))
    if total:
        after = replace(after, owed=after.owed.with_value(entry.party, 0))
    happened = Happening("due-forgone", laws, {"party": entry.party, "count": entry.count, "by": entry.by.text()})
    return Step(with_board(course, after, context), (happened,))


def no_room(course: Course, act: NoRoom, context: RuleContext) -> Step:
    board = live(course)
    entry = entry_of(board, None)
    if board.position is not None:
        if has_room(board, board.position, entry):
            refuse("has-room", "there is space for a due piece inside the outer circle", "79a")
        if decisions.check_left(board.on[entry.party], entry.count) is not None:
            # Without them that party had no piece on the board: they come back wherever there is room (I-31).
            happened = Happening("umpire-to-place", ("79a", "I-31"), _figures(entry))
            return Step(with_board(course, hand_to_umpire(board, entry), context), (happened,))
    after = _leave_in_pockets(board, entry)
    after = replace(after, owed=after.owed.with_value(entry.party, after.owed[entry.party] + entry.count))
    happened = Happening("due-deferred", ("79a",), _figures(entry))
    return Step(with_board(course, after, context), (happened,))


def has_room(board: Board, position: Position, entry: Placing) -> bool:
    """Whether the next piece of the entry has room (79a). Who will not risk a foul gives up (80); where that cannot be,
    only room where the piece would lie lawfully is any."""
    may_forgo = decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed) is None
    return has_due_room(position) if may_forgo else bool(due_places(position))


def hand_to_umpire(board: Board, entry: Placing) -> Board:
    """The pieces of the entry are the umpire's to place, like those that jumped off."""
    board = replace(board, placing=_without(board, entry))
    kinds: tuple[Kind, ...] = (board.colour(entry.party),) * entry.count
    if board.position is None:
        return replace(board, to_centre=(*board.to_centre, *kinds))
    return replace(board, umpire=(*board.umpire, *kinds))


def entry_of(board: Board, by: PlayerId | None) -> Placing:
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
    or_refuse(decisions.check_left(board.on[entry.party], entry.count))
    left = board.on[entry.party] - entry.count
    return replace(board, on=board.on.with_value(entry.party, left), placing=_without(board, entry))


def _without(board: Board, entry: Placing) -> tuple[Placing, ...]:
    return tuple(other for other in board.placing if other is not entry)


def _figures(entry: Placing) -> dict[str, object]:
    return {"party": entry.party, "count": entry.count}
