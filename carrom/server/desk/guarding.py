"""What a tired eye overlooks: a card that was turned round, a score that nobody else has, a match not yet called."""

from carrom.tournament.desk.acts import DeskAct, Done
from carrom.tournament.desk.naming import sides_of
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import counted_result
from carrom.tournament.log.view import TournamentView


def warnings_of(view: TournamentView, act: DeskAct, done: Done) -> list[str]:
    """Sentences to read before an act is done."""
    found = []
    for fact in done.facts:
        if isinstance(fact.body, ResultGiven):
            found += _of_result(view, fact.body)
    return found


def _of_result(view: TournamentView, given: ResultGiven) -> list[str]:
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
    found.append(f"{a} {given.score[0]} – {b} {given.score[1]}: {loser} loses. Is the card the right way round?")
    if its is not None and (mine is None or its < mine):
        found.append(f"{loser} is seeded {its}" + (f", and the winner {mine}." if mine is not None else "."))
    if record.called is None and given.walkover is None:
        found.append(f"{given.match} was not called to a table.")
    return found
