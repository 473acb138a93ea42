"""What the next stroke finds: the situation after a ruling, seen by whoever plays next."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from carrom.laws.facts import QueenPlace, Side, Situation, StrokeFacts
from carrom.laws.incidents import IncidentRuling
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import Ruling

if TYPE_CHECKING:
    from carrom.equipment import Seat


# A ruling by which the turn passes leaves no queen pending (96).
_SWAPPED: dict[QueenPlace, QueenPlace] = {"board": "board", "player": "opponent", "opponent": "player"}


class NextSituation(NamedTuple):
    """The situation for whoever strikes next, and whether the side that waits has been opened too (92)."""

    situation: Situation
    waiting_opened: bool


def after(
    before: Situation, facts: StrokeFacts | None, ruling: Ruling | IncidentRuling, *, waiting_opened: bool
) -> NextSituation:
    """The situation after a stroke, or after an incident in which nobody struck (no facts).

    `waiting_opened` says whether a piece of the side not in turn had been pocketed before: the situation itself only
    speaks of the side that strikes. At the end of a board it is what lies there, as the same side sees it.
    """
    opened, attempt = before.opened, before.break_attempt
    if facts is not None:
        # A piece that fell and came back in the same stroke opens nothing (I-14).
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
    """Who plays when the turn passes: across in singles, to the rulebook's hand in doubles (49b, KREEDA 5d)."""
    if not doubles:
        return in_turn.opposite
    return in_turn.right if rulebook.rotation == "right" else in_turn.left


def placing_seat(in_turn: Seat, debtor: Side, *, doubles: bool) -> Seat:
    """Who takes out and places a piece of `debtor`, at the moment when it can be placed.

    In singles always the other side. In doubles the player at the right hand of the one in turn (78b i); or the one in
    turn himself, when he has pocketed a piece of the opponents who owe it (78b ii). A claim that waited for space is
    placed by whoever these lines name when there is space, be it the partner (79b).
    """
    if debtor == "opponent":
        return in_turn
    return in_turn.right if doubles else in_turn.opposite


def placing_law(*, by_partner: bool) -> str:
    """The law against placing what somebody else has to place: nobody does it for his partner (90)."""
    return "90" if by_partner else "78b"
