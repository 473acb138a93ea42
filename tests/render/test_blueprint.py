"""Blueprints: the written files, read back and measured."""

import io
import re
import xml.etree.ElementTree as ET
from math import hypot

import ezdxf
import numpy as np
import pytest
from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from hypothesis import given, settings, strategies as st
from PIL import Image

from carrom.equipment.inspection import inspect
from carrom.equipment.markings import BoardSizes
from carrom.render.blueprint.drawing import Note, annotated_blueprint, board_blueprint, size_rows
from carrom.render.blueprint.dxf import blueprint_dxf
from carrom.render.blueprint.pdf import BLEED, WINDOW, WINDOW_AT, PageTile, blueprint_pages, blueprint_pdf, page_tiles
from carrom.render.blueprint.svg import blueprint_svg
from carrom.render.ink.typeset import typeset
from tests.depth import examples

SVG = "{http://www.w3.org/2000/svg}"
some_boards = st.builds(
    BoardSizes,
    surface_side=st.floats(735, 740),
    frame_breadth=st.floats(63.5, 76),
    pockets_diameter=st.floats(43, 46),
    centre_circle_diameter=st.floats(30.2, 33.4),
    outer_circle_diameter=st.floats(167, 173),
)


LARGEST = BoardSizes(surface_side=740)


def reopened(sizes: BoardSizes) -> Drawing:
    return read(io.StringIO(blueprint_dxf(annotated_blueprint(sizes))))


def circles(drawing: Drawing, layer: str) -> list[tuple[float, float, float]]:
    found = drawing.modelspace().query(f'CIRCLE[layer=="{layer}"]')
    return sorted((c.dxf.center.x, c.dxf.center.y, 2 * c.dxf.radius) for c in found)


def outlines(drawing: Drawing, layer: str) -> list[LWPolyline]:
    return [line for line in drawing.modelspace().query(f'*[layer=="{layer}"]') if isinstance(line, LWPolyline)]


@pytest.mark.law("A.3")
def test_the_pockets_of_the_dxf_have_the_sizes_of_the_law() -> None:
    drawing = reopened(LARGEST)
    assert drawing.units == ezdxf.units.MM
    at = 347.75
    assert circles(drawing, "CUT_POCKETS") == [(-at, -at, 44.5), (-at, at, 44.5), (at, -at, 44.5), (at, at, 44.5)]


@pytest.mark.law("A.4")
@pytest.mark.parametrize("side", [735, 737, 740])
def test_the_base_lines_of_the_dxf_pass_the_check(side: float) -> None:
    drawing = reopened(BoardSizes(surface_side=side))
    south = [(x, d) for x, y, d in circles(drawing, "PAINT_BLACK") if y < -240 and d == 31.8]
    assert len(south) == 2
    over = max(x + d / 2 for x, d in south) - min(x - d / 2 for x, d in south)
    assert inspect({"base_lines.length": (over,)}).has_passed
    words = [note.dxf.text for note in drawing.modelspace().query("TEXT")]
    assert f"base line {over:.6g} over the circles" in words


def test_everything_painted_black_is_a_closed_outline() -> None:
    drawing = reopened(BoardSizes())
    kinds = {one.dxftype() for one in drawing.modelspace().query('*[layer=="PAINT_BLACK"]')}
    assert kinds == {"CIRCLE", "LWPOLYLINE"}
    assert all(line.closed for line in outlines(drawing, "PAINT_BLACK"))


def test_pdfs_have_no_entry_that_poppler_reports_as_an_error() -> None:
    pdf = blueprint_pdf(BoardSizes(), "a0")
    assert b"/Marked true" in pdf
    assert b"/Suspects" not in pdf


def test_the_frame_breadth_is_inside_the_a0_sheet() -> None:
    plan = annotated_blueprint(BoardSizes())
    (breadth,) = [one for one in plan.on("NOTES") if isinstance(one, Note) and one.text == "70"]
    assert abs(breadth.place[0]) < 841 / 2 - 8


def test_the_dxf_has_one_layer_for_each_tool() -> None:
    drawing = reopened(BoardSizes())
    layers = {entity.dxf.layer for entity in drawing.modelspace()}
    assert layers == {"CUT_SURFACE", "CUT_POCKETS", "CUT_FRAME", "PAINT_BLACK", "PAINT_RED", "NOTES"}
    assert not drawing.audit().errors
    colours = {layer: drawing.layers.get(layer).color for layer in layers}
    assert colours["PAINT_RED"] != colours["PAINT_BLACK"] != colours["CUT_SURFACE"]


