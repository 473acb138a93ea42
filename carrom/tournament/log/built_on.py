"""Whether others rely on the result of a match already, so that it is not corrected without somebody looking."""

from dataclasses import replace

from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView


def is_built_on(state: State, given: ResultGiven) -> bool:
    """Whether this result instead of the one that stands would reach what was called, played, drawn or published on
    it."""
    record = state.matches[given.match]
    key = record.key
    drawn = state.draws[key]
    if state.stage(key).form.in_rounds and record.fixture not in drawn[-1].fixtures:
        return True  # a later round was paired by it
    if any(state.before(other) == key for other in state.published):
        return True
    instead = state.with_match(replace(record, result=given))
    before, after = TournamentView(state), TournamentView(instead)
    return any(
        before.sides(match) != after.sides(match)
        for match, other in state.matches.items()
        if other.table is not None or other.history
    )
