"""The cached history of a match in a snapshot equals the history computed from the whole match."""

from __future__ import annotations

from carrom.equipment import Position
from carrom.laws import rulebook
from carrom.match import Event, Setup, fold
from carrom.match.log import acts
from carrom.server.table.snapshot import HistoryCache, MatchHistory
from carrom.server.table.state import aids_remark

MISS = acts.StrokeMade(touched=False, rests=Position.start(45.0))


def test_cached_history_equals_the_computed_one() -> None:
    played: list[acts.Act] = [
        acts.Toss("a"), acts.Play(45.0), MISS, aids_remark("a"), MISS, acts.Concede("b", "game"), acts.ChangeSides(),
        acts.Play(45.0), MISS,
        aids_remark("b"), MISS, MISS, acts.Correct(5, "a misunderstanding"), MISS, acts.Concede("a", "match"),
    ]  # fmt: skip
    match = fold(Setup(rulebook("icf")), [Event(number, act) for number, act in enumerate(played, 1)])
    remembered, said = HistoryCache(), list[MatchHistory]()
    for step in match.steps():
        said.append(remembered.of(step))
        assert said[-1] == MatchHistory.of(step)
        assert remembered.of(step) is said[-1], "in every language"
    assert said[11] is said[10] is said[9], "no stroke changes it"
    assert [(len(one.aids), len(one.conceded)) for one in said] == [
        *[(0, 0)] * 3, *[(1, 0)] * 2, *[(1, 1)] * 4, *[(2, 1)] * 3, *[(2, 0)] * 2, (2, 1),
    ]  # fmt: skip
    early = match.steps()[6]
    assert remembered.of(early) == MatchHistory.of(early), "somebody who missed it is told again"
    assert remembered.of(match) == MatchHistory.of(match)