@settings(max_examples=examples(8), deadline=None)
@given(some_boards)
def test_any_admitted_board_reads_back_from_the_dxf(sizes: BoardSizes) -> None:
    drawing = reopened(sizes)
    half = sizes.surface_side / 2
    for x, y, diameter in circles(drawing, "CUT_POCKETS"):
        assert 43.0 <= diameter <= 46.0
        assert (abs(x) + diameter / 2, abs(y) + diameter / 2) == pytest.approx((half, half))
    (surface,) = outlines(drawing, "CUT_SURFACE")
    corners = [(x, y) for x, y, *_ in surface.get_points()]
    assert surface.closed
    assert len({(x > 0, y > 0) for x, y in corners}) == 4
    assert [abs(edge) for corner in corners for edge in corner] == pytest.approx([half] * 8)
    outer = max(x for frame in outlines(drawing, "CUT_FRAME") for x, *_ in frame)
    assert 63.5 <= outer - half <= 76.0
    reds = sorted({diameter for *_, diameter in circles(drawing, "PAINT_RED")})
    assert reds == pytest.approx([25.4, sizes.centre_circle_diameter - 2])


@settings(max_examples=examples(12))
@given(some_boards)
def test_the_svg_is_in_millimetres_at_true_scale(sizes: BoardSizes) -> None:
    root = ET.fromstring(blueprint_svg(annotated_blueprint(sizes)))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:.10g}mm", f"{height:.10g}mm")
    (pockets,) = root.findall(f".//{SVG}g[@id='CUT_POCKETS']")
    measured = [(abs(float(c.get("cx", ""))), 2 * float(c.get("r", ""))) for c in pockets]
    place = (sizes.surface_side - sizes.pockets_diameter) / 2
    assert measured == [pytest.approx((place, sizes.pockets_diameter), abs=1e-4)] * 4
    (surface,) = root.findall(f".//{SVG}g[@id='CUT_SURFACE']/{SVG}rect")
    assert float(surface.get("width", "")) == pytest.approx(sizes.surface_side, abs=1e-4)


def test_all_paint_is_on_the_surface() -> None:
    root = ET.fromstring(blueprint_svg(board_blueprint(BoardSizes())))
    numbers = [
        abs(float(number))
        for layer in ("PAINT_BLACK", "PAINT_RED")
        for path in root.findall(f".//{SVG}g[@id='{layer}']/{SVG}path")
        for number in re.findall(r"-?\d+\.?\d*", path.get("d", ""))
    ]
    assert numbers
    assert max(numbers) < 370


def test_the_title_block_shows_the_chosen_sizes_with_their_laws() -> None:
    sizes = BoardSizes(pockets_diameter=45.25)
    svg = blueprint_svg(annotated_blueprint(sizes))
    assert "A.3  pocket, diameter: 45.25 mm" in svg
    assert "Bracing" in svg
    assert {row[0] for row in size_rows(board_blueprint(sizes).marks)} == {f"A.{n}" for n in range(1, 8)}


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of every page in millimetres, from the page boxes of the PDF."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return [(float(width) / 72 * 25.4, float(height) / 72 * 25.4) for width, height in boxes]


def test_the_a0_page_has_a0_size() -> None:
    assert page_sizes(blueprint_pdf(BoardSizes(), "a0")) == [pytest.approx((841, 1189), abs=0.1)]


@pytest.mark.parametrize("breadth", [63.5, 76.0])
def test_the_a4_sheets_are_a_cover_and_one_for_each_tile(breadth: float) -> None:
    sizes = BoardSizes(surface_side=740, frame_breadth=breadth)
    sheets = page_tiles(370 + breadth)
    assert page_sizes(blueprint_pdf(sizes, "a4")) == [pytest.approx((210, 297), abs=0.1)] * (len(sheets) + 1)
    left, top = min(t.left for t in sheets), max(t.top for t in sheets)
    right, bottom = max(t.left for t in sheets) + WINDOW[0], min(t.top for t in sheets) - WINDOW[1]
    assert max(left, bottom) <= -(370 + breadth)
    assert min(right, top) >= 370 + breadth


# The pages as pixels: four to the millimetre, so that a quarter of one can be measured.
PIXELS = 4
PPI = PIXELS * 25.4


def grey(page: bytes) -> Image.Image:
    flat = Image.open(io.BytesIO(page)).convert("RGBA")
    white = Image.new("RGBA", flat.size, "white")
    return Image.alpha_composite(white, flat).convert("L")


