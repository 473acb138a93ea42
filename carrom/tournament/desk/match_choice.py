"""Which matches somebody means who wants their cards: by number, table, group, round, stage, or what is called now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from carrom.base.errors import CarromError
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.state import MatchRecord, StageKey
from carrom.tournament.log.view import TO_PLAY, TournamentView


def matches_of(view: TournamentView, words: Sequence[str], order: Iterable[Appointment]) -> list[MatchId]:
    """The matches that somebody names, each once, by time and table as far as these are known.

    Nothing: those on the tables. `all`: every one that is to be played. `M7`, `@2` for table 2, `S`, `S/groups`,
    `S/knockout/quarter-final`, `S/groups/A`, `S/groups/2` for the second turn.
    """
    planned = {one.match: one for one in order}
    found: dict[MatchId, None] = {}
    for word in words or ("called",):
        chosen = list(_named(view, word, planned))
        if not chosen:
            raise CarromError("unknown-match", _NONE.get(word, f"there is no match for {word!r}"))
        found |= dict.fromkeys(chosen)
    return sorted(found, key=lambda match: _place(view, match, planned))


def is_known_without_plan(view: TournamentView, words: Sequence[str]) -> bool:
    """Whether time and table of all these matches are known without an order of play: they are called, or over. The
    matches of a table are not, since others are planned there."""
    if any(word.startswith("@") for word in words):
        return False
    records = [view.state.matches[match] for match in matches_of(view, words, ())]
    return all(one.table is not None or view.status(one.fixture.id) not in TO_PLAY for one in records)


def is_short(words: Sequence[str]) -> bool:
    """Whether these are a few cards at most: what is called now, or matches by their numbers."""
    return all(word == "called" or word.upper().removeprefix("M").isdigit() for word in words) and len(words) <= _FEW


_FEW = 40
_NONE = {
    "called": "no match is called: name matches (M7), a table (@2), a stage (S/groups) or a round, or all",
    "all": "nothing is left to be played",
}


def _place(view: TournamentView, match: MatchId, planned: Mapping[MatchId, Appointment]) -> tuple[datetime, int, int]:
    record, known = view.state.matches[match], planned.get(match)
    when = record.called or record.signed or (known.begins if known else None) or datetime.max
    table = record.table or (known.table if known else 0)
    return when, table, list(view.state.matches).index(match)


def _named(view: TournamentView, word: str, planned: Mapping[MatchId, Appointment]) -> Iterator[MatchId]:
    state = view.state
    real = [match for match in state.matches if view.status(match) != "bye"]
    if word in ("called", "all"):
        wanted = ("called", "on hold") if word == "called" else TO_PLAY
        on = state.matches
        yield from (one for one in real if view.status(one) in wanted and (word == "all" or on[one].table is not None))
    elif word.startswith("@"):
        for match in real:
            known = planned.get(match)
            here = state.matches[match].table if state.matches[match].table else known.table if known else None
            if str(here) == word[1:] and view.status(match) in TO_PLAY:
                yield match
    elif word.upper() in real:
        yield MatchId(word.upper())
    elif f"M{word}" in real:
        yield MatchId(f"M{word}")
    else:
        yield from _in_part(view, word, real)


def _in_part(view: TournamentView, word: str, real: Sequence[MatchId]) -> Iterator[MatchId]:
    """The matches of an event, a stage, a group, a round or a turn."""
    event, _, rest = word.partition("/")
    stage, _, part = rest.partition("/")
    known = next((one for one in view.state.announced.events if one.id.lower() == event.lower()), None)
    if known is None or (stage and stage not in known.stage_ids):
        stages = ", ".join(f"{one.id}/{own}" for one in view.state.announced.events for own in one.stage_ids)
        raise CarromError("unknown-match", f"there is no match or stage {word!r}: there are {stages}")
    keys = [StageKey(known.id, one) for one in known.stage_ids if stage in ("", one)]
    for match in real:
        record = view.state.matches[match]
        fixture = record.fixture
        if record.key in keys and (not part or part.lower() in _parts(view, record, fixture.round, fixture.turn)):
            yield match


def _parts(view: TournamentView, record: MatchRecord, round: str, turn: int) -> tuple[str, ...]:
    """What the part of a stage may be called that a match belongs to."""
    if round != "group":
        return (round,)
    tables = view.tables(record.key)
    return (str(turn), tables[record.fixture.group or 0].name.lower() if tables else "")
