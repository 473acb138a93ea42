"""Laws 71 and 113: a disc drops into a pocket outside a stroke."""

from collections import Counter
from math import hypot

from carrom.base.refusal import refuse
from carrom.equipment import Kind, Position
from carrom.equipment.sizes import POCKETS
from carrom.laws import BySide, IncidentRuling, StrokeFacts
from carrom.laws.falls import Fall, judge_fall
from carrom.match.board import Board, BoardAward, LastStroke
from carrom.match.course import Course
from carrom.match.log.acts import Fell
from carrom.match.parties import PARTIES, ByParty, Party, other
from carrom.match.replace import replace
from carrom.match.rules.endings import end_board
from carrom.match.rules.step import Happening, RuleContext, Step
from carrom.match.rules.turn import apply_ruling, live, side_of, turn_happening, with_board, with_umpires_share


def fell(course: Course, act: Fell, context: RuleContext) -> Step:
    board = live(course)
    counts = Counter(act.kinds)
    last = _check(board, counts)
    party = board.turn.party
    # A turn goes on only as long as the player in turn has made the last stroke of it.
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
        return _end(course, board, ruling, context)
    after = apply_ruling(course, board, before, ruling, context, fall.facts)
    data = {kind: counts[kind] for kind in ("white", "black", "queen") if counts[kind]}
    happened = [Happening("fell", ruling.laws, data)]
    if after.queen_covered_by != board.queen_covered_by:
        happened.append(Happening("queen-covered", ruling.laws, {"party": after.queen_covered_by}))
    if ruling.turn == "passes":
        happened.append(turn_happening(after, ruling.laws))
    return Step(_go_on(course, with_umpires_share(after), ruling, context), tuple(happened), ruling)


def _check(board: Board, counts: Counter[Kind]) -> LastStroke:
    """The last stroke, if what dropped lay there and something had been struck."""
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
    """That stroke with what fell after it."""
    return replace(
        facts,
        own=facts.own + fall.own,
        opponent=facts.opponent + fall.opponent,
        queen=facts.queen or fall.queen,
    )


def _without_fallen(position: Position | None, counts: Counter[Kind]) -> Position | None:
    """Of each kind those nearest to a pocket have gone."""
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


def _end(course: Course, board: Board, ruling: IncidentRuling, context: RuleContext) -> Step:
    """A side's last piece has dropped."""
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
    return Step(step.course, step.happened, ruling)


def _go_on(course: Course, board: Board, ruling: IncidentRuling, context: RuleContext) -> Course:
    """The course with this board. A fall gives nobody time anew, unless his turn or his placing begins with it."""
    if course.phase == "appeal":
        return replace(course, board=board)
    following = with_board(course, board, context)
    if ruling.turn == "continues" and following.phase == course.phase:
        return replace(following, clocks=course.clocks)
    return following
