"""What a tired eye overlooks: a card that was turned round, a score that nobody else has, a match not yet called,
one that was called to the table only just now."""

from datetime import datetime, timedelta

from carrom.tournament.desk.acts import DeskAct, Done
from carrom.tournament.desk.naming import sides_of
from carrom.tournament.desk.outcome import outcome_text
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import counted_result
from carrom.tournament.log.view import TournamentView

_JUST_CALLED = timedelta(minutes=5)
"""So soon after its call no match is over."""


def warnings_of(view: TournamentView, act: DeskAct, done: Done) -> list[str]:
    """Sentences to read before an act is done."""
    found = []
    for fact in done.facts:
        if isinstance(fact.body, ResultGiven):
            found += _of_result(view, fact.body, fact.at, is_correction=act.do != "result")
    return found


def _of_result(view: TournamentView, given: ResultGiven, at: datetime, *, is_correction: bool) -> list[str]:
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
    if not is_correction:
        found += _just_called(view, given, at)
    else:
        found.append(f"{a} {given.score[0]} – {b} {given.score[1]}: {loser} loses. Is the card the right way round?")
    if its is not None and (mine is None or its < mine):
        found.append(f"{loser} is seeded {its}" + (f", and the winner {mine}." if mine is not None else "."))
    are_called = any(one.called is not None for one in view.state.matches.values())
    if record.called is None and are_called and given.walkover is None:
        found.append(f"{given.match} was not called to a table.")
    return found


def _just_called(view: TournamentView, given: ResultGiven, at: datetime) -> list[str]:
    """Who types the number of a table may still mean the match before this one."""
    record = view.state.matches[given.match]
    is_new = record.called is not None and at - record.called < _JUST_CALLED and not record.started
    if not is_new or record.reported or given.walkover is not None:
        return []
    played = [
        (one.signed, match)
        for match, one in view.state.matches.items()
        if one.table == record.table and one.signed is not None and match != given.match
    ]
    last = max(played, default=None)
    before = f" The last match there was {last[1]}: {outcome_text(view, last[1])}." if last is not None else ""
    return [f"{given.match} was called to table {record.table} only just now, and nobody is noted there.{before}"]
