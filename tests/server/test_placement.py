"""Striker lanes and spots for dues agree with the Laws on every position."""

from __future__ import annotations

import random
from math import hypot

import pytest

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat, due_fault, striker_fault
from carrom.server.table.placement import due_spots, striker_lane


def _positions(count: int) -> list[Position]:
    """Positions with many pieces around the centre."""
    chance = random.Random(3)
    found: list[Position] = []
    while len(found) < count:
        position = Position(())
        for kind in ("white",) * 9 + ("black",) * 9 + ("queen",):
            try:
                position = position.with_piece(kind, chance.uniform(-120, 120), chance.uniform(-120, 120))
            except CarromError:  # leave out a piece that would overlap
                continue
        found.append(position)
    return found


@pytest.mark.law("85", "86", "89b", "114")
def test_every_spot_agrees_with_the_law() -> None:
    for position in [Position(()), Position.start(), *_positions(12)]:
        spots = due_spots(position)
        for j, row in enumerate(spots.rows):
            for i, mark in enumerate(row):
                x, y = spots.x + i * spots.step, spots.y + j * spots.step
                fault = due_fault(position, x, y)
                assert (mark == ".") == (fault is None), (position.text(), x, y)
                if fault is not None:
                    assert (spots.why[mark].code, spots.why[mark].law) == (f"place-{fault.code}", fault.law)
        for x, y in spots.extra:
            assert due_fault(position, x, y) is None


def test_gaps_between_raster_points_are_offered() -> None:
    """Spots that the raster misses are listed one by one."""
    ring = [("white", 40.0, 0.0)]
    assert due_spots(Position.of(ring)).extra == []
    assert all(hypot(x, y) < 85 for position in _positions(12) for x, y in due_spots(position).extra)


@pytest.mark.law("130a", "130b", "130")
def test_striker_lane_agrees_with_the_law() -> None:
    for position in [Position(()), *_positions(6)]:
        for seat in Seat:
            lane = striker_lane(position, seat)
            for left, right in lane.free:
                for across in (left, (left + right) / 2, right):
                    assert striker_fault(position, seat, *seat.to_board(across, lane.ahead)) is None
            for gap in lane.gaps:
                fault = striker_fault(position, seat, *seat.to_board((gap.start + gap.end) / 2, lane.ahead))
                assert fault is not None
                assert fault.law == gap.law
