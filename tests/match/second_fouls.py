"""Offences, talking, passing and running out of time, for the second fold."""

from __future__ import annotations

from collections.abc import Callable

from tests.match.second_board import PLACING_SECONDS, pass_turn, settle_phase, start_stroke_clock, take_out_owed
from tests.match.second_figures import other
from tests.match.second_lines import Line
from tests.match.second_score import changes_before_the_next, repeat_board, rests_before_the_next
from tests.match.second_state import State, no

FOUL_LAWS = frozenset(
    ("82a", "84b", "85", "86", "89b", "114", "122b", "126a", "129", "131", "132", "133", "134", "135", "136a")
)


def is_played(m: State) -> bool:
    return m.board is not None and m.board.offer is None


# I-53: offences possible at certain times only, and whether a time without a board is one of them.
MOMENTS: dict[str, Callable[[State], bool]] = {
    "41b": lambda m: True,
    "61": lambda m: m.change_due or changes_before_the_next(m),
    "138": lambda m: rests_before_the_next(m),
}


def foul(m: State, line: Line) -> None:
    if m.phase == "over":
        no("out of order")
    who, law = line.first
    party, player = party_and_player(m, who)
    if law not in FOUL_LAWS | MOMENTS.keys():
        no("no such law, or none that makes a foul")
    if law in MOMENTS and (is_played(m) or not MOMENTS[law](m)):
        no("such a foul is not committed now")
    if law == "129":
        m.disturbances.append(party)
    offence(m, party, player, line.at)


def offence(m: State, party: str, player: str | None, at: float | None) -> None:
    """Record a technical foul, or a foul that also costs the turn, depending on the player in turn (63, 64)."""
    if m.board is None or m.board.offer is not None:
        m.owed_next[party] += 1
        return
    board = m.open_board
    in_turn = party == board.turn[0] and (player is None or player == board.turn)
    board.owed[party] += 1
    placing = bool(board.placing)
    board.waiting = {"a": 0, "b": 0}
    for who in (board.turn[0], other(board.turn[0])):
        take_out_owed(m, who, m.neighbour(board.turn, 1) if who == board.turn[0] else board.turn, at)
    if board.placing and not placing:
        board.striker_lies = False
    if m.phase == "appeal":
        if board.placing and not placing:
            m.waits, m.stroke_left = "placing", PLACING_SECONDS
        board.deadline = None
    elif in_turn and board.strokes > 0 and board.attempt is None:
        pass_turn(m, at)
        if board.placing:
            board.place_called = False
            board.deadline = None if at is None else at + PLACING_SECONDS
    settle_phase(m)


def party_and_player(m: State, who: str) -> tuple[str, str | None]:
    if who in ("a", "b"):
        return who, None
    if who not in m.seats:
        no("no such player")
    return who[0], who


def talk(m: State, line: Line) -> None:
    player = line.first[0]
    if m.phase not in ("stroke", "placing"):
        no("out of order")
    if player not in m.seats:
        no("no such player")
    board = m.open_board
    if not m.figures.talk_costs_a_turn:
        offence(m, player[0], player, line.at)
    elif player == board.turn:
        pass_turn(m, line.at)
        if board.placing:
            board.deadline = None if line.at is None else line.at + PLACING_SECONDS
    else:
        board.skips[player] = board.skips.get(player, 0) + 1
    settle_phase(m)


def pass_over(m: State, line: Line) -> None:
    if m.phase != "stroke":
        no("out of order")
    board = m.open_board
    if board.strokes == 0 or board.attempt is not None:
        board.passes[board.turn[0]] += 1
    if min(board.passes.values()) >= 3:
        repeat_board(m, "passed", line.at)
        return
    pass_turn(m, line.at)


def timeout_of_a_stroke(m: State, line: Line) -> None:
    board = m.open_board
    if "begun" in line.flags:
        no("nothing is being placed")
    if m.stands:
        no("the clock stands")
    if board.deadline is not None and line.at is not None and line.at < board.deadline and "reason" not in line.fields:
        no("time is left")
    start_stroke_clock(m, line.at)
    board.striker_lies = False
    offence(m, board.turn[0], board.turn, line.at)
