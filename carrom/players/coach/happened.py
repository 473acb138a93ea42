"""What happened in a stroke, as people would name it: the queen covered, the striker pocketed, coins put back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from carrom.laws import judge
from carrom.players.coach.strokes import StrokePlayed

What = Literal[
    "won",
    "lost",
    "striker",
    "foul",
    "covered",
    "queen",
    "back",
    "coin",
    "coins",
    "rivals",
    "returned",
    "owes",
    "nothing",
]


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, with points or coins where it has a number."""

    what: What
    count: int = 0


def happened(played: StrokePlayed) -> tuple[Happening, ...]:
    """What a person would say of a stroke, weightiest first."""
    return tuple(_said(played))


def _said(played: StrokePlayed) -> Iterator[Happening]:
    before, facts = played.view.situation, played.act.facts
    ruling = judge(before, facts, played.view.rulebook)
    end = ruling.result
    if end is not None:
        yield Happening("won" if end.winner == "player" else "lost", end.points + end.demand)
    if facts.striker:
        yield Happening("striker")
    elif ruling.penalty or not facts.proper or not facts.touched:
        yield Happening("foul")
    if before.queen != ruling.queen or facts.queen:
        if ruling.queen == "player" and before.queen != "player":
            yield Happening("covered")
        elif ruling.queen == "pending":
            yield Happening("queen")
        elif ruling.queen == "board":
            yield Happening("back")
    if facts.own:
        yield Happening("coin" if facts.own == 1 else "coins", facts.own)
    if facts.opponent:
        yield Happening("rivals", facts.opponent)
    if ruling.placed.player:
        yield Happening("returned", ruling.placed.player)
    if ruling.owed.player > before.owed.player:
        yield Happening("owes", ruling.owed.player)
    if not (facts.own or facts.opponent or facts.queen or facts.striker) and end is None:
        yield Happening("nothing")
