"""Chapters VII and VIII: strokes, break attempts and passing. The judging itself is `carrom.laws`."""

from carrom.base.refusal import refuse
from carrom.laws import BoardEnd, IncidentRuling, Ruling, Situation, StrokeFacts, judge, judge_incident, stroke_fault
from carrom.laws.incidents import EarlyBreak, PassedOver
from carrom.match.board import Board, BoardAward, LastStroke
from carrom.match.course import Course
from carrom.match.log.acts import Pass, StrokeMade
from carrom.match.parties import other
from carrom.match.replace import replace
from carrom.match.rules.endings import cancel_board, end_board
from carrom.match.rules.opening import begin_board
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import apply_ruling, live, turn_happening, with_board, with_umpires_share


def stroke(course: Course, act: StrokeMade, context: RuleContext) -> Step:
    if course.phase == "ready":
        if not act.early:
            refuse("play-not-called", "the break is made only after the umpire has called 'Play'", "46")
        course = begin_board(course, context)
    elif act.early:
        refuse("play-called", "'Play' had been called: this stroke is not too early", "47")
    board = live(course)
    if act.law is not None and act.proper and not context.is_recorded:
        refuse("impossible-stroke", f"the stroke was proper: {act.law} is no reason", act.law)
    if board.turn.party not in course.played:
        course = replace(course, played=(*course.played, board.turn.party))
    if act.by is not None and act.by != board.turn:
        refuse("out-of-turn", f"it is the turn of {board.turn.text()}, not of {act.by.text()}", "51")
    facts = act.facts
    before = board.situation(course.points)
    fault = stroke_fault(before, facts) or _lying_fault(board, act)
    if fault:
        refuse("impossible-stroke", fault)
    book = context.setup.rulebook
    if act.early and act.touched:
        if facts.opponent == before.opponent:
            refuse("impossible-stroke", "no break pockets all nine pieces of the other side", "47")
        ruling: Ruling | IncidentRuling = judge_incident(before, EarlyBreak(facts), book)
    else:
        ruling = judge(before, replace(facts, proper=False) if act.early else facts, book)
    board = _after_stroke(board, act, before, facts)
    board = apply_ruling(course, board, before, ruling, context, facts)
    if ruling.result is not None:
        return _end_board(course, board, ruling, ruling.result, context)
    passes = ruling.turn == "passes"
    happened = turn_happening(board, ruling.laws) if passes else Happening(f"turn-{ruling.turn}", ruling.laws)
    struck = with_board(course, with_umpires_share(board, act.jumped), context, is_striker_down=passes)
    return Step(struck, (happened,), ruling)


def _after_stroke(board: Board, act: StrokeMade, before: Situation, facts: StrokeFacts) -> Board:
    """The board with the stroke made, before anything follows from it."""
    party, came_back = board.turn.party, board.came_back
    if came_back is not None:
        came_back = None if act.queen else replace(came_back, has_struck_since=True)
    return replace(
        board,
        strokes=board.strokes + 1,
        turns=board.turns if board.strokes else board.turns.with_value(party, board.turns[party] + 1),
        passes=0,
        last=LastStroke(board.turn, before, facts, board.strokes + 1, board.skips),
        came_back=came_back,
        late=None,
        umpire=(),
        to_centre=(),
        position=act.rests,
    )


def _end_board(
    course: Course, board: Board, ruling: Ruling | IncidentRuling, result: BoardEnd, context: RuleContext
) -> Step:
    player, opponent = board.turn.party, other(board.turn.party)
    winner = player if result.winner == "player" else opponent
    # Pieces on their way back out of the pockets count as lying on the board (I-11).
    coins = ruling.opponent if winner == player else ruling.own + ruling.returned.own
    award = BoardAward(winner, result.points, result.demand, coins, ruling.laws)
    step = end_board(replace(course, board=replace(board, award=award)), context)
    return Step(step.course, step.happened, ruling)


def _lying_fault(board: Board, act: StrokeMade) -> str | None:
    """Whether what jumped off, and where the rest lies, agree with what was pocketed."""
    if not act.jumped and act.rests is None:
        return None
    lying = board.lying()
    colour = board.colour(board.turn.party)
    lying[colour] -= act.own
    lying["black" if colour == "white" else "white"] -= act.opponent
    lying["queen"] -= act.queen
    for kind in act.jumped:
        lying[kind] -= 1
    rests = None if act.rests is None else [kind for kind, _, _ in act.rests.pieces]
    for kind, left in lying.items():
        if left < 0:
            return f"{kind}: more pieces were pocketed or jumped off than lay there"
        if rests is not None and rests.count(kind) != left:
            return f"{kind}: {rests.count(kind)} lie on the board after the stroke where {left} must"
    return None


def pass_over(course: Course, act: Pass, context: RuleContext) -> Step:
    board = live(course)
    party = board.turn.party
    # Only a turn without a stroke is passed over (I-33). It was his turn all the same, and he left it.
    if not board.strokes:
        turns = board.turns.with_value(party, board.turns[party] + 1)
        board = replace(board, passes=board.passes + 1, turns=turns)
    else:
        board = replace(board, passes=0)
    before = board.situation(course.points)
    ruling = judge_incident(before, PassedOver(board.passes), context.setup.rulebook)
    if ruling.turn == "over":
        return cancel_board(course, ruling.laws, context)._replace(ruling=ruling)
    board = with_umpires_share(apply_ruling(course, board, before, ruling, context))
    return Step(with_board(course, board, context), (turn_happening(board, ruling.laws),), ruling)
