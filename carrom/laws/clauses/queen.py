"""The effect of one stroke on the queen (chapter XV, laws 92–101)."""

from enum import IntEnum, auto

from carrom.laws.facts import PIECES, QueenPlace, Situation, StrokeFacts
from carrom.laws.rulebook import Rulebook


class QueenEvent(IntEnum):
    """Effect on the queen; integers hash fast."""

    NONE = auto()
    """Queen left on the board, or covered earlier."""

    # pocketed in this stroke
    RETURNED_FOUL = auto()
    """Queen pocketed with the striker or by an improper stroke: returns (64b, 95d, 98, 99)."""
    RETURNED_DUE = auto()
    """Queen pocketed while a due is owed: returns (95b)."""
    RETURNED_UNOPENED = auto()
    """Queen pocketed before any own piece: returns (95a)."""
    TAKEN = auto()
    """Queen pocketed with own pieces: covered (97a)."""
    TO_COVER = auto()
    """Queen pocketed with exactly one own piece while all nine were on: still to be covered (97b)."""
    ALONE = auto()
    """Queen pocketed without an own piece: to be covered by the next stroke (48, I-4)."""

    # pending before this stroke
    COVERED = auto()
    """A clean stroke with an own piece (15)."""
    STILL_PENDING = auto()
    """Proper, with own pieces and the striker: one more chance (101a)."""
    RETURNED_UNCOVERED = auto()
    """Anything else: returns (96, 100, 101b)."""


_COVERING = frozenset({QueenEvent.TAKEN, QueenEvent.COVERED})
_AWAITING = frozenset({QueenEvent.TO_COVER, QueenEvent.ALONE, QueenEvent.STILL_PENDING})


def queen_event(before: Situation, facts: StrokeFacts, rulebook: Rulebook) -> QueenEvent:
    """Effect of a stroke on the queen. The first matching case decides."""
    if facts.queen:
        return _pocketed(before, facts, rulebook)
    return _pending(facts) if before.queen == "pending" else QueenEvent.NONE


def queen_after(before: Situation, facts: StrokeFacts, rulebook: Rulebook, event: QueenEvent) -> QueenPlace:
    if event is QueenEvent.NONE:
        return before.queen
    if event in _COVERING:
        return "player"
    # A queen waiting for cover returns when the turn passes.
    is_over = facts.opponent and rulebook.opponents_piece_ends_turn
    return "pending" if event in _AWAITING and not is_over else "board"


def _pocketed(before: Situation, facts: StrokeFacts, rulebook: Rulebook) -> QueenEvent:
    if facts.striker or not facts.proper:
        return QueenEvent.RETURNED_FOUL
    if before.owed.player:
        return QueenEvent.RETURNED_DUE
    if facts.own:
        if facts.own == 1 and before.own == PIECES and not rulebook.one_piece_covers:
            return QueenEvent.TO_COVER
        return QueenEvent.TAKEN
    return QueenEvent.ALONE if before.opened else QueenEvent.RETURNED_UNOPENED


def _pending(facts: StrokeFacts) -> QueenEvent:
    if not facts.proper or not facts.own:
        return QueenEvent.RETURNED_UNCOVERED
    return QueenEvent.STILL_PENDING if facts.striker else QueenEvent.COVERED
