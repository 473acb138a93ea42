"""What the next stroke finds: the situation after a ruling, seen by whoever plays next."""

from typing import NamedTuple

from carrom.laws.facts import QueenPlace, Situation, StrokeFacts
from carrom.laws.incident_judge import IncidentRuling
from carrom.laws.ruling import Ruling

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
