"""The outcome of a match or group fills all of its seats together.

Whatever is corrected, ruled or retracted: no entry has two seats in a round, no advancing entry is left out, a played
match keeps its players, and every competition can be finished.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Any

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carrom.base.errors import CarromError, Refused, RefusedError, raise_if_refused
from carrom.tournament.desk.calling import call_match
from carrom.tournament.desk.drawing import publication, rule_seats
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, WinnerOf
from carrom.tournament.log.transitions import apply_event, fold_events
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
    DrawPublished,
    EntryLeft,
    MatchCalled,
    MatchStarted,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultGiven,
    Retracted,
    SeatsRuled,
    ShootoutPlayed,
    Undone,
)
from carrom.tournament.model.people import Category
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.seating.rulings import contested_seats
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk

S = CompetitionId("S")
FIRST, SECOND, FINAL = (MatchId(name) for name in ("M13", "M14", "M15"))
SCORES = ((25, 3), (3, 25), (25, 8), (8, 25), (25, 20), (20, 25))
"""Few scores, so that a correction often changes the order of a table."""


def event_of(formats: tuple[str, ...], *, groups: int, advance: int, third_place: bool) -> Definition:
    """Return a tournament of one competition with these stages in a row."""
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


def assert_no_entry_has_two_seats(desk: Desk) -> None:
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


def assert_advancing_entries_have_one_seat(desk: Desk) -> None:
    """Check that every place of a decided table is filled: by the table, or as published or ruled."""
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
    """Keep all contested seats or give them by the results, at once or source by source. Return whether one worked."""
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


def finish(desk: Desk) -> None:
    """Make all decisions and play all matches until there is a champion."""
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
    assert desk.view.status(last.fixture.id) in ("played", "bye"), "it cannot be finished"


def assert_no_match_is_ready_while_a_feeder_is_open(desk: Desk) -> None:
    """Check that a match that has not begun waits for the matches that fill it, unless there is a ruling on them."""
    view = desk.view
    for match, record in desk.state.matches.items():
        for slot in record.fixture.slots:
            if record.has_begun or not isinstance(slot, WinnerOf | LoserOf) or slot.match in desk.state.overruled:
                continue
            if view.status(slot.match) in ("under protest", "ready", "called"):
                assert view.status(match) not in ("ready", "called")


def assert_played_matches_keep_their_players(before: State, after: State) -> None:
    """Check that matches of published draws that their right sides had played are theirs after an event."""
    was, now = TournamentNow(before), TournamentNow(after)
    for match, record in before.matches.items():
        result = record.result
        is_played = result is not None and (result.a, result.b) == was.sides(match)
        if record.key in before.published and is_played and after.matches[match].result is not None:
            assert now.sides(match) == was.sides(match), match


class Referee(RuleBasedStateMachine):
    """A referee who corrects, rules and retracts at random. Refused events change nothing."""

    desk: Desk
    since: int
    before: State
    checked: int

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
        self.since = self.checked = len(self.desk.facts)
        self.before = self.desk.state

    def _play_groups(self) -> None:
        """Play the groups but for the last match, so that the random part comes after them."""
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
    def no_entry_has_two_seats(self) -> None:
        if hasattr(self, "desk"):
            assert_no_entry_has_two_seats(self.desk)

    @invariant()
    def advancing_entries_have_one_seat(self) -> None:
        if hasattr(self, "desk"):
            assert_advancing_entries_have_one_seat(self.desk)

    @invariant()
    def no_match_is_ready_while_a_feeder_is_open(self) -> None:
        if hasattr(self, "desk"):
            assert_no_match_is_ready_while_a_feeder_is_open(self.desk)

    @invariant()
    def played_matches_keep_their_players(self) -> None:
        """Only a ruling, a publication or an undo takes players out of a match that they have played."""
        if not hasattr(self, "desk"):
            return
        for fact in self.desk.facts[self.checked :]:
            after = raise_if_refused(apply_event(self.before, fact)).state
            if not isinstance(fact.body, SeatsRuled | DrawPublished | Undone):
                assert_played_matches_keep_their_players(self.before, after)
            self.before = after
        self.checked = len(self.desk.facts)

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            assert fold_events(self.desk.facts).state == self.desk.state
            self.judge(upheld=False)
            finish(self.desk)
            assert_no_entry_has_two_seats(self.desk)


TestReferee = Referee.TestCase
TestReferee.settings = settings(max_examples=examples(80), stateful_step_count=20, deadline=None)


def published_early() -> Desk:
    """Two groups of four with a knockout published before they are played. Then the first semi-final is played."""
    desk = Desk(event_of(("groups", "knockout"), groups=2, advance=2, third_place=False))
    desk.enter("A B C D E F G H")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.publish(KNOCKOUT)
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
    """Correct a match so that first and second of a group change places. Return who they were before."""
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


def test_keeping_the_draw_keeps_both_places_of_the_group() -> None:
    """First and second of a group change places after a semi-final: the referee is asked about both places."""
    desk = published_early()
    before = semis(desk)
    first, second = swap(desk)
    assert semis(desk) == before
    assert [task.code for task in desk.tasks] == ["seat", "seat"]
    assert contested(desk) == [("A1", first, second), ("A2", second, first)]
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


def test_changing_the_draw_changes_both_places_of_the_group() -> None:
    desk = published_early()
    first, second = swap(desk)
    rule_all(desk, "change")
    assert (semis(desk)[0][0], semis(desk)[1][1]) == (second, first)
    assert [task.code for task in desk.tasks] == ["void"], "the semi-final was played by another entry"
    finish(desk)


def contested(desk: Desk, key: StageKey = KNOCKOUT) -> list[tuple[str, str, str | None]]:
    """Return the contested seats: the place, its entry, and the entry by the results."""
    return [(seat.place, seat.seated, seat.now) for seat in contested_seats(desk.view, key)]


def refused_places(desk: Desk, seats: dict[str, EntryId], key: StageKey = KNOCKOUT) -> tuple[str, set[str]]:
    """Return the code of a refused ruling, and the places that its text names."""
    told = desk.tell(rule_seats(desk.state, key, seats), reason="?")
    assert isinstance(told, Refused)
    return told.code, set(re.findall(r"\b(?:[A-D]\d|M\d+[AB])\b", told.text))


def test_ruling_on_one_place_names_the_other() -> None:
    desk = published_early()
    _, second = swap(desk)
    for place in ("A1", "M13A"):
        assert refused_places(desk, {place: EntryId(second)}) == ("seated-twice", {"A1", "A2"})
    stranger = desk.view.tables(GROUPS)[1].entries[3]
    assert refused_places(desk, {"A1": stranger}) == ("not-of-it", {"A1"})


def test_ruling_on_one_place_of_a_group_decides_the_whole_group() -> None:
    desk = published_early()
    first, second = swap(desk)
    before = semis(desk)
    desk.record(rule_seats(desk.state, KNOCKOUT, {"A1": EntryId(first)}), reason="she has played")
    assert (semis(desk), desk.tasks) == (before, [])
    assert f"A2 stays {second}" in desk.state.notices[-1].text


def test_another_order_of_the_table_needs_another_ruling_on_all_of_it() -> None:
    """A2 would be the same as at the ruling, but A1 is not: the ruling was on the whole table."""
    desk = published_early()
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
    assert [place for place, _, _ in contested(desk)] == ["A1", "A2"]


def test_changing_the_draw_names_the_stage_of_a_place_in_the_plate() -> None:
    """B is second and C third of the group; after a correction they change places between knockout and plate."""
    desk = Desk(event_of(("groups", "knockout", "plate"), groups=1, advance=2, third_place=False))
    desk.enter("A B C D")
    for key in keys(desk):
        desk.draw(key)
    for meeting in ("AB", "AC", "AD", "BC", "BD", "CD"):
        desk.play(*meeting, 25, 5)
    for key in trees(desk):
        desk.publish(key)
    correct(desk, desk.match("B", "C"), (3, 25) if desk.view.sides(desk.match("B", "C"))[0] == "B" else (25, 3))
    assert contested(desk) == [("A2", "B", "C")]
    rule_all(desk, "change")
    plate = desk.state.title(trees(desk)[1])
    assert f"A3 of {plate} is B" in desk.state.notices[-1].text
    assert desk.tasks == []


def test_changing_the_draw_turns_a_seat_of_the_plate_into_a_bye() -> None:
    """A comes by a bye, loses M5 and plays in the plate. By the corrected M5 D loses, who is not in the plate."""
    definition = event_of(("knockout", "plate"), groups=1, advance=0, third_place=False)
    (event,) = definition.events
    knockout, plate = event.stages
    event = replace(event, stages=(knockout, replace(plate, after_bye=True)))
    desk = Desk(replace(definition, events=(event,)))
    desk.enter("A B C D E F")
    for key in keys(desk):
        desk.draw(key)
        desk.publish(key)
    for match in ("M2", "M4"):
        desk.record(result(desk, MatchId(match), (25, 3)))
    desk.record(result(desk, MatchId("M5"), (3, 25)))
    desk.record(result(desk, MatchId("M6"), (25, 3)))
    consolation = trees(desk)[1]
    match = next(one.fixture.id for one in desk.state.in_stage(consolation) if "A" in desk.view.sides(one.fixture.id))
    desk.record(result(desk, match, (25, 3)))
    correct(desk, MatchId("M5"), (25, 3))
    assert None in [now for _, _, now in contested(desk, consolation)]
    desk.record(rule_seats(desk.state, consolation, {}, others="change"), reason="the referee")
    assert "A" not in desk.view.sides(match)
    assert desk.view.sides(MatchId("M7"))[0] == "A"
    assert_no_entry_has_two_seats(desk)


def test_undone_correction_leaves_nothing_to_rule_on() -> None:
    desk = published_early()
    before = semis(desk)
    swap(desk)
    desk.record(Undone(fact=desk.facts[-1].id), reason="it was right")
    assert (semis(desk), desk.tasks) == (before, [])
    swap(desk, 0)
    swap(desk, 1)
    assert len(desk.tasks) == 4
    rule_all(desk, "keep")
    assert (semis(desk), desk.tasks) == (before, [])


def test_third_place_match_is_ruled_on_with_the_final() -> None:
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
    twice = {f"{final}A": before[0] or EntryId("?"), f"{third}A": before[0] or EntryId("?")}
    assert refused_places(desk, twice) == ("seated-twice", {f"{third}A", f"{final}A"})
    rule_all(desk, "keep")
    assert (desk.view.sides(third), desk.tasks) == (before, [])


def test_ruling_on_a_finalist_gives_the_loser_the_third_place_match() -> None:
    desk = Desk(event_of(("knockout",), groups=1, advance=1, third_place=True))
    desk.enter("A B C D")
    desk.draw(KNOCKOUT)
    desk.publish(KNOCKOUT)
    one, two, third, final = desk.state.matches
    for match in (one, two, final):
        desk.record(result(desk, match, (25, 3)))
    (finalist, _), (loser, _) = desk.view.known_sides(final), desk.view.known_sides(third)
    correct(desk, one, (3, 25))
    desk.record(rule_seats(desk.state, KNOCKOUT, {f"{final}A": loser}), reason="the referee")
    assert (desk.view.sides(final)[0], desk.view.sides(third)[0]) == (loser, finalist)
    assert [task.code for task in desk.tasks] == ["void"]
    finish(desk)


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


def test_entry_that_played_on_gets_no_second_seat_when_two_matches_behind_it_are_retracted() -> None:
    """C lost M6 and played on in M7. M6 is retracted, and C also loses M4, which leads to another match."""
    desk = double_elimination("A B C D E F")
    for match in ("M4", "M6", "M2", "M7"):
        desk.record(result(desk, MatchId(match), (25, 3)))
    assert desk.view.sides(MatchId("M7")) == ("E", "C")
    take_back(desk, MatchId("M4"))
    take_back(desk, MatchId("M6"))
    desk.record(result(desk, MatchId("M4"), (3, 25)))
    assert_no_entry_has_two_seats(desk)
    assert [task.code for task in desk.tasks] == ["seat"] * 3, "M7, and both places after M4, are ruled on"
    finish(desk)
    assert_no_entry_has_two_seats(desk)


def test_ruling_on_a_loser_decides_the_winner_too() -> None:
    """C holds M4B and waits for M2, which is played again. A ruling puts C on M3B, where the loser of M2 goes."""
    desk = double_elimination("A B C D")
    for match in ("M1", "M2", "M3"):
        desk.record(result(desk, MatchId(match), (3, 25)))
    first, second = desk.view.known_sides(MatchId("M2"))
    take_back(desk, MatchId("M2"))
    (key,) = keys(desk)
    twice = {"M3B": EntryId("C"), "M4B": EntryId("C")}
    assert refused_places(desk, twice, key) == ("seated-twice", {"M3B", "M4B"})
    desk.record(rule_seats(desk.state, key, {"M3B": EntryId("C")}), reason="the referee")
    assert desk.view.sides(MatchId("M3"))[1] == "C"
    assert desk.view.sides(MatchId("M4"))[1] == (second if first == "C" else first)
    assert_no_entry_has_two_seats(desk)


def test_changing_the_draw_goes_match_by_match() -> None:
    """The final depends on a semi-final and a match before it: once that one is changed, nothing else is asked."""
    desk = Desk(event_of(("knockout",), groups=1, advance=1, third_place=False))
    desk.enter("A B C D E F G H")
    desk.draw(KNOCKOUT)
    desk.publish(KNOCKOUT)
    for match in list(desk.state.matches):
        desk.record(result(desk, match, (25, 3)))
    correct(desk, MatchId("M5"), (3, 25))
    correct(desk, MatchId("M1"), (3, 25))
    assert {place for place, _, _ in contested(desk)} == {"M5A", "M7A"}
    _, right = desk.view.known_sides(MatchId("M1"))
    rule_all(desk, "change")
    assert desk.view.sides(MatchId("M5"))[0] == right
    assert [(task.code, task.match) for task in desk.tasks] == [("void", "M5"), ("void", "M7")]
    finish(desk)


def test_match_with_a_leaver_is_not_replayed_after_its_protest() -> None:
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
