"""When time begins, stops and goes on: the call to the table, appeals, the umpire's own stop, striker and placing."""

from carrom.base.refusal import refuse
from carrom.laws import Rulebook
from carrom.match.course import Clocks, Course
from carrom.match.log.acts import Appeal, Called, PlaceCalled, Ready, Reported, Stop, StrikerUp
from carrom.match.parties import who_text
from carrom.match.replace import replace
from carrom.match.rules.step import Happening, RuleContext, Step, check_player
from carrom.match.rules.turn import live


def called(course: Course, act: Called, context: RuleContext) -> Step:
    _check_not_begun(course)
    if course.is_called:
        refuse("called", "the match has been called already", "143i")
    clocks = replace(course.clocks, called=context.at)
    return Step(replace(course, is_called=True, clocks=clocks), (Happening("called", ("143i",)),))


def reported(course: Course, act: Reported, context: RuleContext) -> Step:
    _check_not_begun(course)
    if act.party in course.reported:
        refuse("reported", f"party {act.party} has reported already", "143i")
    until = report_until(course.clocks, context.setup.rulebook)
    late = until is not None and context.at is not None and context.at > until
    happened = Happening("reported", (report_law(context.setup.rulebook),), {"party": act.party, "late": late})
    return Step(replace(course, reported=(*course.reported, act.party)), (happened,))


def _check_not_begun(course: Course) -> None:
    if course.has_begun:
        refuse("match-begun", "the match has begun: everybody is there", "143i")


def report_until(clocks: Clocks, rulebook: Rulebook) -> float | None:
    """When the time to report is over; None where nobody looked at the clock when the match was called."""
    return None if clocks.called is None else clocks.called + rulebook.report_minutes * 60.0


def report_law(rulebook: Rulebook) -> str:
    """The law by which a side loses that does not report in time (I-52)."""
    return rulebook.not_reporting or "143i"


def ready(course: Course, act: Ready, context: RuleContext) -> Step:
    if act.party in course.ready:
        refuse("ready", f"party {act.party} has said that it is ready", "46")
    return Step(replace(course, ready=(*course.ready, act.party)), (Happening("ready", ("46",), {"party": act.party}),))


def striker_up(course: Course, act: StrikerUp, context: RuleContext) -> Step:
    clocks = course.clocks
    if not clocks.is_striker_down:
        refuse("no-striker", "no striker lies there of a stroke that ended its turn", "124b")
    begun = clocks.anew(context.at)
    if course.phase == "placing":  # the time for the stroke has not begun (50)
        begun = replace(clocks, is_striker_down=False)
    elif clocks.stands:
        begun = replace(clocks, is_striker_down=False, spent=0.0)
    return Step(replace(course, clocks=begun), (Happening("striker-up", ("124b",)),))


def place_called(course: Course, act: PlaceCalled, context: RuleContext) -> Step:
    if not live(course).placing:
        refuse("nothing-to-place", "no due piece is to be placed now", "88a")
    if course.clocks.is_placing_called:
        refuse("place-called", "the placing has been called, and its time runs", "88a")
    timer = None if course.clocks.stands else context.at
    clocks = replace(course.clocks, timer=timer, spent=0.0, is_placing_called=True)
    return Step(replace(course, clocks=clocks), (Happening("place-called", ("88a",)),))


def appeal(course: Course, act: Appeal, context: RuleContext) -> Step:
    check_player(act.party, context, "121a")
    happened = Happening("appeal", ("121a",), {"party": who_text(act.party), "note": act.note})
    return Step(_suspend(course, context), (happened,))


def stop(course: Course, act: Stop, context: RuleContext) -> Step:
    return Step(_suspend(course, context), (Happening("stopped", ("121a",), {"reason": act.reason}),))


def _suspend(course: Course, context: RuleContext) -> Course:
    """All clocks stand until 'Play'. Whoever else appeals then, or why they are stopped once more, is noted."""
    if course.phase == "appeal":
        return course
    clocks = course.clocks.halt(context.at)
    goes_on = clocks.game_since is not None or (course.is_playing and not live(course).is_extra)
    clocks = replace(clocks.stop_game(context.at), stopped=context.at, game_goes_on=goes_on)
    return replace(course, phase="appeal", suspended=None if course.is_playing else course.phase, clocks=clocks)


def resume(course: Course, context: RuleContext) -> Step:
    """'Play' after an appeal, a stop or the lodging of a protest: everything goes on where it was."""
    at, clocks = context.at, course.clocks
    if course.phase != "appeal":
        return Step(replace(course, clocks=clocks.go_on(at)), (Happening("play-resumed", ("150",)),))
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
        resumed = course.in_play(course.board, clocks.go_on(at))
    else:
        resumed = replace(course, phase=course.suspended or course.phase, clocks=clocks)
    return Step(replace(resumed, suspended=None), (Happening("play-resumed", ("121a",)),))
