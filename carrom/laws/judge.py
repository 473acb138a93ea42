"""The judge: situation, stroke and rulebook in, ruling out. Pure, and independent of physics.

>>> from carrom.laws import Situation, StrokeFacts, judge, rulebook
>>> ruling = judge(Situation(own=5, opponent=3, opened=True), StrokeFacts(own=1, striker=True), rulebook("icf"))
>>> ruling.turn, ruling.placed.player, ruling.laws
('continues', 2, ('73',))

It expects possible input and does not check it (see `carrom.laws.facts`).
"""

from carrom.laws.board_points import board_end
from carrom.laws.clauses.endings import FAULTS, QueenCase
from carrom.laws.clauses.queen import QueenEvent, queen_after, queen_event
from carrom.laws.clauses.strokes import deciding_laws
from carrom.laws.facts import NOTHING, PIECES, BySide, QueenPlace, Situation, StrokeFacts
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import Returned, Ruling, Turn

BREAK_ATTEMPTS = 3

_RETURNED = tuple(tuple(Returned(own, queen) for own in range(PIECES + 1)) for queen in (False, True))
_NOTHING_BACK = _RETURNED[False][0]
_CASES: dict[QueenEvent, QueenCase] = {
    QueenEvent.TAKEN: "taken",
    QueenEvent.RETURNED_DUE: "barred",
    QueenEvent.COVERED: "pending",
    QueenEvent.STILL_PENDING: "pending",
    QueenEvent.RETURNED_UNCOVERED: "pending",
}


def judge(before: Situation, facts: StrokeFacts, rulebook: Rulebook) -> Ruling:
    if before.break_attempt is not None and not facts.touched:
        return _break_not_made(before, facts, before.break_attempt, rulebook)
    due = 1 if facts.striker else 0
    penalty = 0 if facts.proper else 1
    event = queen_event(before, facts, rulebook)
    queen = queen_after(before, facts, rulebook, event)
    own_back = facts.own if due or penalty else 0
    returned = _RETURNED[event is not QueenEvent.NONE and queen == "board"][own_back]
    if facts.own == before.own or facts.opponent == before.opponent:
        over = _end_of_board(before, facts, rulebook, event, returned, queen)
        if over is not None:
            return over

    liabilities = before.owed.player + own_back + due + penalty
    if event is QueenEvent.RETURNED_DUE and rulebook.queen_settles_due:
        liabilities -= 1
    available = PIECES - before.own + facts.own
    placed = liabilities if liabilities < available else available
    owed = liabilities - placed
    owed_opponent = before.owed.opponent
    placed_opponent = 0
    if owed_opponent:
        available = PIECES - before.opponent + facts.opponent
        placed_opponent = owed_opponent if owed_opponent < available else available
    # Cheaper than a `StrokeKind` in this hot path.
    kind = (
        event,
        facts.proper,
        facts.striker,
        facts.own > 0,
        facts.own == 1,
        facts.opponent > 0,
        before.own == PIECES,
        before.owed.player > 0,
        owed > 0 and (due or penalty) > 0,
        placed_opponent > 0 or (before.owed.player > 0 and placed > 0),
    )
    return Ruling(
        turn_after(before, facts, rulebook, event),
        due,
        penalty,
        returned,
        BySide(placed, placed_opponent) if placed or placed_opponent else NOTHING,
        BySide(owed, owed_opponent - placed_opponent) if owed or owed_opponent else NOTHING,
        before.own - facts.own + placed,
        before.opponent - facts.opponent + placed_opponent,
        queen,
        None,
        deciding_laws(kind, rulebook),
    )


def _break_not_made(before: Situation, facts: StrokeFacts, attempt: int, rulebook: Rulebook) -> Ruling:
    """A break that touched nothing (45): colours never change, nothing is owed."""
    turn: Turn = "passes"
    laws: tuple[str, ...]
    if not facts.proper:
        laws = ("45c", "I-23")
    elif facts.striker:
        laws = ("45c",)
    elif attempt < BREAK_ATTEMPTS:
        turn, laws = "retry", ("45a",)
    else:
        laws = ("45b",)
    cited = rulebook.cite(laws)
    return Ruling(
        turn, 0, 0, _NOTHING_BACK, NOTHING, before.owed, before.own, before.opponent, before.queen, None, cited
    )


def turn_after(before: Situation, facts: StrokeFacts, rulebook: Rulebook, event: QueenEvent) -> Turn:
    """Whether a stroke that ends no board keeps the turn."""
    if not facts.proper or (not facts.own and not facts.queen):
        return "passes"
    if facts.opponent and rulebook.opponents_piece_ends_turn:
        return "passes"
    if event is QueenEvent.RETURNED_DUE or event is QueenEvent.RETURNED_UNOPENED:
        return "passes"
    if event is QueenEvent.RETURNED_FOUL and before.own == PIECES and not facts.own:
        return "continues" if rulebook.queen_and_striker_keep_turn else "passes"
    return "continues"


def _end_of_board(
    before: Situation, facts: StrokeFacts, rulebook: Rulebook, event: QueenEvent, returned: Returned, queen: QueenPlace
) -> Ruling | None:
    """Rule on a last piece, before any placing (52–54, 102–112). None if pieces return and play goes on."""
    due = 1 if facts.striker else 0
    penalty = 0 if facts.proper else 1
    # Without a queen event the queen stays; a pending one always has an event.
    case: QueenCase = before.queen if event is QueenEvent.NONE else _CASES.get(event, "bare")
    own_last, opponent_last = facts.own == before.own, facts.opponent == before.opponent
    fault = FAULTS[due + 2 * penalty]
    ending = rulebook.endings.get((own_last, opponent_last, case, fault))
    if ending is None:
        return None

    player_wins = ending.winner == "player"
    credited = rulebook.is_credited(before.score.player if player_wins else before.score.opponent)
    # Returning pieces count as on the board; due and penalty pieces do not (I-11).
    own_left = before.own - facts.own + returned.own
    opponent_left = before.opponent - facts.opponent
    left = own_left if ending.award.left == "player" else opponent_left
    end, is_cut = board_end(ending, fault, rulebook, left=left, credited=credited)

    laws = ending.laws_at(credited=credited)
    if is_cut or before.owed.player or before.owed.opponent:
        laws = (*laws, "55")
    return Ruling(
        "over",
        due,
        penalty,
        returned,
        NOTHING,
        NOTHING,
        before.own - facts.own,
        opponent_left,
        "board" if queen == "pending" else queen,
        end,
        rulebook.cite(laws),
    )
