"""Draw the package's rooms and their imports: docs/images/rooms.svg.

    python -m scripts.draw_rooms

Each room is above those that it imports. An arrow is left out where a path through other rooms implies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "rooms.svg"
PLACES = {
    "testing": (0, 0.4),
    "cli": (1, 0.5),
    "server": (2, 0.62),
    "env": (3, 0.2),
    "players": (4, 0.4),
    "play": (5, 0.2),
    "render": (5, 0.5),
    "tournament": (6, 0.68),
    "pad": (7, 0.87),
    "match": (8, 0.5),
    "physics": (9, 0.2),
    "laws": (9, 0.6),
    "equipment": (10, 0.4),
    "base": (11, 0.4),
}
"""Row of each room from the top, as in the import rules of pyproject.toml, and its place across."""
STEP, WIDTH, BOX_WIDTH, BOX_HEIGHT = 74, 620, 150, 40
HEIGHT = STEP * 12
TEXT = 'font-family="sans-serif" font-size="15" text-anchor="middle"'
HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#8a5a2b"/></marker>'
)


def draw() -> str:
    places = {room: (WIDTH * across, STEP * (row + 0.5)) for room, (row, across) in PLACES.items()}
    shown = sorted(networkx.transitive_reduction(networkx.DiGraph([*_imports()])).edges)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {TEXT}>',
        "<title>The rooms of the package; arrows point to the rooms that each imports</title>",
        HEAD,
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffaf0"/>',
        *(_arrow(places[upper], places[lower]) for upper, lower in shown),
        *(_box(room, *places[room]) for room in places),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _imports() -> Iterator[tuple[str, str]]:
    graph = grimp.build_graph("carrom", cache_dir=None)
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            link = _room(module), _room(other)
            if link[0] != link[1] and PLACES.keys() >= {*link}:
                yield link


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = start, end
    top, bottom = y1 + BOX_HEIGHT / 2, y2 - BOX_HEIGHT / 2 - 2
    bend = (bottom - top) / 2
    path = f"M{x1:.0f} {top:.0f}C{x1:.0f} {top + bend:.0f} {x2:.0f} {bottom - bend:.0f} {x2:.0f} {bottom:.0f}"
    return f'<path d="{path}" fill="none" stroke="#8a5a2b" stroke-width="1.5" marker-end="url(#head)"/>'


def _box(room: str, x: float, y: float) -> str:
    left, top = x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2
    return (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6" fill="#f1d9ae" '
        f'stroke="#8a5a2b"/><text x="{x:.0f}" y="{y + 5:.0f}" font-weight="bold">{room}</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
