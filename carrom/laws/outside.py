"""The ruling on what happened outside a stroke (47, 51, 62–64, 82–91, 121, 126, 137–143, 151).

>>> from carrom.laws import Situation, rulebook
>>> from carrom.laws.incidents import LeftSeat
>>> left = judge_incident(Situation(own=4, opponent=6, opened=True), LeftSeat("player"), rulebook("icf"))
>>> left.result, left.laws
(Result(winner='opponent', points=7, demand=0), ('91', '53b'))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carrom.laws.facts import NOTHING, PIECES, BySide, QueenPlace, Side, Situation, StrokeFacts
from carrom.laws.incidents import (
    HINDRANCES,
    MISPLACEMENTS,
    BoardUpset,
    ClockRanOut,
    Concession,
    EarlyBreak,
    Incident,
    LeftSeat,
    Misconduct,
    Misplacement,
    OutOfTurn,
    PlayedDuringAppeal,
    ProtestDecided,
    Replay,
    TalkedToSpectators,
    TimeUp,
    Violation,
)
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import Result, Returned

BoardFate = Literal["goes on", "over", "replayed", "unscored"]
"""`replayed`: from its break, with the score as before it; `unscored`: it ends and counts for nobody."""
MatchFate = Literal["goes on", "game lost", "match lost", "match may be lost"]


@dataclass(frozen=True, slots=True)
class IncidentRuling:
    """The consequences of an incident. Fields that a stroke's ruling has too mean the same."""

    turn: Literal["continues", "passes", "over"]
    penalty: BySide[int]
    """Pieces that each side owes for it."""
    returned: Returned
    placed: BySide[int]
    owed: BySide[int]
    own: int
    opponent: int
    queen: QueenPlace
    result: Result | None
    laws: tuple[str, ...]
    board: BoardFate = "goes on"
    match: MatchFate = "goes on"
    loser: Side | None = None
    """Who loses, or may lose, the game or match."""
    misses_turn: Side | None = None
    """A side that is not in turn and must leave out its next one."""
    put_right: bool = False
    """What was placed has to be placed again."""


def judge_incident(before: Situation, incident: Incident, rulebook: Rulebook) -> IncidentRuling:
    """What the incident leads to."""
    laws: tuple[str, ...]
    match incident:
        case Violation():
            laws = () if incident.law is None else (incident.law,)
            return _foul(before, incident.offender, incident.stroke_played, laws, rulebook)
        case Misplacement():
            laws = (MISPLACEMENTS[incident.how],)
            return _foul(before, incident.offender, incident.stroke_played, laws, rulebook, put_right=True)
        case ClockRanOut():
            laws = ("50", "I-12") if before.break_attempt is None else ("46", "I-12")
            return _foul(before, "player", incident.stroke_played, laws, rulebook)
        case EarlyBreak():
            return _early_break(before, incident.facts, rulebook)
        case OutOfTurn():
            return _board_lost(before, incident.offender, ("51", "I-20"), rulebook)
        case LeftSeat():
            may_cost = rulebook.leaving_seat_may_cost_match
            laws = (may_cost, "91") if may_cost else ("91",)
            return _board_lost(before, incident.offender, laws, rulebook, may_cost_match=may_cost is not None)
        case PlayedDuringAppeal():
            return _board_lost(before, incident.offender, ("121b", "I-20"), rulebook)
        case BoardUpset():
            return _board_lost(before, incident.offender, ("126b", "I-20"), rulebook)
        case TalkedToSpectators():
            return _talked(before, incident, rulebook)
        case Replay():
            return _still(before, (HINDRANCES[incident.reason],), rulebook, turn="over", board="replayed")
        case Concession():
            return _conceded(before, incident, rulebook)
        case Misconduct():
            return _misconduct(before, incident, rulebook)
        case ProtestDecided():
            if incident.upheld:
                return _still(before, ("151a",), rulebook, turn="over", board="replayed")
            return _still(before, ("151b",), rulebook)
        case TimeUp():
            return _still(before, ("I-26",), rulebook, turn="over", board="unscored")


def _still(
    before: Situation,
    laws: tuple[str, ...],
    rulebook: Rulebook,
    *,
    turn: Literal["continues", "passes", "over"] = "continues",
    board: BoardFate = "goes on",
    match: MatchFate = "goes on",
    loser: Side | None = None,
    misses_turn: Side | None = None,
) -> IncidentRuling:
    """A ruling that moves no piece, but for a pending queen whose turn ends."""
    queen_back = before.queen == "pending" and turn != "continues"
    over = turn == "over"
    return IncidentRuling(
        turn=turn,
        penalty=NOTHING,
        returned=Returned(queen=queen_back),
        placed=NOTHING,
        owed=NOTHING if over else before.owed,
        own=before.own,
        opponent=before.opponent,
        queen="board" if queen_back else before.queen,
        result=None,
        laws=rulebook.cite(laws),
        board=board,
        match=match,
        loser=loser,
        misses_turn=misses_turn,
    )


