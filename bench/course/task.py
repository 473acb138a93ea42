"""The course's task on our board: clear it alone, with the course's rules for the queen.

Every piece is one's own. The queen may not go first; the same stroke or the next has to cover her, else she comes back,
and so does the last piece before her. A pocketed striker returns all pieces of the stroke. The queen counts three
points once covered, a piece one; the result is the number of strokes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat
from carrom.equipment.position import kind_from_text
from carrom.equipment.sizes import SIDE_PIECES
from carrom.physics import CLUB, Profile, simulate
from carrom.play import Seen
from carrom.play.solo import Solo, return_to_centre
from course.protocol import CourseAction, CourseState

MOST_STROKES = 200
_COVERED = 3


class AnsweringAgent(Protocol):
    """Answers states with actions."""

    def answer(self, text: str) -> str: ...


@dataclass(frozen=True, slots=True)
class CourseBoard:
    position: Position
    score: int = 0
    strokes: int = 0
    is_pending: bool = False
    """The next stroke has to cover the queen."""

    @property
    def is_cleared(self) -> bool:
        return not self.position.pieces and not self.is_pending

    def after(self, seen: Seen) -> CourseBoard:
        fell = [kind_from_text(kind) for kind in seen.pocketed if kind != "striker"]
        position, strokes = seen.rest, self.strokes + 1
        if "striker" in seen.pocketed:
            lost = ["queen" for _ in range(self.is_pending)]
            return CourseBoard(return_to_centre(position, [*fell, *map(kind_from_text, lost)]), self.score, strokes)
        pieces = sum(kind != "queen" for kind in fell)
        score, is_pending = self.score + pieces, False
        left = position.on_board("white") + position.on_board("black")
        if self.is_pending or "queen" in fell:
            if pieces:
                score += _COVERED
            elif self.is_pending or left == 2 * SIDE_PIECES:
                position = return_to_centre(position, ["queen"])
            else:
                is_pending = True
        if not left and position.on_board("queen"):
            position, score = return_to_centre(position, ["black"]), score - 1
        return CourseBoard(position, score, strokes, is_pending)


@dataclass(frozen=True, slots=True)
class CoursePlayed:
    board: CourseBoard
    failed: str = ""


def play_course(
    agent: AnsweringAgent,
    rng: np.random.Generator,
    *,
    profile: Profile = CLUB,
    has_noise: bool = True,
    most_strokes: int = MOST_STROKES,
) -> CoursePlayed:
    """Let an agent clear one of our boards, racked by hand."""
    board, reward = CourseBoard(Solo.start(rng).position), 0.0
    while not board.is_cleared:
        if board.strokes >= most_strokes:
            return CoursePlayed(board, f"not cleared in {most_strokes} strokes")
        state = CourseState.of(board.position, Seat.SOUTH, score=board.score, reward=reward)
        try:
            action = CourseAction.from_text(agent.answer(state.text())).in_range(rng)
        except CarromError as error:
            return CoursePlayed(board, str(error))
        if has_noise:
            action = action.with_noise(rng)
        stroke = action.stroke(board.position, Seat.SOUTH, profile)
        after = board.after(simulate(board.position, stroke, profile=profile))
        board, reward = after, float(after.score - board.score)
    return CoursePlayed(board)
