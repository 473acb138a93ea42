"""Chapters VII and VIII: strokes, break attempts and passing. The judging itself is `carrom.laws`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from carrom.equipment import Kind
from carrom.laws import Ruling, judge, stroke_fault
from carrom.match.acts import Pass, Stroke
from carrom.match.board import Award, Board, Placing
from carrom.match.course import Course
from carrom.match.outcome import Happening, Moment, Refused, Step
from carrom.match.parties import ByParty, other
from carrom.match.rules.endings import cancel_board, end_board
from carrom.match.rules.opening import begin_board
from carrom.match.rules.turn import live, merged, passed, placer, turn_happening, with_board

PASSES = 6
"""Three of each party in a row cancel the board (137)."""


def stroke(course: Course, act: Stroke, moment: Moment) -> Step | Refused:
    if course.phase == "ready":
        if not act.early:
            return Refused("play-not-called", "46", "the break is made only after the umpire has called 'Play'")
        begun = begin_board(course, moment)
        if isinstance(begun, Refused):
            return begun
        course = begun
    elif act.early:
        return Refused("play-called", "47", "'Play' had been called: this stroke is not too early")
    board = live(course)
    if act.by is not None and act.by != board.turn:
        return Refused("out-of-turn", "51", f"it is the turn of {board.turn.text()}, not of {act.by.text()}")
    facts = replace(act.facts, proper=False) if act.early else act.facts
    before = board.situation(course.points)
    fault = stroke_fault(before, facts) or _lying_fault(board, act)
    if fault:
        return Refused("impossible-stroke", None, fault)
    ruling = judge(before, facts, moment.setup.rulebook)
    laws = ("47", *ruling.laws) if act.early else ruling.laws
    board = _ruled(board, act, ruling)
    if ruling.result is not None:
        return _ended(course, board, ruling, moment)
    happened = [Happening("ruled", laws)]
    board = _with_placings(course, board, ruling)
    if ruling.turn == "passes":
        board = passed(course, board, moment)
        happened.append(turn_happening(board, laws))
    if act.rests is not None:
        board = replace(board, umpire=_umpires_share(board, act))
    return Step(with_board(course, board, moment), tuple(happened), ruling)


def _ruled(board: Board, act: Stroke, ruling: Ruling) -> Board:
    """The board after the ruling, the turn still with the player."""
    player, opponent = board.turn.party, other(board.turn.party)
    attempt = board.attempt
    if attempt is not None:
        attempt = None if act.touched else attempt + 1
    queen = ruling.queen
    return replace(
        board,
        attempt=attempt,
        on=ByParty(ruling.own, ruling.opponent) if player == "a" else ByParty(ruling.opponent, ruling.own),
        owed=_by_party(player, ruling.owed.player, ruling.owed.opponent),
        opened=ByParty(True, True)
        .with_value(player, board.opened[player] or act.own > ruling.returned.own)
        .with_value(opponent, board.opened[opponent] or act.opponent > 0),
        queen=player if queen == "player" else opponent if queen == "opponent" else queen,
        strokes=board.strokes + 1,
        passes=0,
        position=act.rests,
        umpire=(),
    )


def _by_party(player: str, own: int, opponent: int) -> ByParty[int]:
    return ByParty(own, opponent) if player == "a" else ByParty(opponent, own)


def _with_placings(course: Course, board: Board, ruling: Ruling) -> Board:
    player, opponent = board.turn.party, other(board.turn.party)
    entries = []
    if ruling.placed.player:
        count = ruling.placed.player
        entries.append(Placing(player, count, placer(course, board, player), min(count, ruling.returned.own)))
    if ruling.placed.opponent:
        entries.append(Placing(opponent, ruling.placed.opponent, placer(course, board, opponent)))
    return replace(board, placing=merged(tuple(entries))) if entries else board


def _umpires_share(board: Board, act: Stroke) -> tuple[Kind, ...]:
    """The queen that comes out again, and what jumped off: the queen first, then the pieces (65)."""
    if act.rests is not None and board.queen == "board" and not act.rests.on_board("queen"):
        return ("queen", *(kind for kind in act.jumped if kind != "queen"))
    return act.jumped


def _ended(course: Course, board: Board, ruling: Ruling, moment: Moment) -> Step:
    result = ruling.result
    if result is None:
        raise LookupError("the board is not over")
    player, opponent = board.turn.party, other(board.turn.party)
    winner = player if result.winner == "player" else opponent
    # Pieces on their way back out of the pockets count as lying on the board (I-11).
    coins = ruling.opponent if winner == player else ruling.own + ruling.returned.own
    award = Award(winner, result.points, result.demand, coins, ruling.laws)
    step = end_board(replace(course, board=replace(board, award=award)), moment)
    return Step(step.course, step.happened, ruling)


def _lying_fault(board: Board, act: Stroke) -> str | None:
    """Whether what jumped off, and where the rest lies, agree with what was pocketed."""
    lying = board.lying()
    colour = board.colour(board.turn.party)
    lying[colour] -= act.own
    lying["black" if colour == "white" else "white"] -= act.opponent
    lying["queen"] -= act.queen
    lying.update({kind: lying[kind] - count for kind, count in Counter(act.jumped).items()})
    for kind, left in lying.items():
        if left < 0:
            return f"{kind}: more pieces were pocketed or jumped off than lay there"
        if act.rests is not None and act.rests.on_board(kind) != left:
            return f"{kind}: {act.rests.on_board(kind)} lie on the board after the stroke where {left} must"
    return None


def pass_over(course: Course, act: Pass, moment: Moment) -> Step | Refused:
    board = live(course)
    if board.passes + 1 == PASSES:
        return cancel_board(course, "137", moment)
    board = passed(course, replace(board, passes=board.passes + 1), moment)
    return Step(with_board(course, board, moment), (turn_happening(board, ("137",)),))
