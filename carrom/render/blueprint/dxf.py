"""Write a blueprint as DXF for cutters and plotters: millimetres, one layer per tool, outlines only."""

import io
from math import radians, tan
from typing import Any

from carrom.equipment.markings import Arc, Circle, Polygon
from carrom.render.blueprint.drawing import Blueprint, DrawnLine, Layer, Note, Ring, Shape, Square

# AutoCAD colours: cyan for cuts, the paper's colour for paint (7 is black on white).
_COLOURS: dict[Layer, int] = {
    "CUT_SURFACE": 4, "CUT_POCKETS": 4, "CUT_FRAME": 4, "PAINT_BLACK": 7, "PAINT_RED": 1, "NOTES": 8,
}  # fmt: skip
_QUARTER = tan(radians(90 / 4))  # DXF writes an arc as the tangent of a quarter of its angle


def blueprint_dxf(plan: Blueprint) -> str:
    """The origin is the centre of the board, y points away from the south player."""
    from ezdxf import units
    from ezdxf.filemanagement import new

    document = new("R2010", units=units.MM)
    for layer, colour in _COLOURS.items():
        document.layers.add(layer, color=colour)
    space = document.modelspace()
    for layer, shape in plan.shapes:
        _add(space, layer, shape)
    left, bottom, right, top = plan.bounds
    document.set_modelspace_vport(height=top - bottom, center=((left + right) / 2, (top + bottom) / 2))
    text = io.StringIO()
    document.write(text)
    return text.getvalue()


def _add(space: Any, layer: Layer, shape: Shape) -> None:
    on = {"layer": layer}
    match shape:
        case Circle(x, y, radius):
            space.add_circle((x, y), radius, dxfattribs=on)
        case Ring(Circle(x, y, radius), thickness):
            space.add_circle((x, y), radius, dxfattribs=on)
            space.add_circle((x, y), radius - thickness, dxfattribs=on)
        case Polygon(points):
            space.add_lwpolyline(points, close=True, dxfattribs=on)
        case Arc(start=start, end=end):
            inner, outer = shape.edges()
            bend = tan(radians((end - start) / 4))
            around = [(*outer.at(start), bend), (*outer.at(end), 0), (*inner.at(end), -bend), (*inner.at(start), 0)]
            space.add_lwpolyline(around, format="xyb", close=True, dxfattribs=on)
        case Square(half, corner):
            space.add_lwpolyline(_square(half, corner), format="xyb", close=True, dxfattribs=on)
        case DrawnLine(start, end):
            space.add_line(start, end, dxfattribs=on)
        case Note(place, text, height):
            space.add_text(text, height=height, dxfattribs=on).set_placement(place)


def _square(half: float, corner: float) -> list[tuple[float, float, float]]:
    """Corners counter-clockwise; the third number bends the edge that starts there."""
    if corner == 0:
        return [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]
    near = half - corner
    return [
        (-near, -half, 0), (near, -half, _QUARTER), (half, -near, 0), (half, near, _QUARTER),
        (near, half, 0), (-near, half, _QUARTER), (-half, near, 0), (-half, -near, _QUARTER),
    ]  # fmt: skip
