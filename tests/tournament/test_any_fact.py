"""Random events in any order: each is recorded or refused, and a replay gives the same state."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import Refused
from carrom.tournament.desk.calling import next_calls
from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.desk.impact import impact
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, LoserOf, MatchId, PlaceOf, WinnerOf
from carrom.tournament.log.admission import admit
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.events import (
    BoardPoints,
    ContactGiven,
    DefinitionChanged,
    DrawPublished,
    EnteredLate,
    EntryLeft,
    EntryRecorded,
    LineUpGiven,
    LotsDrawn,
    MatchCalled,
    NewName,
    PadEventNoted,
    PersonChecked,
    PersonRecorded,
    PolicyChanged,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    Renamed,
    ResultConfirmed,
    ResultGiven,
    Retracted,
    SeatsRuled,
    ShootoutPlayed,
    SourceRestored,
    SourceRevoked,
    StageDrawn,
    Substituted,
    TableServiceSet,
    TeamsDrawn,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
    Undone,
    read_tournament_event,
)
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.settings import SettingChange, change_settings
from carrom.tournament.tables.explain import explain_standings
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout

ANNOUNCED = [
    change_settings(groups_then_knockout(), changes)
    for changes in (
        [SettingChange("groups", "2")],
        [SettingChange("advance", "1"), SettingChange("third-place", "yes")],
        [SettingChange("format", "groups+knockout+plate")],
        [SettingChange("format", "knockout")],
        [SettingChange("format", "round-robin+knockout"), SettingChange("draw", "1")],
        [SettingChange("games", "3", "final"), SettingChange("tables", "2")],
        [SettingChange("event", "Other: singles", "O"), SettingChange("remove-event", "S")],
        [SettingChange("cancelled", "yes")],
        [],
    )
]
entries = st.sampled_from([EntryId(name) for name in "ABCDX"])
people = st.sampled_from([PersonId(name) for name in "ABCDX"])
matches = st.sampled_from([MatchId(f"M{n}") for n in range(1, 9)])
events = st.sampled_from([CompetitionId("S"), CompetitionId("S"), CompetitionId("S"), CompetitionId("?")])
stages = st.sampled_from([StageId("groups"), StageId("knockout"), StageId("plate"), StageId("?")])
ids = st.integers(1, 40).map(lambda n: TournamentEventId(f"f{n}"))
protests = st.sampled_from([ProtestId("P1"), ProtestId("P2")])
sides = st.sampled_from(["a", "b"])
scores = st.tuples(st.integers(-1, 26), st.integers(-1, 26))
maybe = st.none()
slots = st.one_of(
    entries.map(Entrant),
    st.just(Bye()),
    matches.map(WinnerOf),
    matches.map(LoserOf),
    st.builds(PlaceOf, st.integers(0, 2), st.integers(1, 3)),
)
fixtures = st.builds(
    Fixture,
    id=matches,
    round=st.sampled_from(["group", "final"]),
    slots=st.tuples(slots, slots),
    group=maybe | st.integers(0, 2),
)
boards = st.builds(BoardPoints, winner=sides, points=st.integers(0, 13), extra=st.booleans())
results = st.builds(
    ResultGiven,
    match=matches,
    a=entries,
    b=entries,
    score=maybe | scores,
    extra=maybe | scores,
    games=maybe,
    walkover=maybe | sides,
    retired=maybe | sides,
    boards=st.lists(boards, max_size=2).map(tuple),
    provisional=st.booleans(),
)
some_entries = st.builds(Entry, id=entries, members=st.lists(people, max_size=2).map(tuple))
new_names = st.builds(NewName, event=events, was=entries, now=st.sampled_from(["A", "B", "Z", ""]))
bodies = st.one_of(
    st.builds(
        Renamed,
        person=maybe | people,
        name=maybe | st.sampled_from(["A", "Zoe"]),
        entries=st.lists(new_names, max_size=2).map(tuple),
    ),
    st.builds(
        Substituted,
        event=events,
        entry=entries,
        goes=people,
        comes=maybe | people,
        name=st.sampled_from(["A", "Zoe", "X"]),
    ),
    st.builds(
        LineUpGiven, event=events, entry=entries, rubber=st.just("R"), players=st.lists(people, max_size=2).map(tuple)
    ),
    st.builds(
        PersonChecked,
        person=people,
        what=st.sampled_from(["here", "fee", "striker"]),
        holds=st.booleans(),
        amount=maybe | st.integers(-1, 500),
    ),
    st.builds(ContactGiven, person=maybe | people, name=maybe | st.just("C"), phone=maybe | st.just("1")),
    st.builds(TeamsDrawn, event=events, entries=st.lists(some_entries, max_size=2).map(tuple)),
    st.builds(
        EnteredLate,
        event=events,
        stage=stages,
        entry=some_entries,
        fixtures=st.lists(fixtures, max_size=3).map(tuple),
        group=maybe | st.integers(0, 2),
    ),
    st.sampled_from(ANNOUNCED).map(lambda one: DefinitionChanged(definition=one)),
    results,
    results,
    st.just(TournamentCreated(definition=groups_then_knockout())),
    st.builds(PersonRecorded, person=people.map(lambda one: Person(id=one, name=one))),
    st.builds(EntryRecorded, event=events, entry=some_entries),
    st.builds(EntryLeft, event=events, entry=entries, how=st.sampled_from(["withdrawn", "disqualified"])),
    st.builds(
        StageDrawn,
        event=events,
        stage=stages,
        fixtures=st.lists(fixtures, max_size=3).map(tuple),
        groups=st.lists(st.lists(entries, max_size=3, unique=True).map(tuple), max_size=2).map(tuple),
    ),
    st.builds(
        DrawPublished, event=events, stage=stages, seats=st.dictionaries(st.sampled_from(["A1", "A2", "Z9"]), entries)
    ),
    st.builds(MatchCalled, match=matches, table=st.integers(0, 5)),
    st.builds(PadEventNoted, match=matches, score=scores),
    st.builds(ResultConfirmed, match=matches, choice=ids),
    st.builds(SourceRevoked, source=st.just("pad")),
    st.builds(SourceRestored, source=st.just("pad")),
    st.builds(
        LotsDrawn, event=events, stage=stages, order=st.lists(entries, max_size=3).map(tuple), group=st.integers(0, 1)
    ),
    st.builds(ShootoutPlayed, event=events, stage=stages, a=entries, b=entries, score=scores, group=st.integers(0, 1)),
    st.builds(PolicyChanged, event=events, stage=stages, policy=st.sampled_from(list(POLICIES.values()))),
    st.builds(TableServiceSet, table=st.integers(0, 5), works=st.booleans()),
    st.builds(
        SeatsRuled, event=events, stage=stages, seats=st.dictionaries(st.sampled_from(["A1", "A2", "Z9"]), entries)
    ),
    st.builds(Retracted, fact=ids),
    st.builds(Undone, fact=ids),
    st.builds(ProtestLodged, protest=protests, match=matches, side=sides, board=st.integers(0, 3), text=st.just("?")),
    st.builds(ProtestFeePaid, protest=protests, amount=st.sampled_from([0, 500])),
    st.builds(ProtestJudged, protest=protests, upheld=st.booleans()),
)
more = st.fixed_dictionaries(
    {
        "by": st.sampled_from(["desk", "pad"]),
        "reason": st.none() | st.just("because"),
        "supersedes": st.none() | ids,
        "base": st.none() | st.integers(0, 3),
    }
)


def begun(is_drawn: bool) -> list[TournamentEvent]:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    if is_drawn:
        desk.draw(GROUPS)
        desk.draw(KNOCKOUT)
    return desk.facts


def read_everything(state: State) -> None:
    view = TournamentNow(state)
    tasks(view)
    for match in state.matches:
        view.status(match)
    for key in state.draws:
        if state.stage(key).policy is not None:
            for table in view.tables(key):
                explain_standings(table.standings, state.policy(key), advance=table.advance)
    next_calls(view, datetime(2024, 11, 5, 10, 0))


@pytest.mark.slow
@given(st.booleans(), st.lists(st.tuples(bodies, more), max_size=12))
@settings(max_examples=examples(150), deadline=None)
def test_every_event_is_recorded_or_refused(is_drawn: bool, told: list[tuple[Any, dict[str, Any]]]) -> None:
    facts = begun(is_drawn)
    state = fold_events(facts).state
    at = datetime(2024, 11, 5, 10, 0)
    for n, (body, rest) in enumerate(told):
        fact = TournamentEvent(
            id=TournamentEventId(f"f{len(facts) + n}"), at=at + timedelta(minutes=n), body=body, **rest
        )
        assert read_tournament_event(fact.json()) == fact
        asked = impact(state, fact)
        step = admit(state, fact)
        assert isinstance(asked, Refused) == isinstance(step, Refused)
        if not isinstance(step, Refused):
            facts.append(fact)
            state = step.state
            read_everything(state)
    assert fold_events(facts).state == state


@given(st.lists(st.tuples(results, more), min_size=1, max_size=25))
@settings(max_examples=examples(50), deadline=None)
def test_order_of_play_can_always_be_planned(told: list[tuple[Any, dict[str, Any]]]) -> None:
    state = fold_events(begun(True)).state
    for n, (body, rest) in enumerate(told):
        if body.match in state.matches:
            a, b = TournamentNow(state).sides(body.match)
            if a is not None and b is not None:
                body = ResultGiven(match=body.match, a=a, b=b, score=(25, n % 20))
        step = admit(
            state, TournamentEvent(id=TournamentEventId(f"t{n}"), at=datetime(2024, 11, 5, 10, 0), body=body, **rest)
        )
        if not isinstance(step, Refused):
            state = step.state
    view = TournamentNow(state)
    planned = {one.match for one in order_of_play(view)}
    assert planned == {
        match for match in state.matches if view.status(match) in ("waiting", "ready", "called", "on hold", "void")
    }
    assert draw_stage(fold_events(begun(False)).state, GROUPS).fixtures
