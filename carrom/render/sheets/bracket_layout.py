"""Lay out a knockout bracket: place and contents of every match's box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from carrom.laws.rounds import THIRD_PLACE
from carrom.tournament.desk.blockers import is_certain
from carrom.tournament.desk.decisions import ruled_seats
from carrom.tournament.desk.match_text import placeholder, round_words
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import Bye, LoserOf, MatchId, Slot, WinnerOf
from carrom.tournament.model.events import ResultGiven
from carrom.tournament.model.state import MatchRecord, StageKey
from carrom.tournament.seating.now import TO_PLAY, TournamentNow

_UNCONFIRMED = ("under review", "under protest", "provisional")
"""Shown instead of a result that may not stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSide:
    """Seed and club are given where the entry joins the bracket."""

    name: str
    points: str
    is_winner: bool
    is_known: bool
    seed: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketBox:
    """One match's box.

    The column is its round; the row counts first-round matches, in fractions between them. `when` gives table and
    time if planned, why the result is not shown, or the referee's ruling that seated a side.
    """

    id: MatchId
    column: int
    row: float
    sides: tuple[BracketSide, BracketSide]
    feeders: tuple[MatchId, ...]
    is_bye: bool
    note: str
    when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTree:
    """A whole bracket or a part of it. `champion` is empty until there is one."""

    boxes: tuple[BracketBox, ...]
    rounds: tuple[str, ...]
    champion: str = ""
    title: str = "Champion"
    is_whole: bool = True
    """Its winner has won the stage."""

    @property
    def rows(self) -> float:
        return max((box.row for box in self.boxes if not box.is_bye), default=0) + 1


def lay_out_bracket(
    view: TournamentNow, key: StageKey, planned: Mapping[MatchId, Appointment] | None = None, *, losers: bool = False
) -> BracketTree:
    """Lay out a stage, each match midway between the two that feed it, and the match for third place under the final.

    Byes take no room. For a double elimination: the winners' bracket, or the losers' with `losers`.
    """
    all_records = view.state.in_stage(key)
    records = [one for one in all_records if one.fixture.round.startswith("losers-") == losers]
    is_double = len(records) < len(all_records)
    records.sort(key=lambda one: one.fixture.round == THIRD_PLACE)
    seen = [one for one in records if one.fixture.round != THIRD_PLACE]
    real = {one.fixture.round for one in seen if view.status(one.fixture.id) != "bye"}
    rounds = [name for name in dict.fromkeys(one.fixture.round for one in seen) if name in real]
    rows = _Rows(view, records).found
    boxes: list[BracketBox] = []
    for record in records:
        is_third = _is_for_third_place(record)
        name = record.fixture.round
        column = rounds.index(name) if name in rounds else len(rounds) - 1 if is_third else 0
        known = {one.fixture.id for one in records}
        won = (slot.match for slot in record.fixture.slots if isinstance(slot, WinnerOf))
        boxes.append(
            BracketBox(
                id=record.fixture.id,
                column=column,
                row=rows[record.fixture.id],
                sides=_sides(view, record),
                feeders=() if is_third else tuple(match for match in won if match in known),
                is_bye=view.status(record.fixture.id) == "bye",
                note="third place" if is_third else "",
                when="; ".join(_under(view, record, (planned or {}).get(record.fixture.id))),
            )
        )
    last = next((one for one in reversed(records) if not _is_for_third_place(one)), None)
    is_known = last is not None and not losers and is_certain(view, last.fixture.id)
    champion = view.winner(last.fixture.id) if last is not None and is_known else None
    names = tuple(_round_name(name, is_double=is_double) for name in rounds)
    title = "Winner of the plate" if view.state.stage(key).form.is_consolation else "Champion"
    return BracketTree(boxes=tuple(boxes), rounds=names, champion=champion or "", title=title, is_whole=not losers)


def split_bracket(tree: BracketTree, most: int) -> list[BracketTree]:
    """Parts of at most `most` rows: the branches first, then the top, which repeats their last matches."""
    if tree.rows <= most or len(tree.rounds) < 3:
        return [tree]
    places = {box.id: box for box in tree.boxes}
    for column in range(len(tree.rounds) - 1, 0, -1):
        roots = [box for box in tree.boxes if box.column == column and not box.note and not box.is_bye]
        branches = [_branch(tree, root, places) for root in roots]
        if branches and all(branch.rows <= most for branch in branches):
            top = [box for box in tree.boxes if box.column >= column]
            return [*branches, _moved(replace(tree, boxes=tuple(top), rounds=tree.rounds[column:]), column)]
    return [tree]


def _branch(tree: BracketTree, root: BracketBox, places: Mapping[MatchId, BracketBox]) -> BracketTree:
    own: list[BracketBox] = []
    coming = [root]
    while coming:
        box = coming.pop()
        own.append(box)
        coming += [places[feeder] for feeder in box.feeders if feeder in places]
    first = min(box.column for box in own if not box.is_bye)
    part = replace(tree, boxes=tuple(own), rounds=tree.rounds[first : root.column + 1], is_whole=False, champion="")
    return _moved(part, first)


