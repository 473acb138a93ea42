"""What a tired eye overlooks: a card that was turned round, a score that nobody else has, a match not yet called,
one that was called to the table only just now, or whose players are others since, a walk-over against somebody who is
noted at the table, or whose time to report still runs. The desk's pages and the command line say the same."""

from datetime import datetime, timedelta

from carrom.tournament.desk.acts.act import DeskAct, Done
from carrom.tournament.desk.hanging import in_doubt, newcomers, table_is_out
from carrom.tournament.desk.moments import report_until
from carrom.tournament.desk.naming import sides_of
from carrom.tournament.desk.on_tables import on_tables
from carrom.tournament.desk.outcome import outcome_text
from carrom.tournament.log.elsewhere import elsewhere
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import counted_result
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import Side

_BY_ABSENCE = frozenset((None, "143i", "kreeda-2024:14d-i"))
"""The laws by which somebody loses who is not there; where none is named, that is what is meant most often."""
_JUST_CALLED = timedelta(minutes=5)
"""So soon after its call no match is over."""


def warnings_of(view: TournamentView, act: DeskAct, done: Done) -> list[str]:
    """Sentences to read before an act is done."""
    found = []
    for fact in done.facts:
        if isinstance(fact.body, ResultGiven):
            if act.do == "result":
                found += _of_match(view, fact.body, fact.at)
            found += _of_score(view, fact.body, is_correction=act.do != "result")
    return found


def _of_match(view: TournamentView, given: ResultGiven, at: datetime) -> list[str]:
    """What is to be known of the match itself, however it ended."""
    doubts = (*table_is_out(view, given.match), *in_doubt(view, given.match, at))
    found = [f"{given.match} {one}." for one in doubts]
    if given.walkover is not None:
        return [*found, *_is_there(view, given), *_may_still_report(view, given, at)]
    if newcomers(view, given.match):
        found.append("They are not noted there: is this the card of the two?")
    return [*found, *_just_called(view, given, at)]


def _of_score(view: TournamentView, given: ResultGiven, *, is_correction: bool) -> list[str]:
    a, b = (side.text for side in sides_of(view, given.match))
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


def _is_there(view: TournamentView, given: ResultGiven) -> list[str]:
    """Who is noted at the table is not absent from it: such a walk-over may be turned round, or of another match."""
    record = view.state.matches[given.match]
    is_first = given.walkover == "a"
    wins, loses = sides_of(view, given.match)[:: 1 if is_first else -1]
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


def _may_still_report(view: TournamentView, given: ResultGiven, at: datetime) -> list[str]:
    """Nobody has lost by absence before the time to report is over; who plays elsewhere is named among the doubts."""
    record = view.state.matches[given.match]
    at_fault: Side = "b" if given.walkover == "a" else "a"
    there = record.reported | {one.side for one in elsewhere(view).get(given.match, ())}
    until = next((report_until(view, one.called) for one in on_tables(view) if one.match == given.match), None)
    if until is None or at > until or at_fault in there or record.started is not None:
        return []
    loses = sides_of(view, given.match)["ab".index(at_fault)].text
    return [f"The time to report is not over yet: {loses} has until {until:%H:%M}."]


def _just_called(view: TournamentView, given: ResultGiven, at: datetime) -> list[str]:
    """Who types the number of a table may still mean the match before this one."""
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
