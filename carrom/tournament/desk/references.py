"""What somebody means who writes few words: a match by its number or its table, a stage, an event, a person, a time."""

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
"""For so long a tournament runs at most that has not said for how many days."""


def resolve_time(at: datetime | str | None, state: State) -> datetime:
    """A moment as it was typed: a time alone is meant today while the tournament runs, and else on its first day."""
    now = hall_clock(state)
    if at is None or state.definition is None:
        return now if at is None else on_that_day(at, now.date())
    first, days = state.announced.day, state.announced.hall.days or _DAYS
    if isinstance(at, str):
        return on_that_day(at, now.date() if 0 <= (now.date() - first).days < days else first)
    check_not_in_future(at, state, now)
    return at


def check_not_in_future(at: datetime, state: State, now: datetime) -> None:
    """Raise `CarromError` for a day that is after the tournament's last one and yet to come."""
    first, days = state.announced.day, state.announced.hall.days or _DAYS
    if at.date() > max(now.date(), first + timedelta(days)) + timedelta(1):
        raise CarromError(
            "time-to-come", f"{at:%Y-%m-%d} is yet to come: nothing is told of a day after the tournament's last"
        )


def hall_clock(state: State) -> datetime:
    """What the clock on the wall of the hall says: that of its zone where it is set, else that of this machine."""
    return datetime.now(_zone(state)).replace(microsecond=0, tzinfo=None)


def seconds_at(at: datetime, state: State) -> float:
    """A time on the hall's clock as seconds since 1970, as servers count them."""
    return at.replace(tzinfo=_zone(state)).timestamp()


def _zone(state: State) -> ZoneInfo | None:
    zone = None if state.definition is None else state.definition.zone
    return None if zone is None else ZoneInfo(zone)


def on_that_day(at: datetime | str, day: date) -> datetime:
    """A moment as it was typed; a time alone is meant on that day."""
    return datetime.fromisoformat(f"{day.isoformat()}T{at}:00") if isinstance(at, str) else at


def find_stage(state: State, text: str | None, *, wanted: str = "") -> StageKey:
    """The stage that `event/stage`, an event or nothing at all can only mean."""
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
    """The stage that is meant, which has a tree or tables and is drawn."""
    key = find_stage(view.state, text, wanted=wanted)
    if (view.state.stage(key).form.shape == "tree") != (wanted == "bracket"):
        has = "a knock-out: it has a bracket, and no table" if wanted == "table" else "not a knock-out"
        raise CarromError("stage-not-ready", f"{view.state.title(key)} is {has}")
    if not view.state.draws.get(key):
        raise CarromError("not-drawn", f"{view.state.title(key)} is not drawn yet")
    return key


def find_event(state: State, text: str | None) -> CompetitionId:
    """The event that is meant, by its letters or its name; the only one where there is one."""
    events = state.announced.events
    if text is None and len(events) == 1:
        return events[0].id
    called = [one.id for one in events if text is not None and name_key(one.name) == name_key(text)]
    if len(called) == 1 and all(one.id != text for one in events):
        return called[0]
    return state.event(text or "").id


def find_match(state: State, match: str) -> MatchRecord:
    """A match by its number, with or without the M, or by the table that it is on: @4."""
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
    """The match that @4 means although nobody plays on table 4 now: the last one that was played there."""
    match = plain_digits(match)
    is_free = match.startswith("@") and _sitting_at(state, match[1:]) is None
    return _record_at(state, match[1:]) if is_free else None


def _sitting_at(state: State, table: str) -> MatchRecord | None:
    """The match on a table, be it on hold."""
    number = int(table) if table.isascii() and table.isdigit() else 0
    view = TournamentNow(state)
    sitting = view.tables_in_use.get(number)
    held = [
        one.match for one in matches_on_tables(view) if one.table == number
    ]  # its table may be lent to another meanwhile
    return state.matches[sitting or held[0]] if sitting is not None or held else None


def _record_at(state: State, table: str) -> MatchRecord:
    """The match on a table; when none is on it now, the last one that was played there."""
    sitting = _sitting_at(state, table)
    if sitting is not None:
        return sitting
    number = int(table) if table.isascii() and table.isdigit() else 0
    played = [one for one in state.matches.values() if one.table == number and one.signed is not None]
    if not played:
        raise CarromError("table-free", f"no match is on table {table or '?'}")
    return max(played, key=lambda one: (one.signed, one.called))


def find_match_at_table(state: State, text: str) -> MatchRecord:
    """A match by its number with the M, or by the number of its table."""
    if text.isdigit():
        sitting = [one.match for one in matches_on_tables(TournamentNow(state)) if one.table == int(text)]
        if len(sitting) != 1:
            raise CarromError("table-free", f"{'no match is' if not sitting else 'two matches are'} on table {text}")
        return state.matches[sitting[0]]
    return find_match(state, text)


def find_entry(state: State, event: CompetitionId, text: str) -> EntryId:
    """An entry as people type it: large or small letters, with or without accents."""
    return EntryId(_find_name(text, state.entries.get(event, {}), f"in {state.event_name(event)}"))


def find_person(state: State, text: str) -> Person:
    """A person by name or id, found the same way; who shares a name is named with the club."""
    return state.namesakes.find(text)


def _find_name(text: str, known: Collection[str], where: str) -> str:
    if text in known:
        return text
    alike = {one for one in known if name_key(one) == name_key(text)}
    if len(alike) == 1:
        return alike.pop()
    close = get_close_matches(text, known, n=1)
    raise CarromError("unknown-name", f"{text!r} is not {where}" + (f": is {close[0]!r} meant?" if close else ""))
