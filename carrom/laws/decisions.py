"""What a side or an official decides, and no piece on the board has a say in: a board played again or cut short,
points claimed, a game or the match given up or lost, a protest dealt with.
"""

from dataclasses import dataclass
from typing import Literal

from carrom.base.errors import Refused
from carrom.laws.facts import StrokeFacts
from carrom.laws.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of the board or the match, and the laws that say so."""

    fate: Literal[
        "board replayed",
        "board unscored",
        "game lost",
        "match lost",
        "back to board",
        "result stands",
        "claim lost",
        "foul",
        "umpire places",
    ]
    """Replayed: from its break, with the score as before it. Unscored: it ends and counts for nobody, and so does the
    game. Back to a board: as if nothing had been played since it began. Of a placing: the pieces stay in the pockets;
    they do, and it is a foul of the placer; it is one, and the umpire puts them on the board."""
    laws: tuple[str, ...]


def decide_replay(law: str, *, has_room: bool | None = None) -> Decision | Refused:
    """140, 142: something unforeseen, or no room for the striker. `has_room`: whether there is, where that is known."""
    if law == "142" and has_room:
        return Refused("has-room", "142", "there is room for the striker on the base lines of the player in turn")
    return Decision("board replayed", (law,))


def decide_time_up(
    rulebook: Rulebook, *, is_extra: bool, has_begun: bool, seconds_left: float = 0.0, reason: str = ""
) -> Decision | Refused:
    """I-26: the time of the game is up, and a board that is not finished scores nothing. Not before its time (I-43),
    unless the umpire says why this clock does not rule."""
    if rulebook.minutes is None:
        return Refused("no-time-limit", None, "a game of this match has no limit of time")
    if is_extra:
        return Refused("extra-board", "56b", "the time of the game is over already: an extra board decides")
    if not has_begun:
        return Refused("no-game", "I-26", "no game is being played whose time could be up")
    if seconds_left > 0 and not reason:
        left = f"{int(seconds_left) // 60}:{int(seconds_left) % 60:02d}"
        says = f"{left} of the game is left; if the clock of the hall says otherwise, give the reason"
        return Refused("time-left", "I-43", says)
    return Decision("board unscored", ("I-26",))


def decide_concession(what: Literal["game", "match"], *, has_begun: bool) -> Decision | Refused:
    """139: given up at any time; a game, once there is one."""
    if what == "match":
        return Decision("match lost", ("139",))
    if not has_begun:
        return Refused("no-game", "139", "no game has begun that could be conceded")
    return Decision("game lost", ("139",))


def check_forfeit(
    law: str, *, is_over: bool, is_signed: bool, is_before_last_game: bool, warned: int
) -> Refused | None:
    """143: after the match only indiscipline, defiance and insults cost it, until the card is signed; the rest is the
    one before the deciding game; who is punished for disturbing again was warned."""
    if is_over and (is_signed or law not in _AFTER_MATCH):
        after = f"after the match it is lost by {', '.join(_AFTER_MATCH)} only, and not when the card is signed"
        return Refused("match-over", law, after)
    if law == "143b" and not is_before_last_game:
        return Refused("no-interval", "138", "the only rest is the one before the deciding game")
    if law == "143h" and warned < _DISTURBED_BEFORE:
        text = f"two disturbances by that side (129, 143h) have to be on record before it, not {warned}"
        return Refused("not-warned", law, text)
    return None


_DISTURBED_BEFORE = 2
"""Disturbances that are on record before the one that costs the match (I-49)."""


def check_foul_moment(law: str, *, is_playing: bool, is_change: bool, is_rest: bool) -> Refused | None:
    """I-53: some fouls can be committed at one time only. `is_change`: the sides change before the board that is next;
    `is_rest`: it opens the deciding game."""
    moment, is_then = {
        "41b": ("between boards", True),
        "61": ("at a change of sides", is_change),
        "138": ("in the rest before the deciding game", is_rest),
    }.get(law, ("", True))
    if not moment or (is_then and not is_playing):
        return None
    return Refused("not-then", "I-53", f"a foul by {law} is committed {moment}")


def check_play_during_appeal(law: str, *, is_appealed: bool) -> Refused | None:
    """I-51: who plays on during an appeal, or while the umpire has stopped the clocks, loses the board. After his
    'Play' nobody plays on."""
    if law != "121b" or is_appealed:
        return None
    return Refused("no-appeal", law, "no appeal is open, or 'Play' has been called again")


def check_seating(first: str, *, is_first: bool, chose_side: bool) -> Refused | None:
    """39a, 39c: who may not choose the seats sits down first (I-50)."""
    if is_first:
        return None
    return Refused("sits-first", "39a" if chose_side else "39c", f"side {first.upper()} sits down first")


_AFTER_MATCH = ("143", "143c", "143d")


def check_absence(law: str, *, has_come: bool, seconds_left: float) -> Refused | None:
    """143b, 143i: nobody has overstayed a rest, or failed to report, before its time is over, or when he is there."""
    if has_come:
        return Refused("reported", law, "that side has come to the table")
    if seconds_left > 0:
        return Refused("time-left", law, f"{seconds_left:g} seconds are left")
    return None


def decide_match_loss(law: str, rulebook: Rulebook) -> Decision:
    """143, or a local rule of the rulebook: the officials have decided that it costs the match."""
    return Decision("match lost", (law,))


def check_protest(rulebook: Rulebook, *, unpaid: bool, has_board: bool, was_heard: bool) -> Refused | None:
    """145: against a board, and for a fee; none where the umpire has the last word, but one that was heard stays."""
    if rulebook.umpire_is_final and not was_heard:
        says = f"{rulebook.title} takes no protest: the umpire's decision is final"
        return Refused("no-protest", rulebook.umpire_is_final, says)
    if unpaid:
        return Refused("fee-unpaid", "145", "no protest is heard without the scrutiny fee")
    if not has_board:
        return Refused("no-board", "145", "no board has been played that could be protested against")
    return None


def check_decider(*, is_own: bool) -> Refused | None:
    """149: whoever overrules a protest of his own has withdrawn it, and whoever upholds it is judge and party."""
    if is_own:
        return Refused("own-protest", "149", "nobody decides on a protest of his own, and none is withdrawn")
    return None


def surface_test_seconds(rulebook: Rulebook, *, has_begun: bool) -> int | None:
    """For how many seconds the surface may be tried before the match (kreeda-2024:14c); None: not at all. Nothing of it
    counts, and everybody may at the same time."""
    return None if has_begun or rulebook.test_minutes is None else rulebook.test_minutes * 60


def check_rack(*, is_turned: bool, is_breaker: bool) -> Refused | None:
    """41a: the pieces are arranged as they always are, unless who breaks wants the rack turned."""
    if is_turned and not is_breaker:
        return Refused("not-the-breaker", "41a", "only who breaks turns the rack")
    return None


def decide_protest(*, upheld: bool, written: bool) -> Decision | Refused:
    """151: an upheld protest takes the match back to the beginning of its board; an overruled one changes nothing."""
    if not upheld:
        return Decision("result stands", ("151b",))
    if not written:
        return Refused("not-written", "144", "a protest that was not handed over in writing cannot be upheld")
    return Decision("back to board", ("151a",))


def check_demand(taken: int, offered: int) -> Refused | None:
    """87b: points on demand may be taken in full, in part or not at all."""
    if taken <= offered:
        return None
    return Refused("demand", "87b", f"{offered} points may be demanded, not {taken}")


def check_forgo(on_board: int, count: int, *, placed: int = 0) -> Refused | None:
    """87a: in total or not at all. 52a would end a board on which nobody struck; what was pocketed in vain has to come
    out first (I-31)."""
    if placed:
        return Refused("partly-placed", "87a", f"{placed} of them lie on the board: forgone are all or none")
    return check_pieces_left(on_board, count)


def check_pieces_left(on_board: int, count: int) -> Refused | None:
    """Whether so many pieces of a party may stay in the pockets, or go back there, of those that count as on the
    board."""
    if on_board > count:
        return None
    return Refused("last-pieces", "52a", "that party would have no piece left on the board")


def check_time_over(law: str, *, left: float, of: int, reason: str) -> Refused | None:
    """50, 88a: not before the time is over by the clock of the record, unless the umpire says why his watch rules
    (I-56)."""
    if left <= 0 or reason:
        return None
    return Refused("time-left", law, f"{left:g} of {of} seconds are left")


def decide_placing_timeout(on_board: int, count: int, *, has_begun: bool) -> Decision:
    """The time for placing is over, and so many pieces are not placed. Silence gives the claim up (87a); to begin and
    not to finish is a foul (88b); so is it to leave a party without any piece, and those come back all the same."""
    if check_pieces_left(on_board, count) is not None:
        return Decision("umpire places", ("88b", "I-31"))
    return Decision("foul", ("88b",)) if has_begun else Decision("claim lost", ("87a",))


def check_removal(count: int, placed: int, on_board: int) -> Refused | None:
    """88b: what was placed by one who was late may be ordered off again, but no party is left without a piece."""
    if not placed:
        return Refused("nothing-late", "88b", "nothing was placed by one whose time then ran out")
    if not 0 < count <= placed:
        return Refused("removed-count", "88b", f"{placed} were placed before the time ran out, not {count}")
    return check_pieces_left(on_board, count)


def check_out_of_turn(*, is_in_turn: bool) -> Refused | None:
    """51: a stroke out of turn is one of somebody else's turn."""
    if is_in_turn:
        return Refused("in-turn", "51", "it is his turn: he cannot have played out of it")
    return None


def check_uncovered_queen(*, came_back: bool, has_struck_since: bool) -> Refused | None:
    """96, I-28: a queen counts as covered only for the side that had to cover it and did not, once the next stroke has
    been made, and until it falls again."""
    if not came_back:
        return Refused("queen", "96", "no queen of that side came back uncovered and has lain there since")
    if not has_struck_since:
        return Refused("queen", "96", "no stroke has been made since: the queen comes out")
    return None


def check_turn_overrun(last: StrokeFacts | None) -> Refused | None:
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
