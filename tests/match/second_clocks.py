"""'Play', appeals, stops and everything else that starts or stops clocks, for the second fold."""

from __future__ import annotations

from tests.match.second_board import PLACING_SECONDS
from tests.match.second_fouls import party_and_player
from tests.match.second_lines import Line
from tests.match.second_score import begin_board
from tests.match.second_state import State, no


def goes_on(m: State, line: Line) -> None:
    """Go on after a protest that stopped the clock was handed over or decided, or 'Play' was called."""
    if not m.stands:
        return
    m.stands = False
    if m.board is not None and m.phase in ("stroke", "placing"):
        left = m.stood_left
        if left is None:
            left = m.figures.stroke_seconds if m.phase == "stroke" else PLACING_SECONDS
        m.board.deadline = line.at + left if line.at is not None else None


def play(m: State, line: Line) -> None:
    if m.stands and m.phase in ("stroke", "placing"):
        goes_on(m, line)
        return
    if m.phase == "appeal":
        go_on_after_a_stop(m, line)
        return
    if m.phase != "ready":
        no("out of order")
    if m.change_due:
        no("the sides change first")
    board = begin_board(m, line.at)
    m.phase = "stroke"
    board.deadline = None if line.at is None else line.at + m.figures.stroke_seconds


def stop_clocks(m: State, line: Line) -> None:
    """Stop the clocks, for an appeal or by the umpire."""
    if m.phase == "over":
        no("out of order")
    if line.kind == "appeal":
        party_and_player(m, line.first[0])
    if m.phase == "appeal":
        return
    m.waits = m.phase
    m.stroke_left = None
    if m.board is not None:
        deadline = m.board.deadline
        m.stroke_left = deadline - line.at if deadline is not None and line.at is not None else None
        m.board.deadline = None
        if m.stands:
            m.stroke_left, m.stands = m.stood_left, False
    if m.game_ends is not None:
        m.game_left = m.game_ends - line.at if line.at is not None else None
        m.game_ends = None
        m.game_stood = True
    m.phase = "appeal"


def go_on_after_a_stop(m: State, line: Line) -> None:
    m.phase = m.waits
    left = m.stroke_left
    if m.board is not None and m.phase in ("stroke", "placing"):
        if left is None:  # the rest is unknown: all of it
            left = m.figures.stroke_seconds if m.phase == "stroke" else PLACING_SECONDS
        m.board.deadline = line.at + left if line.at is not None else None
    if m.game_stood:
        m.game_ends = line.at + m.game_left if line.at is not None and m.game_left is not None else None
        m.game_left = None
        m.game_stood = False
    m.stroke_left = None


def striker_up(m: State, line: Line) -> None:
    board = m.open_board
    if m.phase not in ("stroke", "placing") or not board.striker_lies:
        no("no striker lies there")
    board.striker_lies = False
    if m.stands:
        m.stood_left = None
    elif m.phase == "stroke":
        board.deadline = None if line.at is None else line.at + m.figures.stroke_seconds


def place_called(m: State, line: Line) -> None:
    if m.phase != "placing" or m.open_board.place_called:
        no("out of order")
    m.open_board.place_called = True
    if m.stands:
        m.stood_left = None
    else:
        m.open_board.deadline = None if line.at is None else line.at + PLACING_SECONDS
