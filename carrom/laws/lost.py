"""Why a stroke lost the board: whoever lost it with a stroke that looked well asks that first."""

from typing import Literal

from carrom.laws.ruling import Ruling

LostBy = Literal["own", "owing", "theirs", "both-foul", "both-queen", "both"]
"""Whose last piece fell: one's own with the queen on the board, or `owing` a due, so that the queen did not count;
the opponent's; or both in one stroke, with a foul, with the queen on the board, or where that alone decides.
"""


def lost_by(ruling: Ruling) -> LostBy | None:
    """None where the striker did not lose the board by this stroke, or the ruling alone does not tell why.

    >>> from carrom.laws import Situation, StrokeFacts, judge, rulebook
    >>> lost_by(judge(Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1), rulebook("icf")))
    'own'
    """
    if ruling.result is None or ruling.result.winner == "player":
        return None
    # A board that is over is judged on what fell: nothing has been placed yet.
    own_last, opponent_last = ruling.own == 0, ruling.opponent == 0
    if not own_last:
        return "theirs" if opponent_last else None
    is_foul = bool(ruling.due or ruling.penalty)
    if opponent_last and is_foul:
        return "both-foul"
    if ruling.returned.queen and not is_foul:
        return "owing"
    if ruling.queen == "board":
        return "both-queen" if opponent_last else "own"
    return "both" if opponent_last else None
