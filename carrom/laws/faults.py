"""What keeps a situation or a stroke from being possible. The judge takes it for granted that nothing does; whoever
reads them from outside asks here.
"""

from typing import get_args

from carrom.laws.facts import PIECES, QueenPlace, Situation, StrokeFacts

_QUEEN_PLACES = get_args(QueenPlace)


def situation_fault(before: Situation) -> str | None:
    """Why this situation cannot be, or None."""
    own, opponent, owed, score = before.own, before.opponent, before.owed, before.score
    for name, count in (("own", own), ("opponent", opponent)):
        if not 1 <= count <= PIECES:
            return f"{name} must be a whole number from 1 to {PIECES}, not {count}"
    if before.queen not in _QUEEN_PLACES:
        return f"queen must be one of {', '.join(_QUEEN_PLACES)}, not {before.queen!r}"
    for field, sides in (("owed", owed), ("score", score)):
        for side, count in (("player", sides.player), ("opponent", sides.opponent)):
            if count < 0:
                return f"{field}.{side} must be a whole number, 0 or more, not {count}"
    if before.break_attempt is not None and not 1 <= before.break_attempt <= 3:
        return f"break must be null or 1, 2 or 3, not {before.break_attempt}"

    for side, due, count in (("player", owed.player, own), ("opponent", owed.opponent, opponent)):
        if due and count < PIECES:
            return f"owed.{side} is {due}, but the {side} has only {count} pieces on the board (72c)"
    if not before.opened:
        if own < PIECES:
            return f"not opened, but only {own} of the player's nine pieces are on the board (92)"
        if before.queen in ("pending", "player"):
            return "not opened, but the player has pocketed the queen (92)"
    is_untouched = own == opponent == PIECES and before.queen == "board" and not before.opened
    if before.break_attempt is not None and not is_untouched:
        return "the break has not been made, but something has been pocketed (44)"
    return None


def stroke_fault(before: Situation, facts: StrokeFacts) -> str | None:
    """Why this stroke cannot have been made in this situation, or None."""
    for name, pocketed, lying in (("own", facts.own, before.own), ("opponent", facts.opponent, before.opponent)):
        if not 0 <= pocketed <= PIECES:
            return f"{name} pocketed must be a whole number from 0 to {PIECES}, not {pocketed}"
        if pocketed > lying:
            return f"{name}: {pocketed} pocketed, but only {lying} on the board"
    if facts.queen and before.queen != "board":
        return "the queen was pocketed, but it is not on the board"
    if before.break_attempt is not None and not facts.touched and (facts.own or facts.opponent or facts.queen):
        return "nothing can be pocketed by a break that touches no piece (44)"
    return None
