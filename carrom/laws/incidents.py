"""Incidents at a board outside a stroke, and the ruling on them (47, 51, 62–64, 91, 121, 125, 126, 132, 137).

`player` is the side in turn, also when the opponent offends. Decisions that do not depend on the pieces are in
`carrom.laws.decisions`.

>>> from carrom.laws import Situation, rulebook
>>> left = judge_incident(Situation(own=4, opponent=6, opened=True), BoardLost("player", "91"), rulebook("icf"))
>>> left.result, left.laws
(BoardEnd(winner='opponent', points=7, demand=0), ('91', '53b'))
"""

from dataclasses import dataclass, replace
from typing import Literal

from carrom.laws.facts import NOTHING, PIECES, BySide, QueenPlace, Side, Situation, StrokeFacts
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import BoardEnd, Returned


@dataclass(frozen=True, slots=True)
class Violation:
    """Breach of the Laws outside a stroke: a foul or a technical foul (62–64)."""

    offender: Side
    law: str
    """Law broken, as named by the umpire; cited first."""
    stroke_played: bool = False
    """The side in turn has made a stroke in this turn."""
    in_turn: bool = True
    """False for the partner of the player in turn."""
    in_appeal: bool = False
    """Play was stopped, so technical for either side (I-35)."""


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """The side in turn did not strike in time (46 for the break, 50)."""

    stroke_played: bool


@dataclass(frozen=True, slots=True)
class EarlyBreak:
    """Break before the umpire called 'Play' (47)."""

    facts: StrokeFacts


BOARD_LOSSES: dict[str, tuple[str, ...]] = {
    "51": ("51", "I-20"),
    "91": ("91",),
    "121b": ("121b", "I-20"),
    "126b": ("126b", "I-20"),
}
"""Laws by which a board is lost outside a stroke, with those cited: a stroke out of turn noticed before the next one,
getting up, playing on during an appeal, upsetting the pieces beyond repair. 91 itself says what the queen is worth
(I-20)."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The offender loses the board. A stroke out of turn (51) is judged by the situation before it."""

    offender: Side
    law: str


@dataclass(frozen=True, slots=True)
class TalkedToSpectators:
    """Talking to spectators without leave (132, KREEDA 14a)."""

    offender: Side
    in_turn: bool
    """The player in turn talked."""
    stroke_played: bool = False


@dataclass(frozen=True, slots=True)
class PassedOver:
    """The player in turn passes (137)."""

    in_a_row: int


@dataclass(frozen=True, slots=True)
class TurnInterrupted:
    """Another player struck in this turn, unnoticed before the next stroke (51, I-27)."""


@dataclass(frozen=True, slots=True)
class TurnOverrun:
    """Turn that an opponent's piece should have ended, noticed only now (125b)."""


Incident = (
    Violation | ClockRanOut | EarlyBreak | BoardLost | TalkedToSpectators | PassedOver | TurnInterrupted | TurnOverrun
)


IncidentTurn = Literal["continues", "passes", "over"]

PASSES_OF_ALL = 6


@dataclass(frozen=True, slots=True)
class IncidentRuling:
    """Consequences of an incident; fields shared with `Ruling` mean the same."""

    turn: IncidentTurn
    """Over without a result: the board is played again."""
    penalty: BySide[int]
    returned: Returned
    placed: BySide[int]
    owed: BySide[int]
    own: int
    opponent: int
    queen: QueenPlace
    result: BoardEnd | None
    laws: tuple[str, ...]
    misses_turn: bool = False
    """The offender is not in turn and misses the next turn."""


def judge_incident(before: Situation, incident: Incident, rulebook: Rulebook) -> IncidentRuling:
    match incident:
        case Violation():
            played = incident.stroke_played and incident.in_turn and not incident.in_appeal
            laws = (incident.law, "I-35") if incident.in_appeal else (incident.law,)
            return _foul(before, incident.offender, played, laws, rulebook, in_turn=incident.in_turn)
        case ClockRanOut():
            clock = "50" if before.break_attempt is None else "46"
            return _foul(before, "player", incident.stroke_played, (clock, "I-12"), rulebook)
        case EarlyBreak():
            return _early_break(before, incident.facts, rulebook)
        case BoardLost():
            return _board_lost(before, incident, rulebook)
        case TalkedToSpectators():
            return _talking(before, incident, rulebook)
        case PassedOver():
            return _no_change(before, ("137",), rulebook, "over" if incident.in_a_row >= PASSES_OF_ALL else "passes")
        case TurnInterrupted():
            return _turn_over(before, ("51", "I-27"), rulebook)
        case TurnOverrun():
            return _turn_over(before, ("125b", "I-29"), rulebook)


