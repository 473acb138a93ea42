"""Pictures of positions: where each disc is drawn, and that marks alone tell the kinds apart."""

import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, strategies as st
from PIL import Image

from carrom.equipment import Position, Seat
from carrom.render import png, position_svg, position_text
from carrom.render.board.terminal import COLUMNS, ROWS, SIGNS
from carrom.render.ink.themes import BOARDS, Look

SVG = "{http://www.w3.org/2000/svg}"
racks = st.builds(Position.start, st.floats(0, 360), breaker=st.sampled_from(Seat))


def drawn(svg: str) -> set[tuple[str, float, float]]:
    """Kind and place of each disc of the picture, in board coordinates."""
    found = ET.fromstring(svg).findall(f"{SVG}use")
    return {(u.attrib["href"][8:], float(u.attrib["x"]), -float(u.attrib["y"])) for u in found}


@given(racks)
def test_every_piece_is_drawn_where_it_lies(position: Position) -> None:
    found = drawn(position_svg(position))
    assert len(found) == len(position.pieces)
    for piece in position.pieces:
        here = pytest.approx((piece.x, piece.y), abs=0.01)
        assert any(kind == piece.kind and (x, y) == here for kind, x, y in found), piece


def test_a_seat_sees_its_own_base_lines_below() -> None:
    position = Position.from_text("white:100,-200")
    assert drawn(position_svg(position, seat=Seat.SOUTH)) == {("white", 100, -200)}
    assert drawn(position_svg(position, seat=Seat.NORTH)) == {("white", -100, 200)}
    # East sits at x = +370: the piece is on that player's left, and 100 mm nearer than the middle.
    assert drawn(position_svg(position, seat=Seat.EAST)) == {("white", -200, -100)}


def test_the_striker_is_drawn_when_it_is_given() -> None:
    empty = Position.from_text("empty")
    assert drawn(position_svg(empty)) == set()
    assert drawn(position_svg(empty, striker=(60, -252.6))) == {("striker", 60, -252.6)}


def test_each_kind_of_disc_has_its_own_mark_beside_its_colour() -> None:
    root = ET.fromstring(position_svg(Position.from_text("empty")))
    shapes = {}
    for kind in ("white", "black", "queen", "striker"):
        (group,) = root.findall(f".//{SVG}g[@id='carrom-{kind}']")
        shapes[kind] = tuple((shape.tag, shape.get("r"), shape.get("d")) for shape in group[3:])
    assert len(set(shapes.values())) == 4
    assert all(shapes.values())


def test_the_picture_is_self_contained_xml() -> None:
    svg = position_svg(Position.start())
    root = ET.fromstring(svg)
    names = {element.get("id") for element in root.iter() if element.get("id")}
    used = {part.split(")")[0] for part in svg.split("url(#")[1:]}
    used |= {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= names
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert len(svg) < 40_000


def test_a_position_is_a_picture_in_a_notebook() -> None:
    position = Position.start()
    assert position._repr_svg_() == position_svg(position)


def test_png_has_the_given_width_and_a_red_queen() -> None:
    picture = Image.open(io.BytesIO(png(position_svg(Position.from_text("queen:100,100")), 446))).convert("RGB")
    assert picture.size == (446, 446)
    # Half a pixel a millimetre; left of the star, on the face of the queen.
    red, green, blue = np.asarray(picture)[223 - 50, round(223 + 50 - 5.6)]
    assert red > 150
    assert max(green, blue) < 110


@given(racks)
def test_no_two_pieces_share_a_cell_of_the_text(position: Position) -> None:
    text = position_text(position)
    picture, legend = text.rsplit("\n", 1)
    assert [picture.count(SIGNS[kind]) for kind in ("white", "black", "queen")] == [9, 9, 1]
    assert legend == "○ white 9   ● black 9   ◆ queen 1"
    assert {len(line) for line in picture.split("\n")} == {COLUMNS + 4}
    assert len(picture.split("\n")) == ROWS + 2


def test_touching_pieces_never_share_a_cell_anywhere() -> None:
    """The cell is 740/61 × 740/31 mm; its diagonal is shorter than two radii of the smallest lawful piece."""
    assert (740 / COLUMNS) ** 2 + (740 / ROWS) ** 2 < 30.2**2


def test_text_has_colours_only_on_request() -> None:
    position = Position.start()
    assert "\x1b" not in position_text(position)
    assert "\x1b[48;2;" in position_text(position, colour=True)


def test_text_shows_the_view_of_the_seat_and_the_striker() -> None:
    position = Position.from_text("queen:0,-300")
    south = position_text(position, striker=(0, 0)).split("\n")
    north = position_text(position, seat=Seat.NORTH).split("\n")
    row = next(i for i, line in enumerate(south) if "◆" in line)
    assert row > ROWS / 2
    assert next(i for i, line in enumerate(north) if "◆" in line) == ROWS + 1 - row
    assert "◉" in south[ROWS // 2 + 1]


def _light(colour: str) -> float:
    """How light a colour is to the eye, from 0 to 1 (WCAG)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_light(one), _light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("kind", ["white", "black", "queen"])
def test_the_contrast_theme_has_high_contrast(kind: str) -> None:
    """WCAG asks for three to one between an object and its surroundings."""
    board, piece = BOARDS["contrast"], Look("contrast", "contrast").disc(kind)
    surfaces = board.wood_light, board.wood, board.wood_deep
    assert min(_contrast(face, wood) for face in piece[:2] for wood in surfaces) >= 3.0
    assert _contrast(piece[0], piece[3]) >= 4.0, "its mark"
