"""What matches and sides are called, on every screen and sheet: the category, the team and its players, A1 for whoever
will come out of group A first."""

from dataclasses import dataclass

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNames:
    """One side of a match: the entry if it is known, who plays, and how both are written."""

    entry: EntryId | None
    people: tuple[str, ...]
    text: str


def sides_of(view: TournamentView, match: MatchId) -> tuple[SideNames, SideNames]:
    """Both sides of a match by name."""
    first, second = (_side(view, match, at) for at in (0, 1))
    return first, second


def meeting_text(view: TournamentView, match: MatchId) -> str:
    """Team 5: Asha / Ben – Team 2: Carl / Dev"""
    return " – ".join(side.text for side in sides_of(view, match))


def match_title(view: TournamentView, match: MatchId) -> str:
    """What is played: MS group A, MS quarter final, or the rubber of a team meet."""
    if view.state.matches[match].fixture.rubber is not None:
        return rubber_title(view, match)
    return f"{view.state.matches[match].key.event} {round_title(view, match)}"


def round_title(view: TournamentView, match: MatchId) -> str:
    """The part of its event that a match belongs to: group A, round 3, quarter final; the rubber of a team meet."""
    record = view.state.matches[match]
    if record.fixture.rubber is not None:
        return rubber_title(view, match)
    if record.fixture.round != "group":
        return record.fixture.round.replace("-", " ")
    group = view.tables(record.key)[record.fixture.group or 0].name
    return f"group {group}" if group else f"round {record.fixture.turn}"


def rubber_title(view: TournamentView, match: MatchId) -> str:
    """The name of a rubber; its id where it has none."""
    record = view.state.matches[match]
    rubbers = view.state.event(record.key.event).rubbers
    return next((one.title for one in rubbers if one.id == record.fixture.rubber), record.fixture.rubber or "")


def placeholder(view: TournamentView, slot: Slot) -> str:
    """What stands in a line until it is known who does. A bye is not seen: behind it stands who came through it."""
    match slot:
        case Bye():
            return "bye"
        case PlaceOf():
            return slot.name
        case WinnerOf(match) if view.status(match) == "bye":
            through = [one for one in view.state.matches[match].fixture.slots if not isinstance(one, Bye)]
            return placeholder(view, through[0]) if through else "bye"
        case LoserOf(match) if view.status(match) == "bye":
            return "bye"
        case WinnerOf(match):
            return f"winner of {match}"
        case LoserOf(match, once):
            return f"loser of {match}{', if beaten once' if once else ''}"
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
