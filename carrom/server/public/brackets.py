"""Geometry of bracket pictures."""

from dataclasses import dataclass

import wcwidth

from carrom.render.sheets.bracket_layout import BracketBox, BracketTree, lay_out_bracket, split_bracket
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow

BOX, GAP, ROW, STEP, HEAD = 420, 48, 44, 112, 52
"""Sizes in picture units: box width, gap of rounds, height of a side, distance of matches, heading."""
_LETTERS, _HALF, _SMALLEST, _NUMBER = 27, 18, 20, 62
_WIDTH = 0.62


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedBox:
    match: MatchId
    x: int
    y: float
    is_third: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPicture:
    """One page of a bracket."""

    width: int
    height: float
    rounds: tuple[tuple[int, str], ...]
    boxes: tuple[PlacedBox, ...]
    links: tuple[str, ...]
    is_open: bool


def bracket_pictures(view: TournamentNow, key: StageKey, most: int) -> list[BracketPicture]:
    """Draw a bracket in parts of `most` matches in height; a double elimination has two brackets."""
    trees = [lay_out_bracket(view, key)]
    if any(one.fixture.round.startswith("losers-") for one in view.state.in_stage(key)):
        trees.append(lay_out_bracket(view, key, losers=True))
    return [_picture(view, part) for tree in trees for part in split_bracket(tree, most)]


def _picture(view: TournamentNow, tree: BracketTree) -> BracketPicture:
    places = {box.id: box for box in tree.boxes}
    seen = [box for box in tree.boxes if not box.is_bye]
    lowest = min((box.row for box in seen), default=0.0)
    links = [
        _link(places[feeder], box, lowest)
        for box in seen
        for feeder in box.feeders
        if feeder in places and not places[feeder].is_bye
    ]
    rows = max((box.row for box in seen), default=0.0) - lowest + 1
    return BracketPicture(
        width=len(tree.rounds) * (BOX + GAP) - GAP + 4,
        height=HEAD + rows * STEP,
        rounds=tuple((column * (BOX + GAP), name.replace(" ", "-")) for column, name in enumerate(tree.rounds)),
        boxes=tuple(
            PlacedBox(match=box.id, x=_left(box), y=_top(box, lowest), is_third=bool(box.note)) for box in seen
        ),
        links=tuple(links),
        is_open=any(view.winner(box.id) is None for box in seen),
    )


def fit_name(name: str, points: str) -> tuple[int, int, int, tuple[tuple[int, str], ...]]:
    """Fit a name into its box: font size, largest size, available width, and lines with y offsets. Long names take two
    lines or are cut."""
    room = BOX - _NUMBER - 22 - 20 * len(points)
    size = _size(name, room)
    if size >= _SMALLEST or " " not in name.strip():
        return size, _LETTERS, room, ((31, _cut(name, room, size)),)
    words = name.split(" ")
    first, second = min(
        ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))),
        key=lambda pair: max(map(len, pair)),
    )
    size = min(_HALF, _size(first, room), _size(second, room))
    return size, _HALF, room, ((19, _cut(first, room, size)), (38, _cut(second, room, size)))


def _size(line: str, room: int) -> int:
    return max(12, min(_LETTERS, int(room / (_WIDTH * max(1, wcwidth.width(line))))))


def _cut(line: str, room: int, size: int) -> str:
    most = int(room / (_WIDTH * size))
    return line if wcwidth.width(line) <= most else f"{line[: most - 1]}…"


def _left(box: BracketBox) -> int:
    return box.column * (BOX + GAP) + 2


def _top(box: BracketBox, lowest: float) -> float:
    return HEAD + (box.row - lowest) * STEP + (STEP - 2 * ROW) / 2


def _link(feeder: BracketBox, box: BracketBox, lowest: float) -> str:
    x0, x1 = _left(feeder) + BOX, _left(box)
    y0, y1 = _top(feeder, lowest) + ROW, _top(box, lowest) + ROW
    return f"M{x0} {y0:g}H{(x0 + x1) / 2:g}V{y1:g}H{x1}"
