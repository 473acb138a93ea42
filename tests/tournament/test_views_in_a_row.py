"""A view takes tables that another one has added up: that must never be seen."""

from dataclasses import replace
from pathlib import Path

import pytest

from carrom.tournament.log.file import load
from carrom.tournament.log.transitions import Recorded, apply_event
from carrom.tournament.model.state import DerivedCache, State
from carrom.tournament.seating.now import TournamentNow

FILES = sorted((Path(__file__).parent / "before").glob("*.tournament"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_view_after_another_says_what_a_fresh_one_says(path: Path) -> None:
    state, view, kept = State(), TournamentNow(State()), 0
    for fact in load(path).facts:
        step = apply_event(state, fact)
        assert isinstance(step, Recorded)
        state = step.state
        last, view = view, TournamentNow(state)
        fresh = TournamentNow(replace(state, cache=DerivedCache()))
        for key in state.draws:
            assert view.tables(key) == fresh.tables(key)
            kept += sum(
                one is other
                for one, other in zip(view.tables(key), last.tables(key), strict=False)
                if key in last.state.draws
            )
    assert kept or not any(stage.policy for event in state.announced.events for stage in event.stages)
