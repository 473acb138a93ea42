"""A trace is the same in every form."""

import pytest

from carrom.equipment import Position
from carrom.physics import Stroke, Trace, simulate
from tests.refusals import refuses

MID_GAME = Position.from_text("white:0,0/10,200/-200,30 black:100,100/300,-100 queen:-50,50")


@pytest.fixture(scope="module")
def trace() -> Trace:
    return simulate(MID_GAME, Stroke(0, -252.6, 3, 3.0))


def test_bytes_round_trip(trace: Trace) -> None:
    again = Trace.from_bytes(trace.to_bytes())
    assert (again.discs, again.segments, again.events) == (trace.discs, trace.segments, trace.events)
    assert again.rest == trace.rest
    assert (again.striker, again.touched_disc, again.status) == (trace.striker, trace.touched_disc, trace.status)


def test_event_rows_round_trip(trace: Trace) -> None:
    assert {event.type for event in trace.events} >= {"disc", "frame", "rest"}
    assert [tuple(event) for event in trace.events] == trace.event_rows()


def test_a_typical_stroke_takes_less_than_four_kilobytes(trace: Trace) -> None:
    assert len(trace.to_bytes()) <= 4096


@pytest.mark.parametrize("harm", [lambda data: b"", lambda data: data[:40], lambda data: b"x" + data])
def test_damaged_bytes_are_refused(trace: Trace, harm) -> None:  # type: ignore[no-untyped-def]
    with refuses("not-a-trace"):
        Trace.from_bytes(harm(trace.to_bytes()))


def test_path_segments_join(trace: Trace) -> None:
    """The segments of each disc join in place and time, from its start to its rest."""
    for disc in range(len(trace.discs)):
        pieces = [piece for piece in trace.segments if piece.disc == disc]
        time, place = 0.0, trace.start[disc]
        for piece in pieces:
            assert piece.start >= time
            assert (piece.x, piece.y) == pytest.approx(place, abs=1e-9)
            time, place = piece.end, piece.at(piece.end)
        end = trace.places[disc]
        if end is not None:
            assert place == pytest.approx(end, abs=1e-9)


def test_positions_at_a_time(trace: Trace) -> None:
    assert trace.at(0.0) == trace.start
    assert trace.at(trace.duration + 1) == trace.places
    assert trace.at(-1.0) == trace.start


def test_frames_run_from_the_flick_to_rest(trace: Trace) -> None:
    frames = list(trace.frames(60))
    assert frames[0] == (0.0, trace.start)
    assert frames[-1][0] == trace.duration
    assert frames[-1][1] == trace.places
    assert len(frames) == int(trace.duration * 60) + 2
