"""Chapter X and 138: the change of sides and the rest before the deciding game."""

from carrom.base.refusal import refuse
from carrom.match.course import Course
from carrom.match.log.acts import ChangeSides, Interval
from carrom.match.parties import ByParty
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.setup import Setup

INTERVAL = 10 * 60.0
"""Seconds of rest before the third game (138)."""


def change_sides(course: Course, act: ChangeSides, context: RuleContext) -> Step:
    if not course.is_change_due:
        refuse("no-change", "no change of sides is due", "58")
    # In singles to the other side (58), in doubles everybody one seat on to the right (59).
    if context.setup.is_doubles:
        seats = ByParty(*(tuple(seat.right for seat in side) for side in (course.seats.a, course.seats.b)))
    else:
        seats = ByParty(course.seats.b, course.seats.a)
    happened = Happening("sides-changed", (change_law(course, context.setup),))
    return Step(replace(course, seats=seats, is_change_due=False), (happened,))


def change_law(course: Course, setup: Setup) -> str:
    """The law by which the sides change now."""
    if course.next_board[1] > 1:  # in the deciding game
        return "60a" if setup.format.boards is not None else "60b"
    return "59" if setup.is_doubles else "58"


def interval(course: Course, act: Interval, context: RuleContext) -> Step:
    if not is_before_last_game(course, context.setup):
        refuse("no-interval", "the only rest is the one before the deciding game", "138")
    if act.over:
        return _end_interval(course, context)
    if course.rest is not None:
        refuse("interval-taken", "the rest has begun already", "138")
    clocks = replace(course.clocks, interval=context.at)
    return Step(replace(course, rest="begun", clocks=clocks), (Happening("interval", ("138",)),))


def _end_interval(course: Course, context: RuleContext) -> Step:
    if course.rest == "over":
        refuse("interval-over", "the rest is over already", "138")
    end = interval_end(course, context.setup)
    late = end is not None and context.at is not None and context.at > end
    laws = ("138", "143b") if late else ("138",)
    return Step(replace(course, rest="over"), (Happening("interval-over", laws, {"late": late}),))


def interval_end(course: Course, setup: Setup) -> float | None:
    """When the rest before the deciding game is over; None where none is taken, or no times are known."""
    clocks = course.clocks
    if course.rest == "over" or clocks.between is None or not is_before_last_game(course, setup):
        return None
    return INTERVAL + (clocks.between + clocks.paused if clocks.interval is None else clocks.interval)


def is_before_last_game(course: Course, setup: Setup) -> bool:
    """Whether the deciding game is the next to begin."""
    coming = course.score.next if course.score is not None else None
    games = setup.rulebook.games
    return coming is not None and coming.board == 1 and coming.game == games and games >= 3
