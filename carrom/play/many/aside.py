"""What asks for hands, played on by the match itself: pieces to place, a queen that comes back, points on demand.

It happens in one stroke of twenty or thirty, and has many laws: so it has one home, `carrom.match`.
"""

from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from carrom.equipment import Position
from carrom.laws import Rulebook, StrokeFacts
from carrom.match import ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.match.parties import PlayerId, other
from carrom.play.many.cases import Standing
from carrom.play.seating import Luck, Seating, next_act


@dataclass(frozen=True, slots=True)
class Settled:
    """How a board stands when everything has been placed, or how it ended."""

    standing: Standing | None
    turn: Party
    position: Position | None
    points: int
    """Those of party a, if it is over."""


def settle(
    seating: Seating,
    rulebook: Rulebook,
    luck: Luck,
    *,
    breaker: Party,
    turn: Party,
    standing: Standing,
    facts: StrokeFacts,
    rests: Position,
) -> Settled:
    """Play a stroke of which the facts are known, and all that follows up to the next stroke."""
    match = _match_at(rulebook, breaker, turn, standing)
    match = match.play(acts.StrokeMade(**asdict(facts), rests=rests))
    while match.phase in ("placing", "demand"):
        match = match.play(next_act(match, seating, luck, 0))
    board, ended = match.board, match.course.boards
    if ended:
        points = ended[0].points
        return Settled(None, turn, None, points if ended[0].winner == "a" else -points)
    if board is None:
        raise LookupError(f"a board that went into phase {match.phase!r}")
    mover = board.turn.party
    # The match began at nothing: the score is the one that it was.
    score = standing.situation.score if mover == turn else standing.situation.score.swapped()
    now = Standing(replace(board.situation(match.course.points), score=score), board.opened[other(mover)])
    return Settled(now, mover, board.position, 0)


def _match_at(rulebook: Rulebook, breaker: Party, turn: Party, standing: Standing) -> Match:
    """A match in whose first board this is so; where the pieces lay before the stroke is not asked any more."""
    match, at = _begun(rulebook, breaker), standing.situation
    board = match.board
    if board is None:
        raise LookupError("no board is in play after 'Play'")
    queen = at.queen if at.queen in ("board", "pending") else turn if at.queen == "player" else other(turn)
    board = replace(
        board,
        turn=PlayerId(turn),
        attempt=at.break_attempt,
        on=ByParty.of(turn, at.own, at.opponent),
        owed=ByParty.of(turn, at.owed.player, at.owed.opponent),
        opened=ByParty.of(turn, at.opened, standing.waiting_opened),
        queen=queen,
        position=None,
    )
    return replace(match, course=replace(match.course, board=board))


@lru_cache(maxsize=64)
def _begun(rulebook: Rulebook, breaker: Party) -> Match:
    return Match.start(Setup(rulebook)).play(acts.Toss(breaker)).play(acts.Play(None))
