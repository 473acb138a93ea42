"""Laws that decide a stroke after which the board goes on (chapters VIII, XI, XIV and XV)."""

from functools import lru_cache
from typing import NamedTuple

from carrom.laws.clauses.queen import QueenEvent
from carrom.laws.rulebook import Rulebook


class StrokeKind(NamedTuple):
    """All that the choice of laws depends on."""

    event: QueenEvent
    proper: bool
    striker: bool
    own: bool
    one: bool
    """Exactly one own piece pocketed."""
    opponent: bool
    all_on: bool
    """All nine own pieces on the board."""
    owing: bool
    """The player owed before the stroke."""
    outstanding: bool
    """Some due and penalty pieces cannot come out yet (72c)."""
    collected: bool
    """An owed piece comes out now (78a)."""


Kind = tuple[QueenEvent, bool, bool, bool, bool, bool, bool, bool, bool, bool]
"""A `StrokeKind` as a plain tuple."""


@lru_cache(maxsize=8192)
def deciding_laws(fields: Kind, rulebook: Rulebook) -> tuple[str, ...]:
    kind = StrokeKind(*fields)
    laws = _proper(kind, rulebook) if kind.proper else _improper(kind)
    if kind.outstanding:
        laws += ("72c",)
    if kind.collected:
        laws += ("78a",)
    return rulebook.cite(laws)


def _improper(kind: StrokeKind) -> tuple[str, ...]:
    """A penalty, and the turn is lost (64, 72b, 76–77, 98b–101b)."""
    laws: tuple[str, ...]
    if kind.event is QueenEvent.RETURNED_UNCOVERED:
        if kind.striker:
            laws = ("101b",) if kind.own else ("100b",)
        else:
            laws = ("64b", "77a", "96") if kind.own else ("64a", "96")
    elif kind.event is QueenEvent.RETURNED_FOUL and kind.striker:
        laws = ("98b",) if kind.own else ("99b",)
    elif kind.event is QueenEvent.RETURNED_FOUL:
        laws = ("64b", "77a") if kind.own else ("64b",)
    elif kind.own:
        laws = ("77b",) if kind.striker else ("77a",)
    elif kind.striker:
        laws = ("72b",)
    else:
        laws = () if kind.opponent else ("64a",)
    return (*laws, "76") if kind.opponent else laws


def _proper(kind: StrokeKind, rulebook: Rulebook) -> tuple[str, ...]:
    laws = _queen_laws(kind, rulebook) if kind.event is not QueenEvent.NONE else _dues_laws(kind)
    if not kind.opponent:
        return laws
    if rulebook.opponents_piece_ends_turn:
        return (rulebook.opponents_piece_ends_turn, *laws)
    if kind.event in (QueenEvent.RETURNED_DUE, QueenEvent.RETURNED_UNOPENED):
        return laws
    # For an opponent's piece beside an own piece or the queen the texts conflict (I-4, I-5).
    if kind.own:
        return (*laws, "75") if kind.striker else ("I-5", *laws)
    if kind.event is QueenEvent.RETURNED_UNCOVERED:
        return (*laws, "74" if kind.striker else "125a")
    if kind.event is QueenEvent.NONE:
        return laws
    return ("I-4", *laws) if kind.event is QueenEvent.ALONE else (*laws, "I-4")


def _dues_laws(kind: StrokeKind) -> tuple[str, ...]:
    """List the laws of a proper stroke without the queen (48, 72a, 73–75, 125)."""
    if kind.striker:
        if kind.own:
            return () if kind.opponent else ("73",)
        return ("74",) if kind.opponent else ("72a",)
    if kind.opponent and not kind.own:
        return ("125a",)
    return ("48",)


def _queen_laws(kind: StrokeKind, rulebook: Rulebook) -> tuple[str, ...]:
    match kind.event:
        case QueenEvent.RETURNED_FOUL:
            return _spoilt_laws(kind, rulebook)
        case QueenEvent.RETURNED_DUE:
            return (rulebook.queen_settles_due, "95b") if rulebook.queen_settles_due else ("95b",)
        case QueenEvent.RETURNED_UNOPENED:
            return ("95a",)
        case QueenEvent.TAKEN:
            if kind.all_on and kind.one and rulebook.one_piece_covers:
                return (rulebook.one_piece_covers, "97a", "48")
            return ("97a", "48")
        case QueenEvent.TO_COVER:
            return ("97b",)
        case QueenEvent.ALONE:
            return ("95c", "48") if kind.all_on else ("48",)
        case QueenEvent.COVERED:
            return ("15", "48")
        case QueenEvent.STILL_PENDING:
            return ("101a",)
        case _:
            return ("100a",) if kind.striker else ("96",)


def _spoilt_laws(kind: StrokeKind, rulebook: Rulebook) -> tuple[str, ...]:
    laws: tuple[str, ...]
    if kind.own:
        laws = ("98a", "I-16") if kind.all_on else ("98a",)
    elif not kind.all_on:
        laws = ("99a",)
    elif rulebook.queen_and_striker_keep_turn:
        laws = (rulebook.queen_and_striker_keep_turn, "99a")
    else:
        laws = ("95d",)
    return (*laws, "I-17") if kind.owing else laws
