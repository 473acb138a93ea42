"""What is not decided yet although others were seated or have played by it: a result that somebody contests, a match
that is to be played again, a published seat on which nobody has ruled. Whatever comes after it may still change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from carrom.tournament.desk.naming import meeting_text
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, WinnerOf
from carrom.tournament.log.seat_rulings import contested_seats
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TO_PLAY, TournamentView, read_once


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """Something open, and the matches that hang on it first: all that come after them hang on it too."""

    matches: frozenset[MatchId]
    text: str
    fed_by: MatchId | None = None
    """The match that says now who should sit on an open seat."""


def is_certain(view: TournamentView, match: MatchId) -> bool:
    """Whether nothing that a match comes from is open. Two may hold their places in it, and have played it: nobody is
    called up for a prize by it until that is decided."""
    return not undecided_for(view, match)


def undecided_for(view: TournamentView, match: MatchId) -> tuple[Undecided, ...]:
    """Everything open that the outcome of a match hangs on."""
    return _among(undecided(view), view, match)


def seats_undecided_for(view: TournamentView, match: MatchId) -> tuple[Undecided, ...]:
    """The seats among it: those by which somebody else may come into the match."""
    return _among(_seats(view), view, match)


def is_any_seat_open(view: TournamentView) -> bool:
    """Whether any published seat waits for a ruling."""
    return bool(_seats(view))


def seat_hangs_on(view: TournamentView, match: MatchId) -> bool:
    """Whether a seat is open that its players came by, or that its own result would fill otherwise: nobody is shown
    both as final."""
    return any(one.fed_by == match for one in _seats(view)) or bool(seats_undecided_for(view, match))


def _among(found: Sequence[Undecided], view: TournamentView, match: MatchId) -> tuple[Undecided, ...]:
    if not found:
        return ()
    reach = {match, *before(view, match)}
    return tuple(one for one in found if not reach.isdisjoint(one.matches))


@read_once
def undecided(view: TournamentView) -> tuple[Undecided, ...]:
    """Everything open, at whatever hour: a protest that waits for its fee holds nothing back at the desk."""
    return (*_results(view), *_seats(view))


def _results(view: TournamentView) -> Iterator[Undecided]:
    for match, record in view.state.matches.items():
        status = view.status(match)
        is_tree = view.state.stage(record.key).form.shape == "tree"
        if status in ("under protest", "under review"):
            yield Undecided(matches=frozenset((match,)), text=f"{match} ({meeting_text(view, match)}) is {status}")
        elif is_tree and status in TO_PLAY:
            yield Undecided(matches=frozenset((match,)), text=f"{match} ({meeting_text(view, match)}) is to be played")


@read_once
def _seats(view: TournamentView) -> tuple[Undecided, ...]:
    """Places of published draws that wait for a ruling."""
    found = []
    for key in view.state.published:
        for seat in contested_seats(view, key):
            matches = _with_place(view, key, seat.place) if seat.match is None else (seat.match,)
            fed_by = seat.source if isinstance(seat.source, str) else None
            text = f"{view.state.title(key)} is {seat.text}"
            found.append(Undecided(matches=frozenset(matches), text=text, fed_by=fed_by))
    return tuple(found)


def _with_place(view: TournamentView, key: StageKey, place: str) -> Iterator[MatchId]:
    for record in view.state.in_stage(key):
        if any(isinstance(slot, PlaceOf) and slot.name == place for slot in record.fixture.slots):
            yield record.fixture.id


@read_once
def before(view: TournamentView, match: MatchId) -> frozenset[MatchId]:
    """Every match whose result has a part in who plays this one."""
    found: set[MatchId] = set()
    asked = [match]
    while asked:
        for one in _feeding(view, asked.pop()):
            if one not in found:
                found.add(one)
                asked.append(one)
    return frozenset(found)


def _feeding(view: TournamentView, match: MatchId) -> Iterator[MatchId]:
    record = view.state.matches[match]
    for slot in record.fixture.slots:
        if isinstance(slot, WinnerOf | LoserOf):
            yield slot.match
        elif isinstance(slot, PlaceOf):
            stage = view.state.before(record.key)
            for other in [] if stage is None else view.state.in_stage(stage):
                if other.fixture.group in (None, slot.group):
                    yield other.fixture.id
