"""Boards as arrays follow the Laws: each one is played beside a match with the same strokes."""

from collections import Counter
from dataclasses import asdict

import numpy as np
import pytest

from carrom.equipment import Piece, Position
from carrom.laws import RULEBOOKS, StrokeFacts
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts
from carrom.match.parties import other
from carrom.physics import CLUB, Stroke, simulate_batch
from carrom.play import LEVELS, Perception, PlainManners
from carrom.play.batch.boards import PARTIES, Boards, StrokesMade
from carrom.play.batch.execution import strokes_for_actions
from carrom.play.batch.layouts import position_of
from carrom.play.seating import Contestant, Seating, umpire_act


class ScriptedPlayer(PlainManners):
    """A player whose strokes come from the test."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise LookupError("his strokes are given")


SOMEBODY = Contestant(ScriptedPlayer(), LEVELS["club"])
TABLE = Seating(ByParty((SOMEBODY,), (SOMEBODY,)))


def boards(count: int, book: str = "icf", *, seed: int = 1) -> Boards:
    made = Boards(count, rulebook=RULEBOOKS[book], seating=TABLE)
    made.begin(np.arange(count), np.arange(count) + seed, np.arange(count) % 2)
    return made


def strike_anyhow(table: Boards, rows: np.ndarray, rng: np.random.Generator) -> StrokesMade:
    """Return random strokes, mostly straight ahead and hard, so that boards end."""
    actions = rng.uniform(-1, 1, (len(rows), 3)) * (1, 0.4, 1)
    return table.strike(rows, strokes_for_actions(table.seen(rows), actions, 0.05, CLUB.max_speed))


def rests_after(table: Boards, before: np.ndarray, seen: StrokesMade) -> list[Position]:
    """Return the resting places before any placing."""
    facing = np.where(seen.by == 0, 1.0, -1.0)
    shots = seen.strokes.copy()
    shots[:, :2] *= facing[:, None]
    found = simulate_batch(before[seen.rows], shots, seat=2 * seen.by, threads=1)
    return [position_of(rest) for rest in found.rest[:, :-1]]


def lying(position: Position) -> Counter[Piece]:
    return Counter(position.pieces)


def played_stroke(match: Match, facts: StrokeFacts, rests: Position, then: Position) -> Match:
    """Return the match after a stroke and the pieces placed after it."""
    match = match.play(acts.StrokeMade(**asdict(facts), rests=rests))
    new = list((lying(then) - lying(rests)).elements())
    while match.phase == "placing":
        board = match.board
        assert board is not None
        if board.umpire:
            act = umpire_act(match)
            for piece in act.pieces:
                new.remove(Piece(*piece) if not isinstance(piece, Piece) else piece)
            match = match.play(act)
            continue
        entry = board.placing[0]
        mine = [piece for piece in new if piece.kind == board.colour(entry.party)][: entry.count]
        assert len(mine) == entry.count, "the arrays placed the pieces that the match requires"
        for piece in mine:
            new.remove(piece)
        match = match.play(acts.Place(tuple((piece.x, piece.y) for piece in mine), entry.by))
    assert not new
    if match.phase == "demand":
        board = match.board
        assert board is not None
        assert board.award is not None
        match = match.play(acts.Demand(board.award.demand))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("book", RULEBOOKS)
def test_batch_boards_match_the_match(book: str) -> None:
    count, rng = 24, np.random.default_rng(7)
    table = boards(count, book)
    beside = [
        Match.start(Setup(RULEBOOKS[book])).play(acts.Toss(PARTIES[row % 2])).play(acts.Play(None))
        for row in range(count)
    ]
    met: Counter[str] = Counter()
    for _ in range(120):
        rows = np.flatnonzero(~table.over)
        before = table.places.copy()
        racks = table.racks.copy()
        seen = strike_anyhow(table, rows, rng)
        for index, rests in enumerate(rests_after(table, before, seen)):
            row = int(rows[index])
            if table.racks[row] != racks[row]:  # no room for the striker (142): the board begins again
                beside[row] = Match.start(Setup(RULEBOOKS[book])).play(acts.Toss(PARTIES[row % 2]))
                beside[row] = beside[row].play(acts.Play(None))
                continue
            facts = StrokeFacts(
                touched=bool(seen.touched[index]),
                own=int(seen.own[index]),
                opponent=int(seen.opponent[index]),
                queen=bool(seen.queen[index]),
                striker=bool(seen.striker[index]),
            )
            if table.over[row]:
                match = beside[row].play(acts.StrokeMade(**asdict(facts), rests=rests))
                if match.phase == "demand" and match.board is not None and match.board.award is not None:
                    match = match.play(acts.Demand(match.board.award.demand))
                (ended,) = match.course.boards
                assert table.points[row] == (ended.points if ended.winner == "a" else -ended.points)
                met["over"] += 1
                continue
            match = beside[row] = played_stroke(beside[row], facts, rests, position_of(table.places[row]))
            board = match.board
            assert board is not None
            assert board.position is not None
            assert lying(board.position) == lying(position_of(table.places[row]))
            assert board.turn.party == PARTIES[table.turn[row]]
            standing = table.cases.standings[table.standing[row]]
            assert standing.situation == board.situation(match.course.points)
            assert standing.waiting_opened == board.opened[other(board.turn.party)]
            met["placed"] += len(rests.pieces) < len(board.position.pieces)
            met["queen"] += facts.queen
            met["break"] += standing.situation.break_attempt is not None
    assert min(met[what] for what in ("placed", "queen", "over")) > 0, met


def test_board_is_the_same_alone_and_in_a_batch() -> None:
    many, alone = boards(16, seed=50), boards(1)
    alone.begin(np.array([0]), np.array([55]), np.array([1]))
    rng = np.random.default_rng(3)
    for _ in range(60):
        actions = rng.uniform(-1, 1, (16, 3))
        rows = np.flatnonzero(~many.over)
        many.strike(rows, strokes_for_actions(many.seen(rows), actions[rows], 0.05, CLUB.max_speed))
        if alone.over[0]:
            continue
        one = np.array([0])
        alone.strike(one, strokes_for_actions(alone.seen(one), actions[5:6], 0.05, CLUB.max_speed))
        assert np.array_equal(alone.places[0], many.places[5], equal_nan=True)
        assert alone.turn[0] == many.turn[5]
