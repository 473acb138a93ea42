"""What a match waits for, and what may still change its players.

Results under protest or review, seats that need a ruling, missing line-ups and players who are busy at another table.
`calling` refuses calls for some of these; tables, rest and absence are reasons of `schedule.queue`.
Most functions yield predicates that callers put after the match number: "M7" + "waits for M5, which is under review".
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from carrom.base.errors import CarromError
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.match_text import match_sides, meeting_text, placeholder
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.calls import busy_players
from carrom.tournament.log.entries import count_missing_players
from carrom.tournament.log.protests import can_still_be_heard, decision_deadline, protest_deadline
from carrom.tournament.model.definition import CompetitionId, RubberPlan
from carrom.tournament.model.people import count_text
from carrom.tournament.model.state import MatchRecord, ProtestState, StageKey
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, cached_per_state, side_label
from carrom.tournament.seating.rulings import contested_seats
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """An undecided result or seat, with the matches directly affected. All later matches fed by those are affected
    too."""

    matches: frozenset[MatchId]
    text: str
    fed_by: MatchId | None = None
    """The match whose current winner or loser would fill the open seat."""


def is_certain(view: TournamentNow, match: MatchId) -> bool:
    """Return whether every result and seat that leads to this match is decided. Prizes are only given for such
    matches."""
    return not open_questions_for(view, match)


def open_questions_for(view: TournamentNow, match: MatchId) -> tuple[OpenQuestion, ...]:
    """Return the open questions that may change the outcome of a match."""
    return _among(open_questions(view), view, match)


def open_seats_for(view: TournamentNow, match: MatchId) -> tuple[OpenQuestion, ...]:
    """Return the open seats that may change the players of a match."""
    return _among(_open_seats(view), view, match)


def is_any_seat_open(view: TournamentNow) -> bool:
    return bool(_open_seats(view))


def depends_on_open_seat(view: TournamentNow, match: MatchId) -> bool:
    """Return whether an open seat decides the players, or is fed by the result. The public sees neither as final."""
    return any(one.fed_by == match for one in _open_seats(view)) or bool(open_seats_for(view, match))


def _among(found: Sequence[OpenQuestion], view: TournamentNow, match: MatchId) -> tuple[OpenQuestion, ...]:
    if not found:
        return ()
    reach = {match, *matches_before(view, match)}
    return tuple(one for one in found if not reach.isdisjoint(one.matches))


@cached_per_state
def open_questions(view: TournamentNow) -> tuple[OpenQuestion, ...]:
    """Return every open question. A protest whose fee is unpaid does not count."""
    return (*_open_results(view), *_open_seats(view))


def _open_results(view: TournamentNow) -> Iterator[OpenQuestion]:
    for match, record in view.state.matches.items():
        status = view.status(match)
        is_tree = view.state.stage(record.key).form.shape == "tree"
        if status in ("under protest", "under review"):
            yield OpenQuestion(matches=frozenset((match,)), text=f"{match} ({meeting_text(view, match)}) is {status}")
        elif is_tree and status in TO_PLAY:
            yield OpenQuestion(
                matches=frozenset((match,)), text=f"{match} ({meeting_text(view, match)}) is to be played"
            )


@cached_per_state
def _open_seats(view: TournamentNow) -> tuple[OpenQuestion, ...]:
    found = []
    for key in view.state.published:
        for seat in contested_seats(view, key):
            matches = _with_place(view, key, seat.place) if seat.match is None else (seat.match,)
            fed_by = seat.source if isinstance(seat.source, str) else None
            text = f"{view.state.title(key)} is {seat.text}"
            found.append(OpenQuestion(matches=frozenset(matches), text=text, fed_by=fed_by))
    return tuple(found)


def _with_place(view: TournamentNow, key: StageKey, place: str) -> Iterator[MatchId]:
    for record in view.state.in_stage(key):
        if any(isinstance(slot, PlaceOf) and slot.name == place for slot in record.fixture.slots):
            yield record.fixture.id


@cached_per_state
def matches_before(view: TournamentNow, match: MatchId) -> frozenset[MatchId]:
    """Return every match whose result may change the players of this one."""
    found: set[MatchId] = set()
    asked = [match]
    while asked:
        for one in _fed_by(view, asked.pop()):
            if one not in found:
                found.add(one)
                asked.append(one)
    return frozenset(found)


def _fed_by(view: TournamentNow, match: MatchId) -> Iterator[MatchId]:
    record = view.state.matches[match]
    for slot in record.fixture.slots:
        if isinstance(slot, WinnerOf | LoserOf):
            yield slot.match
        elif isinstance(slot, PlaceOf):
            stage = view.state.before(record.key)
            for other in [] if stage is None else view.state.in_stage(stage):
                if other.fixture.group in (None, slot.group):
                    yield other.fixture.id


def missing_players_text(rubber: RubberPlan, lacking: int) -> str:
    """Return a text such as "S1 lacks 1 player"."""
    return f"{rubber.id} lacks {count_text(lacking, 'player', 'players')}"


def missing_line_ups(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    """Return predicates for the line-ups a match waits for."""
    record = view.state.matches[match]
    if record.fixture.rubber is None or record.result is not None or not has_line_ups(view, record.key.event):
        return ()
    return tuple(
        f"waits for the line-up of {entry}: {_all_missing_text(view, record.key, {record.fixture.rubber: lacking})}"
        for entry in view.sides(match)
        if entry is not None and (lacking := count_missing_players(view.state, record, entry))
    )


@cached_per_state
def teams_without_line_up(view: TournamentNow, key: StageKey) -> tuple[tuple[str, tuple[EntryId, ...]], ...]:
    """Return what teams are missing for their open rubbers, with the teams that miss exactly that."""
    found: dict[EntryId, dict[str, int]] = {}
    for record in view.state.in_stage(key) if view.state.stage(key).form.has_ties else ():
        rubber, match = record.fixture.rubber, record.fixture.id
        if rubber is None or view.status(match) not in TO_PLAY:
            continue
        for entry in view.sides(match):
            lacking = 0 if entry is None else count_missing_players(view.state, record, entry)
            if entry is not None and lacking:
                known = found.setdefault(entry, {})
                known[rubber] = max(known.get(rubber, 0), lacking)
    alike: dict[str, list[EntryId]] = {}
    for entry in _in_order(view, key, found):
        alike.setdefault(_all_missing_text(view, key, found[entry]), []).append(entry)
    return tuple((lacks, tuple(teams)) for lacks, teams in alike.items())


@cached_per_state
def has_line_ups(view: TournamentNow, event: CompetitionId) -> bool:
    """Return whether any team of the competition has a line-up. A league without line-ups is played without them."""
    return any(entry.line_up for entry in view.state.entries[event].values())


def _in_order(view: TournamentNow, key: StageKey, found: Iterable[EntryId]) -> Sequence[EntryId]:
    """Sort the entries as they were entered, not by their matches."""
    return [entry for entry in view.state.entries[key.event] if entry in set(found)]


def _all_missing_text(view: TournamentNow, key: StageKey, lacking: dict[str, int]) -> str:
    rubbers = view.state.event(key.event).rubbers
    return ", ".join(missing_players_text(one, lacking[one.id]) for one in rubbers if one.id in lacking)


def contested_because(view: TournamentNow, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Return why the known players of a match may still change, as predicates.

    A result counts until a protest against it is heard (145), and a published seat is valid until a ruling. So the
    match can be called, but it may be played in vain.
    """
    contested = _contested_results(view, now)
    earlier = matches_before(view, match) if contested else ()
    results = [f"hangs on {one} ({meeting_text(view, one)}): {why}" for one, why in contested if one in earlier]
    return (*results, *rulings_awaited(view, match))


