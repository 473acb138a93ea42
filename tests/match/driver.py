"""A driver that brings any match to its end by plain lawful acts: nobody concedes, nobody is expelled."""

from __future__ import annotations

from carrom.match import Match, Refused, apply
from carrom.match.log import acts as a
from tests.match.any_act import Pick, any_act

_PLAINEST = Pick(lambda of: of[0])

MOST_ACTS = 2000
"""More than a match of three games without a limit of boards takes, where every board yields a point at least."""


def next_plain_act(match: Match) -> a.Act:
    """What is waited for, done in the plainest way. A board ends when the player in turn clears his pieces."""
    course, board = match.course, match.board
    if course.is_change_due and course.phase in ("ready", "toss"):
        return a.ChangeSides()
    if course.phase == "toss":
        return a.Toss("a")
    if board is None or course.phase not in ("stroke", "placing", "demand"):
        return a.Play()
    if course.phase == "demand":
        return a.Demand(0)
    if course.phase == "placing":
        return _next_placing(match)
    return a.StrokeMade(own=board.on[board.turn.party])


def _next_placing(match: Match) -> a.Act:
    board = match.board
    assert board is not None
    if board.umpire:
        return any_act("umpire-places", match, _PLAINEST, fair=True)
    # Placed if it has room; else it waits for some (79); where only a foul would find room, the claim is given up (80).
    ways = (any_act("place", match, _PLAINEST, fair=True), a.NoRoom(), a.Forgo())
    return next((way for way in ways if not isinstance(apply(match, match.next_event(way)), Refused)), ways[0])


def finish(match: Match, *, at: float | None) -> Match:
    """The match at its end. Raises `ActRefusedError` where what is waited for is refused."""
    for _ in range(MOST_ACTS):
        if match.phase == "over":
            return match
        match = match.play(next_plain_act(match), at=at)
    raise AssertionError(f"not over after {MOST_ACTS} acts: {match.course}")
