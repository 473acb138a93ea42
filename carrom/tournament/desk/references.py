"""Resolve what people type: matches, tables, stages, competitions, entries, people and times."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from carrom.base.characters import plain_digits
from carrom.base.errors import CarromError
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.people import Person, name_key
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId

_DAYS = 7


def resolve_time(at: datetime | str | None, state: State) -> datetime:
    """Resolve a typed time. A time of day means today while the tournament runs, else its first day."""
    now = hall_clock(state)
    if at is None or state.definition is None:
        return now if at is None else on_that_day(at, now.date())
    first, days = state.announced.day, state.announced.hall.days or _DAYS
    if isinstance(at, str):
        return on_that_day(at, now.date() if 0 <= (now.date() - first).days < days else first)
    check_not_in_future(at, state, now)
    return at


def check_not_in_future(at: datetime, state: State, now: datetime) -> None:
    """Raise `CarromError` for a day that is in the future and after the end of the tournament."""
    first, days = state.announced.day, state.announced.hall.days or _DAYS
    if at.date() > max(now.date(), first + timedelta(days)) + timedelta(1):
        raise CarromError(
            "time-to-come", f"{at:%Y-%m-%d} is yet to come: nothing is told of a day after the tournament's last"
        )


def hall_clock(state: State) -> datetime:
    """Return the hall's wall clock, in its time zone if set, else in that of this machine."""
    return datetime.now(_zone(state)).replace(microsecond=0, tzinfo=None)


def seconds_at(at: datetime, state: State) -> float:
    return at.replace(tzinfo=_zone(state)).timestamp()


def _zone(state: State) -> ZoneInfo | None:
    zone = None if state.definition is None else state.definition.zone
    return None if zone is None else ZoneInfo(zone)


def on_that_day(at: datetime | str, day: date) -> datetime:
    return datetime.fromisoformat(f"{day.isoformat()}T{at}:00") if isinstance(at, str) else at


def find_stage(state: State, text: str | None, *, wanted: str = "") -> StageKey:
    """Return the stage named by `event/stage` or an event; without text, the only one."""
    keys = [StageKey(event.id, stage.id) for event in state.announced.events for stage in event.stages]
    if text is not None:
        event, _, stage = text.partition("/")
        named = [key for key in keys if key.event == event and (not stage or key.stage == stage)]
        if not named:
            raise CarromError("unknown-stage", f"there is no stage {text!r}: there are {', '.join(map(str, keys))}")
        keys = named
    if wanted:
        fitting = [key for key in keys if (state.stage(key).form.shape == "tree") == (wanted == "bracket")]
        keys = fitting or keys
    if len(keys) == 1 or (text is not None and wanted):
        return keys[0]
    raise CarromError("which-stage", f"say which stage is meant: {', '.join(map(str, keys))}")


def find_drawn_stage(view: TournamentNow, text: str | None, wanted: str) -> StageKey:
    key = find_stage(view.state, text, wanted=wanted)
    if (view.state.stage(key).form.shape == "tree") != (wanted == "bracket"):
        has = "a knock-out: it has a bracket, and no table" if wanted == "table" else "not a knock-out"
        raise CarromError("stage-not-ready", f"{view.state.title(key)} is {has}")
    if not view.state.draws.get(key):
        raise CarromError("not-drawn", f"{view.state.title(key)} is not drawn yet")
    return key


def find_event(state: State, text: str | None) -> CompetitionId:
    """Return the competition named by its id or name; without a name, the only one."""
    events = state.announced.events
    if text is None and len(events) == 1:
        return events[0].id
    called = [one.id for one in events if text is not None and name_key(one.name) == name_key(text)]
    if len(called) == 1 and all(one.id != text for one in events):
        return called[0]
    return state.event(text or "").id


def find_match(state: State, match: str) -> MatchRecord:
    """Return a match by its number, with or without M, or by its table, such as @4: the match on it, else the last one
    there."""
    match = plain_digits(match)
    if match.startswith("@"):
        return _record_at(state, match[1:])
    name = match.upper()
    found = state.matches.get(MatchId(name)) or state.matches.get(MatchId(f"M{name}"))
    if found is None:
        known = list(state.matches)
        drawn = f": they are {known[0]} to {known[-1]}" if known else ": nothing is drawn yet"
        raise CarromError("unknown-match", f"there is no match {match!r}{drawn}")
    return found


def last_match_at_free_table(state: State, match: str) -> MatchRecord | None:
    """Return the last match played on a table written as @4, if the table is free now."""
    match = plain_digits(match)
    is_free = match.startswith("@") and _sitting_at(state, match[1:]) is None
    return _record_at(state, match[1:]) if is_free else None


def _sitting_at(state: State, table: str) -> MatchRecord | None:
    number = int(table) if table.isascii() and table.isdigit() else 0
    view = TournamentNow(state)
    sitting = view.tables_in_use.get(number)
    on_table = [
        one.match for one in matches_on_tables(view) if one.table == number
    ]  # meanwhile its table may be used by another match
    return state.matches[sitting or on_table[0]] if sitting is not None or on_table else None


def _record_at(state: State, table: str) -> MatchRecord:
    sitting = _sitting_at(state, table)
    if sitting is not None:
        return sitting
    number = int(table) if table.isascii() and table.isdigit() else 0
    played = [one for one in state.matches.values() if one.table == number and one.signed is not None]
    if not played:
        raise CarromError("table-free", f"no match is on table {table or '?'}")
    return max(played, key=lambda one: (one.signed, one.called))


def find_match_at_table(state: State, text: str) -> MatchRecord:
    """Return a match by its number with M, or by its table number."""
    if text.isdigit():
        sitting = [one.match for one in matches_on_tables(TournamentNow(state)) if one.table == int(text)]
        if len(sitting) != 1:
            raise CarromError("table-free", f"{'no match is' if not sitting else 'two matches are'} on table {text}")
        return state.matches[sitting[0]]
    return find_match(state, text)


def find_entry(state: State, event: CompetitionId, text: str) -> EntryId:
    return EntryId(_find_name(text, state.entries.get(event, {}), f"in {state.event_name(event)}"))


def find_person(state: State, text: str) -> Person:
    return state.namesakes.find(text)


def _find_name(text: str, known: Collection[str], where: str) -> str:
    if text in known:
        return text
    alike = {one for one in known if name_key(one) == name_key(text)}
    if len(alike) == 1:
        return alike.pop()
    close = get_close_matches(text, known, n=1)
    raise CarromError("unknown-name", f"{text!r} is not {where}" + (f": is {close[0]!r} meant?" if close else ""))
