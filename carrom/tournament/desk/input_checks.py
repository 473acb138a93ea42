"""Checks before input is recorded: likely typing mistakes, conflicts with another desk, and uploaded files."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from carrom.base.characters import has_only_plain_characters
from carrom.base.codec import read_at
from carrom.base.errors import Refused
from carrom.tournament.desk.acts.act import DeskAct, Done
from carrom.tournament.desk.blockers import replaced_since_call, table_out_of_service, table_warnings
from carrom.tournament.desk.hall import matches_on_tables, report_deadline
from carrom.tournament.desk.match_text import match_sides, outcome_text
from carrom.tournament.desk.references import check_not_in_future, hall_clock
from carrom.tournament.log.admission import check_event_characters, check_event_text_lengths
from carrom.tournament.log.calls import busy_players
from carrom.tournament.log.event_text import describe_event
from carrom.tournament.log.file import LoadedFile
from carrom.tournament.log.undo import events_taken_back_by
from carrom.tournament.model import events as d, events as f, events as t
from carrom.tournament.model.events import ResultGiven, TournamentEvent
from carrom.tournament.model.limits import LONGEST_TEXT
from carrom.tournament.model.scores import counted_result
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Side

_BY_ABSENCE = frozenset((None, "143i", "kreeda-2024:14d-i"))
"""Laws by which an absent side loses. A walkover without a law usually means absence too."""
_JUST_CALLED = timedelta(minutes=5)
"""No match ends this soon after its call."""


def result_warnings(view: TournamentNow, act: DeskAct, done: Done) -> list[str]:
    found = []
    for fact in done.facts:
        if isinstance(fact.body, ResultGiven):
            if act.do == "result":
                found += _match_warnings(view, fact.body, fact.at)
            found += _score_warnings(view, fact.body, is_correction=act.do != "result")
    return found


def _match_warnings(view: TournamentNow, given: ResultGiven, at: datetime) -> list[str]:
    doubts = (*table_out_of_service(view, given.match), *table_warnings(view, given.match, at))
    found = [f"{given.match} {one}." for one in doubts]
    if given.walkover is not None:
        return [*found, *_walkover_warnings(view, given), *_may_still_report(view, given, at)]
    if replaced_since_call(view, given.match):
        found.append("They are not noted there: is this the card of the two?")
    return [*found, *_just_called(view, given, at)]


def _score_warnings(view: TournamentNow, given: ResultGiven, *, is_correction: bool) -> list[str]:
    a, b = (side.text for side in match_sides(view, given.match))
    result = counted_result(given)
    if given.score is None or result.winner is None:
        return []
    found = []
    loser = b if result.winner == given.a else a
    record = view.state.matches[given.match]
    seeds = view.state.entries.get(record.key.event, {})
    ranks = {name: seeds[name].seed for name in (given.a, given.b) if name in seeds}
    other = given.b if result.winner == given.a else given.a
    mine, its = ranks.get(result.winner), ranks.get(other)
    if is_correction and (record.result is None or counted_result(record.result).winner != result.winner):
        found.append(f"{a} {given.score[0]} – {b} {given.score[1]}: {loser} loses. Is the card the right way round?")
    if its is not None and (mine is None or its < mine):
        found.append(f"{loser} is seeded {its}" + (f", and the winner {mine}." if mine is not None else "."))
    are_called = any(one.called is not None for one in view.state.matches.values())
    if record.called is None and are_called and given.walkover is None and not is_correction:
        found.append(f"{given.match} was not called to a table.")
    return found


def _walkover_warnings(view: TournamentNow, given: ResultGiven) -> list[str]:
    """Return a warning if the absent side is noted at the table: the walkover may be reversed, or for another match."""
    record = view.state.matches[given.match]
    is_first = given.walkover == "a"
    wins, loses = match_sides(view, given.match)[:: 1 if is_first else -1]
    is_noted = {side: side in record.reported for side in ("a", "b")}
    noted = f"noted at table {record.table}"
    if not is_noted["b" if is_first else "a"]:
        return []
    if not is_noted["a" if is_first else "b"]:
        return [f"{loses.text} is {noted}, {wins.text} is not: is the walk-over the right way round?"]
    if given.law not in _BY_ABSENCE:
        return []
    if record.started is not None:
        return [f"{given.match} is in play since {record.started:%H:%M}: nobody is absent from it."]
    return [f"{wins.text} and {loses.text} are both {noted}: nobody is absent from it."]


def _may_still_report(view: TournamentNow, given: ResultGiven, at: datetime) -> list[str]:
    """Return a warning if the absent side still has time to report."""
    record = view.state.matches[given.match]
    at_fault: Side = "b" if given.walkover == "a" else "a"
    there = record.reported | {one.side for one in busy_players(view).get(given.match, ())}
    until = next(
        (report_deadline(view, one.called) for one in matches_on_tables(view) if one.match == given.match), None
    )
    if until is None or at > until or at_fault in there or record.started is not None:
        return []
    loses = match_sides(view, given.match)["ab".index(at_fault)].text
    return [f"The time to report is not over yet: {loses} has until {until:%H:%M}."]


def _just_called(view: TournamentNow, given: ResultGiven, at: datetime) -> list[str]:
    """Return a warning if the match was called only just now: a table number may mean the previous match."""
    record = view.state.matches[given.match]
    is_new = record.called is not None and at - record.called < _JUST_CALLED and not record.started
    if not is_new or record.reported:
        return []
    played = [
        (one.signed, match)
        for match, one in view.state.matches.items()
        if one.table == record.table and one.signed is not None and match != given.match
    ]
    last = max(played, default=None)
    before = f" The last match there was {last[1]}: {outcome_text(view, last[1])}." if last is not None else ""
    return [f"{given.match} was called to table {record.table} only just now, and nobody is noted there.{before}"]


EVERYTHING = "everything"


def find_conflict(
    state: State, act: DeskAct, bodies: Iterable[f.EventBody], since: Iterable[f.TournamentEvent]
) -> Refused | None:
    """Return a refusal if something this act concerns was recorded since the desk last looked."""
    new = [*bodies]
    own = frozenset[str]().union(_named_table(act), *(subjects_of(state, body) for body in new))
    if any(isinstance(body, f.Undone) for body in new):
        own |= {EVERYTHING}
    for fact in since:
        if EVERYTHING in own or own & subjects_of(state, fact.body):
            text = describe_event(fact.body, state, is_private_shown=False)
            return Refused(
                "stale", None, f"Meanwhile {text} was put on record at {fact.at:%H:%M} by {fact.by}: look again."
            )
    return None


def _named_table(act: DeskAct) -> frozenset[str]:
    """Return the table by which a match was named, since another match may be there now."""
    match = getattr(act, "match", None)
    return frozenset({f"table {match.removeprefix('@')}"} if match and match.lstrip("@").isdigit() else ())


def subjects_of(state: State, body: f.EventBody) -> frozenset[str]:
    """Return what an event concerns. Two events conflict only if they have a subject in common."""
    match body:
        case f.ResultGiven() | f.ResultConfirmed():
            found = [f"result {body.match}"]
        case t.MatchCalled():
            found = [f"place {body.match}", f"table {body.table}"]
        case t.TableFreed():
            found = [f"place {body.match}"]
        case t.TableServiceSet():
            found = [f"table {body.table}"]
        case f.StageDrawn() | f.DrawPublished() | d.SeatsRuled() | f.PolicyChanged():
            found = [f"stage {body.event}/{body.stage}"]
        case f.EnteredLate():
            found = [f"stage {body.event}/{body.stage}", f"entry {body.event} {body.entry.id}"]
        case f.TeamsDrawn():
            found = [f"teams {body.event}"]
        case f.ShootoutPlayed():
            found = [f"shoot-out {body.event}/{body.stage} {sorted((body.a, body.b))}"]
        case f.LotsDrawn():
            found = [f"stage {body.event}/{body.stage}"]
        case f.PersonRecorded():
            found = [f"person {body.person.id}"]
        case f.EntryRecorded():
            found = [f"entry {body.event} {body.entry.id}"]
        case f.Renamed():
            found = [f"person {body.person}", *(f"entry {one.event} {one.was}" for one in body.entries)]
        case f.Substituted() | f.EntryLeft():
            found = [f"entry {body.event} {body.entry}"]
        case f.LineUpGiven():
            found = [f"line-up {body.event} {body.entry} {body.rubber} {body.match}"]
        case f.PersonChecked():
            found = [f"{body.what} {body.person}"]
        case f.ContactGiven():
            found = [f"contact {body.role} {body.person or body.name}"]
        case d.ProtestLodged():
            found = [f"protest {body.match} {body.side} {body.game} {body.board}"]
        case d.ProtestFeePaid():
            found = [f"fee {body.protest}"]
        case d.ProtestJudged():
            found = [f"decision {body.protest}"]
        case f.DefinitionChanged():
            found = ["settings"]
        case f.Retracted() | f.Undone():
            return frozenset[str]().union(
                *(subjects_of(state, state.seen[one]) for one in events_taken_back_by(body, state.seen))
            )
        case _:
            found = []
    return frozenset(found)


def check_uploaded_file(loaded: LoadedFile, lines: Sequence[str]) -> None:
    """Raise `CarromError` for times in the future, overlong texts and invisible characters in an uploaded file.

    `lines` are the lines of the events; a short line without such characters needs no closer check.
    """
    now = hall_clock(loaded.state)

    def check(item: tuple[TournamentEvent, str]) -> None:
        fact, line = item
        check_not_in_future(fact.at, loaded.state, now)
        if len(line) > LONGEST_TEXT:
            check_event_text_lengths(fact)
        if not has_only_plain_characters(line):
            check_event_characters(fact)

    for number, item in enumerate(zip(loaded.facts, lines, strict=True), 2):
        read_at(f"line {number}", check, item)