def rulings_awaited(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    """Return predicates for rulings that may change the players."""
    return tuple(f"hangs on a ruling: {one.text}" for one in open_seats_for(view, match))


def table_warnings(view: TournamentNow, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Return everything to know about a match at its table, as predicates.

    Players replaced since the call, busy at another table or not named yet, protests against the match itself (play
    goes on, 150), and undecided results or seats that may change its players.
    """
    found = [f"is played under {why}" for why in protests_against(view, match, now)]
    waits = (*waits_for_busy_players(view, match), *missing_line_ups(view, match))
    return (*replaced_since_call(view, match), *waits, *found, *contested_because(view, match, now))


def waits_for_busy_players(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    """Return predicates for players who are busy at another table. They are not late for this match."""
    return tuple(f"waits: {one}" for one in busy_players_text(view, match))


def busy_players_text(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    """Return sentences such as "Kavita is at table 5 in M134"."""
    away = busy_players(view).get(match, ())
    if not away:
        return ()
    people = view.state.people
    names = view.state.namesakes
    return tuple(
        f"{names.distinct_name(people[one.person])} is {'at' if one.is_there else 'called to'} table {one.table}"
        f" in {one.match}"
        for one in away
    )


def replaced_since_call(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    """Return predicates for sides that replaced others since the call, because an earlier result was corrected.

    The card of such a match may have been played by the former sides.
    """
    record = view.state.matches[match]
    return tuple(
        f"is {side.text}'s since {record.called:%H:%M}, and not {known}'s, who had been called: tell them both"
        for known, plays, side in zip(record.expected, view.sides(match), match_sides(view, match), strict=True)
        if record.called is not None and None not in (known, plays) and known != plays
    )


def is_card_doubtful(view: TournamentNow, match: MatchId) -> bool:
    """Return whether to ask for confirmation before a result counts: others may have played it, or its table is out."""
    found = (replaced_since_call(view, match), busy_players_text(view, match), missing_line_ups(view, match))
    return any(found) or bool(table_out_of_service(view, match))


def table_out_of_service(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    """Return a predicate if the table of a match is out of service. A result typed by table number may mean another
    match."""
    return tuple(
        f"is on table {one.table}, which is out of service, and has to move"
        for one in matches_on_tables(view)
        if one.match == match and one.has_to_move
    )


def protests_against(view: TournamentNow, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Return the protests against a match that are open or can still be heard, each with its owner and state."""
    own = [one for one in view.state.protests.values() if one.lodged.match == match]
    heard = [(one, _protest_progress(view, one, now)) for one in own]
    return tuple(f"{_protest_name(view, one)}, which {why}" for one, why in heard if why is not None)


def _contested_results(view: TournamentNow, now: datetime) -> list[tuple[MatchId, str]]:
    found = [(match, "two versions of it are told, and the referee has to choose") for match in _under_review(view)]
    for protest in view.state.protests.values():
        match, why = protest.lodged.match, _protest_progress(view, protest, now)
        if why is not None and view.state.matches[match].result is not None:
            found.append((match, f"{_protest_name(view, protest)} against it {why}"))
    return found


def _protest_progress(view: TournamentNow, protest: ProtestState, now: datetime) -> str | None:
    """Return the state of a protest that is open or can still be heard, else None."""
    if protest.is_open:
        return f"is to be decided by {decision_deadline(view.state, protest):%H:%M} (151c)"
    if not can_still_be_heard(view.state, protest, now):
        return None
    until = protest_deadline(view.state, protest)
    return f"is lodged, and is heard if its fee is paid{'' if until is None else f' until {until:%H:%M}'} (145)"


def _protest_name(view: TournamentNow, protest: ProtestState) -> str:
    lodged = protest.lodged
    return f"protest {lodged.protest} of {match_sides(view, lodged.match)[0 if lodged.side == 'a' else 1].text}"


@cached_per_state
def _under_review(view: TournamentNow) -> tuple[MatchId, ...]:
    return tuple(match for match, record in view.state.matches.items() if record.is_under_review)


_PLAYERS_KNOWN = "it is known who plays it"


def decision_awaited(view: TournamentNow, match: MatchId) -> str | None:
    """Return why a match waits for a decision or a draw, or None if it does not."""
    record = view.state.matches[match]
    if view.status(match) == "on hold" and view.have_both_left(match):
        return "waits for a decision: both have left"
    if view.status(match) == "void":
        return "waits for a decision: it was played by others than it belongs to"
    for side in view.sides_awaiting_ruling(match):
        return f"waits for the ruling on {side_label(match, side)}"
    for slot, entry in zip(record.fixture.slots, view.sides(match), strict=True):
        if entry is None:
            why = _slot_awaits(view, slot, record)
            if why is not None:
                return why
    return next(iter(missing_line_ups(view, match)), None)


def _slot_awaits(view: TournamentNow, slot: Slot, record: MatchRecord) -> str | None:
    if isinstance(slot, WinnerOf | LoserOf):
        status = view.status(slot.match)
        if status == "bye":
            fed = view.state.matches[slot.match]
            inner = (_slot_awaits(view, one, fed) for one in fed.fixture.slots)
            return next((why for why in inner if why is not None), None)
        if status in ("under protest", "under review"):
            return f"waits for {slot.match}, which is {status}"
        if status in ("provisional", "played"):
            return f"waits for {slot.match} {'to be confirmed' if status == 'provisional' else 'to have a winner'}"
    before = view.state.before(record.key)
    if isinstance(slot, PlaceOf) and before is not None:
        tables = view.tables(before)
        if slot.group < len(tables) and tables[slot.group].is_complete:
            return f"waits for the tie for {placeholder(view, slot)} to be decided"
        stage = view.state.stage(before)
        if not stage.form.is_whole(stage, len(view.state.draws.get(before, ()))):
            return f"waits for the rounds of {before} that are not drawn yet"
    return None


def check_not_on_hold(view: TournamentNow, match: MatchId) -> None:
    """Raise `CarromError` if a match is on hold, saying what it waits for."""
    if view.status(match) == "on hold":
        table = view.state.matches[match].table
        where = f"{match} is" if table is None else f"table {table} has {match},"
        raise CarromError("on-hold", f"{where} on hold until {_on_hold_until(view, match) or _PLAYERS_KNOWN}")


def newly_on_hold(before: TournamentNow, after: TournamentNow) -> list[str]:
    """Return a sentence for each match at a table that was not on hold before and is now."""
    return [
        f"{match} on table {record.table} is on hold now, until {_on_hold_until(after, match) or _PLAYERS_KNOWN}."
        for match, record in after.state.matches.items()
        if record.table is not None and after.status(match) == "on hold"
        if match in before.state.matches and before.status(match) != "on hold"
    ]


def _on_hold_until(view: TournamentNow, match: MatchId) -> str | None:
    """Return the first thing that has to happen before both players of a match are known."""
    record = view.state.matches[match]
    if view.status(match) == "on hold" and view.have_both_left(match):
        return f"it is said who goes on from {match}, which both have left"
    for open_side in view.sides_awaiting_ruling(match):
        return f"it is ruled who has the place {side_label(match, open_side)}"
    for slot, side in zip(record.fixture.slots, view.sides(match), strict=True):
        if side is not None:
            continue
        if isinstance(slot, WinnerOf | LoserOf):
            return _until_decided(view, slot.match)
        if isinstance(slot, PlaceOf):
            return f"{placeholder(view, slot)} is decided"
    return None


def _until_decided(view: TournamentNow, match: MatchId) -> str | None:
    awaited = [name for name, one in view.state.protests.items() if one.is_open and one.lodged.match == match]
    match view.status(match):
        case "under protest":
            return f"{' and '.join(awaited)} {'is' if len(awaited) == 1 else 'are'} decided"
        case "under review":
            return f"the referee has chosen between the versions of {match}"
        case "provisional":
            return f"{match} is confirmed"
        case "played":
            return f"{match} has a winner"
        case "on hold" | "waiting" | "bye":
            return _on_hold_until(view, match) or f"{match} is played"
        case _:
            return f"{match} is played"
