"""Ruling on discs that drop into a pocket outside a stroke (71, 113, I-34).

They count as pocketed by the last stroke, cleanly, but a turn that has passed does not come back.
"""

from dataclasses import dataclass, replace

from carrom.laws.clauses.queen import queen_after, queen_event
from carrom.laws.facts import NOTHING, PIECES, BySide, QueenPlace, Side, Situation, StrokeFacts
from carrom.laws.incidents import IncidentRuling, IncidentTurn
from carrom.laws.judge import judge, turn_after
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import BoardEnd, Returned

_OTHER_SIDE: dict[QueenPlace, QueenPlace] = {"player": "opponent", "opponent": "player"}


@dataclass(frozen=True, slots=True)
class Fall:
    """Discs that dropped, seen by the side in turn, and the last stroke."""

    own: int = 0
    opponent: int = 0
    queen: bool = False
    struck: Side = "player"
    stroke: StrokeFacts | None = None
    """The last stroke, with what dropped earlier after it; None if its turn has passed."""
    stroke_before: Situation | None = None
    in_hand: BySide[int] = NOTHING
    """Dues and penalties that count as on the board but lie in a placer's hand (I-11)."""

    @property
    def facts(self) -> StrokeFacts:
        return StrokeFacts(own=self.own, opponent=self.opponent, queen=self.queen)


def judge_fall(before: Situation, fall: Fall, rulebook: Rulebook) -> IncidentRuling:
    laws: tuple[str, ...] = ("71", "I-34") if fall.own or fall.opponent else ("113", "I-34")
    if fall.queen and laws[0] == "71":
        laws = ("71", "113", "I-34")
    if fall.own == before.own or fall.opponent == before.opponent:
        return _end_of_board(before, fall, laws, rulebook)
    turn: IncidentTurn = "continues"
    queen = "board" if fall.queen else before.queen
    if fall.stroke is not None:
        turn, queen = _while_turn_lasts(before, fall, fall.stroke, rulebook)
    queen_back = queen == "board" and (fall.queen or before.queen == "pending")
    if queen_back:
        laws = (*laws, "96")
    own, opponent = before.own - fall.own, before.opponent - fall.opponent
    placed = BySide(
        min(before.owed.player, PIECES - own) if fall.own else 0,
        min(before.owed.opponent, PIECES - opponent) if fall.opponent else 0,
    )
    owed = BySide(before.owed.player - placed.player, before.owed.opponent - placed.opponent)
    return IncidentRuling(
        turn=turn,
        penalty=NOTHING,
        returned=Returned(queen=queen_back),
        placed=placed,
        owed=owed,
        own=own + placed.player,
        opponent=opponent + placed.opponent,
        queen=queen,
        result=None,
        laws=rulebook.cite(laws if placed == NOTHING else (*laws, "78a")),
    )


def _while_turn_lasts(
    before: Situation, fall: Fall, stroke: StrokeFacts, rulebook: Rulebook
) -> tuple[IncidentTurn, QueenPlace]:
    if not fall.own and not fall.queen:
        if rulebook.opponents_piece_ends_turn:
            return "passes", "board" if before.queen == "pending" else before.queen
        return "continues", before.queen
    if stroke.striker or fall.stroke_before is None:
        # That stroke's pieces came back; the fall counts by itself.
        base, facts = before, fall.facts
    else:
        base = fall.stroke_before
        facts = replace(
            stroke,
            own=stroke.own + fall.own,
            opponent=stroke.opponent + fall.opponent,
            queen=stroke.queen or fall.queen,
        )
    event = queen_event(base, facts, rulebook)
    turn: IncidentTurn = "passes" if turn_after(base, facts, rulebook, event) == "passes" else "continues"
    if not fall.queen and before.queen != "pending":
        return turn, before.queen
    queen = queen_after(base, facts, rulebook, event)
    return turn, "board" if turn == "passes" and queen == "pending" else queen


def _end_of_board(before: Situation, fall: Fall, laws: tuple[str, ...], rulebook: Rulebook) -> IncidentRuling:
    counted = replace(
        before,
        own=max(fall.own, 1, before.own - fall.in_hand.player),
        opponent=max(fall.opponent, 1, before.opponent - fall.in_hand.opponent),
    )
    facts = fall.facts
    if fall.struck == "opponent":
        counted = Situation(
            own=counted.opponent,
            opponent=counted.own,
            queen=_OTHER_SIDE.get(counted.queen, counted.queen),
            opened=True,
            owed=counted.owed.swapped(),
            score=counted.score.swapped(),
        )
        facts = replace(facts, own=fall.opponent, opponent=fall.own)
    ruling = judge(counted, facts, rulebook)
    winner, queen = None if ruling.result is None else ruling.result.winner, ruling.queen
    if fall.struck == "opponent":
        winner = "opponent" if winner == "player" else "player"
        queen = _OTHER_SIDE.get(queen, queen)
    result = None if ruling.result is None or winner is None else BoardEnd(winner, ruling.result.points)
    own, opponent = before.own - fall.own, before.opponent - fall.opponent
    cited = rulebook.cite((*laws, *ruling.laws))
    return IncidentRuling("over", NOTHING, Returned(), NOTHING, NOTHING, own, opponent, queen, result, cited)
