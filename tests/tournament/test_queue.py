"""The live queue: the rule of the report, part by part."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.knockout import knockout
from carrom.tournament.schedule import pending_matches
from carrom.tournament.schedule.queue import Call, HallNow, QueuedMatch, StartedMatch, WaitingMatch, calls
from carrom.tournament.schedule.umpires import Umpire
from tests.depth import examples


def hall(**options: object) -> HallNow:
    return replace(HallNow(now=600, tables=(1, 2, 3)), **options)  # type: ignore[arg-type]


def test_the_longest_chain_of_dependants_goes_first() -> None:
    queue = [
        QueuedMatch(id="friendly", sides=("a", "b")),
        QueuedMatch(id="semi", sides=("c", "d")),
        QueuedMatch(id="quarter", sides=("e", "f")),
        QueuedMatch(id="other semi", sides=("winner of quarter",), after=("quarter",)),
        QueuedMatch(id="final", sides=("w1", "w2"), after=("semi", "other semi")),
    ]
    called, waiting = calls(hall(tables=(1, 2)), queue)
    assert called == (Call("quarter", 1, None), Call("semi", 2, None))
    assert calls(hall(tables=(1, 2)), queue[::-1])[0] == called
    assert waiting == (
        WaitingMatch("friendly", "table", waiting[0].why),
        WaitingMatch("other semi", "feeder", waiting[1].why),
        WaitingMatch("final", "feeder", waiting[2].why),
    )
    assert [one.why.split()[-1] for one in waiting[1:]] == ["quarter", "semi"]


def test_then_the_side_that_waited_longest_then_the_plan() -> None:
    played = (
        StartedMatch(id="0", table=1, names=("a", "b"), began=500, ended=590),
        StartedMatch(id="1", table=2, names=("c", "d"), began=500, ended=530),
    )
    queue = [
        QueuedMatch(id="x", sides=("a", "b")),
        QueuedMatch(id="y", sides=("a", "c")),
        QueuedMatch(id="z", sides=("b", "c")),
    ]
    called, _ = calls(hall(played=played, tables=(3,)), queue)
    assert [call.match for call in called] == ["y"]  # c is free since 530; y is before z in the plan


def test_the_table_that_the_sides_used_least() -> None:
    played = (
        StartedMatch(id="0", table=1, names=("a", "x"), began=500, ended=530),
        StartedMatch(id="1", table=2, names=("b", "x"), began=530, ended=560),
        StartedMatch(id="2", table=1, names=("b", "y"), began=560, ended=590),
    )
    called, _ = calls(hall(played=played), [QueuedMatch(id="m", sides=("a", "b"))])
    assert called == (Call("m", 3, None),)
    called, _ = calls(hall(played=played, tables=(1, 2)), [QueuedMatch(id="m", sides=("a", "b"))])
    assert called == (Call("m", 2, None),)


ON_TABLE = StartedMatch(id="0", table=1, names=("a", "z"), began=580, umpire="u")


@pytest.mark.parametrize(
    ("match", "options", "cause", "named"),
    [
        ({"held": "waits for the mayor"}, {}, "held", ["mayor"]),
        ({"after": ("0",)}, {}, "feeder", ["0", "1"]),
        ({"not_before": 615}, {}, "not-before", ["10:15"]),
        ({"sides": ("a", "c")}, {}, "playing", ["a", "1", "0"]),
        ({"sides": ("u", "c")}, {}, "playing", ["u", "0"]),
        ({"people": ("z",)}, {}, "playing", ["z", "1", "0"]),
        ({}, {"absent": frozenset({"c"})}, "absent", ["c"]),
        ({}, {"tables": (1,)}, "table", []),
    ],
)
def test_why_a_match_waits(match: dict[str, object], options: dict[str, object], cause: str, named: list[str]) -> None:
    """Scenario 10: a call to table 3 waits while the player is at table 1, without a walkover."""
    queue = [replace(QueuedMatch(id="m", sides=("b", "c")), **match)]  # type: ignore[arg-type]
    called, waiting = calls(hall(played=(ON_TABLE,), **options), queue)
    assert called == ()
    (one,) = waiting
    assert (one.match, one.cause) == ("m", cause)
    assert re.findall(r"\b(?:[acuz]|mayor|[\d:]+)\b", one.why) == named, "people, matches, tables and times"


@pytest.mark.parametrize("umpires", [(Umpire("u"), Umpire("b")), (Umpire("v", ("red",)),)])
def test_match_is_called_without_a_neutral_umpire(umpires: tuple[Umpire, ...]) -> None:
    called, _ = calls(
        hall(played=(ON_TABLE,), umpires=umpires, clubs={"c": "red"}), [QueuedMatch(id="m", sides=("b", "c"))]
    )
    assert called == (Call("m", 2, None),)


def test_moving_match_goes_first_and_needs_no_rest() -> None:
    played = (StartedMatch(id="0", table=1, names=("a", "b"), began=540, ended=595),)
    queue = [QueuedMatch(id="m", sides=("c", "d")), QueuedMatch(id="moving", sides=("a", "b"), is_moving=True)]
    called, waiting = calls(hall(played=played, tables=(2,), rest=30), queue)
    assert called == (Call("moving", 2, None),)
    assert [(one.match, one.cause) for one in waiting] == [("m", "table")]


def test_waiting_reason_uses_names_of_people() -> None:
    queue = [QueuedMatch(id="m", sides=("a", "c"))]
    (waiting,) = calls(hall(played=(ON_TABLE,), names={"a": "Asha"}), queue)[1]
    assert waiting.cause == "playing"
    assert "Asha" in waiting.why


def test_rest_counts_to_the_minute() -> None:
    played = (StartedMatch(id="0", table=1, names=("a", "b"), began=540, ended=580),)
    queue = [QueuedMatch(id="m", sides=("a", "c"))]
    (waiting,) = calls(hall(played=played, rest=21), queue)[1]
    assert (waiting.match, waiting.cause, "10:01" in waiting.why) == ("m", "rest", True)
    assert len(calls(hall(played=played, rest=20), queue)[0]) == 1
    assert "02:20 on day 2" in calls(hall(played=played, rest=1000), queue)[1][0].why


def test_umpires_by_load() -> None:
    played = (
        StartedMatch(id="0", table=1, names=("x", "y"), began=500, ended=520, umpire="u"),
        StartedMatch(id="1", table=1, names=("x", "y"), began=540, ended=560, umpire="u"),
        StartedMatch(id="2", table=1, names=("x", "y"), began=570, ended=590, umpire="v"),
    )
    queue = [QueuedMatch(id="m", sides=("a", "b")), QueuedMatch(id="n", sides=("c", "v"))]
    called, waiting = calls(hall(played=played, umpires=(Umpire("u"), Umpire("v"))), queue)
    assert called == (Call("m", 1, "v"),)
    assert [(one.match, one.cause) for one in waiting] == [("n", "playing")]
    assert re.findall(r"\b(?:v|\d+)\b", waiting[0].why) == ["v", "1"]


@settings(deadline=None, max_examples=examples(30))
@given(st.integers(2, 20), st.integers(1, 4), st.integers(0, 40), st.integers(0, 1000))
def test_knockout_played_through_the_queue(count: int, tables: int, rest: int, seed: int) -> None:
    """Call, play and finish all matches: no player is in two places, and no match is stuck."""
    fixtures = pending_matches(knockout([f"p{number}" for number in range(count)], random=seed))
    queue = [QueuedMatch(id=one.id, sides=one.sides, people=one.people, after=one.after) for one in fixtures]
    played: list[StartedMatch] = []
    now = 0
    while queue:
        called, waiting = calls(HallNow(now=now, tables=tuple(range(tables)), played=tuple(played), rest=rest), queue)
        assert len(called) + len(waiting) == len(queue)
        for call in called:
            match = next(one for one in queue if one.id == call.match)
            queue.remove(match)
            played.append(StartedMatch(id=match.id, table=call.table, names=match.names, began=now))
        on_now = [one for one in played if one.ended is None]
        names = [name for one in on_now for name in one.names]
        assert len(names) == len(set(names))
        assert len({one.table for one in on_now}) == len(on_now)
        now += 10
        played = [one if one.ended is not None or now - one.began < 30 else replace(one, ended=now) for one in played]
        assert now < 10_000
    assert len(played) == count - 1


def test_match_ready_later_does_not_take_an_announced_table() -> None:
    played = (StartedMatch(id="0", table=3, names=("c", "d"), began=500, ended=580),)
    queue = [
        QueuedMatch(id="friendly", sides=("a", "b")),
        QueuedMatch(id="semi", sides=("c", "d")),
        QueuedMatch(id="final", sides=("winner of semi",), after=("semi",)),
    ]
    at = [calls(hall(now=now, rest=20, played=played, tables=(1, 2)), queue)[0] for now in (599, 600)]
    assert at[0] == (Call("friendly", 1, None),)
    assert at[1] == (Call("semi", 2, None), Call("friendly", 1, None)), "called first, and not to that table"
