"""Pictures: boards, positions, blueprints, score cards and brackets as SVG, PDF, DXF, PNG and text."""

from carrom.render.png import png
from carrom.render.position_svg import position_svg
from carrom.render.terminal import position_text

__all__ = ["png", "position_svg", "position_text"]
