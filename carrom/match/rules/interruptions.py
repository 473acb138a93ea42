"""What comes between strokes: call to the table, appeals, stops, 'Play', change of sides, interval.

Chapter X; 121, 138, 143i. The clocks themselves are `carrom.match.course.Clocks`.
"""

from carrom.base.errors import refuse
from carrom.laws import Rulebook
from carrom.match.course import Clocks, Course
from carrom.match.log.acts import Appeal, Called, ChangeSides, Interval, PlaceCalled, Ready, Reported, Stop, StrikerUp
from carrom.match.parties import ByParty, who_text
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult, check_player
from carrom.match.rules.turn import board_in_play
from carrom.match.setup import Setup

INTERVAL_SECONDS = 10 * 60.0
"""seconds of rest before the third game (138)"""


def announce_match(course: Course, act: Called, context: RuleContext) -> RuleResult:
    _check_not_begun(course)
    if course.is_called:
        refuse("called", "the match has been called already", "143i")
    clocks = replace(course.clocks, called=context.at)
    return RuleResult(replace(course, is_called=True, clocks=clocks), (Happening("called", ("143i",)),))


def report_party(course: Course, act: Reported, context: RuleContext) -> RuleResult:
    _check_not_begun(course)
    if act.party in course.reported:
        refuse("reported", f"party {act.party} has reported already", "143i")
    until = report_until(course.clocks, context.setup.rulebook)
    late = until is not None and context.at is not None and context.at > until
    happened = Happening("reported", (report_law(context.setup.rulebook),), {"party": act.party, "late": late})
    return RuleResult(replace(course, reported=(*course.reported, act.party)), (happened,))


def _check_not_begun(course: Course) -> None:
    if course.has_begun:
        refuse("match-begun", "the match has begun: everybody is there", "143i")


def report_until(clocks: Clocks, rulebook: Rulebook) -> float | None:
    """Return when reporting time ends; None if the match was called without a time."""
    return None if clocks.called is None else clocks.called + rulebook.report_minutes * 60.0


def report_law(rulebook: Rulebook) -> str:
    """Name the law by which a side loses that does not report in time (I-52)."""
    return rulebook.not_reporting or "143i"


def declare_ready(course: Course, act: Ready, context: RuleContext) -> RuleResult:
    if act.party in course.ready:
        refuse("ready", f"party {act.party} has said that it is ready", "46")
    return RuleResult(
        replace(course, ready=(*course.ready, act.party)), (Happening("ready", ("46",), {"party": act.party}),)
    )


def lift_striker(course: Course, act: StrikerUp, context: RuleContext) -> RuleResult:
    clocks = course.clocks
    if not clocks.is_striker_down:
        refuse("no-striker", "no striker lies there of a stroke that ended its turn", "124b")
    begun = clocks.start_timer(context.at)
    if course.phase == "placing":  # time for the stroke has not begun (50)
        begun = replace(clocks, is_striker_down=False)
    elif clocks.is_timer_stopped:
        begun = replace(clocks, is_striker_down=False, spent=0.0)
    return RuleResult(replace(course, clocks=begun), (Happening("striker-up", ("124b",)),))


def call_placing(course: Course, act: PlaceCalled, context: RuleContext) -> RuleResult:
    if not board_in_play(course).placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "88a")
    if course.clocks.is_placing_called:
        refuse("place-called", "the placing has been called, and its time runs", "88a")
    timer = None if course.clocks.is_timer_stopped else context.at
    clocks = replace(course.clocks, timer=timer, spent=0.0, is_placing_called=True)
    return RuleResult(replace(course, clocks=clocks), (Happening("place-called", ("88a",)),))


def appeal(course: Course, act: Appeal, context: RuleContext) -> RuleResult:
    check_player(act.party, context, "121a")
    happened = Happening("appeal", ("121a",), {"party": who_text(act.party), "note": act.note})
    return RuleResult(_suspend(course, context), (happened,))


def stop_clocks(course: Course, act: Stop, context: RuleContext) -> RuleResult:
    return RuleResult(_suspend(course, context), (Happening("stopped", ("121a",), {"reason": act.reason}),))


