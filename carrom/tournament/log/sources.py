"""What fills a place of a draw: the table of a group, or a match. The places that one of them fills belong together,
since whoever has one of them has none of the others."""

from collections.abc import Mapping

from carrom.base.refusal import refuse
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.bounds import MOST_IN_A_ROW
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.tables.results import EntryId

Source = MatchId | tuple[StageKey, int]
"""A match, or the stage and the number of a group."""


def source_of(state: State, key: StageKey, slot: Slot) -> Source | None:
    """What fills a slot of a stage; None for somebody who is drawn there by name, and for a bye."""
    if isinstance(slot, WinnerOf | LoserOf):
        return slot.match
    before = state.before(key) if isinstance(slot, PlaceOf) else None
    return (before, slot.group) if isinstance(slot, PlaceOf) and before is not None else None


def place_text(slot: Slot, side: str) -> str:
    """A place as a ruling calls it: A1, or else M3A by the name of the side."""
    return slot.name if isinstance(slot, PlaceOf) else side


def held_out_of(state: State) -> dict[MatchId, list[tuple[Slot, EntryId]]]:
    """Of every match the places after it that somebody holds, where those that it fills stand together."""
    found: dict[MatchId, list[tuple[Slot, EntryId]]] = {}
    for match, held in state.held.items():
        record = state.matches.get(match)
        published = None if record is None else state.published.get(record.key)
        if record is None or published is None or not published.together:
            continue
        first, second = record.fixture.slots
        for slot, entry in ((first, held.get("a")), (second, held.get("b"))):
            if isinstance(slot, WinnerOf | LoserOf) and entry is not None:
                found.setdefault(slot.match, []).append((slot, entry))
    return found


def check_rows(matches: Mapping[MatchId, MatchRecord]) -> None:
    """Refuse draws with too many matches each of which leads to the next: nobody can reckon, nor play, such a row. A
    match comes after those that feed it."""
    behind: dict[MatchId, int] = {}
    for match, record in matches.items():
        fed = (slot.match for slot in record.fixture.slots if isinstance(slot, WinnerOf | LoserOf))
        behind[match] = 1 + max((behind.get(one, 0) for one in fed), default=0)
        if behind[match] > MOST_IN_A_ROW:
            why = f"{MOST_IN_A_ROW} matches lead to it one after another, and more are in no draw"
            refuse("long-row", f"{match} comes too late: {why}.")
