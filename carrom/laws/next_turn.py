"""Next situation, player and placer of owed pieces after a ruling (49b, 72, 78–80, 90)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from carrom.laws.facts import QueenPlace, Side, Situation, StrokeFacts
from carrom.laws.incidents import IncidentRuling
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import Ruling

if TYPE_CHECKING:
    from carrom.equipment import Seat


# No queen is pending once the turn passes (96).
_SWAPPED: dict[QueenPlace, QueenPlace] = {"board": "board", "player": "opponent", "opponent": "player"}


class NextSituation(NamedTuple):
    """Situation for the next striker, and whether the waiting side may pocket the queen too (92)."""

    situation: Situation
    waiting_opened: bool


def after(
    before: Situation, facts: StrokeFacts | None, ruling: Ruling | IncidentRuling, *, waiting_opened: bool
) -> NextSituation:
    """Situation after a stroke, or after an incident (without facts).

    `waiting_opened`: a piece of the side not in turn had been pocketed before. After the end of a board the pieces left
    are seen by the same side.
    """
    opened, attempt = before.opened, before.break_attempt
    if facts is not None:
        # Falling and coming back in one stroke does not count (I-14).
        opened = opened or facts.own > ruling.returned.own
        waiting_opened = waiting_opened or facts.opponent > 0
        if attempt is not None:
            attempt = None if facts.touched else attempt + 1
    if ruling.turn != "passes":
        same = Situation(
            own=ruling.own,
            opponent=ruling.opponent,
            queen=ruling.queen,
            opened=opened,
            owed=ruling.owed,
            score=before.score,
            break_attempt=attempt,
        )
        return NextSituation(same, waiting_opened)
    other = Situation(
        own=ruling.opponent,
        opponent=ruling.own,
        queen=_SWAPPED[ruling.queen],
        opened=waiting_opened,
        owed=ruling.owed.swapped(),
        score=before.score.swapped(),
        break_attempt=None if attempt is None else 1,
    )
    return NextSituation(other, opened)


def next_seat(in_turn: Seat, rulebook: Rulebook, *, doubles: bool) -> Seat:
    """Across in singles, to the rulebook's hand in doubles (49b, KREEDA 5d)."""
    if not doubles:
        return in_turn.opposite
    return in_turn.right if rulebook.rotation == "right" else in_turn.left


def placing_seat(in_turn: Seat, debtor: Side, *, doubles: bool) -> Seat:
    """Seat that takes out and places a piece of `debtor`, when it can be placed.

    A piece of the side in turn is placed by the opponent, in doubles by the one to the right (78b i); a piece of the
    other side by the player in turn (78b ii). The same holds for a claim that waited for space, even if the partner
    then places it (79b).
    """
    if debtor == "opponent":
        return in_turn
    return in_turn.right if doubles else in_turn.opposite


def placing_law(*, by_partner: bool) -> str:
    """Against placing another player's piece; 90 for the partner's."""
    return "90" if by_partner else "78b"
