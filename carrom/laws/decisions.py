"""Decisions that do not depend on the pieces.

Replays, concessions, losses, time, protests, demands, placing, and errors noticed too late.
"""

from dataclasses import dataclass
from typing import Literal

from carrom.base.errors import Refused
from carrom.laws.facts import StrokeFacts
from carrom.laws.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Decision:
    """Fate of a board, a game or a match, and the laws behind it."""

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
    """Board replayed: from its break, with the score before it. Board unscored: counts for neither side, and ends its
    game. Back to board: as if nothing had been played since that board began. Of a placing: claim lost, the pieces stay
    in the pockets; foul, they do and the placer commits a foul; umpire places, a foul too, and the umpire puts them on
    the board."""
    laws: tuple[str, ...]


def decide_replay(law: str, *, has_room: bool | None = None) -> Decision | Refused:
    """Replay a board after an unforeseen event (140), or without room for the striker (142)."""
    if law == "142" and has_room:
        return Refused("has-room", "142", "there is room for the striker on the base lines of the player in turn")
    return Decision("board replayed", (law,))


def decide_time_up(
    rulebook: Rulebook, *, is_extra: bool, has_begun: bool, seconds_left: float = 0.0, reason: str = ""
) -> Decision | Refused:
    """End a game by time; an unfinished board scores nothing (I-26). While time is left the umpire gives a reason
    (I-43)."""
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
    """Concede a match at any time, or a begun game (139)."""
    if what == "match":
        return Decision("match lost", ("139",))
    if not has_begun:
        return Refused("no-game", "139", "no game has begun that could be conceded")
    return Decision("game lost", ("139",))


def check_forfeit(
    law: str, *, is_over: bool, is_signed: bool, is_before_last_game: bool, warned: int
) -> Refused | None:
    """Check that a match can be lost by this law now (143).

    After the match only indiscipline, defiance and insults cost it, until the card is signed. 143b needs the rest
    before the deciding game, 143h earlier punishment for disturbing.
    """
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
"""Disturbances before the one that costs the match (I-49)."""


def check_foul_moment(law: str, *, is_playing: bool, is_change: bool, is_rest: bool) -> Refused | None:
    """Check that this foul can be committed now (I-53). `is_change`: sides change before the next board; `is_rest`: the
    next board opens the deciding game."""
    moment, is_then = {
        "41b": ("between boards", True),
        "61": ("at a change of sides", is_change),
        "138": ("in the rest before the deciding game", is_rest),
    }.get(law, ("", True))
    if not moment or (is_then and not is_playing):
        return None
    return Refused("not-then", "I-53", f"a foul by {law} is committed {moment}")


def check_play_during_appeal(law: str, *, is_appealed: bool) -> Refused | None:
    """Refuse the loss of a board for playing on (121b) unless an appeal has stopped play (I-51)."""
    if law != "121b" or is_appealed:
        return None
    return Refused("no-appeal", law, "no appeal is open, or 'Play' has been called again")


def check_seating(first: str, *, is_first: bool, chose_side: bool) -> Refused | None:
    """Refuse to seat a side unless it is the one to sit down first: that without the choice (39a, 39c, I-50)."""
    if is_first:
        return None
    return Refused("sits-first", "39a" if chose_side else "39c", f"side {first.upper()} sits down first")


_AFTER_MATCH = ("143", "143c", "143d")


def check_absence(law: str, *, has_come: bool, seconds_left: float) -> Refused | None:
    """Check that the time to return or report is over and the side absent (143b, 143i)."""
    if has_come:
        return Refused("reported", law, "that side has come to the table")
    if seconds_left > 0:
        return Refused("time-left", law, f"{seconds_left:g} seconds are left")
    return None


def decide_match_loss(law: str, rulebook: Rulebook) -> Decision:
    """Decide that a match is lost, by the officials' decision (143, or a local rule)."""
    return Decision("match lost", (law,))


def check_protest(rulebook: Rulebook, *, unpaid: bool, has_board: bool, was_heard: bool) -> Refused | None:
    """Check for a board, the fee, and a rulebook that allows protests (145). `was_heard`: a recorded one."""
    if rulebook.umpire_is_final and not was_heard:
        says = f"{rulebook.title} takes no protest: the umpire's decision is final"
        return Refused("no-protest", rulebook.umpire_is_final, says)
    if unpaid:
        return Refused("fee-unpaid", "145", "no protest is heard without the scrutiny fee")
    if not has_board:
        return Refused("no-board", "145", "no board has been played that could be protested against")
    return None


