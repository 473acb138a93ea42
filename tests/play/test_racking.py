"""Racks as hands lay them."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import numpy as np
import pytest

from carrom.equipment import Position, Seat
from carrom.laws import rulebook
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts
from carrom.play import (
    LEVELS,
    Contestant,
    Luck,
    Seating,
    is_rack_exact,
    play_board,
    rack_act,
    rack_by_hand,
)
from carrom.players import player_named


@pytest.mark.law("41")
@pytest.mark.parametrize("seat", list(Seat))
def test_a_hand_laid_rack_is_the_rack_of_the_laws_but_for_a_hair(seat: Seat) -> None:
    exact = Position.start(30.0, breaker=seat)
    laid = rack_by_hand(np.random.default_rng(1), 30.0, breaker=seat, gap=0.1)
    assert laid != exact
    for piece in exact.pieces:
        near = min(hypot(other.x - piece.x, other.y - piece.y) for other in laid.pieces if other.kind == piece.kind)
        assert near < 0.3
    gaps = sorted(hypot(a.x - b.x, a.y - b.y) - 31.8 for a, b in combinations(laid.pieces, 2))
    assert gaps[0] >= -1e-3
    # A hexagon of nineteen has 42 pairs of neighbours.
    assert gaps[41] < 0.21
    assert gaps[42] > 20
    assert np.mean(gaps[:42]) == pytest.approx(0.1, abs=0.03)


def test_a_gap_of_nothing_is_the_exact_rack() -> None:
    assert rack_by_hand(np.random.default_rng(1), gap=0.0) == Position.start()


def test_every_board_has_its_own_rack_and_the_record_shows_it() -> None:
    seats: ByParty[tuple[Contestant, ...]] = ByParty(
        *((Contestant(player_named("aimer"), LEVELS["club"]),) for _ in range(2))
    )
    boards = [play_board(Seating(seats), Luck((seed,)), most_strokes=3) for seed in (1, 1, 2)]
    racks = [[e.act.position for e in b.match.events() if isinstance(e.act, acts.Arrange)] for b in boards]
    assert [len(rack) for rack in racks] == [1, 1, 1]
    assert racks[0] == racks[1] != racks[2]
    exact = play_board(Seating(seats, rack_gap=0.0), Luck((1,)), most_strokes=3)
    assert not any(isinstance(event.act, acts.Arrange) for event in exact.match.events())


def test_the_rack_is_laid_as_the_breaker_had_it_turned() -> None:
    match = Match.start(Setup(rulebook("icf")))
    for act in (acts.Toss("b"), acts.Play(30.0)):
        assert not is_rack_exact(match)
        match = match.play(act)
    assert is_rack_exact(match)
    assert not is_rack_exact(match, gap=0.0)
    laid = rack_act(match, Luck((5,))).position
    exact = Position.start(30.0, breaker=Seat.NORTH)
    for kind in ("white", "black", "queen"):
        for piece in (one for one in laid.pieces if one.kind == kind):
            near = min(hypot(piece.x - one.x, piece.y - one.y) for one in exact.pieces if one.kind == kind)
            assert 0 <= near < 0.5
    assert not is_rack_exact(match.play(acts.Arrange(laid)))
