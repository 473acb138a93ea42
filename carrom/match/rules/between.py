"""Chapters X and XIX: the change of sides, the rest, remarks and signatures."""

from carrom.base.refusal import refuse
from carrom.match.course import CardRemark, Course
from carrom.match.log.acts import ChangeSides, Interval, Remark, Sign
from carrom.match.parties import ByParty
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.setup import Setup


def change_sides(course: Course, act: ChangeSides, context: RuleContext) -> Step:
    if not course.is_change_due:
        refuse("no-change", "no change of sides is due", "58")
    # In singles to the other side (58), in doubles everybody one seat on to the right (59).
    if context.setup.is_doubles:
        seats = ByParty(*(tuple(seat.right for seat in side) for side in (course.seats.a, course.seats.b)))
    else:
        seats = ByParty(course.seats.b, course.seats.a)
    law = "59" if context.setup.is_doubles else "58"
    return Step(replace(course, seats=seats, is_change_due=False), (Happening("sides-changed", (law,)),))


def interval(course: Course, act: Interval, context: RuleContext) -> Step:
    if not is_before_last_game(course, context.setup):
        refuse("no-interval", "the only rest is the one before the deciding game", "138")
    if course.clocks.interval is not None:
        refuse("interval-taken", "the rest has begun already", "138")
    clocks = replace(course.clocks, interval=context.at)
    return Step(replace(course, clocks=clocks), (Happening("interval", ("138",)),))


def is_before_last_game(course: Course, setup: Setup) -> bool:
    """Whether the deciding game is the next to begin."""
    coming = course.score.next if course.score is not None else None
    games = setup.rulebook.games
    return coming is not None and coming.board == 1 and coming.game == games and games >= 3


def remark(course: Course, act: Remark, context: RuleContext) -> Step:
    game, board = place_of(course)
    note = CardRemark(act.text, act.law, game, board)
    return Step(replace(course, remarks=(*course.remarks, note)), (Happening("remark", (act.law,) if act.law else ()),))


def place_of(course: Course) -> tuple[int, int]:
    """The board in play, or else the last one that was played."""
    if course.board is not None:
        return course.board.game, course.board.number
    return (course.boards[-1].game, course.boards[-1].number) if course.boards else (1, 0)


def sign(course: Course, act: Sign, context: RuleContext) -> Step:
    if course.has_open_protest:
        refuse("protest-open", "the result is not announced while a protest is open", "150")
    if any(who == act.who for who, _ in course.signatures):
        refuse("signed", f"the {act.who} has signed already", "XIX")
    signatures = (*course.signatures, (act.who, act.name))
    return Step(replace(course, signatures=signatures), (Happening("signed", ("XIX",), {"who": act.who}),))