def _no_change(before: Situation, laws: tuple[str, ...], rulebook: Rulebook, turn: IncidentTurn) -> IncidentRuling:
    """Moves no piece, except a pending queen whose turn ends."""
    queen_back = before.queen == "pending" and turn != "continues"
    return IncidentRuling(
        turn=turn,
        penalty=NOTHING,
        returned=Returned(queen=queen_back),
        placed=NOTHING,
        owed=NOTHING if turn == "over" else before.owed,
        own=before.own,
        opponent=before.opponent,
        queen="board" if queen_back else before.queen,
        result=None,
        laws=rulebook.cite(laws),
    )


def _turn_over(before: Situation, laws: tuple[str, ...], rulebook: Rulebook) -> IncidentRuling:
    return _no_change(before, (*laws, "96") if before.queen == "pending" else laws, rulebook, "passes")


def _foul(
    before: Situation,
    offender: Side,
    stroke_played: bool,
    laws: tuple[str, ...],
    rulebook: Rulebook,
    *,
    in_turn: bool = True,
) -> IncidentRuling:
    """Take one piece of the offender out; the side in turn also loses the turn (63, 64a). Until the break has touched a
    piece a foul is technical (I-32)."""
    has_struck = offender == "player" and stroke_played
    loses_turn = has_struck and before.break_attempt is None
    penalty = BySide(1, 0) if offender == "player" else BySide(0, 1)
    owed = BySide(before.owed.player + penalty.player, before.owed.opponent + penalty.opponent)
    placed = BySide(min(owed.player, PIECES - before.own), min(owed.opponent, PIECES - before.opponent))
    left = BySide(owed.player - placed.player, owed.opponent - placed.opponent)
    kind = "64a" if loses_turn else "63a" if offender == "player" and in_turn else "63b"
    cited = (*laws, kind, "I-32") if has_struck and not loses_turn else (*laws, kind)
    if loses_turn and before.queen == "pending":
        cited = (*cited, "96")
    if (left.player if offender == "player" else left.opponent) > 0:
        cited = (*cited, "72c")
    return replace(
        _no_change(before, cited, rulebook, "passes" if loses_turn else "continues"),
        penalty=penalty,
        placed=placed,
        owed=left,
        own=before.own + placed.player,
        opponent=before.opponent + placed.opponent,
    )


def _early_break(before: Situation, facts: StrokeFacts, rulebook: Rulebook) -> IncidentRuling:
    """Take one of the breaker's pieces as penalty (and a due for the striker), and pass the turn (47)."""
    liabilities = before.owed.player + facts.own + 1 + facts.striker
    available = PIECES - before.own + facts.own
    placed = min(liabilities, available)
    theirs = min(before.owed.opponent, PIECES - before.opponent + facts.opponent)
    laws: tuple[str, ...] = ("47", "72b") if facts.striker else ("47",)
    if liabilities > placed:
        laws = (*laws, "72c")
    return replace(
        _no_change(before, laws, rulebook, "passes"),
        penalty=BySide(1 + facts.striker, 0),
        returned=Returned(own=facts.own, queen=facts.queen),
        placed=BySide(placed, theirs),
        owed=BySide(liabilities - placed, before.owed.opponent - theirs),
        own=before.own - facts.own + placed,
        opponent=before.opponent - facts.opponent + theirs,
    )


def _board_lost(before: Situation, incident: BoardLost, rulebook: Rulebook) -> IncidentRuling:
    """Give the winner the offender's pieces on the board, and the queen unless the offender covered it (51, 91, 121b,
    126b; 53b, I-20)."""
    laws = BOARD_LOSSES[incident.law]
    if incident.law == "91" and rulebook.leaving_seat_may_cost_match:
        laws = (rulebook.leaving_seat_may_cost_match, *laws)
    offender = incident.offender
    winner: Side = "opponent" if offender == "player" else "player"
    credited = rulebook.is_credited(before.score.player if winner == "player" else before.score.opponent)
    points = before.own if offender == "player" else before.opponent
    if before.queen != offender:
        if credited:
            points += rulebook.queen_value
        laws = (*laws, "53b" if credited else "54")
    over = _no_change(before, laws, rulebook, "over")
    return replace(over, result=BoardEnd(winner, min(points, rulebook.most_points)))


def _talking(before: Situation, incident: TalkedToSpectators, rulebook: Rulebook) -> IncidentRuling:
    local = rulebook.talking_costs_turn
    if local is None:
        played = incident.stroke_played and incident.in_turn
        return _foul(before, incident.offender, played, ("132",), rulebook, in_turn=incident.in_turn)
    if incident.in_turn:
        return _no_change(before, (local,), rulebook, "passes")
    return replace(_no_change(before, (local,), rulebook, "continues"), misses_turn=True)
