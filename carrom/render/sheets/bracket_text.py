"""A knock-out in lines and corners, for a terminal."""

import wcwidth

from carrom.render.sheets.bracket import Box, BoxLine, Tree


def bracket_text(laid: Tree) -> str:
    """The tree in lines and corners, with a heading over each round."""
    names = max((wcwidth.width(_label(side)) for box in laid.boxes for side in box.sides), default=4)
    heading = max((wcwidth.width(name) for name in laid.rounds), default=0) - 3  # the lines between rounds are its room
    wide = max(min(28, names), heading)
    column_width = wide + 5
    height = int(laid.rows * 4) + 1
    canvas = [[" "] * (column_width * len(laid.rounds)) for _ in range(height)]
    places = {box.id: box for box in laid.boxes}
    for box in laid.boxes:
        if box.is_bye:
            continue
        middle = _middle(box)
        _write(canvas, middle - 2, box.column * column_width, box.note)
        for n, side in enumerate(box.sides):
            _write(canvas, middle - 1 + 2 * n, box.column * column_width, _label(side, wide))
        for n, feeder in enumerate(box.feeders):
            if not places[feeder].is_bye:
                _join(canvas, _middle(places[feeder]), middle - 1 + 2 * n, box.column * column_width)
    heads = "".join(wcwidth.ljust(name, column_width) for name in laid.rounds)
    return "\n".join([heads.rstrip(), "", *("".join(row).rstrip() for row in canvas)]).rstrip()


def _middle(box: Box) -> int:
    return int(box.row * 4) + 1


def _label(side: BoxLine, most: int = 99) -> str:
    points = f" {side.points}" if side.points else ""
    sign = "›" if side.is_winner else " "
    room = most - wcwidth.width(points) - 1
    name = side.name if wcwidth.width(side.name) <= room else wcwidth.clip(side.name, 0, room - 1) + "…"
    return f"{sign}{name}{points}"


def _write(canvas: list[list[str]], row: int, column: int, text: str) -> None:
    for letter in wcwidth.iter_graphemes(text):
        cells = [letter, *[""] * (wcwidth.width(letter) - 1)]  # a wide letter leaves the next cell empty
        if 0 <= row < len(canvas) and column + len(cells) <= len(canvas[row]):
            canvas[row][column : column + len(cells)] = cells
        column += len(cells)


def _join(canvas: list[list[str]], start: int, end: int, column: int) -> None:
    """A line from the middle of a match to the side that it feeds."""
    x = column - 2
    low, high = sorted((start, end))
    for row in range(low, high + 1):
        canvas[row][x] = "│"
    canvas[start][x - 1] = "─"
    canvas[start][x] = "─" if start == end else ("┐" if start < end else "┘")
    canvas[end][x] = "─" if start == end else ("└" if start < end else "┌")
    canvas[end][x + 1] = "─"
