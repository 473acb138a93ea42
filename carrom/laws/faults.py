"""What keeps a situation or a stroke from being possible. The judge takes it for granted that nothing does; whoever
reads them from outside asks here.
"""

from __future__ import annotations

from carrom.laws.facts import PIECES, BySide, Situation, StrokeFacts

QUEEN_PLACES = ("board", "pending", "player", "opponent")


def situation_fault(before: Situation) -> str | None:
    """Why this situation cannot be, or None."""
    for name, value in (("own", before.own), ("opponent", before.opponent)):
        if not _is_count(value, 1, PIECES):
            return f"{name} must be a whole number from 1 to {PIECES}, not {value!r}"
    if before.queen not in QUEEN_PLACES:
        return f"queen must be one of {', '.join(QUEEN_PLACES)}, not {before.queen!r}"
    for field, sides in (("owed", before.owed), ("score", before.score)):
        fault = _sides_fault(field, sides)
        if fault:
            return fault
    if before.break_attempt is not None and not _is_count(before.break_attempt, 1, 3):
        return f"break must be null or 1, 2 or 3, not {before.break_attempt!r}"

    if before.owed.player and before.own < PIECES:
        return f"owed.player is {before.owed.player}, but the player has only {before.own} pieces on the board (72c)"
    if before.owed.opponent and before.opponent < PIECES:
        return (
            f"owed.opponent is {before.owed.opponent}, "
            f"but the opponent has only {before.opponent} pieces on the board (72c)"
        )
    if not before.opened:
        if before.own < PIECES:
            return f"not opened, but only {before.own} of the player's nine pieces are on the board (92)"
        if before.queen in ("pending", "player"):
            return "not opened, but the player has pocketed the queen (92)"
    if before.break_attempt is not None and (
        before.own < PIECES or before.opponent < PIECES or before.queen != "board" or before.opened
    ):
        return "the break has not been made, but something has been pocketed (44)"
    return None


def stroke_fault(before: Situation, facts: StrokeFacts) -> str | None:
    """Why this stroke cannot have been made in this situation, or None."""
    for name, pocketed, lying in (("own", facts.own, before.own), ("opponent", facts.opponent, before.opponent)):
        if not _is_count(pocketed, 0, PIECES):
            return f"{name} pocketed must be a whole number from 0 to {PIECES}, not {pocketed!r}"
        if pocketed > lying:
            return f"{name}: {pocketed} pocketed, but only {lying} on the board"
    if facts.queen and before.queen != "board":
        return "the queen was pocketed, but it is not on the board"
    if before.break_attempt is not None and not facts.touched and (facts.own or facts.opponent or facts.queen):
        return "nothing can be pocketed by a break that touches no piece (44)"
    return None


def _is_count(value: object, least: int, most: int | None = None) -> bool:
    # bool is an int to Python, but true is no count.
    return type(value) is int and value >= least and (most is None or value <= most)


def _sides_fault(field: str, sides: BySide[int]) -> str | None:
    for side in ("player", "opponent"):
        value = getattr(sides, side)
        if not _is_count(value, 0):
            return f"{field}.{side} must be a whole number, 0 or more, not {value!r}"
    return None