def dark_run(image: Image.Image, *, y: float, start: float, end: float) -> tuple[float, float]:
    """The first and the last dark pixel of a row between two places, in millimetres of the page."""
    first = round(start * PIXELS)
    dark = first + np.flatnonzero(np.asarray(image)[round(y * PIXELS), first : round(end * PIXELS)] < 128)
    return float(dark[0] / PIXELS), float((dark[-1] + 1) / PIXELS)


def test_the_a4_sheets_are_printed_at_true_scale() -> None:
    pages = typeset(*blueprint_pages(LARGEST, "a4"), form="png", ppi=PPI)
    sheets = page_tiles(440)
    for page in pages[1:3]:  # the bar of 100 mm
        first, last = dark_run(grey(page), y=284.15, start=5, end=116)
        assert last - first == pytest.approx(100, abs=2 / PIXELS)
    # The lower base line of west is 5 mm broad and begins 101.5 mm from the frame, wherever the sheets are cut.
    index = next(i for i, t in enumerate(sheets) if _shows(t, -268.5, 100) and _shows(t, -263.5, 100))
    tile = sheets[index]
    at = WINDOW_AT[0] - tile.left
    y = WINDOW_AT[1] + tile.top - 100
    first, last = dark_run(grey(pages[index + 1]), y=y, start=at - 270.5, end=at - 261.5)
    assert (first - at, last - at) == pytest.approx((-268.5, -263.5), abs=2 / PIXELS)


def _shows(tile: PageTile, x: float, y: float) -> bool:
    return 0 <= x - tile.left <= WINDOW[0] and 0 <= tile.top - y <= WINDOW[1]


def test_neighbouring_sheets_overlap_with_the_same_drawing() -> None:
    """The bleed of one sheet shows the edge of the next one's window, so the two can be aligned."""
    pages = typeset(*blueprint_pages(LARGEST, "a4"), form="png", ppi=PPI)
    sheets = page_tiles(440)
    here = next(i for i, t in enumerate(sheets) if t.name == "B2")
    right, left = (grey(pages[here + 1 + step]) for step in (1, 0))
    x0, y0 = WINDOW_AT

    def strip(page: Image.Image, x: float) -> bytes:
        """The bleed beside `x`, clear of the crosses at its ends."""
        left, top, right, bottom = (round(edge * PIXELS) for edge in (x + 0.5, y0 + 20, x + BLEED - 0.5, y0 + 200))
        return page.crop((left, top, right, bottom)).tobytes()

    one, other = strip(left, x0 + WINDOW[0]), strip(right, x0)
    assert min(one) < 128  # a line crosses the seam: the comparison is not of blank paper
    differences = sum(abs(a - b) > 96 for a, b in zip(one, other, strict=True))
    assert differences <= 0.01 * len(one)


def test_the_a0_sheet_is_printed_at_true_scale() -> None:
    (page,) = typeset(*blueprint_pages(LARGEST, "a0"), form="png", ppi=25.4 * PIXELS)
    image = grey(page)
    first, last = dark_run(image, y=1150.2, start=20, end=132)
    assert last - first == pytest.approx(100, abs=2 / PIXELS)
    # Through the centre of the board: the lower base lines of west and east, outer edge to outer edge.
    middle = next(y for y in range(440, 520) if _is_centre(image, y))
    first, last = dark_run(image, y=middle, start=140, end=701)
    assert last - first == pytest.approx(2 * 268.5, abs=2 / PIXELS)


def _is_centre(image: Image.Image, y: int) -> bool:
    """The row on which the outer circle is 170 mm wide is the one through the centre of the board."""
    row = np.flatnonzero(np.asarray(image)[y * PIXELS, round(300 * PIXELS) : round(541 * PIXELS)] < 128)
    return len(row) > 0 and bool(abs((row[-1] + 1 - row[0]) / PIXELS - 170) <= 0.26)


def test_the_mitres_run_from_corner_to_corner() -> None:
    """The mitres run from the curve of the inside corner to the outer corner of the frame."""
    drawing = reopened(LARGEST)
    mitres = drawing.modelspace().query('LINE[layer=="CUT_FRAME"]')
    assert len(mitres) == 4
    for line in mitres:
        near, far = sorted(hypot(p.x, p.y) for p in (line.dxf.start, line.dxf.end))
        assert near == pytest.approx(hypot(347.75, 347.75) + 22.25)
        assert far == pytest.approx(hypot(440, 440))
