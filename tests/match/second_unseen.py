"""Pieces falling outside a stroke, and late notices, in the second fold (51, 60c, 71, 96, 113, 125b)."""

from __future__ import annotations

from tests.laws.transcription import rule
from tests.match.second_board import (
    PLACING_SECONDS,
    end_board,
    pass_turn,
    queen_comes_back,
    settle_phase,
    situation,
    start_stroke_clock,
    take_out_owed,
)
from tests.match.second_figures import other
from tests.match.second_lines import Line
from tests.match.second_placing import unnoticed_while_placing
from tests.match.second_state import Board, State, no


def unnoticed(m: State, line: Line) -> None:
    law, player = line.first[0], line.fields.get("player")
    if m.phase == "over":
        no("out of order")
    if player is not None and player not in m.seats:
        no("no such player")
    if law == "60c":
        if m.phase != "ready" or not m.change_due:
            no("no change is due")
        m.change_due = False
        m.change_forgotten = True
    elif law in ("82b", "83"):
        unnoticed_while_placing(m, line)
    elif m.phase not in ("stroke", "placing"):
        no("out of order")
    elif law == "51":
        out_of_turn(m, player, line.at)
    elif law == "96":
        uncovered_queen(m, player)
    elif law == "125b":
        played_on(m, player, line.at)
    else:
        no("no law that lets an error stand")


def out_of_turn(m: State, player: str | None, at: float | None) -> None:
    board = m.open_board
    if player is None or player == board.turn:
        no("it is his turn")
    if board.queen == "pending":
        queen_comes_back(board, board.turn[0])
    board.turn = player
    board.strokes = 0
    board.played_on = None
    board.striker_lies = False
    if board.attempt is not None:
        board.attempt = 1
    start_stroke_clock(m, at)
    if board.placing:
        board.deadline = None if at is None else at + PLACING_SECONDS
        board.place_called = False


def uncovered_queen(m: State, player: str | None) -> None:
    board = m.open_board
    if player is None or board.came_back != player[0] or not board.stroke_since or board.queen != "board":
        no("his queen did not come back")
    board.queen = player[0]
    board.came_back = None


def played_on(m: State, player: str | None, at: float | None) -> None:
    board = m.open_board
    if board.may_play_on in (None, board.turn) or player not in (None, board.may_play_on):
        no("nobody played on")
    assert board.last_turn is not None
    who, strokes = board.last_turn
    board.turn = who
    board.strokes = strokes + 1
    board.played_on = who
    board.may_play_on = None
    board.striker_lies = False
    start_stroke_clock(m, at)
    if board.placing:
        board.deadline = None if at is None else at + PLACING_SECONDS
        board.place_called = False


def noticed(m: State, line: Line) -> None:
    if m.phase not in ("stroke", "placing") or m.open_board.played_on is None:
        no("nothing was overlooked")
    board = m.open_board
    deadline = board.deadline
    pass_turn(m, line.at)
    if board.placing:
        board.deadline = deadline
    settle_phase(m)


def fell(m: State, line: Line) -> None:
    """Record a fall, also while the clocks are stopped; its effect then applies when play goes on."""
    if m.phase != "appeal" or m.waits not in ("stroke", "placing"):
        drop(m, line)
        return
    board = m.open_board
    before = (m.waits, board.turn)
    m.phase = m.waits
    try:
        drop(m, line)
    finally:
        if m.phase in ("stroke", "placing"):
            if (m.phase, board.turn) != before:
                m.stroke_left = None
            m.waits, m.phase, board.deadline = m.phase, "appeal", None


def drop(m: State, line: Line) -> None:
    if m.phase not in ("stroke", "placing"):
        no("out of order")
    board = m.open_board
    if board.struck is None or board.attempt is not None:
        no("no stroke yet")
    kinds = [kind for word in line.first for kind in word.split(",")]
    if any(kind not in ("white", "black", "queen") for kind in kinds):
        no("no such piece")
    gone = {party: kinds.count(board.colours[party]) for party in "ab"}
    queen = kinds.count("queen")
    if any(gone[party] > board.lying[party] for party in "ab") or queen > (board.queen == "board"):
        no("more than lie there")
    party = board.struck[0]
    rival = other(party)
    left = {who: board.lying[who] + sum(one.vain for one in board.placing if one.party == who) for who in "ab"}
    if any(board.on(who) == gone[who] for who in "ab"):  # dues of the other side are written off (55, I-11)
        before = {**situation(m, party), "own": left[party], "opponent": left[rival], "break": None}
        facts = {
            "proper": True, "touched": True, "own": gone[party], "opponent": gone[rival],
            "queen": bool(queen), "striker": False,
        }  # fmt: skip
        result = rule({"rulebook": m.rulebook, "before": before, "stroke": facts})["result"]
        winner = party if result["winner"] == "player" else rival
        end_board(m, winner, result["points"], result["demand"], line.at)
        return
    for who in "ab":
        board.lying[who] -= gone[who]
        board.opened[who] = board.opened[who] or gone[who] > 0
    goes_on = board.turn == board.struck and board.strokes > 0
    turn = board.turn
    if queen:
        board.came_back = None
    if goes_on and (gone[party] or queen):
        _in_the_last_stroke(m, board, gone[party], bool(queen), line.at)
    if goes_on and gone[rival] and m.rulebook == "community-2024" and board.turn == board.struck:
        pass_turn(m, line.at)  # rule 6, for that stroke
    for who in "ab":
        if not gone[who]:
            continue
        board.waiting[who] = 0
        placer = m.neighbour(turn, 1) if who == turn[0] else turn
        take_out_owed(m, who, placer, line.at)
    settle_phase(m)


def _in_the_last_stroke(m: State, board: Board, own: int, queen: bool, at: float | None) -> None:
    """Count the piece as pocketed properly by the last stroke."""
    assert board.before is not None
    before, facts = board.before["situation"], board.before["facts"]
    party = board.turn[0]
    kept = 0 if facts["striker"] or not facts["proper"] else facts["own"]
    nine_and_one = before["own"] == 9 and kept + own == 1
    alone_is_not_enough = nine_and_one and m.rulebook not in ("community-2024", "kreeda-2024")
    facts["own"] += own
    if queen:
        facts["queen"] = True
        if before["owed"]["player"] > 0 or board.owed[party] > 0 or (kept + own == 0 and not board.opened[party]):
            if before["owed"]["player"] and board.owed[party] and m.rulebook == "kreeda-2024" and not facts["striker"]:
                board.owed[party] -= 1
            pass_turn(m, at)
        elif kept + own > 0 and not alone_is_not_enough:
            board.queen = party
        else:
            board.queen = "pending"
    elif board.queen == "pending" and own and not (facts["queen"] and alone_is_not_enough):
        board.queen = party
