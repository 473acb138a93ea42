"""Invariants after every act of whole matches with lawful and unlawful acts in any order.

The same matches are tried every time. For others, and more:
`CARROM_TABLES=2000 pytest tests/match/test_random_tables.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, note, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from carrom.laws import RULEBOOKS, rulebook
from carrom.match import ACTS, ByParty, Match, Setup
from carrom.match.course import Phase
from carrom.match.deadlines import DeadlineKind
from carrom.match.log.event import Event
from carrom.match.log.notation import act_from_text
from tests.match.invariants import FIRES, FOR_PEOPLE, WAITED_FOR
from tests.match.random_act import Pick, random_act
from tests.match.random_table import WAYS, RandomTable

WANTED = int(os.environ.get("CARROM_TABLES", "0"))
BOOKS = sorted(RULEBOOKS)
STAGES = ("group", "pre-quarter-final", "quarter-final", "final")
NAMES: dict[bool, ByParty[tuple[str, ...]]]
NAMES = {False: ByParty(("Meera",), ("Anil",)), True: ByParty(("Meera", "Tara"), ("Anil", "Omar"))}


class HypothesisTable(RuleBasedStateMachine):
    """Random table driven by Hypothesis, which shrinks failures."""

    table: RandomTable

    @initialize(book=st.sampled_from(BOOKS), stage=st.sampled_from(STAGES), doubles=st.booleans(), timed=st.booleans())
    def sit_down(self, book: str, stage: str, doubles: bool, timed: bool) -> None:
        self.table = RandomTable(Setup(rulebook(book), stage, doubles, NAMES[doubles]), timed=timed)

    @rule(data=st.data(), way=st.sampled_from(WAYS))
    def go_on(self, data: st.DataObject, way: Callable[[RandomTable, Pick], None]) -> None:
        shown = len(self.table.lines)
        try:
            way(self.table, Pick(lambda of: data.draw(st.sampled_from(of))))
        finally:
            note("\n".join(self.table.lines[shown:]))

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.record()
            self.table.end()


@pytest.mark.slow
def test_invariants_with_hypothesis() -> None:
    profile = settings(
        max_examples=WANTED or 25,
        stateful_step_count=30,
        deadline=None,
        derandomize=not WANTED,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(HypothesisTable, settings=profile)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_invariants_on_random_tables(book: str) -> None:
    """Longer matches than Hypothesis makes, and many more."""
    lots = Random(book if not WANTED else None)
    for number in range(WANTED or 16):
        doubles, pick = number % 2 == 0, Pick(lots.choice)
        setup = Setup(rulebook(book), lots.choice(STAGES), doubles, NAMES[doubles])
        table = RandomTable(setup, timed=lots.random() < 0.7)
        try:
            for _ in range(50):
                lots.choice(WAYS)(table, pick)
            table.record()
            table.end()
        except Exception as error:
            lines = "\n".join(table.lines)
            raise AssertionError(f"{type(error).__name__}: {error}, at a table of {book}:\n{lines}") from error


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_every_act_is_tried_and_round_trips(kind: str) -> None:
    """A field of a new type needs an entry in `random_act.MADE`; a new kind of act needs nothing."""
    match = Match.start(Setup(rulebook("icf"), "group", True))
    for line in ("toss a break", "play rack 45", "stroke own 1"):
        match = match.play(act_from_text(line))
    pick = Pick(Random(kind).choice)
    acts = {random_act(kind, match, pick, fair=fair) for fair in (True, False) for _ in range(40)}
    assert len(acts) > 1 or not get_type_hints(ACTS[kind]).keys() - {"kind"}
    for act in acts:
        event = match.next_event(act)
        assert Event.from_json(event.json()) == event


def test_every_phase_and_deadline_has_a_row() -> None:
    assert set(WAITED_FOR) == set(get_args(Phase))
    assert {*FIRES, *FOR_PEOPLE} == set(get_args(DeadlineKind))