def check_decider(*, is_own: bool) -> Refused | None:
    """Check that a protest is not decided by its lodger (149)."""
    if is_own:
        return Refused("own-protest", "149", "nobody decides on a protest of his own, and none is withdrawn")
    return None


def surface_test_seconds(rulebook: Rulebook, *, has_begun: bool) -> int | None:
    """Seconds for all to try the surface before the match (kreeda-2024:14c), if any."""
    return None if has_begun or rulebook.test_minutes is None else rulebook.test_minutes * 60


def check_rack(*, is_turned: bool, is_breaker: bool) -> Refused | None:
    """Check that only the breaker turns the rack (41a)."""
    if is_turned and not is_breaker:
        return Refused("not-the-breaker", "41a", "only who breaks turns the rack")
    return None


def decide_protest(*, upheld: bool, written: bool) -> Decision | Refused:
    """Upheld, the match returns to the beginning of its board; overruled, nothing changes (151)."""
    if not upheld:
        return Decision("result stands", ("151b",))
    if not written:
        return Refused("not-written", "144", "a protest that was not handed over in writing cannot be upheld")
    return Decision("back to board", ("151a",))


def check_demand(taken: int, offered: int) -> Refused | None:
    """Check that no more points are demanded than were offered (87b)."""
    if taken <= offered:
        return None
    return Refused("demand", "87b", f"{offered} points may be demanded, not {taken}")


def check_forgo(on_board: int, count: int, *, placed: int = 0) -> Refused | None:
    """Refuse to forgo pieces unless none is placed yet (87a) and the party keeps one on the board (52a, I-31)."""
    if placed:
        return Refused("partly-placed", "87a", f"{placed} of them lie on the board: forgone are all or none")
    return check_pieces_left(on_board, count)


def check_pieces_left(on_board: int, count: int) -> Refused | None:
    """Refuse to put `count` pieces of a party in the pockets unless it keeps one on the board (52a)."""
    if on_board > count:
        return None
    return Refused("last-pieces", "52a", "that party would have no piece left on the board")


def check_time_over(law: str, *, left: float, of: int, reason: str) -> Refused | None:
    """Refuse that time is over unless the record's clock says so, or the umpire gives a reason (50, 88a, I-56)."""
    if left <= 0 or reason:
        return None
    return Refused("time-left", law, f"{left:g} of {of} seconds are left")


def decide_placing_timeout(on_board: int, count: int, *, has_begun: bool) -> Decision:
    """Pieces not placed in time: not begun, the claim is lost (87a); begun, a foul (88b). A party without a piece gets
    them back through the umpire (I-31)."""
    if check_pieces_left(on_board, count) is not None:
        return Decision("umpire places", ("88b", "I-31"))
    return Decision("foul", ("88b",)) if has_begun else Decision("claim lost", ("87a",))


def check_removal(count: int, placed: int, on_board: int) -> Refused | None:
    """Check that late pieces may be removed and that the party keeps a piece on the board (88b)."""
    if not placed:
        return Refused("nothing-late", "88b", "nothing was placed by one whose time then ran out")
    if not 0 < count <= placed:
        return Refused("removed-count", "88b", f"{placed} were placed before the time ran out, not {count}")
    return check_pieces_left(on_board, count)


def check_out_of_turn(*, is_in_turn: bool) -> Refused | None:
    """Refuse that a stroke was out of turn unless it was made in another player's turn (51)."""
    if is_in_turn:
        return Refused("in-turn", "51", "it is his turn: he cannot have played out of it")
    return None


def check_uncovered_queen(*, came_back: bool, has_struck_since: bool) -> Refused | None:
    """Refuse to count an uncovered queen as covered unless it came back and a stroke followed (96, I-28)."""
    if not came_back:
        return Refused("queen", "96", "no queen of that side came back uncovered and has lain there since")
    if not has_struck_since:
        return Refused("queen", "96", "no stroke has been made since: the queen comes out")
    return None


def check_turn_overrun(last: StrokeFacts | None) -> Refused | None:
    """Refuse that a player played on unless his last stroke lost the turn by an opponent's piece (125b, I-29).

    `last` is missing if another player made it, or if it ended no turn."""
    if last is None:
        return Refused("played-on", "125b", "the last stroke was not his, or did not end his turn")
    if not last.opponent:
        return Refused("played-on", "125b", "no piece of the opponent fell in his last stroke")
    if last.striker or not last.proper:
        law = "74" if last.proper else "76"
        return Refused("played-on", law, "his turn was lost by the striker or by a foul, not by the opponent's piece")
    return None
