"""Any table: whole matches of lawful and unlawful acts in any order, and what must hold after every one of them.

A longer run: `CARROM_TABLES=2000 pytest tests/match/test_any_table.py`.
"""

from __future__ import annotations

import os
from random import Random
from typing import get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase as Steps, note, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from carrom.equipment import due_places
from carrom.laws import RULEBOOKS, rulebook
from carrom.match import ACTS, Applied, ByParty, Match, Refused, Setup, apply, deadlines, possible_acts, tell_refusal
from carrom.match.course import Phase
from carrom.match.deadlines import What
from carrom.match.log import acts as a
from carrom.match.log.event import Event
from carrom.match.log.record_line import event_from_text, event_text
from carrom.match.parties import PARTIES, Party, other
from tests.match.always import FIRES, FOR_PEOPLE, WAITED_FOR, Beginnings, check, check_record, firing
from tests.match.any_act import Pick, any_act
from tests.match.driver import finish, next_plain_act

TABLES = int(os.environ.get("CARROM_TABLES", "80"))
STEPS = 40
NAMES: dict[bool, ByParty[tuple[str, ...]]]
NAMES = {False: ByParty(("Meera",), ("Anil",)), True: ByParty(("Meera", "Tara"), ("Anil", "Omar"))}


class AnyTable(RuleBasedStateMachine):
    """A match, and a clock that is looked at or not."""

    match: Match

    @initialize(
        book=st.sampled_from(sorted(RULEBOOKS)),
        stage=st.sampled_from(["group", "pre-quarter-final", "quarter-final", "final"]),
        doubles=st.booleans(),
        timed=st.booleans(),
    )
    def sit_down(self, book: str, stage: str, doubles: bool, timed: bool) -> None:
        self.match = Match.start(Setup(rulebook(book), stage, doubles, NAMES[doubles]))
        self.beginnings = Beginnings(self.match)
        self.now, self.is_timed = 0.0, timed

    @property
    def at(self) -> float | None:
        return self.now if self.is_timed else None

    def do(self, act: a.Act) -> Applied | Refused:
        before, possible = self.match, possible_acts(self.match)
        event = before.next_event(act, at=self.at)
        answer = apply(before, event)
        note(event_text(event) + (f"  ; {tell_refusal(answer)}" if isinstance(answer, Refused) else ""))
        if isinstance(answer, Refused):
            assert answer.code
            assert answer.text
        else:
            assert act.kind in possible, f"{act.kind} was accepted though it was not possible"
            self.match = answer.match
            self.beginnings.note(before, self.match)
        return answer

    @rule(data=st.data())
    def something_fair(self, data: st.DataObject) -> None:
        possible = possible_acts(self.match)
        telling = [kind for kind in possible if kind not in RARE]
        kind = data.draw(st.sampled_from(possible if not telling or not data.draw(st.integers(0, 7)) else telling))
        self.do(any_act(kind, self.match, picking(data), fair=True))

    @rule(data=st.data(), kind=st.sampled_from(sorted(ACTS)))
    def anything(self, data: st.DataObject, kind: str) -> None:
        self.do(any_act(kind, self.match, picking(data), fair=False))

    @rule(data=st.data(), count=st.integers(1, 8))
    def play_on(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            if self.match.phase == "stroke":
                self.do(any_act("stroke", self.match, picking(data), fair=True))
            elif self.match.phase != "over":
                assert isinstance(self.do(next_plain_act(self.match)), Applied)

    @rule(party=st.sampled_from(PARTIES), games=st.integers(1, 2))
    def come_to_a_later_game(self, party: Party, games: int) -> None:
        """A game to each side at the most, so that the deciding one is reached."""
        for _ in range(games):
            score = self.match.course.score
            if score is not None and not any(game.winner == other(party) for game in score.games):
                self.do(a.Concede(party, "game"))
            party = other(party)

    @rule(strokes=st.integers(0, 2), noticed=st.booleans())
    def nobody_notices(self, strokes: int, noticed: bool) -> None:
        """A queen is not covered, or somebody plays on after an opponent's piece (96, 125b)."""
        board = self.match.board
        if board is None or self.match.phase != "stroke" or board.attempt is not None:
            return
        player = board.turn
        if board.queen == "board" and board.opened[player.party]:
            law, acts = "96", [a.StrokeMade(queen=True), a.StrokeMade(), *[a.StrokeMade()] * strokes]
        else:
            law, acts = "125b", [a.StrokeMade(opponent=1)]
        for act in (*acts, a.Unnoticed(law, player), *[a.StrokeMade(own=1)] * strokes, *[a.Noticed()] * noticed):
            self.do(act)

    @rule(removed=st.integers(0, 2))
    def placing_takes_too_long(self, removed: int) -> None:
        """Two come out, one is placed in time (88b)."""
        if self.match.phase == "stroke":
            self.do(a.StrokeMade(own=1, striker=True))
        self.do(any_act("place", self.match, Pick(lambda of: of[-1]), fair=True))
        self.now += 60.0
        self.do(a.Timeout())
        self.do(a.Removed(removed))

    @rule(seconds=st.sampled_from([0.5, 7.25, 20.0, 130.0, 1000.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.is_timed)
    @rule()
    def time_runs_out(self) -> None:
        running = firing(deadlines(self.match))
        if not running:
            return
        first, before = running[0], self.match.course
        self.now = max(self.now, first.at)
        answer = self.do(FIRES[first.what])
        assert isinstance(answer, Applied), f"{first} has run out, and nothing follows: {answer.text}"
        assert answer.match.course != before
        again = [one for one in firing(deadlines(answer.match)) if one.what == first.what and one.at <= self.now]
        assert not again, "it would run out again and again"

    @rule(back=st.integers(0, 15))
    def correct_twice(self, back: int) -> None:
        before = self.match
        if isinstance(self.do(a.Correct(max(0, before.number - back), "a wrong tap")), Applied):
            assert self.match.course.has_open_protest >= before.course.has_open_protest, "149: none is withdrawn"
            assert isinstance(self.do(a.Correct(before.number, "it was right")), Applied)
            assert self.match.course == before.course

    @rule(seed=st.integers(0, 999))
    def what_is_possible_can_be(self, seed: int) -> None:
        pick = Pick(Random(seed).choice)
        kind, board = pick.one(possible_acts(self.match)), self.match.board
        if kind == "place" and board is not None and board.position is not None and not due_places(board.position):
            return  # there is room, but only for a foul (80)
        tries = (any_act(kind, self.match, pick, fair=True) for _ in range(60))
        events = (self.match.next_event(act, at=at) for act in tries for at in (self.at, None))
        accepted = (event for event in events if isinstance(apply(self.match, event), Applied))
        assert next(accepted, None) is not None, f"{kind} is said to be possible, and always refused"

    @rule(seed=st.integers(0, 999))
    def what_is_not_possible_cannot_be(self, seed: int) -> None:
        pick = Pick(Random(seed).choice)
        for kind in sorted(ACTS.keys() - set(possible_acts(self.match))):
            for fair in (True, False):
                act = any_act(kind, self.match, pick, fair=fair)
                answer = apply(self.match, self.match.next_event(act, at=self.at))
                assert isinstance(answer, Refused), f"{act} is accepted"

    @rule()
    def it_can_be_brought_to_an_end(self) -> None:
        assert finish(self.match, at=self.at).phase == "over"

    @rule()
    def its_record_says_the_same(self) -> None:
        check_record(self.match)

    @invariant()
    def what_always_holds(self) -> None:
        if hasattr(self, "match"):
            check(self.match)

    def teardown(self) -> None:
        if hasattr(self, "match"):
            check_record(self.match)
            assert finish(self.match, at=self.at).phase == "over"


RARE = ("remark", "warning", "sign", "striker-checked", "board-changed", "powder", "correct", "lose-match", "concede")
"""What changes little, or ends everything."""


def picking(data: st.DataObject) -> Pick:
    return Pick(lambda of: data.draw(st.sampled_from(of)))


def test_any_table() -> None:
    profile = settings(
        max_examples=TABLES,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize="CARROM_TABLES" not in os.environ,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        phases=(Steps.generate,) if TABLES < 1000 else (Steps.generate, Steps.shrink),
    )
    run_state_machine_as_test(AnyTable, settings=profile)


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_every_kind_of_act_is_tried_and_reads_back(kind: str) -> None:
    """A field of a new type has to be said in `any_act.MADE`; a new kind of act needs nothing."""
    match = Match.start(Setup(rulebook("icf"), "group", True))
    for number, line in enumerate(["toss a break", "play rack 45", "stroke own 1"], start=1):
        match = match.play(event_from_text(line, number=number).act)
    pick = Pick(Random(kind).choice)
    acts = {any_act(kind, match, pick, fair=fair) for fair in (True, False) for _ in range(40)}
    assert len(acts) > 1 or not get_type_hints(ACTS[kind]).keys() - {"kind"}
    for act in acts:
        event = match.next_event(act)
        assert Event.from_json(event.json()) == event


def test_every_phase_and_every_time_has_its_row() -> None:
    assert set(WAITED_FOR) == set(get_args(Phase))
    assert {*FIRES, *FOR_PEOPLE} == set(get_args(What))
