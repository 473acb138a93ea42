"""A knock-out as a tree: one layout, drawn as SVG and as text."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from carrom.render import palette
from carrom.render.sheet import Picture, cells_wide
from carrom.render.svg import num, tag
from carrom.tournament.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.facts import ResultGiven
from carrom.tournament.results import EntryId
from carrom.tournament.state import MatchRecord, StageKey
from carrom.tournament.view import View

_BOX, _ROW, _GAP, _STEP = 52.0, 6.0, 11.0, 15.0  # box width, height of a side, between rounds, between matches


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One line of a box."""

    name: str
    points: str
    is_winner: bool
    is_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One match at its place: the column is its round, the row counts first-round matches (halves in between)."""

    id: MatchId
    column: int
    row: float
    sides: tuple[Side, Side]
    feeders: tuple[MatchId, ...]
    is_bye: bool
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """All boxes of a knock-out, and the names of its rounds."""

    boxes: tuple[Box, ...]
    rounds: tuple[str, ...]

    @property
    def rows(self) -> float:
        """How many first-round matches high it is."""
        return max((box.row for box in self.boxes), default=0) + 1


def tree(view: View, key: StageKey) -> Tree:
    """Lay a stage out: every match stands in the middle of the two that feed it."""
    records = view.state.in_stage(key)
    rounds = list(dict.fromkeys(record.fixture.round for record in records))
    boxes: dict[MatchId, Box] = {}
    count: dict[int, int] = {}
    for record in records:
        column = rounds.index(record.fixture.round)
        feeders = tuple(slot.match for slot in record.fixture.slots if isinstance(slot, WinnerOf))
        is_third = any(isinstance(slot, LoserOf) for slot in record.fixture.slots)
        if is_third:
            row = boxes[next(reversed(boxes))].row + 1.5
        elif feeders:
            row = sum(boxes[feeder].row for feeder in feeders) / len(feeders)
        else:
            row = float(count.get(column, 0)) * 2**column + (2**column - 1) / 2
        count[column] = count.get(column, 0) + 1
        boxes[record.fixture.id] = Box(
            id=record.fixture.id,
            column=column,
            row=row,
            sides=_sides(view, record),
            feeders=feeders,
            is_bye=view.status(record.fixture.id) == "bye",
            note="third place" if is_third else "",
        )
    return Tree(boxes=tuple(boxes.values()), rounds=tuple(name.replace("-", " ") for name in rounds))


def _sides(view: View, record: MatchRecord) -> tuple[Side, Side]:
    match = record.fixture.id
    winner = view.winner(match)
    result = record.result
    first, second = (
        Side(
            name=side or waiting(slot),
            points=_points(result, n) if result is not None and (result.a, result.b) == view.sides(match) else "",
            is_winner=side is not None and side == winner and view.status(match) != "bye",
            is_known=side is not None,
        )
        for n, (side, slot) in enumerate(zip(view.sides(match), record.fixture.slots, strict=True))
    )
    return first, second


def waiting(slot: Slot) -> str:
    """What stands in a line until it is known who does."""
    match slot:
        case Bye():
            return "bye"
        case PlaceOf():
            return slot.name
        case WinnerOf(match):
            return f"winner of {match}"
        case LoserOf(match):
            return f"loser of {match}"
        case Entrant(entry):
            return str(EntryId(entry))


def _points(result: ResultGiven, side: int) -> str:
    if result.walkover is not None:
        return "w/o" if result.walkover == "ab"[side] else ""
    if result.games is not None:
        return str(result.games[side])
    text = str(result.score[side]) if result.score is not None else ""
    return f"{text} +{result.extra[side]}" if result.extra is not None else text


# -- SVG ----------------------------------------------------------------------------------------------------------


def bracket_picture(view: View, key: StageKey, *, caption: str = "") -> Picture:
    """The tree as a drawing in millimetres, with its text for a terminal."""
    laid = tree(view, key)
    width = len(laid.rounds) * (_BOX + _GAP) - _GAP + 8  # room for the number of the final
    height = laid.rows * _STEP + 8
    marks = [
        tag(
            "text",
            escape(name),
            x=column * (_BOX + _GAP),
            y=4,
            font_size=3.6,
            font_weight="bold",
            fill=palette.FRAME_LIGHT,
        )
        for column, name in enumerate(laid.rounds)
    ]
    places = {box.id: box for box in laid.boxes}
    for box in laid.boxes:
        marks += [_link(places[feeder], box) for feeder in box.feeders if not places[feeder].is_bye]
        if not box.is_bye:
            marks.append(_box(box))
    size = f'width="{num(width)}" height="{num(height)}" viewBox="0 0 {num(width)} {num(height)}"'
    font = "Helvetica, Arial, 'DejaVu Sans', 'Libertinus Serif', sans-serif"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}">{"".join(marks)}</svg>'
    return Picture(svg=svg, width=width, height=height, text=bracket_text(laid), caption=caption)


def _top(box: Box) -> float:
    return 8 + box.row * _STEP + (_STEP - 2 * _ROW) / 2


def _link(feeder: Box, box: Box) -> str:
    x0 = feeder.column * (_BOX + _GAP) + _BOX
    x1 = box.column * (_BOX + _GAP)
    y0, y1 = _top(feeder) + _ROW, _top(box) + _ROW
    path = f"M{num(x0)} {num(y0)}H{num((x0 + x1) / 2)}V{num(y1)}H{num(x1)}"
    return tag("path", d=path, fill="none", stroke=palette.GRAIN, stroke_width=0.5)


def _box(box: Box) -> str:
    x, y = box.column * (_BOX + _GAP), _top(box)
    marks = [
        tag(
            "rect",
            x=x,
            y=y,
            width=_BOX,
            height=2 * _ROW,
            rx=1.2,
            fill="#ffffff",
            stroke=palette.FRAME,
            stroke_width=0.35,
        ),
        tag("path", d=f"M{num(x)} {num(y + _ROW)}h{num(_BOX)}", stroke=palette.WOOD_DEEP, stroke_width=0.25),
        tag("text", escape(box.id), x=x + _BOX + 0.8, y=y + 2.6, font_size=2.3, fill=palette.FRAME_LIGHT),
    ]
    if box.note:
        marks.append(tag("text", escape(box.note), x=x, y=y - 1, font_size=2.8, fill=palette.FRAME_LIGHT))
    for n, side in enumerate(box.sides):
        base = y + n * _ROW + 4.3
        weight = "bold" if side.is_winner else "normal"
        ink = palette.INK if side.is_known else palette.GRAIN
        room = _BOX - 4 - 2.1 * len(side.points)
        marks.append(
            tag("text", escape(_cut(side.name, room)), x=x + 1.8, y=base, font_size=3.5, font_weight=weight, fill=ink)
        )
        if side.points:
            marks.append(
                tag(
                    "text",
                    escape(side.points),
                    x=x + _BOX - 1.6,
                    y=base,
                    font_size=3.5,
                    font_weight=weight,
                    fill=palette.INK,
                    text_anchor="end",
                )
            )
    return tag("g", *marks)


def _cut(name: str, room: float) -> str:
    """A name that fits its box."""
    most = int(room / 1.85)
    return name if cells_wide(name) <= most else name[: most - 1].rstrip() + "…"


# -- text ------------------------------------------------------------------------------------------------------------


def bracket_text(laid: Tree) -> str:
    """The tree in lines and corners, with a heading over each round."""
    wide = min(28, max((cells_wide(_label(side)) for box in laid.boxes for side in box.sides), default=4))
    column_width = wide + 5
    height = int(laid.rows * 4) + 1
    canvas = [[" "] * (column_width * len(laid.rounds)) for _ in range(height)]
    places = {box.id: box for box in laid.boxes}
    for box in laid.boxes:
        if box.is_bye:
            continue
        middle = _middle(box)
        for n, side in enumerate(box.sides):
            _write(canvas, middle - 1 + 2 * n, box.column * column_width, _label(side, wide))
        for n, feeder in enumerate(box.feeders):
            if not places[feeder].is_bye:
                _join(canvas, _middle(places[feeder]), middle - 1 + 2 * n, box.column * column_width)
    heads = "".join(name.ljust(column_width) for name in laid.rounds)
    return "\n".join([heads.rstrip(), *("".join(row).rstrip() for row in canvas)]).rstrip()


def _middle(box: Box) -> int:
    return int(box.row * 4) + 1


def _label(side: Side, most: int = 99) -> str:
    points = f" {side.points}" if side.points else ""
    sign = "›" if side.is_winner else " "
    room = most - cells_wide(points) - 1
    name = side.name if cells_wide(side.name) <= room else side.name[: room - 1] + "…"
    return f"{sign}{name}{points}"


def _write(canvas: list[list[str]], row: int, column: int, text: str) -> None:
    for offset, letter in enumerate(text):
        if 0 <= row < len(canvas) and column + offset < len(canvas[row]):
            canvas[row][column + offset] = letter


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
