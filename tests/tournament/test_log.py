"""The log: replay, corrections and their impact, leavers, published draws, frozen policies, two sources."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.tournament.bracket import MatchId, PlaceOf
from carrom.tournament.definition import Definition, Event, EventId, Play, Stage
from carrom.tournament.facts import (
    Called,
    Entered,
    FactId,
    Left,
    MatchNoted,
    PersonRecorded,
    PolicyChanged,
    ResultConfirmed,
    ResultGiven,
    Retracted,
    ShootoutPlayed,
    SourceRevoked,
    TableService,
    read_fact,
)
from carrom.tournament.file import from_text, text
from carrom.tournament.impact import impact
from carrom.tournament.people import Category, Entry, Person, PersonId
from carrom.tournament.policy import POLICIES, Policy
from carrom.tournament.refusals import Refused
from carrom.tournament.results import EntryId
from carrom.tournament.state import State
from carrom.tournament.transitions import fold
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout

S = EventId("S")


def scenario_1() -> Desk:
    desk = Desk(groups_then_knockout())
    desk.enter("P Q R S")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.play("P", "Q", 18, 18, extra=(10, 0))
    desk.play("Q", "R", 25, 18)
    desk.play("R", "P", 25, 20)
    desk.play("P", "S", 25, 9)
    desk.play("Q", "S", 25, 20)
    desk.play("R", "S", 25, 17)
    return desk


def test_a_group_feeds_its_knockout_when_it_is_decided() -> None:
    desk = scenario_1()
    (table,) = desk.view.tables(GROUPS)
    assert table.is_decided
    (final,) = desk.state.in_stage(KNOCKOUT)
    assert set(desk.view.sides(final.fixture.id)) == {"Q", "P"}
    assert desk.view.status(final.fixture.id) == "ready"


def test_four_groups_of_four_feed_the_quarter_finals() -> None:
    desk = Desk(groups_then_knockout(groups=4))
    desk.enter(" ".join(f"p{n:02}" for n in range(16)))
    assert len(desk.draw(GROUPS).fixtures) == 24
    knockout = desk.draw(KNOCKOUT)
    assert len(knockout.fixtures) == 7
    quarters = [one for one in knockout.fixtures if one.round == "quarter-final"]
    named = [tuple(slot.name for slot in one.slots if isinstance(slot, PlaceOf)) for one in quarters]
    assert set(named) == {("A1", "B2"), ("C1", "D2"), ("B1", "A2"), ("D1", "C2")}
    for half in (named[:2], named[2:]):  # each group stands once in each half, so mates can meet only in the final
        assert sorted(place[0] for pair in half for place in pair) == ["A", "B", "C", "D"]


def test_a_tie_blocks_the_knockout_until_the_shootouts_are_played() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    for one, other in ("AB", "BC", "CA"):
        desk.play(one, other, 20, 12)
    assert desk.view.sides(final.fixture.id) == (None, None)
    assert [task.code for task in desk.tasks] == ["tie"]
    assert "A – B, A – C, B – C" in desk.tasks[0].text
    for one, other, points in (("A", "B", 5), ("B", "C", 2), ("A", "C", 1)):
        desk.record(ShootoutPlayed(event=S, stage=GROUPS.stage, a=EntryId(one), b=EntryId(other), score=(points, 0)))
    (table,) = desk.view.tables(GROUPS)
    assert [row.entry for row in table.standings.table] == ["A", "B", "C"]
    assert {(row.net, row.scored) for row in table.standings.table} == {(0, 32)}
    assert set(desk.view.sides(final.fixture.id)) == {"A", "B"}
    assert desk.tasks == []


def test_replay_gives_the_same_state_and_the_file_the_same_text() -> None:
    desk = scenario_1()
    replayed = fold(desk.facts)
    assert replayed.refused is None
    assert replayed.state == desk.state
    numbered = [read_fact({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)]
    loaded = from_text(text(numbered))
    assert loaded.state == desk.state
    assert text(loaded.facts) == text(numbered)


@given(st.lists(st.integers(0, 30), max_size=20))
@settings(max_examples=25)
def test_facts_told_again_change_nothing(again: list[int]) -> None:
    desk = scenario_1()
    before = desk.state
    for index in again:
        assert desk.hand(desk.facts[index % len(desk.facts)]) is before


def test_every_prefix_of_a_log_can_be_replayed() -> None:
    desk = scenario_1()
    state = State()
    for end in range(1, len(desk.facts) + 1):
        state = fold([desk.facts[end - 1]], state).state
        assert fold(desk.facts[:end]).state == state


# -- corrections -------------------------------------------------------------------------------------------------


def test_the_impact_of_a_correction_is_known_before_it_is_made() -> None:
    desk = scenario_1()
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    # Q – S was 25–24: Q's net falls from +12 to +8, below P's +11.
    right = desk.fact(desk.given("Q", "S", 25, 24), supersedes=wrong, reason="read from the wrong card")
    changes = impact(desk.state, right)
    assert not isinstance(changes, Refused)
    texts = {change.text for change in changes if change.kind == "rank"}
    assert texts == {"S/groups A: Q goes from place 1 to 2.", "S/groups A: P goes from place 2 to 1."}
    assert [change.kind for change in changes].count("advance") == 0
    assert any(change.kind == "side" for change in changes), "P is now A1"
    assert desk.state.matches[desk.match("Q", "S")].result_fact == wrong, "nothing is recorded by asking"
    desk.hand(right)
    assert desk.view.tables(GROUPS)[0].standings.table[0].entry == "P"
    assert "corrected from" in desk.state.notices[-1].text
    assert len([fact for fact in desk.facts if fact.id == wrong]) == 1, "the first result stays in the log"


def test_a_second_result_without_a_reason_is_refused() -> None:
    desk = scenario_1()
    first = desk.state.matches[desk.match("Q", "S")].result_fact
    assert desk.refused(desk.given("Q", "S", 25, 24)) == "played"
    assert desk.refused(desk.given("Q", "S", 25, 24), supersedes=first) == "no-reason"
    assert desk.refused(desk.given("Q", "S", 25, 24), supersedes=FactId("x"), reason="?") == "unknown-fact"


def test_a_correction_voids_a_later_match_that_others_played() -> None:
    desk = scenario_1()
    (final,) = desk.state.in_stage(KNOCKOUT)
    desk.play("Q", "P", 25, 3, key=KNOCKOUT)
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    # S won after all: Q has one win and R goes through in his place.
    right = desk.fact(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    changes = impact(desk.state, right)
    assert not isinstance(changes, Refused)
    assert [change.kind for change in changes if change.kind in ("advance", "void")] == ["advance", "void"]
    desk.hand(right)
    assert desk.view.status(final.fixture.id) == "void"
    assert [task.code for task in desk.tasks] == ["void"]
    assert desk.view.winner(final.fixture.id) is None


def test_a_published_draw_does_not_move_by_itself() -> None:
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    before = desk.view.sides(final.fixture.id)
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    right = desk.fact(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    changes = impact(desk.state, right)
    assert not isinstance(changes, Refused)
    assert "decision" in {change.kind for change in changes}
    assert "side" not in {change.kind for change in changes}
    desk.hand(right)
    assert desk.view.sides(final.fixture.id) == before
    assert {task.code for task in desk.tasks} == {"seat"}
    with pytest.raises(AssertionError, match="published"):
        desk.publish(KNOCKOUT)
    desk.publish(KNOCKOUT, reason="the committee puts R in Q's place")
    assert set(desk.view.sides(final.fixture.id)) == {"P", "R"}
    assert desk.tasks == []
    assert "published draw of S/knockout was changed" in desk.state.notices[-1].text


def test_a_draw_is_made_again_only_with_a_reason_and_before_play() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    first = desk.draw(GROUPS)
    assert desk.refused(first) == "drawn"
    desk.record(first, reason="B was missing from the list")
    assert "made again" in desk.state.notices[-1].text
    desk.play("A", "B", 25, 1)
    assert desk.refused(first, reason="once more") == "in-play"


# -- leavers -------------------------------------------------------------------------------------------------------


def scenario_5(**changes: Any) -> Desk:
    desk = Desk(groups_then_knockout(**changes))
    desk.enter("A B C D E")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for one, other, a, b in (
        ("A", "B", 25, 15), ("A", "C", 25, 20), ("D", "A", 25, 22), ("E", "A", 25, 10),
        ("B", "E", 25, 8), ("B", "C", 25, 18), ("B", "D", 25, 20), ("C", "D", 25, 12),
    ):  # fmt: skip
        desk.play(one, other, a, b)
    return desk


def test_a_late_withdrawal_settles_the_group() -> None:
    desk = scenario_5()
    assert not desk.view.tables(GROUPS)[0].is_complete
    desk.record(Left(event=S, entry=EntryId("E")), reason="ill")
    (table,) = desk.view.tables(GROUPS)
    assert table.is_complete
    assert table.standings.advancing(2) == ("B", "C")
    assert table.settled.treatments == {"E": "kept"}
    assert desk.refused(Left(event=S, entry=EntryId("E"))) == "gone"
    assert desk.refused(Left(event=S, entry=EntryId("Z"))) == "unknown-entry"
    assert desk.refused(Left(event=S, entry=EntryId("A"), how="disqualified")) == "no-reason"


def test_a_withdrawal_after_the_knockout_is_published_becomes_a_decision() -> None:
    desk = scenario_5()
    for other in "CD":
        desk.play("E", other, 0, 25)
    desk.publish(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    before = desk.view.sides(final.fixture.id)
    assert set(before) == {"B", "C"}
    desk.record(Left(event=S, entry=EntryId("B")), reason="ill")
    # B has played all his matches: his results stay, and his place in the final is C's by walk-over.
    assert desk.view.sides(final.fixture.id) == before
    assert desk.view.winner(final.fixture.id) == "C"


def test_a_walkover_takes_a_reason() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    assert desk.refused(desk.given("A", "B", walkover="a")) == "no-reason"
    desk.record(desk.given("A", "B", walkover="a"), reason="not at the table fifteen minutes after the call")
    gave_up = desk.given("C", "D", 12, 20, retired="a")
    desk.record(gave_up, reason="injured")
    assert desk.view.winner(gave_up.match) == gave_up.b
    rows = {row.entry: (row.wins, row.net) for row in desk.view.tables(GROUPS)[0].standings.table}
    assert rows[gave_up.b] == (1, 0), "the score at which a side gave up is kept, and counts in no table"


@pytest.mark.law("57")
def test_the_best_of_three_is_told_by_games() -> None:
    play = Play(games=3, boards=8)
    stage = Stage(id=KNOCKOUT.stage, format="knockout", rulebook="icf", play=play)
    event = Event(id=S, name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Three games", day=DAY, events=(event,)))
    desk.enter("A B")
    desk.draw(KNOCKOUT)
    match = desk.match("A", "B", KNOCKOUT)
    a, b = EntryId("A"), EntryId("B")
    assert desk.refused(ResultGiven(match=match, a=a, b=b, score=(53, 65))) == "games"
    assert desk.refused(ResultGiven(match=match, a=a, b=b, games=(1, 0))) == "games"
    # 25–20, 3–25, 25–20: fewer points, more games.
    desk.record(ResultGiven(match=match, a=a, b=b, score=(53, 65), games=(2, 1)))
    assert desk.view.winner(match) == "A"


def test_a_provisional_result_feeds_nothing_until_it_is_confirmed() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    told = desk.record(desk.given("A", "B", 25, 3, provisional=True))
    match = desk.match("A", "B")
    assert desk.view.winner(match) is None
    assert desk.view.status(match) == "provisional"
    desk.record(ResultConfirmed(match=match, choice=told))
    assert desk.view.winner(match) == "A"


# -- rules that are frozen at first use -------------------------------------------------------------------------------


def test_the_order_of_tie_breaks_is_frozen_by_the_first_result() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    change = PolicyChanged(event=S, stage=GROUPS.stage, policy=POLICIES["icf"])
    desk.record(change)
    assert desk.state.notices == ()
    desk.play("A", "B", 25, 1)
    other = PolicyChanged(event=S, stage=GROUPS.stage, policy=Policy(win=2, order=("points", "net")))
    assert desk.refused(other) == "policy-in-use"
    desk.record(other, reason="the committee forgot the entry form")
    assert "was changed while it was played, to points, net" in desk.state.notices[-1].text
    assert desk.state.policy(GROUPS) == other.policy


# -- what was told by mistake --------------------------------------------------------------------------------------


def test_mistakes_are_taken_back_with_a_reason_and_stay_in_the_log() -> None:
    desk = scenario_1()
    match = desk.match("Q", "S")
    told = desk.state.matches[match].result_fact
    assert told is not None
    assert desk.refused(Retracted(fact=told)) == "no-reason"
    desk.record(Retracted(fact=told), reason="it was another match")
    assert desk.view.status(match) == "ready"
    assert not desk.view.tables(GROUPS)[0].is_complete
    assert "taken back: it was another match" in desk.state.notices[-1].text
    assert desk.refused(Retracted(fact=told), reason="again") == "superseded"
    left = desk.record(Left(event=S, entry=EntryId("S")), reason="ill")
    desk.record(Retracted(fact=left), reason="he is back")
    assert desk.state.left[S] == {}
    drawn = next(fact.id for fact in desk.facts if fact.body.kind == "drawn")
    assert desk.refused(Retracted(fact=drawn), reason="?") == "not-retractable"
    assert desk.refused(Retracted(fact=FactId("x")), reason="?") == "unknown-fact"
    assert fold(desk.facts).state == desk.state


def test_an_entry_is_taken_back_only_before_the_draw() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    entered = desk.facts[-1].id
    desk.record(Retracted(fact=entered), reason="did not pay")
    assert list(desk.state.entries[S]) == ["A", "B", "C"]
    desk.draw(GROUPS)
    assert desk.refused(Retracted(fact=desk.facts[2].id), reason="did not pay") == "drawn"
    shootout = ShootoutPlayed(event=S, stage=GROUPS.stage, a=EntryId("A"), b=EntryId("B"), score=(5, 0))
    told = desk.record(shootout)
    desk.record(Retracted(fact=told), reason="wrong group")
    assert desk.refused(Retracted(fact=told), reason="wrong group") == "superseded"


def test_the_third_placed_of_unequal_groups_are_compared_by_averages() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E F G")  # dealt into a group of four and one of three
    desk.draw(GROUPS)
    for table in desk.view.tables(GROUPS):
        for one, other in combinations(sorted(table.entries), 2):
            desk.play(one, other, 25, 10)
    thirds = [table.place(3) for table in desk.view.tables(GROUPS)]
    found = desk.view.best_placed(GROUPS, 3)
    assert {row.entry for row in found.table} == set(thirds)
    # The third of four won one match of three and has net (15 − 15 − 15) / 3; the third of three won none of two.
    small, large = sorted(thirds, key=lambda entry: next(row.played for row in found.table if row.entry == entry))
    assert [row.entry for row in found.table] == [large, small]
    assert found.why[0].values == (Fraction(2, 3), 0)


# -- two sources, one match --------------------------------------------------------------------------------------------

PAD, PAPER = "pad:3", "desk"


def scenario_12() -> tuple[Desk, MatchId, list[Any]]:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "B")
    for n in range(31):
        desk.record(MatchNoted(match=match, score=(n // 4, n // 8)), by=PAD, id=f"pad-{n}")
    assert desk.state.matches[match].version == 31
    offline = [
        desk.fact(MatchNoted(match=match, score=(8 + n, 3)), by=PAD, base=31, id=f"pad-{31 + n}") for n in range(14)
    ]
    return desk, match, offline


def test_two_sources_put_a_match_under_review_and_nothing_is_lost() -> None:
    desk, match, offline = scenario_12()
    paper = desk.record(desk.given("A", "B", 25, 17), by=PAPER, base=31)
    assert desk.view.status(match) == "played"
    for fact in [*offline, *offline]:  # a pad that heard no answer sends again
        desk.hand(fact)
    record = desk.state.matches[match]
    assert record.version == 31 + 1 + 14
    assert desk.view.status(match) == "under review"
    assert set(record.rivals) == {paper, "pad-44"}
    assert record.public_score == (7, 3), "the last score that both had seen"
    assert desk.view.result(match) is None
    assert desk.view.tables(GROUPS)[0].standings.table[0].played == 0
    assert desk.refused(ResultConfirmed(match=match, choice=FactId("pad-40"))) == "no-choice"
    desk.record(ResultConfirmed(match=match, choice=paper), by="chief referee", reason="both signed the card")
    assert desk.view.status(match) == "played"
    assert desk.state.matches[match].public_score in ((25, 17), (17, 25))


def test_the_pad_first_and_the_paper_second_is_the_same_conflict() -> None:
    desk, match, offline = scenario_12()
    for fact in offline:
        desk.hand(fact)
    assert desk.view.status(match) == "ready"
    desk.record(desk.given("A", "B", 25, 17), by=PAPER, base=31)
    assert desk.view.status(match) == "under review"
    assert len(desk.state.matches[match].rivals) == 2


def test_what_a_revoked_pad_sends_is_set_aside_not_lost() -> None:
    desk, match, offline = scenario_12()
    for fact in offline[:9]:
        desk.hand(fact)
    desk.record(SourceRevoked(source=PAD))
    for fact in offline[9:]:
        desk.hand(fact)
    assert desk.state.matches[match].version == 31 + 9
    assert [fact.id for fact in desk.state.quarantined] == [f"pad-{n}" for n in range(40, 45)]


# -- refusals ----------------------------------------------------------------------------------------------------


def test_refusals_have_stable_codes() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    nobody = Entry(id=EntryId("X"), members=(PersonId("X"),))
    assert desk.refused(Entered(event=S, entry=nobody)) == "unknown-person"
    double = Entry(id=EntryId("A again"), members=(PersonId("A"),))
    assert desk.refused(Entered(event=S, entry=double)) == "entered-twice"
    pair = Entry(id=EntryId("A / B"), members=(PersonId("A"), PersonId("B")))
    assert desk.refused(Entered(event=S, entry=pair)) == "not-eligible"
    desk.draw(GROUPS)
    desk.record(PersonRecorded(person=Person(id=PersonId("L"), name="Late")))
    late = Entry(id=EntryId("L"), members=(PersonId("L"),))
    assert desk.refused(Entered(event=S, entry=late)) == "drawn"
    assert (
        desk.refused(ResultGiven(match=MatchId("M99"), a=EntryId("A"), b=EntryId("B"), score=(1, 0))) == "unknown-match"
    )
    match = desk.match("A", "B")
    assert desk.refused(ResultGiven(match=match, a=EntryId("A"), b=EntryId("C"), score=(1, 0))) == "other-sides"
    assert desk.refused(desk.given("A", "B", 20, 20)) == "level"
    assert desk.refused(desk.given("A", "B", 26, 20)) == "over-target"
    assert desk.refused(desk.given("A", "B", 25, 20, extra=(1, 0))) == "bad-fact"
    desk.record(TableService(table=2, works=False))
    assert desk.refused(Called(match=match, table=2)) == "table-out"
    desk.record(TableService(table=2, works=True))
    desk.record(Called(match=match, table=2))
    assert desk.view.tables_in_use == {2: match}


def test_a_log_begins_with_its_tournament() -> None:
    desk = scenario_1()
    folded = fold(desk.facts[1:])
    assert folded.accepted == 0
    assert folded.refused is not None
    assert folded.refused.code == "no-tournament"


@given(st.permutations(list(combinations("ABCDE", 2))), st.data())
@settings(max_examples=20, deadline=None)
def test_the_order_in_which_results_come_in_does_not_matter(order: list[tuple[str, str]], data: st.DataObject) -> None:
    scores = {pair: data.draw(st.integers(0, 24)) for pair in combinations("ABCDE", 2)}
    tables = []
    for pairs in (list(scores), order):
        desk = Desk(groups_then_knockout())
        desk.enter("A B C D E")
        desk.draw(GROUPS)
        for one, other in pairs:
            desk.play(one, other, 25, scores[(one, other)])
        tables.append(desk.view.tables(GROUPS)[0].standings)
    assert tables[0] == tables[1]
    assert sum(row.net for row in tables[0].table) == 0


def test_a_file_says_what_is_wrong_with_it() -> None:
    desk = scenario_1()
    good = text([read_fact({**fact.json(), "n": n}) for n, fact in enumerate(desk.facts, 1)])
    lines = good.splitlines(keepends=True)
    for bad, words in (
        ("", "not a tournament file"),
        ('{"carrom":"match"}\n', "not a tournament file"),
        ('{"carrom":"tournament","version":9}\n', "version 9"),
        (lines[0] + lines[2], "line 2 has the fact 2, where 1 is due"),
        (lines[0] + lines[1] + "nonsense\n", "line 3 is not JSON"),
        (lines[0] + lines[1] + lines[2].replace('"kind":"person"', '"kind":"pears"'), "no fact is of the kind 'pears'"),
        (lines[0] + lines[1] + lines[2].replace('"name"', '"nome"'), "line 3.body.person knows no 'nome'"),
        (good + lines[-1].replace(f'"n":{len(lines) - 1}', f'"n":{len(lines)}'), "repeats the fact"),
    ):
        with pytest.raises(CarromError, match=words):
            from_text(bad)
    assert from_text(good + '{"n":99,"id"').torn == len('{"n":99,"id"')
