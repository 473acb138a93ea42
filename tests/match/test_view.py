"""The view of a match and its possible acts."""

from __future__ import annotations

import doctest
import importlib
import json
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from carrom.match import (
    ACTS,
    ByParty,
    Deadline,
    Match,
    Refused,
    apply,
    possible_acts,
    tell,
    tell_refusal,
    view,
)
from carrom.match.log import acts as a
from carrom.match.parties import PlayerId
from carrom.match.views.view import PlacingView
from tests.depth import examples
from tests.match.random_courses import random_course, setup_of, wild_act
from tests.match.table import Table
from tests.refusals import mentions


def plain_acts(match: Match) -> list[a.Act]:
    """Return a sensible act of every kind for this match."""
    found: dict[str, a.Act] = {}
    course = match.course
    protest = next((case.number for case in course.protests if case.decision is None), 1)
    unwritten = next((case.number for case in course.protests if case.decision is None and not case.written), 1)
    trial = next((party for party in ("a", "b") if party not in course.trials), "a")
    who = next((who for who in ("loser", "umpire") if who not in dict(course.signatures)), "loser")
    for act in (
        a.Toss("a"), a.Sit(ByParty(course.seats.b, course.seats.a)), a.Trial("b" if trial == "b" else "a"), a.Play(),
        a.StrokeMade(early=course.phase == "ready"), a.Place(), a.NoRoom(), a.Pass(), a.Foul("a", "129"),
        a.Talk(PlayerId("a")), a.Appeal("a"), a.Stop("x"), a.Warned("a", "129"), a.StrikerUp(), a.PlaceCalled(),
        a.Called(), a.Reported("b" if "a" in course.reported else "a"), a.Ready("b" if "a" in course.ready else "a"),
        a.Powder(), a.BoardChanged(), a.StrikerChecked(PlayerId("a")),
        a.ReplayBoard("140"), a.Demand(0), a.LoseBoard("a", "91"),
        a.LoseMatch("a", "143a"), a.Concede("a", "match"), a.TimeUp(), a.ChangeSides(), a.Interval(),
        a.Protest("a", "x"), a.ProtestWritten(unwritten), a.ProtestDecided(protest), a.Remark("x"),
        a.Sign("umpire" if who == "umpire" else "loser"), a.Correct(0, "x"),
    ):  # fmt: skip
        found[act.kind] = act
    return list(found.values())


@given(st.integers(0, 2**32))
@settings(max_examples=examples(40), deadline=None)
def test_impossible_acts_are_refused(seed: int) -> None:
    rng = Random(seed)
    setup = setup_of(rng)
    done = random_course(setup, rng, rng.randint(0, 90), wild=0.2)
    match = done[-1].match if done else Match.start(setup)
    may_come = possible_acts(match)
    assert set(may_come) <= set(ACTS)
    for act in plain_acts(match):
        result = apply(match, match.next_event(act))
        if act.kind not in may_come:
            assert isinstance(result, Refused), act
        elif isinstance(result, Refused):
            # Possible as a kind; this act met a condition of its own: the last pieces, a rest taken, time left.
            assert result.code in (
                "last-pieces",
                "interval-taken",
                "no-game",
                "trial-taken",
                "protest-open",
                "match-over",
                "time-left",
            )
    for _ in range(20):
        act = wild_act(match, rng)
        result = apply(match, match.next_event(act))
        if act.kind not in may_come:
            assert isinstance(result, Refused), act


@given(st.integers(0, 2**32))
@settings(max_examples=examples(30), deadline=None)
def test_views_and_sentences_of_random_courses(seed: int) -> None:
    rng = Random(seed)
    setup = setup_of(rng)
    for applied in random_course(setup, rng, 80, wild=0.25):
        seen = json.loads(json.dumps(view(applied.match).json(), allow_nan=False))
        assert (seen["board"] is not None) == (applied.match.board is not None)
        if seen["board"] is not None:
            turn = seen["board"]["turn"]
            assert seen["board"]["colours"][turn["party"]] == turn["colour"]
            person = next(one for one in seen["players"][turn["party"]] if one["player"] == turn["player"])
            assert person["seat"] == turn["seat"]
        assert all(sentence.strip() for sentence in tell(applied.match))


def test_view_during_placing() -> None:
    table = Table(doubles=True).begin(at=0.0)
    table.do(a.StrokeMade(own=2), at=3.0)
    table.do(a.StrokeMade(striker=True), at=5.0)
    seen = view(table.match)
    assert seen.phase == "placing"
    assert seen.board is not None
    assert seen.board.placing == (PlacingView("a", "white", 1, "b1", "east"),)
    assert seen.board.turn.player == "b1"
    assert seen.deadlines == (Deadline("placing", 20.0, "88a"),)
    assert {"place", "forgo", "no-room"} <= set(seen.possible)
    assert "stroke" not in seen.possible
    stroke, turn, task = tell(table.match)
    assert mentions(stroke, "a1", "striker")
    assert mentions(turn, "b1", "72a")
    assert mentions(task, "b1", 1, "white")
    refused = apply(table.match, table.match.next_event(a.StrokeMade()))
    assert isinstance(refused, Refused)
    assert mentions(tell_refusal(refused), refused.text, "46")


def test_view_before_the_toss_and_after_the_match() -> None:
    table = Table("vkk")
    seen = view(table.match)
    assert (seen.phase, seen.score, seen.breaker) == ("toss", None, None)
    table.do(a.Toss("b"))
    assert view(table.match).breaker == "b1"
    table.do(a.Concede("b", "match"))
    seen = view(table.match)
    assert (seen.winner, seen.award_law, seen.breaker) == ("a", "139", None)
    assert mentions(tell(table.match)[-1], "a", "139")


@pytest.mark.parametrize("name", ["scoring", "log.event", "match", "log.record"])
def test_docstring_examples_run(name: str) -> None:
    module = importlib.import_module(f"carrom.match.{name}")
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0
