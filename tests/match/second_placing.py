"""Due pieces in the second fold: placed, some of them, forgone, left for want of room, or too late."""

from __future__ import annotations

from tests.match.second_board import PLACING_SECONDS, settle_phase, start_stroke_clock
from tests.match.second_fouls import offence, timeout_of_a_stroke
from tests.match.second_lines import Line
from tests.match.second_state import Board, Entry, State, no


def entry_for(m: State, line: Line) -> Entry:
    if m.phase != "placing":
        no("out of order")
    entries = m.open_board.placing
    by = line.fields.get("by")
    if by is None:
        return entries[0]
    his = [entry for entry in entries if entry.by == by]
    if not his:
        no("another one places")
    return his[0]


def go_on(m: State, at: float | None) -> None:
    """After a placing, start the time of the next entry or stroke."""
    board = m.open_board
    board.placing = [entry for entry in board.placing if entry.count]
    board.place_called = False
    m.stands = False
    if board.placing:
        board.deadline = None if at is None else at + PLACING_SECONDS
    else:
        start_stroke_clock(m, at)
    board.striker_lies = False
    settle_phase(m)


def place(m: State, line: Line) -> None:
    entry = entry_for(m, line)
    count = entry.count
    if "count" in line.fields:
        count = line.count("count")
    if not 1 <= count <= entry.count:
        no("not so many")
    put_down(m.open_board, entry, count)
    if entry.count == 0:
        go_on(m, line.at)


def put_down(board: Board, entry: Entry, count: int) -> None:
    board.lying[entry.party] += count
    entry.count -= count
    entry.placed += count
    entry.vain = max(0, entry.vain - count)


def is_last(board: Board, entry: Entry) -> bool:
    others = sum(one.count for one in board.placing if one.party == entry.party and one is not entry)
    return board.lying[entry.party] + others == 0


def forgo(m: State, line: Line) -> None:
    entry = entry_for(m, line)
    board = m.open_board
    if is_last(board, entry):
        no("they are the last pieces")
    if entry.placed:
        no("some are placed already")
    forfeit(board, entry)
    board.owed[entry.party] = board.waiting[entry.party] = 0
    go_on(m, line.at)


def forfeit(board: Board, entry: Entry) -> None:
    """Forfeit the remaining pieces; they have opened the queen (I-14)."""
    entry.count = 0
    board.opened[entry.party] = True


def no_room(m: State, line: Line) -> None:
    entry = entry_for(m, line)
    board = m.open_board
    if is_last(board, entry):
        no("they are the last pieces")
    board.owed[entry.party] += entry.count
    board.waiting[entry.party] += entry.count
    entry.count = 0
    go_on(m, line.at)


def timeout(m: State, line: Line) -> None:
    if m.phase == "stroke":
        timeout_of_a_stroke(m, line)
        return
    if m.phase != "placing":
        no("out of order")
    board = m.open_board
    if m.stands:
        no("the clock stands")
    if board.deadline is not None and line.at is not None and line.at < board.deadline and "reason" not in line.fields:
        no("time is left")
    entry = board.placing[0]
    placer, placed = entry.by, entry.placed
    begun = "begun" in line.flags or placed > 0
    if is_last(board, entry):  # the umpire puts them there (I-31)
        put_down(board, entry, entry.count)
        begun, placed = True, 0
    else:
        forfeit(board, entry)
        board.owed[entry.party] = board.waiting[entry.party] = 0
    go_on(m, line.at)
    if begun:
        offence(m, placer[0], placer, line.at)
        if placed:
            board.late = (entry.party, placed)
        settle_phase(m)


def removed(m: State, line: Line) -> None:
    """The umpire orders pieces off that were placed before the time ran out (88b)."""
    board, count = m.open_board, int(line.first[0])
    if m.phase not in ("stroke", "placing") or board.late is None:
        no("nothing was late")
    party, placed = board.late
    if not 1 <= count <= placed or board.on(party) - count < 1:
        no("not so many")
    board.lying[party] -= count
    board.late = (party, placed - count)
    board.opened[party] = True


def unnoticed_while_placing(m: State, line: Line) -> None:
    """Note a forgotten due piece (83), or an own piece that the placer put down by mistake (82b)."""
    if m.phase != "placing":
        no("nothing is to be placed")
    board = m.open_board
    entry = board.placing[0]
    if line.first[0] == "83":
        if is_last(board, entry):
            no("they are the last pieces")
        forfeit(board, entry)
    else:
        placer = entry.by[0]
        if board.on(placer) >= 9:
            no("he has no piece to place")
        if is_last(board, entry) and entry.count == 1:
            no("they are the last pieces")
        board.lying[placer] += 1
        board.opened[entry.party] = True
        entry.count -= 1
        entry.placed += 1
        entry.vain = max(0, entry.vain - 1)
        if entry.count == 0 and len(board.placing) > 1:
            board.placing.remove(entry)  # the time for the others goes on
            return
    if entry.count == 0:
        go_on(m, line.at)
