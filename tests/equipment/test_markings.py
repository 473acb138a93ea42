"""The marked surface: every length of the law, measured on any board that it admits."""

from math import atan2, degrees, hypot

import pytest
from hypothesis import given, strategies as st

from carrom.equipment import sizes
from carrom.equipment.markings import BoardSizes, Markings, board_markings, measure_by_field
from carrom.equipment.standard import measure
from tests.refusals import refuses

# What a maker may choose, straight from the law (mm); the shortest arrow is a matter of geometry, see below.
ADMITTED = {
    "surface_side": (735.0, 740.0),
    "surface_thickness": (8.0, 40.0),
    "frame_height": (19.0, 25.4),
    "frame_breadth": (63.5, 76.0),
    "pockets_diameter": (43.0, 46.0),
    "base_lines_thickness": (5.0, 6.5),
    "arrows_length": (150.0, 267.0),
    "arrows_thickness": (0.1, 1.5),
    "centre_circle_diameter": (30.2, 33.4),
    "outer_circle_diameter": (167.0, 173.0),
}

boards = st.builds(
    lambda **sizes: board_markings(BoardSizes(**sizes)),
    **{name: st.floats(*limits) for name, limits in ADMITTED.items()},
)


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_the_default_board_has_the_specified_places() -> None:
    marks = board_markings()
    assert {(c.x, c.y) for c in marks.pockets} == {(x, y) for x in (-347.75, 347.75) for y in (-347.75, 347.75)}
    assert {c.radius for c in marks.pockets} == {22.25}
    centres = {(round(c.x, 6), round(c.y, 6)) for c in marks.base_circles}
    assert centres == {(x * a, y * b) for x in (-1, 1) for y in (-1, 1) for a, b in ((220.8, 252.6), (252.6, 220.8))}
    assert (marks.centre.radius, marks.outer.radius) == (15.9, 85.0)


@pytest.mark.law("A.3")
@given(boards)
def test_pockets_touch_both_frames(marks: Markings) -> None:
    for pocket in marks.pockets:
        assert abs(pocket.x) + pocket.radius == near(marks.half)
        assert abs(pocket.y) + pocket.radius == near(marks.half)


@pytest.mark.law("A.4")
@given(boards)
def test_base_lines_lie_where_the_law_puts_them(marks: Markings) -> None:
    lower, upper = marks.lower_lines[0], marks.upper_lines[0]  # south's
    frame = -marks.half
    lower_edge = lower.start[1] - lower.thickness / 2
    upper_edge = upper.start[1] + upper.thickness / 2
    assert lower_edge - frame == near(101.5)
    assert upper_edge - lower_edge == near(31.8)
    assert 5.0 <= lower.thickness <= 6.5
    assert 467.0 <= marks.base_line_length <= 473.0
    assert lower.start[1] == lower.end[1]
    assert upper.start[1] == upper.end[1]


@pytest.mark.law("A.4")
@given(boards)
def test_the_base_line_over_its_circles_has_a_lawful_length(marks: Markings) -> None:
    over = max(one.x + one.radius for one in marks.base_circles[:2]) - min(
        one.x - one.radius for one in marks.base_circles[:2]
    )
    assert measure("base_lines.length").admits(over)
    assert over == near(marks.base_line_length)


def test_drawn_and_judged_base_circles_agree() -> None:
    marks = board_markings()
    assert {(round(abs(one.x), 6), round(abs(one.y), 6)) for one in marks.base_circles} == {
        (round(sizes.BASE_CIRCLE_ACROSS, 6), sizes.BASE_MIDDLE),
        (sizes.BASE_MIDDLE, round(sizes.BASE_CIRCLE_ACROSS, 6)),
    }


@pytest.mark.law("A.4")
@given(boards)
def test_base_circles_close_their_lines_and_touch_the_neighbours(marks: Markings) -> None:
    upper = marks.half - 101.5 - 31.8
    left, right = marks.base_circles[0], marks.base_circles[1]
    for circle in (left, right):
        assert circle.radius == 15.9
        assert circle.y - circle.radius == near(-marks.half + 101.5)
        assert circle.y + circle.radius == near(-upper)
        # It touches the neighbour's upper line, extended; but no base line is longer than the law's 473 mm.
        assert abs(circle.x) + circle.radius == near(min(upper, 236.5))
        assert upper - abs(circle.x) - circle.radius <= 0.2 + 1e-9
    for line in (marks.lower_lines[0], marks.upper_lines[0]):
        assert (line.start[0], line.end[0]) == (left.x, right.x)
    neighbour = marks.base_circles[2]
    gap = hypot(neighbour.x - right.x, neighbour.y - right.y) - 31.8
    assert measure("base_circles.gap").admits(gap)
    assert all(red.radius == 12.7 for red in marks.base_reds)


@pytest.mark.law("A.5")
@given(boards)
def test_arrows_point_to_the_pockets_and_pass_between_the_base_circles(marks: Markings) -> None:
    for arrow, pocket in zip(marks.arrows, marks.pockets, strict=True):
        tip, tail = arrow.head.points[0], arrow.shaft.start
        length = hypot(tip[0] - tail[0], tip[1] - tail[1])
        assert length == near(marks.sizes.arrows_length)
        assert length <= 267.0 + 1e-9
        assert arrow.shaft.thickness <= 1.5
        assert hypot(pocket.x - tip[0], pocket.y - tip[1]) - pocket.radius == near(50.0)
        angle = degrees(atan2(tip[1] - tail[1], tip[0] - tail[0]))
        assert angle % 90 == near(45.0)
        assert angle == near(degrees(atan2(pocket.y - tail[1], pocket.x - tail[0])))
        # The nearest base circles lie on either side of the shaft and clear of it.
        clear = [abs(c.x * (tip[1] - tail[1]) - c.y * (tip[0] - tail[0])) / length for c in marks.base_circles]
        assert min(clear) - 15.9 > arrow.shaft.thickness / 2
        gap_along = (marks.half - 133.3) * 2**0.5
        assert hypot(*tail) < gap_along - 15.8
        assert hypot(*tip) > gap_along
        assert 2 * arrow.arch.radius + arrow.arch.thickness == near(63.5)


@pytest.mark.law("A.6", "A.7")
@given(boards)
def test_centre_and_outer_circle_share_the_centre(marks: Markings) -> None:
    for circle, (least, most) in ((marks.centre, (30.2, 33.4)), (marks.outer, (167.0, 173.0))):
        assert (circle.x, circle.y) == (0, 0)
        assert least <= 2 * circle.radius <= most


@given(boards)
def test_the_board_looks_the_same_from_every_seat(marks: Markings) -> None:
    places = {(round(c.x, 6), round(c.y, 6)) for c in (*marks.base_circles, *marks.pockets)}
    assert {(-y, x) for x, y in places} == places


@pytest.mark.parametrize("name", sorted(ADMITTED))
def test_a_forbidden_size_is_refused_with_its_law(name: str) -> None:
    each = measure_by_field()[name]
    forbidden = [size for size in (each.least and each.least - 0.01, each.most and each.most + 0.01) if size]
    assert forbidden
    for size in (*forbidden, float("nan"), -1.0, 0.0):
        with refuses("not-lawful", f"({each.law})"):
            BoardSizes(**{name: size})


def test_every_choice_is_tested_here() -> None:
    assert set(measure_by_field()) == set(ADMITTED)


def test_an_arrow_must_be_long_enough_for_the_gap() -> None:
    with refuses("arrow-too-short", " 90 mm", "(A.5)"):
        BoardSizes(arrows_length=90)
