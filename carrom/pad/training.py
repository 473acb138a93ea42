"""Made-up matches for umpires who want to practise: the same seed gives the same match, in every phone.

Each event comes as it would be seen at the table; what follows from it the trainee enters, and the engine judges.
"""

from __future__ import annotations

from random import Random

from carrom.base.refusal import Refused
from carrom.laws.reasons import reasons_for
from carrom.match import Event, Match, Setup, apply
from carrom.match.log import acts as a
from carrom.match.parties import PARTIES, other

_PACE = (4.0, 6.5, 9.0, 12.5)
"""Seconds between two events."""
_MOST_EVENTS = 600
_RARE = 0.06
"""How often something happens that is no stroke."""


def made_up(setup: Setup, seed: int, *, boards: int | None = None) -> tuple[Event, ...]:
    """The events of a match that nobody played: all of it, or so many boards."""
    lots, match, at = Random(seed), Match.start(setup), 0.0
    for _ in range(_MOST_EVENTS):
        if match.phase == "over" or (boards is not None and len(match.course.boards) >= boards):
            break
        at += lots.choice(_PACE)
        answer = apply(match, match.next_event(_next(match, lots), at=at))
        if not isinstance(answer, Refused):
            match = answer.match
    return match.events()


def _next(match: Match, lots: Random) -> a.Act:
    course, board = match.course, match.board
    if course.phase == "toss":
        return a.Toss(lots.choice(PARTIES), "break", lots.randrange(match.setup.players))
    if course.phase == "ready":
        return a.ChangeSides() if course.is_change_due else a.Play()
    if course.phase == "appeal":
        return a.Play()
    if course.phase == "demand" and board is not None and board.award is not None:
        return a.Demand(board.award.demand)
    if lots.random() < _RARE:
        return _rare(match, lots)
    if course.phase == "placing":
        return a.Place()
    return _stroke(match, lots)


def _stroke(match: Match, lots: Random) -> a.StrokeMade:
    """As strokes are at a club's table: mostly one piece or none, now and then the striker."""
    board = match.board
    if board is None:
        return a.StrokeMade()
    party = board.turn.party
    if board.attempt is not None and lots.random() < 0.1:
        return a.StrokeMade(touched=False)
    own = min(board.on[party], lots.choice((0, 0, 1, 1, 1, 2)))
    # The last piece falls without the queen on the table only where a mistake was made: rarely.
    if own == board.on[party] and board.queen == "board" and lots.random() < 0.8:
        own -= 1
    return a.StrokeMade(
        own=own,
        opponent=min(board.on[other(party)] - 1, lots.choice((0, 0, 0, 0, 0, 0, 1))),
        queen=board.queen == "board" and board.opened[party] and lots.random() < 0.25,
        striker=lots.random() < 0.1,
        proper=lots.random() < 0.97,
    )


def _rare(match: Match, lots: Random) -> a.Act:
    party, book = lots.choice(PARTIES), match.setup.rulebook
    return lots.choice(
        (
            a.Foul(party, lots.choice(reasons_for("foul", book))),
            a.Warned(party, lots.choice(reasons_for("warning", book))),
            a.Timeout(),
            a.Appeal(party, "the player asks"),
            a.Forgo(),
            a.StrikerUp(),
            a.Pass(),
            a.Fell((lots.choice(("white", "black")),)),
        )
    )
