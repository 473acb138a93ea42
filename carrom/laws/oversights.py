"""What the Laws let stand because nobody noticed it in time: when such a thing can have been (51, 96, 125b)."""

from carrom.base.refusal import Refused
from carrom.laws.facts import StrokeFacts


def check_out_of_turn(*, is_in_turn: bool) -> Refused | None:
    """51: a stroke out of turn is one of somebody else's turn."""
    if is_in_turn:
        return Refused("in-turn", "51", "it is his turn: he cannot have played out of it")
    return None


def check_uncovered(*, came_back: bool, has_struck_since: bool) -> Refused | None:
    """96, I-28: a queen counts as covered only for the side that had to cover it and did not, once the next stroke has
    been made, and until it falls again."""
    if not came_back:
        return Refused("queen", "96", "no queen of that side came back uncovered and has lain there since")
    if not has_struck_since:
        return Refused("queen", "96", "no stroke has been made since: the queen comes out")
    return None


def check_played_on(last: StrokeFacts | None) -> Refused | None:
    """125b, I-29: somebody played on who had pocketed an opponent's piece. `last` is the stroke that ended his turn, if
    it was the last one made."""
    if last is None:
        return Refused("played-on", "125b", "the last stroke was not his, or did not end his turn")
    if not last.opponent:
        return Refused("played-on", "125b", "no piece of the opponent fell in his last stroke")
    if last.striker or not last.proper:
        law = "74" if last.proper else "76"
        return Refused("played-on", law, "his turn was lost by the striker or by a foul, not by the opponent's piece")
    return None
