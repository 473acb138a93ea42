"""Strokes, break attempts, passing (chapters VII and VIII), and discs that drop afterwards (71, 113)."""

from collections import Counter
from math import hypot

from carrom.base.errors import refuse
from carrom.equipment import Kind, Position
from carrom.equipment.sizes import POCKETS
from carrom.laws import (
    BoardEnd,
    BySide,
    IncidentRuling,
    Ruling,
    Situation,
    StrokeFacts,
    judge,
    judge_incident,
    stroke_fault,
)
from carrom.laws.falls import Fall, judge_fall
from carrom.laws.incidents import EarlyBreak, PassedOver
from carrom.match.board import Board, BoardAward, LastStroke
from carrom.match.course import Course
from carrom.match.log.acts import Fell, Pass, StrokeMade
from carrom.match.parties import PARTIES, ByParty, Party, other
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult
from carrom.match.rules.endings import cancel_board, end_board
from carrom.match.rules.opening import begin_board
from carrom.match.rules.turn import apply_ruling, board_in_play, side_of, turn_happening, with_board, with_umpire_pieces


def stroke(course: Course, act: StrokeMade, context: RuleContext) -> RuleResult:
    if course.phase == "ready":
        if not act.early:
            refuse("play-not-called", "the break is made only after the umpire has called 'Play'", "46")
        course = begin_board(course, context)
    elif act.early:
        refuse("play-called", "'Play' had been called: this stroke is not too early", "47")
    board = board_in_play(course)
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
    struck = with_board(course, with_umpire_pieces(board, act.jumped), context, is_striker_down=passes)
    return RuleResult(struck, (happened,), ruling)


def _after_stroke(board: Board, act: StrokeMade, before: Situation, facts: StrokeFacts) -> Board:
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
) -> RuleResult:
    player, opponent = board.turn.party, other(board.turn.party)
    winner = player if result.winner == "player" else opponent
    # Pieces returning from the pockets count as on the board (I-11).
    coins = ruling.opponent if winner == player else ruling.own + ruling.returned.own
    award = BoardAward(winner, result.points, result.demand, coins, ruling.laws)
    step = end_board(replace(course, board=replace(board, award=award)), context)
    return RuleResult(step.course, step.happened, ruling)


def _lying_fault(board: Board, act: StrokeMade) -> str | None:
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


def pass_over(course: Course, act: Pass, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    party = board.turn.party
    # Only a turn without a stroke counts as passed over (I-33); still a turn of the party.
    if not board.strokes:
        turns = board.turns.with_value(party, board.turns[party] + 1)
        board = replace(board, passes=board.passes + 1, turns=turns)
    else:
        board = replace(board, passes=0)
    before = board.situation(course.points)
    ruling = judge_incident(before, PassedOver(board.passes), context.setup.rulebook)
    if ruling.turn == "over":
        return cancel_board(course, ruling.laws, context)._replace(ruling=ruling)
    board = with_umpire_pieces(apply_ruling(course, board, before, ruling, context))
    return RuleResult(with_board(course, board, context), (turn_happening(board, ruling.laws),), ruling)


def drop_discs(course: Course, act: Fell, context: RuleContext) -> RuleResult:
    board = board_in_play(course)
    counts = Counter(act.kinds)
    last = _check_fallen(board, counts)
    party = board.turn.party
    # The turn goes on only after a stroke in it.
    goes_on = board.strokes > 0
    fall = Fall(
        own=counts[board.colour(party)],
        opponent=counts[board.colour(other(party))],
        queen=bool(counts["queen"]),
        struck=side_of(board, last.player.party),
        stroke=last.facts if goes_on else None,
        stroke_before=last.before if goes_on else None,
        in_hand=BySide(_dues_in_hand(board, party), _dues_in_hand(board, other(party))),
    )
    before = board.situation(course.points)
    ruling = judge_fall(before, fall, context.setup.rulebook)
    board = replace(
        board,
        last=replace(last, facts=_with_fall(last.facts, fall)) if goes_on else last,
        came_back=None if fall.queen else board.came_back,
        position=_without_fallen(board.position, counts),
    )
    if ruling.result is not None:
        return _end_by_fall(course, board, ruling, context)
    after = apply_ruling(course, board, before, ruling, context, fall.facts)
    data = {kind: counts[kind] for kind in ("white", "black", "queen") if counts[kind]}
    happened = [Happening("fell", ruling.laws, data)]
    if after.queen_covered_by != board.queen_covered_by:
        happened.append(Happening("queen-covered", ruling.laws, {"party": after.queen_covered_by}))
    if ruling.turn == "passes":
        happened.append(turn_happening(after, ruling.laws))
    return RuleResult(_continue(course, with_umpire_pieces(after), ruling, context), tuple(happened), ruling)


def _check_fallen(board: Board, counts: Counter[Kind]) -> LastStroke:
    if board.last is None or board.attempt is not None:
        refuse("no-stroke", "nothing drops into a pocket before the break is made", "71")
    lying = board.lying()
    if not counts:
        refuse("not-lying", "what fell has to be said", "71")
    for kind, left in lying.items():
        if counts[kind] > left:
            law = "113" if kind == "queen" else "71"
            refuse("not-lying", f"{kind}: {counts[kind]} cannot fall where {left} lie on the board", law)
    return board.last


def _dues_in_hand(board: Board, party: Party) -> int:
    return sum(entry.count - entry.returned for entry in board.placing if entry.party == party)


def _with_fall(facts: StrokeFacts, fall: Fall) -> StrokeFacts:
    return replace(
        facts,
        own=facts.own + fall.own,
        opponent=facts.opponent + fall.opponent,
        queen=facts.queen or fall.queen,
    )


def _without_fallen(position: Position | None, counts: Counter[Kind]) -> Position | None:
    if position is None:
        return None
    for kind, count in counts.items():
        near = sorted(
            (piece for piece in position.pieces if piece.kind == kind),
            key=lambda piece: min(hypot(piece.x - x, piece.y - y) for x, y in POCKETS),
        )
        for piece in near[:count]:
            position = position.without(piece)
    return position


def _end_by_fall(course: Course, board: Board, ruling: IncidentRuling, context: RuleContext) -> RuleResult:
    party = board.turn.party
    on = ByParty.of(party, ruling.own, ruling.opponent)
    result = ruling.result
    if result is None or board.last is None:
        raise LookupError("a board that goes on has no award")
    winner = party if result.winner == "player" else other(party)
    loser = other(winner)
    coins = on[loser] - _dues_in_hand(board, loser)
    queen = ruling.queen
    covered = party if queen == "player" else other(party) if queen == "opponent" else "board"
    award = BoardAward(winner, result.points, 0, coins, ruling.laws)
    board = replace(
        board,
        turn=board.last.player,
        on=on,
        queen=covered,
        opened=ByParty(*(board.opened[one] or on[one] < board.on[one] for one in PARTIES)),
        placing=(),
        umpire=(),
        award=award,
    )
    step = end_board(replace(course, board=board), context)
    return RuleResult(step.course, step.happened, ruling)


def _continue(course: Course, board: Board, ruling: IncidentRuling, context: RuleContext) -> Course:
    """Time restarts only if a turn or a placing begins."""
    if course.phase == "appeal":
        return replace(course, board=board)
    following = with_board(course, board, context)
    if ruling.turn == "continues" and following.phase == course.phase:
        return replace(following, clocks=course.clocks)
    return following
