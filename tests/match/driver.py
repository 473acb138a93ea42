"""Finish any match by plain lawful acts, without concessions or expulsions."""

from __future__ import annotations

from carrom.match import Match, Refused, apply
from carrom.match.log import acts as a
from tests.match.random_act import Pick, random_act

_PLAINEST = Pick(lambda of: of[0])

MOST_ACTS = 2000
"""Upper bound for a match of three games without a board limit, with at least one point for each board."""


def next_plain_act(match: Match) -> a.Act:
    """Return the simplest expected act. A board ends when the player in turn pockets his last pieces."""
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
        return random_act("umpire-places", match, _PLAINEST, fair=True)
    # Place the piece if it has room; else it waits (79). Where only a foul would find room, the claim is given up (80).
    ways = (random_act("place", match, _PLAINEST, fair=True), a.NoRoom(), a.Forgo())
    return next((way for way in ways if not isinstance(apply(match, match.next_event(way)), Refused)), ways[0])


def finish(match: Match, *, at: float | None) -> Match:
    """Play a match to its end; raise `ActRefusedError` if an expected act is refused."""
    for _ in range(MOST_ACTS):
        if match.phase == "over":
            return match
        match = match.play(next_plain_act(match), at=at)
    raise AssertionError(f"not over after {MOST_ACTS} acts: {match.course}")
