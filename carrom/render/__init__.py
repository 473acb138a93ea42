"""Draw boards, positions, blueprints, score cards and brackets as SVG, PDF, DXF, PNG and text."""

from carrom.render.board.position_svg import position_svg
from carrom.render.board.terminal import position_text
from carrom.render.ink.typeset import png

__all__ = ["png", "position_svg", "position_text"]
