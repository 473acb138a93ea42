"""Seats, toss, trial boards and the umpire's 'Play' (chapters III, V, VI, VII)."""

from carrom.base.errors import raise_if_refused, refuse
from carrom.equipment import Position, Seat
from carrom.laws import decisions
from carrom.match.board import Board
from carrom.match.course import WAITING_FOR, Course
from carrom.match.log.acts import Play, Sit, Toss, Trial
from carrom.match.parties import PARTIES, ByParty, Party, PlayerId, other
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult
from carrom.match.rules.interruptions import resume
from carrom.match.rules.turn import board_in_play
from carrom.match.scoring import Score


def toss(course: Course, act: Toss, context: RuleContext) -> RuleResult:
    setup = context.setup
    if act.breaker >= setup.players:
        refuse("no-such-player", f"party {act.winner} has no player number {act.breaker + 1} to break", "42")
    if course.score is not None:
        if act.choice != "break":
            refuse("toss-choice", "before an extra board the toss is for the break only", "56b")
        breaker = PlayerId(act.winner, act.breaker)
        happened = Happening("extra-toss", ("56b",), {"breaker": breaker.text()})
        return RuleResult(replace(course, phase="ready", extra_breaker=breaker), (happened,))
    rule = setup.rulebook.toss_winner_breaks
    if act.choice == "side" and rule:
        refuse("toss-choice", "the winner of the toss takes the break, the loser chooses the side", rule)
    opener = PlayerId(act.winner if act.choice == "break" else other(act.winner), act.breaker)
    course = replace(
        course,
        phase="ready",
        toss_winner=act.winner,
        toss_choice=act.choice,
        opener=opener,
        score=Score(setup.format, opener.party),
    )
    laws = ("39a",) if act.choice == "side" else (rule, "39c") if rule else ("39c",)
    return RuleResult(course, (Happening("toss", (*laws, "42"), {"winner": act.winner, "breaker": opener.text()}),))


def sit(course: Course, act: Sit, context: RuleContext) -> RuleResult:
    if course.has_begun:
        refuse("seats-taken", "the order of sitting stays as it is throughout the match", "39d")
    if not act.seats.a and not act.seats.b:
        refuse("seats", "nobody is said to sit anywhere", "39")
    seats = _all_seats(course, act)
    fault = _seats_fault(seats, context.setup.players)
    if fault:
        refuse("seats", fault, "28" if context.setup.is_doubles else "27")
    moved = any(party in course.sat and seats[party] != course.seats[party] for party in PARTIES)
    if not context.is_recorded and (moved or len(course.sat) == len(PARTIES)):
        refuse("seats-taken", "who has sat down keeps his seat", "39d")
    first = _order_of_sitting(course)[0]
    if not context.is_recorded and course.toss_winner is not None and not course.sat:
        # 39: the sides sit down one after the other, first the one without the choice.
        is_first, chose_side = bool(act.seats[first]), course.toss_choice == "side"
        raise_if_refused(decisions.check_seating(first, is_first=is_first, chose_side=chose_side))
    sat = tuple(party for party in _order_of_sitting(course) if act.seats[party] and party not in course.sat)
    return RuleResult(replace(course, seats=seats, sat=(*course.sat, *sat)), (Happening("seated", ("39",)),))


def _order_of_sitting(course: Course) -> tuple[Party, Party]:
    """The one that chooses the side is last (39a, 39c)."""
    if course.toss_winner is None:
        return PARTIES
    first = course.toss_winner if course.toss_choice == "break" else other(course.toss_winner)
    return first, other(first)


def _all_seats(course: Course, act: Sit) -> ByParty[tuple[Seat, ...]]:
    """Seat both sides: if only one chooses, the other gets the remaining seats."""
    alone = [party for party in PARTIES if act.seats[party]]
    if len(alone) != 1 or other(alone[0]) in course.sat:
        return ByParty(*(act.seats[party] or course.seats[party] for party in PARTIES))
    taken = act.seats[alone[0]]
    free = tuple(seat for seat in Seat if seat not in taken)
    return act.seats.with_value(other(alone[0]), free if len(taken) > 1 else (taken[0].opposite,))


def _seats_fault(seats: ByParty[tuple[Seat, ...]], players: int) -> str | None:
    for party in PARTIES:
        if len(seats[party]) != players:
            return f"party {party} has {players} to seat, not {len(seats[party])}"
    taken = [*seats.a, *seats.b]
    if len(set(taken)) != len(taken):
        return "two players cannot have one seat"
    across = (seats.a[0], seats.b[0]) if players == 1 else (seats.a[0], seats.a[1])
    if across[0].opposite is not across[1]:
        return "opponents sit opposite to each other" if players == 1 else "partners sit opposite to each other"
    return None


def trial_board(course: Course, act: Trial, context: RuleContext) -> RuleResult:
    rule = context.setup.rulebook.no_trial_boards
    if rule:
        refuse("no-trial-board", "there are no trial boards in this match", rule)
    if course.has_begun:
        refuse("match-begun", "trial boards come between toss and match", "40")
    if act.over:
        if course.trial != act.party:
            refuse("no-trial", f"party {act.party} has no trial board under way", "40")
        return RuleResult(replace(course, trial=None), (Happening("trial-over", ("40",), {"party": act.party}),))
    if act.party in course.trials:
        refuse("trial-taken", f"party {act.party} has had its trial board", "40")
    trials = (*course.trials, act.party)
    return RuleResult(replace(course, trials=trials, trial=act.party), (Happening("trial", ("40",)),))


def play(course: Course, act: Play, context: RuleContext) -> RuleResult:
    if course.phase != "ready":
        if course.phase != "appeal" and not course.clocks.is_timer_stopped:
            refuse("out-of-order", f"no play now: {WAITING_FOR[course.phase]}", "46")
        if act.rack is not None:
            refuse("no-rack", "play goes on; nothing is arranged anew", "121a")
        return resume(course, context)
    if act.rack is not None and abs(act.rack) > 360:
        refuse("rack", f"the rack is turned by no more than 360 degrees, not by {act.rack:g}", "41a")
    begun = begin_board(course, context)
    board = board_in_play(begun)
    if act.rack is not None:
        position = Position.start(act.rack, breaker=begun.seat(board.breaker))
        begun = replace(begun, board=replace(board, position=position))
    data = {"game": board.game, "board": board.number, "breaker": board.breaker.text(), "extra": board.is_extra}
    return RuleResult(begun, (Happening("play", ("46",), data),))


def begin_board(course: Course, context: RuleContext) -> Course:
    """Nineteen pieces, the breaker in turn with white (41–43)."""
    if course.is_change_due:
        refuse("sides-not-changed", "the sides change before this board", "58")
    breaker = course.next_breaker(context.setup)
    coming = course.score.next if course.score is not None else None
    if breaker is None or coming is None:
        raise LookupError("a board cannot begin in phase 'ready' without a breaker")
    at, clocks = context.at, course.clocks
    if clocks.game_since is None and not coming.is_extra:
        clocks = clocks.run_game(at)
    clocks = replace(clocks.start_timer(at), started=at if clocks.started is None else clocks.started)
    board = Board(coming.game, coming.board, coming.is_extra, breaker, breaker, at, owed=course.carried)
    begun = replace(course, phase="stroke", has_begun=True, board=board, origin=course, clocks=clocks)
    return replace(begun, ready=(), trial=None)