def _suspend(course: Course, context: RuleContext) -> Course:
    """Stop all clocks until 'Play'; a further appeal or stop changes nothing."""
    if course.phase == "appeal":
        return course
    clocks = course.clocks.pause_timer(context.at)
    goes_on = clocks.game_since is not None or (course.is_playing and not board_in_play(course).is_extra)
    clocks = replace(clocks.stop_game(context.at), stopped=context.at, game_goes_on=goes_on)
    return replace(course, phase="appeal", suspended=None if course.is_playing else course.phase, clocks=clocks)


def resume(course: Course, context: RuleContext) -> RuleResult:
    """Resume play after an appeal, a stop or the lodging of a protest."""
    at, clocks = context.at, course.clocks
    if course.phase != "appeal":
        return RuleResult(replace(course, clocks=clocks.resume_timer(at)), (Happening("play-resumed", ("150",)),))
    pause = 0.0 if at is None or clocks.stopped is None else at - clocks.stopped
    if clocks.game_goes_on:
        clocks = clocks.run_game(at)
    clocks = replace(
        clocks,
        stopped=None,
        game_goes_on=False,
        paused=clocks.paused + pause,
        interval=None if clocks.interval is None else clocks.interval + pause,
        called=None if clocks.called is None else clocks.called + pause,
    )
    if course.board is not None and course.is_playing:
        resumed = course.in_play(course.board, clocks.resume_timer(at))
    else:
        resumed = replace(course, phase=course.suspended or course.phase, clocks=clocks)
    return RuleResult(replace(resumed, suspended=None), (Happening("play-resumed", ("121a",)),))


def change_sides(course: Course, act: ChangeSides, context: RuleContext) -> RuleResult:
    if not course.is_change_due:
        refuse("no-change", "no change of sides is due", "58")
    # Singles swap sides (58); in doubles all move one seat to the right (59).
    if context.setup.is_doubles:
        seats = ByParty(*(tuple(seat.right for seat in side) for side in (course.seats.a, course.seats.b)))
    else:
        seats = ByParty(course.seats.b, course.seats.a)
    happened = Happening("sides-changed", (change_law(course.next_board[1], context.setup),))
    return RuleResult(replace(course, seats=seats, is_change_due=False), (happened,))


def change_law(board: int, setup: Setup) -> str:
    """Name the law by which sides change before this board of a game."""
    if board > 1:
        return "60a" if setup.format.boards is not None else "60b"
    return "59" if setup.is_doubles else "58"


def take_interval(course: Course, act: Interval, context: RuleContext) -> RuleResult:
    if not is_before_last_game(course, context.setup):
        refuse("no-interval", "the only rest is the one before the deciding game", "138")
    if act.over:
        return _end_interval(course, context)
    if course.rest is not None:
        refuse("interval-taken", "the rest has begun already", "138")
    clocks = replace(course.clocks, interval=context.at)
    return RuleResult(replace(course, rest="begun", clocks=clocks), (Happening("interval", ("138",)),))


def _end_interval(course: Course, context: RuleContext) -> RuleResult:
    if course.rest == "over":
        refuse("interval-over", "the rest is over already", "138")
    end = interval_end(course, context.setup)
    late = end is not None and context.at is not None and context.at > end
    laws = ("138", "143b") if late else ("138",)
    return RuleResult(replace(course, rest="over"), (Happening("interval-over", laws, {"late": late}),))


def interval_end(course: Course, setup: Setup) -> float | None:
    """Return when the interval before the deciding game ends; None without one or without known times."""
    clocks = course.clocks
    if course.rest == "over" or clocks.between is None or not is_before_last_game(course, setup):
        return None
    return INTERVAL_SECONDS + (clocks.between + clocks.paused if clocks.interval is None else clocks.interval)


def is_before_last_game(course: Course, setup: Setup) -> bool:
    coming = course.score.next if course.score is not None else None
    games = setup.rulebook.games
    return coming is not None and coming.board == 1 and coming.game == games and games >= 3
