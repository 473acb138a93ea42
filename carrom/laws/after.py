"""What the next stroke finds: the situation after a ruling, seen by whoever plays next."""

from __future__ import annotations

from typing import NamedTuple

from carrom.laws.facts import BySide, QueenPlace, Situation, StrokeFacts
from carrom.laws.incidents import EarlyBreak, Incident
from carrom.laws.outside import IncidentRuling
from carrom.laws.ruling import Ruling

_SWAPPED: dict[QueenPlace, QueenPlace] = {
    "board": "board",
    "pending": "board",
    "player": "opponent",
    "opponent": "player",
}


class Next(NamedTuple):
    """The situation for whoever strikes next, and whether the side that waits has been opened too (92)."""

    situation: Situation
    waiting_opened: bool


def after(before: Situation, facts: StrokeFacts, ruling: Ruling, *, waiting_opened: bool) -> Next:
    """The situation after a stroke that did not end the board.

    `waiting_opened` says whether a piece of the side not in turn had been pocketed before the stroke: the situation
    itself only speaks of the side that strikes.
    """
    if ruling.result is not None:
        raise ValueError("the board is over; nothing comes after it")
    # A piece that fell and came back in the same stroke opens nothing (I-14).
    opened = before.opened or facts.own > ruling.returned.own
    waiting_opened = waiting_opened or facts.opponent > 0
    attempt = None
    if before.break_attempt is not None and not facts.touched:
        attempt = before.break_attempt + 1 if ruling.turn == "retry" else 1
    following = Situation(
        own=ruling.own,
        opponent=ruling.opponent,
        queen=ruling.queen,
        opened=opened,
        owed=ruling.owed,
        score=before.score,
        break_attempt=attempt,
    )
    if ruling.turn == "passes":
        return Next(turned(following, opened=waiting_opened), opened)
    return Next(following, waiting_opened)


def after_incident(before: Situation, incident: Incident, ruling: IncidentRuling, *, waiting_opened: bool) -> Next:
    """The situation after an incident that did not end the board."""
    if ruling.board != "goes on":
        raise ValueError("the board is over; nothing comes after it")
    attempt = before.break_attempt
    if isinstance(incident, EarlyBreak):
        waiting_opened = waiting_opened or incident.facts.opponent > 0
        attempt = None if incident.facts.touched else attempt
    if attempt is not None and ruling.turn == "passes":
        attempt = 1
    following = Situation(
        own=ruling.own,
        opponent=ruling.opponent,
        queen=ruling.queen,
        opened=before.opened,
        owed=ruling.owed,
        score=before.score,
        break_attempt=attempt,
    )
    if ruling.turn == "passes":
        return Next(turned(following, opened=waiting_opened), before.opened)
    return Next(following, waiting_opened)


def turned(situation: Situation, *, opened: bool) -> Situation:
    """The same board seen from the other side. A pending queen returns when the turn passes."""
    owed: BySide[int] = situation.owed.swapped()
    return Situation(
        own=situation.opponent,
        opponent=situation.own,
        queen=_SWAPPED[situation.queen],
        opened=opened,
        owed=owed,
        score=situation.score.swapped(),
        break_attempt=situation.break_attempt,
    )
