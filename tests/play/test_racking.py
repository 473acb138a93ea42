"""Racks laid by hand."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import numpy as np
import pytest

from carrom.equipment import Position, Seat
from carrom.laws import rulebook
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts
from carrom.physics import CLUB, Profile, simulate_batch
from carrom.play import (
    LEVELS,
    Contestant,
    Luck,
    Seating,
    Skill,
    is_rack_exact,
    play_board,
    rack_act,
    rack_by_hand,
)
from carrom.play.batch.counter_rng import draw_unit_errors
from carrom.play.batch.execution import execute_rows, skill_row
from carrom.play.batch.layouts import WHITE, lay_racks
from carrom.play.racking import RACK_ANGLE_ERROR
from carrom.play.solo import Solo
from carrom.players import player_named
from carrom.players.candidates.breaks import known_breaks, rack_angles
from carrom.players.candidates.model import SkillOnSurface


@pytest.mark.law("41")
@pytest.mark.parametrize("seat", list(Seat))
def test_hand_laid_rack_is_close_to_the_lawful_rack(seat: Seat) -> None:
    exact = Position.start(30.0, breaker=seat)
    laid = rack_by_hand(np.random.default_rng(1), 30.0, breaker=seat, gap=0.1, turn=0.0)
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


def test_zero_gap_gives_the_exact_rack() -> None:
    assert rack_by_hand(np.random.default_rng(1), gap=0.0) == Position.start()


def test_each_board_records_its_own_rack() -> None:
    seats: ByParty[tuple[Contestant, ...]] = ByParty(
        *((Contestant(player_named("aimer"), LEVELS["club"]),) for _ in range(2))
    )
    boards = [play_board(Seating(seats), Luck((seed,)), most_strokes=3) for seed in (1, 1, 2)]
    racks = [[e.act.position for e in b.match.events() if isinstance(e.act, acts.Arrange)] for b in boards]
    assert [len(rack) for rack in racks] == [1, 1, 1]
    assert racks[0] == racks[1] != racks[2]
    exact = play_board(Seating(seats, rack_gap=0.0), Luck((1,)), most_strokes=3)
    assert not any(isinstance(event.act, acts.Arrange) for event in exact.match.events())


def test_rack_follows_the_breakers_turn() -> None:
    match = Match.start(Setup(rulebook("icf")))
    for act in (acts.Toss("b"), acts.Play(30.0)):
        assert not is_rack_exact(match)
        match = match.play(act)
    assert is_rack_exact(match)
    assert not is_rack_exact(match, gap=0.0)
    laid = rack_act(match, Luck((5,)), turn=0.0).position
    exact = Position.start(30.0, breaker=Seat.NORTH)
    for kind in ("white", "black", "queen"):
        for piece in (one for one in laid.pieces if one.kind == kind):
            near = min(hypot(piece.x - one.x, piece.y - one.y) for one in exact.pieces if one.kind == kind)
            assert 0 <= near < 0.5
    assert not is_rack_exact(match.play(acts.Arrange(laid)))


def test_rack_angle_varies_unless_given_exactly() -> None:
    angles = []
    for seed in range(200):
        laid = rack_by_hand(np.random.default_rng(seed), 45.0)
        white = np.array([(piece.x, piece.y) for piece in laid.pieces if piece.kind == "white"])
        angles.append(float(rack_angles(white)))
    assert np.mean(angles) == pytest.approx(45.0, abs=1.2)
    assert np.std(angles) == pytest.approx(RACK_ANGLE_ERROR, rel=0.15)
    start = Solo.start(np.random.default_rng(1), rotation=30.0).position
    white = np.array([(piece.x, piece.y) for piece in start.pieces if piece.kind == "white"])
    assert float(rack_angles(white)) == pytest.approx(30.0, abs=0.3)


def test_breaker_chooses_the_rack_angle() -> None:
    class Turner(type(player_named("aimer"))):  # type: ignore[misc]
        def turns_rack(self, skill: Skill, profile: Profile) -> float:
            return 20.0

    seats: ByParty[tuple[Contestant, ...]] = ByParty(
        (Contestant(Turner(), LEVELS["club"]),), (Contestant(player_named("aimer"), LEVELS["club"]),)
    )
    for breaker, meant in (("a", 20.0), ("b", 45.0)):
        board = play_board(Seating(seats), Luck((3,)), breaker=breaker, most_strokes=1)  # type: ignore[arg-type]
        assert [e.act.rack for e in board.match.events() if isinstance(e.act, acts.Play)] == [meant]
    fixed = play_board(Seating(seats, rack=70.0), Luck((3,)), most_strokes=1)
    assert [e.act.rack for e in fixed.match.events() if isinstance(e.act, acts.Play)] == [70.0]


def test_known_breaks_keep_the_turn_more_often() -> None:
    hand, count = SkillOnSurface.of(LEVELS["club"], CLUB), 100
    skills = np.tile(skill_row(LEVELS["club"]), (count, 1))
    errors = draw_unit_errors(np.arange(count), np.zeros(count, dtype=np.int64))
    kept: dict[float, list[float]] = {}
    for angle in (10.0, 45.0, 52.0, 75.0, 110.0):
        racks = lay_racks(np.arange(count), np.full(count, -1), np.full(count, angle))
        assert rack_angles(racks[:, WHITE]) == pytest.approx(angle, abs=0.3)
        for stroke in (known_breaks(np.array([angle]), hand)[0, 0], np.array([0.0, -252.6, 0.0, 8.0])):
            made = execute_rows(racks, np.tile(stroke, (count, 1)), errors, skills, CLUB.max_speed)
            fell = simulate_batch(racks, made, threads=1).is_pocketed
            kept.setdefault(angle, []).append(float((fell[:, :9].any(axis=1) & ~fell[:, 19]).mean()))
    known, full = np.array(list(kept.values())).T
    assert known.mean() > full.mean() + 0.1
    assert min(kept[45.0][0], kept[75.0][0]) > 0.85  # an arm of the Y points at a pocket
    assert max(kept[10.0][0], kept[110.0][0]) < 0.85
