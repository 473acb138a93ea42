"""What matches and sides are called, on every screen and sheet: the category, the team and its players, A1 for whoever
will come out of group A first."""

import re
from dataclasses import dataclass
from typing import Literal

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf, group_name
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.view import TournamentView, read_once
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNames:
    """One side of a match: the entry if it is known, who plays, and how both are written."""

    entry: EntryId | None
    people: tuple[str, ...]
    text: str


@read_once
def sides_of(view: TournamentView, match: MatchId) -> tuple[SideNames, SideNames]:
    """Both sides of a match by name."""
    first, second = (_side(view, match, at) for at in (0, 1))
    return first, second


def meeting_text(view: TournamentView, match: MatchId) -> str:
    """Team 5: Asha / Ben – Team 2: Carl / Dev"""
    return " – ".join(side.text for side in sides_of(view, match))


@read_once
def match_title(view: TournamentView, match: MatchId) -> str:
    """What is played: MS group A, MS quarter final, or the rubber of a team meet."""
    if view.state.matches[match].fixture.rubber is not None:
        return rubber_title(view, match)
    return f"{view.state.matches[match].key.event} {round_title(view, match)}"


@dataclass(frozen=True, slots=True)
class RoundLabel:
    """The part of its event that a match belongs to, for any language: a `group` or a `rubber` with its name, a `turn`
    of a league with its number, a `round` of a tree by the name that the laws know."""

    kind: Literal["group", "turn", "round", "rubber"]
    value: str


def round_label(view: TournamentView, match: MatchId) -> RoundLabel:
    """Where in its event a match is played."""
    record = view.state.matches[match]
    if record.fixture.rubber is not None:
        return RoundLabel("rubber", rubber_title(view, match))
    if record.fixture.round != "group":
        return RoundLabel("round", record.fixture.round)
    if view.state.stage(record.key).form.has_groups:
        return RoundLabel("group", group_name(record.fixture.group or 0))
    return RoundLabel("turn", str(record.fixture.turn))


def round_title(view: TournamentView, match: MatchId) -> str:
    """The same in words: group A, round 3, quarter final; the rubber of a team meet."""
    label = round_label(view, match)
    words = {"group": f"group {label.value}", "turn": f"round {label.value}", "rubber": label.value}
    return words.get(label.kind, round_words(label.value))


def round_words(name: str) -> str:
    """A round as people write it: pre-quarter-final, round of 32, third place."""
    return re.sub(r"\b(pre|quarter|semi) (?=quarter|final)", r"\1-", name.replace("-", " "))


def rubber_title(view: TournamentView, match: MatchId) -> str:
    """The name of a rubber; its id where it has none."""
    record = view.state.matches[match]
    rubbers = view.state.event(record.key.event).rubbers
    return next((one.title for one in rubbers if one.id == record.fixture.rubber), record.fixture.rubber or "")


def open_slot(view: TournamentView, slot: Slot) -> Slot:
    """What a line waits for. A bye is not seen: behind it stands who came through it."""
    if view.is_nobody(slot) or (isinstance(slot, LoserOf) and view.status(slot.match) == "bye"):
        return Bye()
    if isinstance(slot, WinnerOf) and view.status(slot.match) == "bye":
        through = [one for one in view.state.matches[slot.match].fixture.slots if not view.is_nobody(one)]
        return open_slot(view, through[0]) if through else Bye()
    return slot


def placeholder(view: TournamentView, slot: Slot) -> str:
    """What stands in a line until it is known who does."""
    match open_slot(view, slot):
        case Bye():
            return "bye"
        case PlaceOf() as place:
            return place.name
        case WinnerOf(match):
            return f"winner of {match}"
        case LoserOf(match, once, first):
            only = "defeat" if once else "match" if first else None
            return f"loser of {match}" + (f" (only if it is their first {only})" if only else "")
        case Entrant(entry):
            return entry


def _side(view: TournamentView, match: MatchId, at: int) -> SideNames:
    record = view.state.matches[match]
    entry, rubber = view.sides(match)[at], record.fixture.rubber
    if entry is None:
        return SideNames(entry=None, people=(), text=placeholder(view, record.fixture.slots[at]))
    people = tuple(view.state.people[one].name for one in who_plays(view.state, record, entry))
    text = f"{entry}: {' / '.join(people)}" if rubber is not None and people else str(entry)
    return SideNames(entry=entry, people=people, text=text)
