"""The part of a tournament that the public may see, without private data and without results or draws under embargo.

Everything shown to the public is made from this state alone.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import datetime

from carrom.tournament.desk.blockers import depends_on_open_seat, is_any_seat_open
from carrom.tournament.draws.bracket import LoserOf, MatchId, WinnerOf
from carrom.tournament.log.protests import can_still_be_heard
from carrom.tournament.model.events import ProtestId
from carrom.tournament.model.people import Person
from carrom.tournament.model.state import MatchRecord, ProtestState, SeatSource, StageKey, State
from carrom.tournament.seating.now import TO_PLAY, MatchStatus, Sides, TournamentNow


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicState:
    state: State
    withheld: frozenset[MatchId] = frozenset()
    is_draw_withheld: bool = False


class PublicNow(TournamentNow):
    """The public view of a tournament. Results that depend on an open seat are under review, and their winners stay out
    of the next round unless they were called or have played."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._undecided: frozenset[MatchId] = frozenset()
        if not is_any_seat_open(self):
            return
        undecided = [one for one in state.matches if self.status(one) == "played" and depends_on_open_seat(self, one)]
        # Everything cached so far was read without `_undecided`.
        for read in (self._sides, self._seated, self._outcomes, self._statuses, self.memo):
            read.clear()
        self._undecided = frozenset(undecided)

    def sides(self, match: MatchId) -> Sides:
        a, b = super().sides(match)
        record = self.state.matches[match]
        if not self._undecided or record.result is not None or record.table is not None:
            return a, b
        fed = [isinstance(slot, WinnerOf | LoserOf) and slot.match in self._undecided for slot in record.fixture.slots]
        return None if fed[0] else a, None if fed[1] else b

    def status(self, match: MatchId) -> MatchStatus:
        return "under review" if match in self._undecided else super().status(match)


def protests_awaiting_fee(state: State, now: datetime) -> frozenset[ProtestId]:
    """Return the protests that will be heard once their fee is paid. Until then the result counts at the desk, but the
    public does not see it as final."""
    return frozenset(name for name, one in state.protests.items() if can_still_be_heard(state, one, now))


def public_state(state: State, awaited: frozenset[ProtestId] = frozenset()) -> PublicState:
    """Return the names, clubs, draws, calls and results; no birth dates, contacts, fees, reasons or protest texts.

    Results under protests in `awaited` are shown as contested.
    """
    if awaited:
        state = _contested(state, awaited)
    embargo = state.announced.embargo
    shown = without_private_data(state)
    hidden = frozenset(key for key in state.draws if key not in state.published) if "draw" in embargo else frozenset()
    if hidden:
        shown = _without_draws(shown, hidden)
    if "results" not in embargo:
        return PublicState(state=shown, is_draw_withheld=bool(hidden))
    view = TournamentNow(state)
    withheld = frozenset(match for match in shown.matches if view.status(match) not in (*TO_PLAY, "bye"))
    return PublicState(state=_without_results(shown, view), withheld=withheld, is_draw_withheld=bool(hidden))


def without_private_data(state: State) -> State:
    """Return the state with no more about people than a published draw shows."""
    return replace(
        state,
        seen={},
        people={one: _public_person(person) for one, person in state.people.items()},
        checks={},
        contacts=(),
        former={},
        left_reasons={},
        protests={one: _public_protest(protest) for one, protest in state.protests.items()},
        revoked=frozenset(),
        quarantined=(),
        notices=(),
        past=(),
    )


def _public_person(person: Person) -> Person:
    return Person(id=person.id, name=person.name, club=person.club, community=person.community)


def _public_protest(protest: ProtestState) -> ProtestState:
    """Keep the fact that a protest exists, since it withholds a result, but not its text."""
    return replace(protest, lodged=replace(protest.lodged, text="", signed_by=None), fee_paid=0, refunded=0)


def _without_draws(state: State, hidden: frozenset[StageKey]) -> State:
    matches = {match: record for match, record in state.matches.items() if record.key not in hidden}
    return replace(
        state,
        draws={key: drawn for key, drawn in state.draws.items() if key not in hidden},
        matches=matches,
        frozen={source: one for source, one in state.frozen.items() if _is_shown(source, matches, hidden)},
        shown_sides={match: sides for match, sides in state.shown_sides.items() if match in matches},
        shootouts={of: played for of, played in state.shootouts.items() if of[0] not in hidden},
    )


def _without_results(state: State, view: TournamentNow) -> State:
    """Return the state as if nothing had been played, except who sits at the tables."""
    return replace(
        state,
        matches={match: _without_result(record) for match, record in state.matches.items()},
        frozen={},
        overruled={},
        shown_sides=_sides_at_tables(view),
        shootouts={},
        protests={},
        left={},
    )


def _is_shown(source: SeatSource, matches: Container[MatchId], hidden: Container[StageKey]) -> bool:
    return source in matches if isinstance(source, str) else source[0] not in hidden


def _contested(state: State, awaited: frozenset[ProtestId]) -> State:
    """Return the state as if the awaited fees were paid, with everyone who was called left in place."""
    shown = _sides_at_tables(TournamentNow(state))
    protests = {
        name: replace(one, status="admissible") if name in awaited else one for name, one in state.protests.items()
    }
    return replace(state, protests=protests, shown_sides=shown)


def _sides_at_tables(view: TournamentNow) -> dict[MatchId, Sides]:
    """Return the sides of all matches that wait or play at a table and know both."""
    found: dict[MatchId, Sides] = {}
    for match, record in view.state.matches.items():
        sides = view.sides(match)
        if record.table is not None and view.status(match) in TO_PLAY and None not in sides:
            found[match] = sides
    return found


def _without_result(record: MatchRecord) -> MatchRecord:
    bare = replace(record, history=(), rivals=(), common_version=0, drafts={})
    return bare if record.result is None else bare.reopened
