"""Pieces that come back: the queen to the centre, due pieces to random lawful places, harder cases through a match."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

import numpy as np

from carrom.equipment import CentreReading, Position, Seat, queen_place
from carrom.equipment.centre_place import LAWS_READING, base_points, beside_cover, distance_tie_break
from carrom.equipment.due_place import DUE_GRID
from carrom.laws import Rulebook, StrokeFacts
from carrom.match import ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.match.parties import PlayerId, other
from carrom.play.batch.layouts import QUEEN, pieces_of_rows, position_of
from carrom.play.batch.situations import FullSituation
from carrom.play.player import Point
from carrom.play.seating import Luck, Seating, next_act
from carrom.play.sight import Floats

_NEARLY = 2e-3
"""Twice the umpire's tolerance for "as near to the centre", mm."""
_SAME = 1e-9
"""Places whose ease differs by less are equally hard: far above rounding, far below real differences."""


@lru_cache(maxsize=1)
def _grid() -> Floats:
    return np.array(DUE_GRID)


@lru_cache(maxsize=4)
def _base(seat: Seat) -> Floats:
    return np.array(base_points(seat))


def centre_place(places: Floats, in_turn: Seat, reading: CentreReading = LAWS_READING) -> Point:
    """Find where a piece that comes back to the centre goes; the middle, usually free, is checked first."""
    from carrom.play.batch.placement_kernel import is_place_free

    if is_place_free(places, 0.0, 0.0):
        return 0.0, 0.0
    if reading.behind_cover:
        return queen_place(position_of(places), in_turn, reading)
    pieces = pieces_of_rows(places)
    return beside_cover(pieces, in_turn, CompiledPrefilter(np.array([piece[1:] for piece in pieces]), in_turn))


@dataclass(frozen=True, slots=True)
class CompiledPrefilter:
    """Compiled first look at a layout (pieces, 2). Its bounds allow for rounding: the right place is never left out."""

    places: Floats
    in_turn: Seat

    def corners(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        from carrom.play.batch.placement_kernel import near_corners

        found, is_sure = near_corners(self.places, _NEARLY)
        if not is_sure:
            return None
        rows = found.tolist()
        return [(one, other) for one, other in rows if other >= 0], [one for one, other in rows if other < 0]

    def free(self, points: Sequence[Point]) -> list[Point]:
        from carrom.play.batch.placement_kernel import may_be_free

        may = may_be_free(self.places, np.array(points)).tolist()
        return [point for point, is_so in zip(points, may, strict=True) if is_so]

    def hardest(self, points: list[Point]) -> list[Point]:
        from carrom.play.batch.placement_kernel import ease_bounds

        low, high = ease_bounds(self.places, np.array(points), _base(self.in_turn))
        each = zip(points, low.tolist(), high.tolist(), strict=True)
        left = [(point, top) for point, least, top in each if least <= high.min() + _SAME]
        # Of places that no stroke can reach, only the farthest can be the answer.
        closed = [point for point, top in left if top == 0.0]
        shut = min(closed, key=lambda one: distance_tie_break(one, self.in_turn), default=None)
        return [point for point, top in left if top > 0.0 or point is shut]


def place_at_random(places: Floats, *, queen: Point | None, white: int, black: int, seed: int, number: int) -> bool:
    """Place these pieces in place. False, with nothing changed, where a closer look is needed."""
    from carrom.play.batch.placement_kernel import place_by_chance

    after = places.copy()
    if queen is not None:
        after[QUEEN] = queen
    for first, count in ((0, white), (9, black)):
        if count and not place_by_chance(after, first, count, _grid(), np.uint64(seed), number):
            return False
    places[:] = after
    return True


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A board after everything has been placed, or its result."""

    standing: FullSituation | None
    turn: Party
    position: Position | None
    points: int


def play_after_stroke(
    seating: Seating,
    rulebook: Rulebook,
    luck: Luck,
    *,
    breaker: Party,
    turn: Party,
    standing: FullSituation,
    facts: StrokeFacts,
    rests: Position,
) -> PlayedOut:
    """Play a stroke with known facts, and everything up to the next stroke."""
    match = _match_at(rulebook, breaker, turn, standing)
    match = match.play(acts.StrokeMade(**asdict(facts), rests=rests))
    while match.phase in ("placing", "demand"):
        match = match.play(next_act(match, seating, luck, 0))
    board, ended = match.board, match.course.boards
    if ended:
        points = ended[0].points
        return PlayedOut(None, turn, None, points if ended[0].winner == "a" else -points)
    if board is None:
        raise LookupError(f"a board that went into phase {match.phase!r}")
    mover = board.turn.party
    # The match began at 0–0; the situation before has the real score.
    score = standing.situation.score if mover == turn else standing.situation.score.swapped()
    now = FullSituation(replace(board.situation(match.course.points), score=score), board.opened[other(mover)])
    return PlayedOut(now, mover, board.position, 0)


def _match_at(rulebook: Rulebook, breaker: Party, turn: Party, standing: FullSituation) -> Match:
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
