"""A knock-out as a tree: where every match stands and what its box says."""

from dataclasses import dataclass

from carrom.laws.rounds import THIRD_PLACE
from carrom.tournament.desk.naming import placeholder
from carrom.tournament.draws.bracket import Bye, LoserOf, MatchId, WinnerOf
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.state import MatchRecord, StageKey
from carrom.tournament.log.view import TournamentView


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxLine:
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
    sides: tuple[BoxLine, BoxLine]
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


def lay_out_tree(view: TournamentView, key: StageKey) -> Tree:
    """Lay a stage out: every match stands in the middle of the two that feed it, that for the third place at the end.

    That match has no column of its own: it stands under the final.
    """
    records = [one for one in view.state.in_stage(key) if not one.fixture.round.startswith("losers-")]
    records.sort(key=lambda one: one.fixture.round == THIRD_PLACE)
    rounds = list(dict.fromkeys(one.fixture.round for one in records if one.fixture.round != THIRD_PLACE))
    boxes: dict[MatchId, Box] = {}
    count: dict[int, int] = {}
    for record in records:
        column = len(rounds) - 1 if record.fixture.round == THIRD_PLACE else rounds.index(record.fixture.round)
        won = (slot.match for slot in record.fixture.slots if isinstance(slot, WinnerOf))
        feeders = tuple(match for match in won if match in boxes)
        is_third = record.fixture.round in (THIRD_PLACE, "final") and all(
            isinstance(slot, LoserOf | Bye) for slot in record.fixture.slots
        )
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


def _sides(view: TournamentView, record: MatchRecord) -> tuple[BoxLine, BoxLine]:
    match = record.fixture.id
    winner = view.winner(match)
    result = record.result
    first, second = (
        BoxLine(
            name=side or placeholder(view, slot),
            points=_points(result, n) if result is not None and (result.a, result.b) == view.sides(match) else "",
            is_winner=side is not None and side == winner and view.status(match) != "bye",
            is_known=side is not None,
        )
        for n, (side, slot) in enumerate(zip(view.sides(match), record.fixture.slots, strict=True))
    )
    return first, second


def _points(result: ResultGiven, side: int) -> str:
    if result.walkover is not None:
        return "w/o" if result.walkover == "ab"[side] else ""
    if result.games is not None:
        return str(result.games[side])
    text = str(result.score[side]) if result.score is not None else ""
    return f"{text} +{result.extra[side]}" if result.extra is not None else text