def _foul(
    before: Situation,
    offender: Side,
    stroke_played: bool,
    laws: tuple[str, ...],
    rulebook: Rulebook,
    *,
    put_right: bool = False,
) -> IncidentRuling:
    """63, 64a: one piece of the offender comes out; a foul of the side in turn loses it the turn as well."""
    loses_turn = offender == "player" and stroke_played
    owed = BySide(
        before.owed.player + (offender == "player"),
        before.owed.opponent + (offender == "opponent"),
    )
    placed = BySide(min(owed.player, PIECES - before.own), min(owed.opponent, PIECES - before.opponent))
    left = BySide(owed.player - placed.player, owed.opponent - placed.opponent)
    kind = "64a" if loses_turn else "63a" if offender == "player" else "63b"
    queen_back = loses_turn and before.queen == "pending"
    cited = (*laws, kind)
    if queen_back:
        cited = (*cited, "96")
    if (left.player if offender == "player" else left.opponent) > 0:
        cited = (*cited, "72c")
    return IncidentRuling(
        turn="passes" if loses_turn else "continues",
        penalty=BySide(1, 0) if offender == "player" else BySide(0, 1),
        returned=Returned(queen=queen_back),
        placed=placed,
        owed=left,
        own=before.own + placed.player,
        opponent=before.opponent + placed.opponent,
        queen="board" if queen_back else before.queen,
        result=None,
        laws=rulebook.cite(cited),
        put_right=put_right,
    )


def _early_break(before: Situation, facts: StrokeFacts, rulebook: Rulebook) -> IncidentRuling:
    """47: what the breaker pocketed comes back, one piece as penalty (and a due for the striker), the turn passes."""
    liabilities = before.owed.player + facts.own + 1 + facts.striker
    available = PIECES - before.own + facts.own
    placed = min(liabilities, available)
    theirs = min(before.owed.opponent, PIECES - before.opponent + facts.opponent)
    laws: tuple[str, ...] = ("47", "72b") if facts.striker else ("47",)
    if liabilities > placed:
        laws = (*laws, "72c")
    return IncidentRuling(
        turn="passes",
        penalty=BySide(1 + facts.striker, 0),
        returned=Returned(own=facts.own, queen=facts.queen),
        placed=BySide(placed, theirs),
        owed=BySide(liabilities - placed, before.owed.opponent - theirs),
        own=before.own - facts.own + placed,
        opponent=before.opponent - facts.opponent + theirs,
        queen="board",
        result=None,
        laws=rulebook.cite(laws),
    )


def _board_lost(
    before: Situation, offender: Side, laws: tuple[str, ...], rulebook: Rulebook, *, may_cost_match: bool = False
) -> IncidentRuling:
    """51, 91, 121b, 126b: by the offender's pieces on the board, and the queen unless he covered it (53b, I-20)."""
    winner: Side = "opponent" if offender == "player" else "player"
    credited = rulebook.is_credited(before.score.player if winner == "player" else before.score.opponent)
    points = before.own if offender == "player" else before.opponent
    if before.queen != offender:
        if credited:
            points += rulebook.queen_value
        laws = (*laws, "53b" if credited else "54")
    return IncidentRuling(
        turn="over",
        penalty=NOTHING,
        returned=Returned(queen=before.queen == "pending"),
        placed=NOTHING,
        owed=NOTHING,
        own=before.own,
        opponent=before.opponent,
        queen="board" if before.queen == "pending" else before.queen,
        result=Result(winner, min(points, rulebook.most_points)),
        laws=rulebook.cite(laws),
        board="over",
        match="match may be lost" if may_cost_match else "goes on",
        loser=offender if may_cost_match else None,
    )


def _talked(before: Situation, incident: TalkedToSpectators, rulebook: Rulebook) -> IncidentRuling:
    local = rulebook.talking_costs_turn
    if local is None:
        return _foul(before, incident.offender, incident.stroke_played, ("132",), rulebook)
    if incident.offender == "player":
        return _still(before, (local,), rulebook, turn="passes")
    return _still(before, (local,), rulebook, misses_turn="opponent")


def _conceded(before: Situation, incident: Concession, rulebook: Rulebook) -> IncidentRuling:
    lost: MatchFate = "game lost" if incident.what == "game" else "match lost"
    return _still(before, ("139",), rulebook, turn="over", board="unscored", match=lost, loser=incident.side)


def _misconduct(before: Situation, incident: Misconduct, rulebook: Rulebook) -> IncidentRuling:
    law = "143" if incident.act == "indiscipline" else f"143{incident.act}"
    if incident.match_lost:
        return _still(
            before, (law,), rulebook, turn="over", board="unscored", match="match lost", loser=incident.offender
        )
    return _still(before, (law,), rulebook, match="match may be lost", loser=incident.offender)
