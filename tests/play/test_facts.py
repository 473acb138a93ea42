"""Facts of a stroke from its trace."""

from __future__ import annotations

import pytest

from carrom.equipment import Position, Seat
from carrom.laws import StrokeFacts, rulebook
from carrom.match import Match, Setup
from carrom.match.log.acts import Play, Toss
from carrom.physics import Stroke, simulate
from carrom.play import facts_of, strike, stroke_act


def test_own_and_opponent_follow_the_colour() -> None:
    # One white piece straight between the striker and the far left pocket.
    position = Position.from_text("white:-300,300")
    trace = simulate(position, Stroke(184.25, -252.6, -41.23, 3.0))
    assert "white" in trace.pocketed
    assert facts_of(trace, "white").own == 1
    assert facts_of(trace, "white").opponent == 0
    assert facts_of(trace, "black").own == 0
    assert facts_of(trace, "black").opponent == 1


def test_stroke_touching_nothing() -> None:
    trace = simulate(Position.from_text("black:0,300"), Stroke(100.0, -252.6, 20.0, 0.5))
    assert facts_of(trace, "white") == StrokeFacts(touched=False)


def test_a_pocketed_striker_is_a_fact() -> None:
    # From the base circle straight into the own corner pocket.
    trace = simulate(Position.from_text("queen:0,0"), Stroke(-184.25, -252.6, -120.18, 2.0))
    assert trace.pocketed == ("striker",)
    assert facts_of(trace, "black").striker


@pytest.mark.parametrize("seat", list(Seat))
def test_act_has_aim_and_rests(seat: Seat) -> None:
    position = Position.from_text("white:0,0/50,50 queen:-60,10")
    stroke = Stroke(*seat.to_board(10.0, -252.6), -2.0, 4.0)
    trace = simulate(position, stroke, seat=seat)
    act = stroke_act(trace, stroke, "white")
    assert act.facts == facts_of(trace, "white")
    assert act.rests == trace.rest
    assert act.aim is not None
    assert (act.aim.x, act.aim.y, act.aim.direction, act.aim.speed) == (stroke.x, stroke.y, -2.0, 4.0)


def test_stroke_carries_its_trace() -> None:
    match = Match.start(Setup(rulebook("icf"))).play(Toss("a")).play(Play(45.0))
    struck = strike(match, Stroke(0.0, -252.6, 0.0, 6.0))
    assert struck.trace.rest == struck.act.rests
    assert struck.act.facts == facts_of(struck.trace, "white")
    assert match.play(struck.act).number == match.number + 1