def _moved(tree: BracketTree, column: int) -> BracketTree:
    known = {box.id for box in tree.boxes}
    boxes = [
        replace(box, column=box.column - column, feeders=tuple(one for one in box.feeders if one in known))
        for box in tree.boxes
        if box.column >= column
    ]
    leaves = sorted({box.row for box in boxes if not box.is_bye and not box.note and not _fed(box, boxes)})
    step = min((low - high for high, low in pairwise(leaves)), default=1.0)
    closed = [replace(box, row=(box.row - leaves[0]) / step) for box in boxes if not box.note]
    thirds = [replace(box, row=closed[-1].row + 1.5) for box in boxes if box.note]
    return replace(tree, boxes=(*closed, *thirds))


def _fed(box: BracketBox, boxes: Sequence[BracketBox]) -> bool:
    real = {one.id for one in boxes if not one.is_bye}
    return any(feeder in real for feeder in box.feeders)


class _Rows:
    """Row of every match, from the last one back to the first round."""

    def __init__(self, view: TournamentNow, records: Sequence[MatchRecord]) -> None:
        self._view = view
        self._records = {one.fixture.id: one for one in records}
        self._leaves = 0
        self.found: dict[MatchId, float] = {}
        others = [one for one in records if not _is_for_third_place(one)]
        for record in reversed(others):
            if record.fixture.id not in self.found:
                self._place(record)
        for record in records:
            if _is_for_third_place(record):
                self.found[record.fixture.id] = (self.found[others[-1].fixture.id] if others else 0.0) + 1.5

    def _place(self, record: MatchRecord) -> float:
        feeders = [
            self._records[slot.match]
            for slot in record.fixture.slots
            if isinstance(slot, WinnerOf) and slot.match in self._records
        ]
        real = [one for one in feeders if self._view.status(one.fixture.id) != "bye"]
        rows = [self._place(one) for one in real]
        if not rows:
            rows = [float(self._leaves)]
            self._leaves += 1
        row = sum(rows) / len(rows)
        self.found[record.fixture.id] = row
        self.found |= {one.fixture.id: row for one in feeders if one not in real}
        return row


def _is_for_third_place(record: MatchRecord) -> bool:
    """Older files put the match for third place in the round of the final."""
    return record.fixture.round in (THIRD_PLACE, "plate-third-place", "final") and all(
        isinstance(slot, LoserOf | Bye) for slot in record.fixture.slots
    )


def _round_name(name: str, *, is_double: bool) -> str:
    words = round_words(name)
    return words.removeprefix("winners ") if is_double else words


def _under(view: TournamentNow, record: MatchRecord, planned: Appointment | None) -> list[str]:
    seats = (seat for seat in ruled_seats(view, record.key) if record.fixture.id in seat.matches)
    found = [_when(view, record, planned), *(seat.note for seat in seats)]
    return [text for text in found if text]


def _when(view: TournamentNow, record: MatchRecord, planned: Appointment | None) -> str:
    status = view.status(record.fixture.id)
    if status in _UNCONFIRMED:
        return status
    if status == "void":  # its table and planned time belong to other players
        return "under review"
    if status not in TO_PLAY:
        return ""
    if record.table is not None:
        return f"table {record.table}, now"
    if planned is None:
        return ""
    day = f"day {planned.day} ({planned.begins:%d %b}), " if planned.day > 1 else ""
    return f"{day}{planned.time}, table {planned.table}"


def _sides(view: TournamentNow, record: MatchRecord) -> tuple[BracketSide, BracketSide]:
    first, second = (_line(view, record, n) for n in (0, 1))
    return first, second


def _line(view: TournamentNow, record: MatchRecord, n: int) -> BracketSide:
    match, slot = record.fixture.id, record.fixture.slots[n]
    side, result = view.sides(match)[n], record.result
    seed, club = None, ""
    if side is not None and _comes_in(view, slot):
        entry = view.state.entries[record.key.event][side]
        clubs = (view.state.people[one].club for one in entry.members)
        seed, club = entry.seed, entry.club or " / ".join(dict.fromkeys(one for one in clubs if one))
    return BracketSide(
        name=side or placeholder(view, slot),
        points=_points(result, n) if result is not None and view.status(match) == "played" else "",
        is_winner=side is not None and side == view.winner(match) and view.status(match) == "played",
        is_known=side is not None,
        seed=seed,
        club=club,
    )


def _comes_in(view: TournamentNow, slot: Slot) -> bool:
    return not isinstance(slot, WinnerOf | LoserOf) or view.status(slot.match) == "bye"


def _points(result: ResultGiven, side: int) -> str:
    if result.walkover is not None:
        return "w/o" if result.walkover == "ab"[side] else ""
    if result.games is not None:
        return str(result.games[side])
    text = str(result.score[side]) if result.score is not None else ""
    return f"{text} +{result.extra[side]}" if result.extra is not None else text
