"""Print a position as text: one character for each disc, in colour where the terminal allows it.

A cell is 12 × 24 mm, so that two touching pieces never share one.
"""

from carrom.equipment import Position, Seat
from carrom.equipment.markings import Arc, Markings, board_markings
from carrom.equipment.position import KINDS
from carrom.equipment.sizes import HALF
from carrom.render.ink import palette

COLUMNS, ROWS = 61, 31  # odd, so that the centre of the board is a cell

SIGNS = {"white": "○", "black": "●", "queen": "◆", "striker": "◉"}
_FACES = {"white": "#ffffff", "black": "#000000", "queen": "#d40f1c", "striker": palette.STRIKER[3]}

_LETTERS, _BEHIND = 38, 48  # terminal codes for text and background colour

_Cell = tuple[str, str]


def position_text(
    position: Position,
    *,
    seat: Seat = Seat.SOUTH,
    striker: tuple[float, float] | None = None,
    colour: bool = False,
) -> str:
    """Draw a position in characters as seen from `seat`, with a legend below."""
    cells = _mark(board_markings())
    discs = [(piece.kind, piece.x, piece.y) for piece in position.pieces]
    for kind, x, y in [*discs, *([("striker", *striker)] if striker else [])]:
        cells[_cell(*seat.from_board(x, y))] = SIGNS[kind], _FACES[kind]
    rows = [[cells.get((column, row), (" ", palette.INK)) for column in range(COLUMNS)] for row in range(ROWS)]
    picture = _in_colour(rows) if colour else _in_black(rows)
    return "\n".join([*picture, _legend(position, has_striker=striker is not None)])


def _cell(x: float, y: float) -> tuple[int, int]:
    column = int((x + HALF) / (2 * HALF) * COLUMNS)
    row = int((HALF - y) / (2 * HALF) * ROWS)
    return min(max(column, 0), COLUMNS - 1), min(max(row, 0), ROWS - 1)


def _mark(marks: Markings) -> dict[tuple[int, int], _Cell]:
    cells: dict[tuple[int, int], _Cell] = {}

    def line(start: tuple[float, float], end: tuple[float, float], sign: str) -> None:
        for step in range(101):
            part = step / 100
            place = _cell(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            cells[place] = sign, palette.INK

    for degrees in range(0, 360, 15):
        cells[_cell(*Arc(0, 0, marks.outer.radius, 0, 360, 0).at(degrees))] = "·", palette.INK
    for index, arrow in enumerate(marks.arrows):
        for row in range(ROWS):
            y = HALF - (row + 0.5) * 2 * HALF / ROWS
            (x1, y1), (x2, y2) = arrow.shaft.start, arrow.shaft.end
            if min(y1, y2) <= y <= max(y1, y2):
                x = x1 + (x2 - x1) * (y - y1) / (y2 - y1)
                cells[_cell(x, y)] = "╱" if index % 2 == 0 else "╲", palette.INK
    for index, bar in enumerate((*marks.upper_lines, *marks.lower_lines)):
        line(bar.start, bar.end, "─│━┃"[index % 2 + index // 4 * 2])
    for circle in marks.base_circles:
        cells[_cell(circle.x, circle.y)] = "◎", palette.RED
    for column, row in ((0, 0), (COLUMNS - 3, 0), (0, ROWS - 1), (COLUMNS - 3, ROWS - 1)):
        for offset, sign in enumerate("( )"):
            cells[column + offset, row] = sign, palette.INK
    cells[_cell(0, 0)] = "◎", palette.RED
    return cells


def _in_black(rows: list[list[_Cell]]) -> list[str]:
    rule = "═" * (COLUMNS + 2)
    return [f"╔{rule}╗", *(f"║ {''.join(sign for sign, _ in row)} ║" for row in rows), f"╚{rule}╝"]


def _in_colour(rows: list[list[_Cell]]) -> list[str]:
    frame, wood = _tone(_BEHIND, palette.FRAME), _tone(_BEHIND, palette.WOOD)
    rule = f"{frame}{' ' * (COLUMNS + 4)}\x1b[0m"
    lines = [rule]
    for row in rows:
        inside = "".join(_tone(_LETTERS, tone) + sign if sign != " " else " " for sign, tone in row)
        lines.append(f"{frame}  {wood}{inside}{frame}  \x1b[0m")
    return [*lines, rule]


def _legend(position: Position, *, has_striker: bool) -> str:
    counts = [f"{SIGNS[kind]} {kind} {position.on_board(kind)}" for kind in KINDS]
    return "   ".join([*counts, f"{SIGNS['striker']} striker"] if has_striker else counts)


def _tone(ground: int, colour: str) -> str:
    return f"\x1b[{ground};2;{';'.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))}m"
