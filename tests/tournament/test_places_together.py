"""The places that one table or one match fills belong together: whatever is corrected, ruled or taken back, nobody
stands twice in a round, nobody who goes on is left out, and every event can be ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Any

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carrom.base.errors import CarromError, Refused, RefusedError
from carrom.tournament.desk.calling import call_match
from carrom.tournament.desk.drawing import publication, rule_seats
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, WinnerOf
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import (
    Competition,
    CompetitionId,
    Definition,
    Overrides,
    ProtestRules,
    Stage,
    StageId,
)
from carrom.tournament.model.events import (
    EntryLeft,
    MatchCalled,
    MatchStarted,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultGiven,
    Retracted,
    ShootoutPlayed,
    Undone,
)
from carrom.tournament.model.people import Category
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.rulings import contested_seats
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk

S = CompetitionId("S")
FIRST, SECOND, FINAL = (MatchId(name) for name in ("M13", "M14", "M15"))
SCORES = ((25, 3), (3, 25), (25, 8), (8, 25), (25, 20), (20, 25))
"""Few, so that a correction often turns a table round."""


def event_of(formats: tuple[str, ...], *, groups: int, advance: int, third_place: bool) -> Definition:
    """An event of these stages, one after another."""
    one_game = Overrides(games=1, boards_until="always")
    stages = [
        Stage(
            id=StageId(name),
            format=name,
            rulebook="icf",
            overrides=one_game,
            policy=POLICIES["vkk"] if name == "groups" else None,
            third_place=third_place and name == "knockout",
            groups=groups if name == "groups" else None,
            advance=advance if name == "groups" else 0,
        )
        for name in formats
    ]
    event = Competition(id=S, name="Singles", category=Category(), stages=tuple(stages))
    return Definition(name="Test", day=DAY, events=(event,), protests=ProtestRules(minutes=30, fee=500))


def result(desk: Desk, match: MatchId, score: tuple[int, int]) -> ResultGiven:
    a, b = desk.view.known_sides(match)
    return ResultGiven(match=match, a=a, b=b, score=score)


def correct(desk: Desk, match: MatchId, score: tuple[int, int]) -> None:
    told = desk.state.matches[match].result_fact
    desk.record(result(desk, match, score), supersedes=told, reason="misread")


def keys(desk: Desk) -> list[StageKey]:
    return [StageKey(S, stage.id) for stage in desk.state.event("S").stages]


def trees(desk: Desk) -> list[StageKey]:
    return [key for key in keys(desk) if desk.state.stage(key).form.shape == "tree"]


def source(desk: Desk, key: StageKey, slot: object) -> object:
    if isinstance(slot, PlaceOf):
        return desk.state.before(key), slot.group
    return slot.match if isinstance(slot, WinnerOf | LoserOf) else None


def assert_nobody_stands_twice(desk: Desk) -> None:
    view = desk.view
    places: Counter[object] = Counter()
    for key in trees(desk):
        for record in desk.state.in_stage(key):
            sides = view.sides(record.fixture.id)
            for entry, slot in zip(sides, record.fixture.slots, strict=True):
                if entry is not None:
                    places[str(key), record.fixture.round, entry] += 1
                    fed_by = source(desk, key, slot)
                    places[("out of", fed_by, entry) if fed_by else (slot, entry)] += 1
    twice = [place for place, count in places.items() if count > 1]
    assert not twice, twice


def assert_who_goes_on_stands_once(desk: Desk) -> None:
    """Of a table that is decided every place is filled: as it says, or as it was published or ruled."""
    view = desk.view
    seated: dict[object, list[EntryId | None]] = {}
    due: dict[object, set[EntryId | None]] = {}
    moved: set[object] = set()
    for key in trees(desk):
        source_key = desk.state.before(key)
        for place in view.places(key):
            group = source(desk, key, place)
            live, sits = view.entry_now(place, key), view.seat(key, place)
            seated.setdefault(group, []).append(sits)
            due.setdefault(group, set()).add(live)
            if source_key is not None and view.is_changed((source_key, place.group)):
                moved.add(group)
    for group, entries in due.items():
        if None not in entries:
            assert None not in seated[group]
            assert group in moved or entries == set(seated[group])


def rule_somehow(desk: Desk, key: StageKey) -> bool:
    """Let all stay that waits for a ruling. Where somebody has come to another place meanwhile he cannot stay; then all
    of it is changed to what tables and matches say, or what one of them fills, or that stays. Whether that was possible
    now: it may have to be played first who has the other place."""
    seats = list(contested_seats(desk.view, key))
    tried: list[dict[str, EntryId | None]] = []
    for fed_by in (None, *dict.fromkeys(seat.source for seat in seats)):
        own = [seat for seat in seats if fed_by in (None, seat.source)]
        tried += [{seat.place: seat.seated for seat in own}, {seat.place: seat.now for seat in own}]
    for ruled in tried:
        places = {place: entry for place, entry in ruled.items() if entry is not None}
        told = desk.tell(rule_seats(desk.state, key, places), reason="it has to be") if places == ruled else None
        if isinstance(told, State):
            return True
    return False


def end(desk: Desk) -> None:
    """Rule on what is to be ruled on, and play all that can be played, until there is a champion."""
    *_, last = desk.state.in_stage(StageKey(S, desk.state.event("S").decides.id))
    for _ in range(300):
        todo = desk.tasks
        seats = [task.stage for task in todo if task.code == "seat" and task.stage is not None]
        void = [task.match for task in todo if task.code == "void"]
        pairs = [(task, pair) for task in todo if task.code == "tie" for pair in task.pairs]
        ready = [one for one in desk.state.matches if desk.view.status(one) in ("ready", "called")]
        if any(rule_somehow(desk, key) for key in dict.fromkeys(seats)):
            continue
        if void and void[0] is not None:
            told = desk.state.matches[void[0]].result_fact
            assert told is not None
            desk.record(Retracted(fact=told), reason="void")
        elif ready:
            desk.record(result(desk, ready[0], (25, 3)))
        elif pairs:
            task, (a, b) = pairs[0]
            assert task.stage is not None
            desk.record(ShootoutPlayed(event=S, stage=task.stage.stage, a=a, b=b, score=(5, 0), group=task.group or 0))
        else:
            break
    left = [task.text for task in desk.tasks]
    assert not left, left
    assert desk.view.status(last.fixture.id) in ("played", "bye"), "it cannot be ended"


def assert_nothing_begins_on_an_open_match(desk: Desk) -> None:
    """What has not begun waits for the matches that fill it, whatever is played beside it, unless that was ruled on."""
    view = desk.view
    for match, record in desk.state.matches.items():
        for slot in record.fixture.slots:
            if record.has_begun or not isinstance(slot, WinnerOf | LoserOf) or slot.match in desk.state.overruled:
                continue
            if view.status(slot.match) in ("under protest", "ready", "called"):
                assert view.status(match) not in ("ready", "called")


class Referee(RuleBasedStateMachine):
    """Somebody corrects, rules and takes back at random; what is refused changes nothing."""

    desk: Desk
    since: int

    @initialize(
        formats=st.sampled_from(
            (
                ("groups", "knockout"),
                ("groups", "knockout", "plate"),
                ("knockout", "plate"),
                ("knockout",),
                ("double-elimination",),
            )
        ),
        groups=st.integers(1, 3),
        size=st.integers(3, 4),
        advance=st.integers(1, 3),
        third_place=st.booleans(),
        early=st.booleans(),
    )
    def begin(
        self, formats: tuple[str, ...], groups: int, size: int, advance: int, third_place: bool, early: bool
    ) -> None:
        groups = max(groups, 2) if advance == 1 else groups
        advance = min(advance, size - (2 if groups == 1 and "plate" in formats else 1))
        if groups * advance < 2:
            groups = 2
        self.desk = Desk(event_of(formats, groups=groups, advance=advance, third_place=third_place))
        self.desk.enter(" ".join("ABCDEFGHIJKL"[: groups * size if formats[0] == "groups" else 2 * size]))
        for key in keys(self.desk):
            self.desk.draw(key)
        for key in trees(self.desk) if early else ():
            self.desk.publish(key)
        self._play_groups()
        self.since = len(self.desk.facts)

    def _play_groups(self) -> None:
        """Play all tables but for their last match, so that what is random comes after it."""
        for record in self.desk.state.in_stage(keys(self.desk)[0])[:-1]:
            if self.desk.state.stage(record.key).form.shape == "tables":
                self.desk.record(result(self.desk, record.fixture.id, (25, 3)))

    def _matches(self, *statuses: str) -> list[MatchId]:
        return [match for match in self.desk.state.matches if self.desk.view.status(match) in statuses]

    @rule(data=st.data(), score=st.sampled_from(SCORES), times=st.integers(1, 4))
    def play(self, data: Any, score: tuple[int, int], times: int) -> None:
        for _ in range(times):
            ready = self._matches("ready", "called")
            if ready:
                self.desk.record(result(self.desk, data.draw(st.sampled_from(ready)), score))

    @rule(data=st.data())
    def start(self, data: Any) -> None:
        ready = self._matches("ready")
        free = [table for table in range(1, 5) if table not in self.desk.view.tables_in_use]
        if ready and free and free[0] <= self.desk.state.announced.hall.tables:
            match = data.draw(st.sampled_from(ready))
            if isinstance(self.desk.tell(MatchCalled(match=match, table=free[0])), Refused):
                return
            self.desk.record(MatchStarted(match=match))

    @rule(data=st.data(), score=st.sampled_from(SCORES))
    def correct(self, data: Any, score: tuple[int, int]) -> None:
        played = [one for one in self._matches("played") if self.desk.state.matches[one].result is not None]
        if played:
            correct(self.desk, data.draw(st.sampled_from(played)), score)

    @rule(data=st.data())
    def retract(self, data: Any) -> None:
        told = [record.result_fact for record in self.desk.state.matches.values() if record.result_fact is not None]
        if told:
            self.desk.record(Retracted(fact=data.draw(st.sampled_from(told))), reason="of another match")

    @rule(data=st.data())
    def settle_a_tie(self, data: Any) -> None:
        for task in self.desk.tasks:
            for a, b in task.pairs[:1]:
                assert task.stage is not None
                score = data.draw(st.sampled_from(((5, 0), (0, 5))))
                shootout = ShootoutPlayed(event=S, stage=task.stage.stage, a=a, b=b, score=score, group=task.group or 0)
                self.desk.tell(shootout)

    @rule(data=st.data())
    def publish(self, data: Any) -> None:
        first, *others = trees(self.desk)
        key = data.draw(st.sampled_from([first, *others] if first in self.desk.state.published else [first]))
        self.desk.tell(publication(self.desk.state, key), reason="once more")

    @rule(data=st.data(), others=st.sampled_from(("keep", "change")))
    def rule_on_all(self, data: Any, others: Any) -> None:
        waiting = [key for key in self.desk.state.published if list(contested_seats(self.desk.view, key))]
        if not waiting:
            return
        key = data.draw(st.sampled_from(waiting))
        try:
            ruling = rule_seats(self.desk.state, key, {}, others=others)
        except CarromError:
            assert others == "change", "the table does not decide it any more"
            return
        told = self.desk.tell(ruling, reason="the referee")
        if isinstance(told, Refused):
            assert told.code == "seated-twice"

    @rule(data=st.data(), others=st.sampled_from((None, "keep", "change")))
    def rule_on_some(self, data: Any, others: Any) -> None:
        published = list(self.desk.state.published)
        if not published:
            return
        key = data.draw(st.sampled_from(published))
        places = [place.name for place in self.desk.view.places(key)]
        places += [seat.place for seat in contested_seats(self.desk.view, key)]
        if not places:
            return
        entries = st.sampled_from(sorted(self.desk.state.entries[S]))
        seats = data.draw(st.dictionaries(st.sampled_from(sorted(set(places))), entries, min_size=1, max_size=2))
        try:
            told = self.desk.tell(rule_seats(self.desk.state, key, seats, others=others), reason="the committee")
        except CarromError:
            return
        except RefusedError as error:
            told = error.refused
        assert not isinstance(told, Refused) or told.code in ("seated-twice", "not-of-it", "not-decided")

    @rule(data=st.data())
    def leave(self, data: Any) -> None:
        if not self.desk.state.left.get(S):
            entry = data.draw(st.sampled_from(sorted(self.desk.state.entries[S])))
            self.desk.tell(EntryLeft(event=S, entry=entry, how="withdrawn"), reason="ill")

    @precondition(lambda self: bool(self.desk.state.left.get(S)))
    @rule()
    def come_back(self) -> None:
        told = [fact.id for fact in self.desk.facts if isinstance(fact.body, EntryLeft)]
        self.desk.tell(Retracted(fact=told[-1]), reason="well again")

    @rule(data=st.data())
    def protest(self, data: Any) -> None:
        played = [one for one in self._matches("played") if self.desk.state.matches[one].result is not None]
        if played and not self._protests():
            name = ProtestId(f"P{len(self.desk.state.protests) + 1}")
            lodged = ProtestLodged(protest=name, match=data.draw(st.sampled_from(played)), side="b", board=1, text="?")
            if not isinstance(self.desk.tell(lodged), Refused):
                self.desk.record(ProtestFeePaid(protest=name, amount=500))

    @rule(upheld=st.booleans())
    def judge(self, upheld: bool) -> None:
        for name in self._protests():
            is_heard = self.desk.state.protests[name].is_open  # a fee that was taken back is not paid
            self.desk.record(ProtestJudged(protest=name, upheld=upheld and is_heard), by="committee", reason="heard")

    def _protests(self) -> list[ProtestId]:
        return [name for name, one in self.desk.state.protests.items() if one.decided is None]

    @rule()
    def undo(self) -> None:
        last = self.desk.state.past[0].fact
        if last in [fact.id for fact in self.desk.facts[self.since :]]:
            self.desk.tell(Undone(fact=last), reason="a mistake")

    @invariant()
    def nobody_stands_twice(self) -> None:
        if hasattr(self, "desk"):
            assert_nobody_stands_twice(self.desk)

    @invariant()
    def who_goes_on_stands_once(self) -> None:
        if hasattr(self, "desk"):
            assert_who_goes_on_stands_once(self.desk)

    @invariant()
    def nothing_begins_on_an_open_match(self) -> None:
        if hasattr(self, "desk"):
            assert_nothing_begins_on_an_open_match(self.desk)

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            assert fold_events(self.desk.facts).state == self.desk.state
            self.judge(upheld=False)
            end(self.desk)
            assert_nobody_stands_twice(self.desk)


TestReferee = Referee.TestCase
TestReferee.settings = settings(max_examples=examples(80), stateful_step_count=20, deadline=None)


def secretary(**more: Any) -> Desk:
    """Two groups of four; the knock-out is published before they are played. A goes on before B, E before F; then the
    first semi-final is played."""
    desk = Desk(event_of(("groups", "knockout"), groups=2, advance=2, third_place=False))
    desk.enter("A B C D E F G H")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.record(replace(publication(desk.state, KNOCKOUT), **more))
    for group in desk.view.tables(GROUPS):
        one, two, three, four = group.entries
        desk.play(one, two, 25, 20)
        desk.play(two, three, 25, 8)
        desk.play(three, one, 25, 20)
        desk.play(one, four, 25, 3)
        desk.play(two, four, 25, 8)
        desk.play(three, four, 20, 25)
    desk.record(result(desk, FIRST, (25, 10)))
    return desk


def swap(desk: Desk, group: int = 0) -> tuple[str, str]:
    """Correct a match so that first and second of a group change their places; who they were."""
    first, second = (row.entry for row in desk.view.tables(GROUPS)[group].standings.table[:2])
    last = desk.view.tables(GROUPS)[group].standings.table[3].entry
    match = desk.match(first, last)
    is_first = desk.view.sides(match)[0] == first
    correct(desk, match, (25, 24) if is_first else (24, 25))
    assert [row.entry for row in desk.view.tables(GROUPS)[group].standings.table[:2]] == [second, first]
    return first, second


def semis(desk: Desk) -> list[tuple[str | None, str | None]]:
    return [desk.view.sides(match) for match in (FIRST, SECOND)]


def rule_all(desk: Desk, others: Any) -> None:
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others=others), reason="the referee")


def test_kept_the_other_place_of_the_group_stays_too() -> None:
    """First and second of a group change places after a semi-final: nobody stands in both, and both are asked about."""
    desk = secretary()
    before = semis(desk)
    first, second = swap(desk)
    assert semis(desk) == before
    assert [task.text for task in desk.tasks] == [
        f"Singles (knockout) is published with {first} as A1; the table now says {second}.",
        f"Singles (knockout) is published with {second} as A2; the table now says {first}.",
    ]
    refused = call_match(desk.view, SECOND, 2, now=datetime(2024, 11, 5, 18))
    assert isinstance(refused, Refused)
    assert refused.code == "call-contested"
    rule_all(desk, "keep")
    assert (semis(desk), desk.tasks) == (before, [])
    desk.record(result(desk, SECOND, (10, 25)))
    final = desk.view.known_sides(FINAL)
    assert len(set(final)) == 2
    desk.record(result(desk, FINAL, (25, 3)))
    assert desk.view.winner(FINAL) == final[0]
    assert fold_events(desk.facts).state == desk.state


def test_changed_both_places_change() -> None:
    desk = secretary()
    first, second = swap(desk)
    rule_all(desk, "change")
    assert (semis(desk)[0][0], semis(desk)[1][1]) == (second, first)
    assert [task.code for task in desk.tasks] == ["void"], "the semi-final was played by another one"
    end(desk)


def test_a_ruling_on_one_place_names_the_other() -> None:
    desk = secretary()
    first, second = swap(desk)
    for place in ("A1", "M13A"):
        told = desk.tell(rule_seats(desk.state, KNOCKOUT, {place: EntryId(second)}), reason="?")
        assert isinstance(told, Refused)
        assert (told.code, told.text) == ("seated-twice", f"{second} would sit on A1 and A2: rule on both.")
    stranger = desk.view.tables(GROUPS)[1].entries[3]
    told = desk.tell(rule_seats(desk.state, KNOCKOUT, {"A1": stranger}), reason="?")
    assert isinstance(told, Refused)
    assert told.text == f"{stranger} is not in group A of S/groups, and so cannot have A1."
    desk.record(rule_seats(desk.state, KNOCKOUT, {"A1": EntryId(first)}), reason="she has played")
    assert [task.text.split(" as ")[1][:2] for task in desk.tasks] == ["A2"]


def test_another_order_of_the_table_asks_for_all_of_it_again() -> None:
    """A2 would be the same as when it was ruled on, but A1 is not: what was ruled was the whole table."""
    desk = secretary()
    swap(desk)
    rule_all(desk, "keep")
    third = desk.view.tables(GROUPS)[0].standings.table[2].entry
    worst = desk.view.tables(GROUPS)[0].standings.table[3].entry
    ranked = [row.entry for row in desk.view.tables(GROUPS)[0].standings.table]
    told = desk.state.matches[desk.match(ranked[0], third)].result_fact
    given = desk.given(third, ranked[0], 25, 0)
    desk.record(given, supersedes=told, reason="misread")
    told = desk.state.matches[desk.match(third, worst)].result_fact
    desk.record(desk.given(third, worst, 25, 0), supersedes=told, reason="misread")
    assert [row.entry for row in desk.view.tables(GROUPS)[0].standings.table][:2] == [third, ranked[1]]
    assert [task.text.split(" as ")[1][:2] for task in desk.tasks] == ["A1", "A2"]


def test_a_correction_taken_back_leaves_nothing_to_rule_on() -> None:
    desk = secretary()
    before = semis(desk)
    swap(desk)
    desk.record(Undone(fact=desk.facts[-1].id), reason="it was right")
    assert (semis(desk), desk.tasks) == (before, [])
    swap(desk, 0)
    swap(desk, 1)
    assert len(desk.tasks) == 4
    rule_all(desk, "keep")
    assert (semis(desk), desk.tasks) == (before, [])


def test_the_match_for_the_third_place_stays_with_the_final() -> None:
    desk = Desk(event_of(("knockout",), groups=1, advance=1, third_place=True))
    desk.enter("A B C D")
    desk.draw(KNOCKOUT)
    desk.publish(KNOCKOUT)
    one, two, third, final = desk.state.matches
    desk.record(result(desk, one, (25, 3)))
    desk.record(result(desk, two, (25, 3)))
    desk.record(result(desk, final, (25, 3)))
    before = desk.view.sides(third)
    correct(desk, one, (3, 25))
    assert desk.view.sides(third) == (None, before[1]), "until somebody has ruled"
    told = desk.tell(rule_seats(desk.state, KNOCKOUT, {f"{final}A": before[0] or EntryId("?")}), reason="?")
    assert isinstance(told, Refused)
    assert told.text == f"{before[0]} would sit on {third}A and {final}A: rule on both."
    rule_all(desk, "keep")
    assert (desk.view.sides(third), desk.tasks) == (before, [])


def test_a_draw_published_before_is_ruled_on_place_by_place() -> None:
    """What is on record stays as it was; but no new ruling leaves somebody on two places."""
    desk = secretary(together=False)
    first, second = swap(desk)
    assert first in semis(desk)[0]
    assert first in semis(desk)[1], "as it was"
    told = desk.tell(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="?")
    assert isinstance(told, Refused)
    assert told.text == f"{first} would sit on A1 and A2: rule on both."
    both = {"M13A": EntryId(first), "A2": EntryId(second)}
    desk.record(rule_seats(desk.state, KNOCKOUT, both), reason="the referee")
    assert semis(desk)[1][1] == second
    end(desk)


def double_elimination(names: str) -> Desk:
    desk = Desk(event_of(("double-elimination",), groups=1, advance=0, third_place=False))
    desk.enter(names)
    (key,) = keys(desk)
    desk.draw(key)
    desk.publish(key)
    return desk


def take_back(desk: Desk, match: MatchId) -> None:
    told = desk.state.matches[match].result_fact
    assert told is not None
    desk.record(Retracted(fact=told), reason="of another match")


def test_who_has_played_on_is_not_put_elsewhere_by_a_match_before_one_that_was_taken_back() -> None:
    """C lost M6 and played on in M7. M6 is taken back, and C loses M4 too, which leads to another match of it."""
    desk = double_elimination("A B C D E F")
    for match in ("M4", "M6", "M2", "M7"):
        desk.record(result(desk, MatchId(match), (25, 3)))
    assert desk.view.sides(MatchId("M7")) == ("E", "C")
    take_back(desk, MatchId("M4"))
    take_back(desk, MatchId("M6"))
    desk.record(result(desk, MatchId("M4"), (3, 25)))
    assert_nobody_stands_twice(desk)
    assert [task.code for task in desk.tasks] == ["seat"] * 3, "M7, and both places after M4, are ruled on"
    end(desk)
    assert_nobody_stands_twice(desk)


def test_a_ruling_looks_at_who_waits_for_a_place_too() -> None:
    """C holds M4B and waits for M2, which is played again: nobody can put him on M3B, where the loser of M2 goes."""
    desk = double_elimination("A B C D")
    for match in ("M1", "M2", "M3"):
        desk.record(result(desk, MatchId(match), (3, 25)))
    take_back(desk, MatchId("M2"))
    (key,) = keys(desk)
    told = desk.tell(rule_seats(desk.state, key, {"M3B": EntryId("C")}), reason="?")
    assert isinstance(told, Refused)
    assert told.text == "C would sit on M3B and M4B: rule on both."


def test_a_match_that_somebody_left_does_not_go_on_after_its_protest() -> None:
    desk = double_elimination("A B C D")
    first, name = MatchId("M1"), ProtestId("P1")
    desk.record(result(desk, first, (25, 3)))
    desk.record(ProtestLodged(protest=name, match=first, side="b", board=1, text="?"))
    desk.record(ProtestFeePaid(protest=name, amount=500))
    desk.record(ProtestJudged(protest=name, upheld=True), by="committee", reason="heard")
    assert [task.code for task in desk.tasks] == ["replay"]
    desk.record(EntryLeft(event=S, entry=EntryId("A"), how="withdrawn"), reason="ill")
    assert desk.view.winner(first) == "D"
    assert desk.tasks == []
