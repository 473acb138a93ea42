"""Draws as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings, strategies as st

from carrom.tournament.draws.bracket import Draw
from carrom.tournament.draws.draw_json import read_slot, rounds_json
from carrom.tournament.draws.groups import knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.formats import fixtures_of
from tests.depth import examples
from tests.refusals import refuses

draws = st.one_of(
    st.builds(
        lambda count, third: knockout([f"p{number}" for number in range(count)], third_place=third),
        st.integers(3, 40),
        st.booleans(),
    ),
    st.builds(lambda count: round_robin([f"p{number}" for number in range(count)]), st.integers(2, 9)),
    st.builds(knockout_after_groups, st.integers(2, 30), st.integers(1, 3)),
)


@settings(deadline=None, max_examples=examples(30))
@given(draws)
def test_draw_survives_the_round_trip(draw: Draw) -> None:
    written = json.loads(json.dumps(rounds_json(fixtures_of(draw))))
    assert [one["stage"] for one in written] == [one.stage for one in draw.rounds]
    for shown, drawn in zip(written, draw.rounds, strict=True):
        assert [match["id"] for match in shown["matches"]] == [match.id for match in drawn.matches]
        slots = [tuple(map(read_slot, match["slots"])) for match in shown["matches"]]
        assert slots == [match.slots for match in drawn.matches]


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"bye": False},
        {"entry": 3},
        {"entry": "a", "bye": True},
        {"group": "a", "place": 1},
        {"group": "A", "place": 0},
    ],
)
def test_bad_slot_is_refused(value: object) -> None:
    with refuses("bad-slot", repr(value)):
        read_slot(value)
