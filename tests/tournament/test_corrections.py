"""Results are corrected, confirmed and retracted, each with a reason and a preview of the impact."""

from __future__ import annotations

import re
from datetime import datetime, time

from carrom.base.errors import Refused
from carrom.tournament.desk.calling import next_calls
from carrom.tournament.desk.impact import difference_between, impact
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Stage, StageId
from carrom.tournament.model.events import (
    EntryLeft,
    ResultConfirmed,
    ResultGiven,
    Retracted,
    ShootoutPlayed,
    StageDrawn,
    TournamentEventId,
)
from carrom.tournament.model.people import Category
from carrom.tournament.model.scores import score_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.settings import SettingChange, new_tournament
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

S = CompetitionId("S")


def test_impact_of_a_correction_is_previewed() -> None:
    desk = scenario_1()
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    # Q – S was 25–24: Q's net falls from +12 to +8, below P's +11.
    right = desk.fact(desk.given("Q", "S", 25, 24), supersedes=wrong, reason="read from the wrong card")
    changes = impact(desk.state, right)
    assert not isinstance(changes, Refused)
    moves = {tuple(re.findall(r"\b([PQRS]|\d)\b", change.text)) for change in changes if change.kind == "rank"}
    assert moves == {("Q", "1", "2"), ("P", "2", "1")}
    assert [change.kind for change in changes].count("advance") == 0
    assert any(change.kind == "side" for change in changes), "P is now A1"
    assert desk.state.matches[desk.match("Q", "S")].result_fact == wrong, "a preview records nothing"
    desk.hand(right)
    assert desk.view.tables(GROUPS)[0].standings.table[0].entry == "P"
    assert desk.state.notices[-1].fact == desk.facts[-1].id
    assert "read from the wrong card" in desk.state.notices[-1].text
    assert len([fact for fact in desk.facts if fact.id == wrong]) == 1, "the first result stays in the log"


def test_one_point_is_singular() -> None:
    desk = Desk(new_tournament("round-robin", [SettingChange("games", "1"), SettingChange("win", "1")], day=DAY))
    desk.enter("A B C")
    key = StageKey(S, StageId("round-robin"))
    desk.draw(key)
    before = desk.state
    desk.play("A", "B", 25, 5, key=key)
    lines = difference_between(before, desk.state)
    assert "+ Singles 1. A: 1 point, net +20, scored 25" in lines
    assert "+ Singles 3. B: 0 points, net −20, scored 5" in lines


def test_second_result_without_a_reason_is_refused() -> None:
    desk = scenario_1()
    first = desk.state.matches[desk.match("Q", "S")].result_fact
    assert desk.refused(desk.given("Q", "S", 25, 24)) == "played"
    assert desk.refused(desk.given("Q", "S", 25, 24), supersedes=first) == "no-reason"
    assert desk.refused(desk.given("Q", "S", 25, 24), supersedes=TournamentEventId("x"), reason="?") == "unknown-fact"


def test_correction_voids_a_later_match_of_an_unpublished_draw() -> None:
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
    # This result corrects nothing and needs no reason.
    a, b = desk.view.known_sides(final.fixture.id)
    desk.record(ResultGiven(match=final.fixture.id, a=a, b=b, score=(25, 11)))
    assert desk.tasks == []
    assert desk.state.notices[-1].fact == desk.facts[-1].id


def test_void_match_is_called_again_once_its_result_is_retracted() -> None:
    desk = scenario_1()
    (final,) = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT))
    played = desk.play("Q", "P", 25, 3, key=KNOCKOUT)
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    desk.record(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    now = datetime.combine(DAY, time(20))
    (planned,) = order_of_play(desk.view, now=now)
    assert planned.begins > now, "a decision is needed first"
    assert next_calls(desk.view, now)[0] == ()
    desk.record(Retracted(fact=played), reason="played by others")
    assert desk.tasks == []
    (planned,) = order_of_play(desk.view, now=now)
    assert planned.begins == now
    assert [one.match for one in next_calls(desk.view, now)[0]] == [final]


def test_best_of_three_needs_games() -> None:
    stage = Stage(id=KNOCKOUT.stage, format="knockout", rulebook="icf")
    event = Competition(id=S, name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Three games", day=DAY, events=(event,)))
    desk.enter("A B")
    desk.draw(KNOCKOUT)
    match = desk.match("A", "B", KNOCKOUT)
    a, b = EntryId("A"), EntryId("B")
    assert desk.refused(ResultGiven(match=match, a=a, b=b, score=(53, 65))) == "games"
    assert desk.refused(ResultGiven(match=match, a=a, b=b, games=(1, 0))) == "games"
    assert desk.refused(ResultGiven(match=match, a=a, b=b, games=(2, 2))) == "games"
    # A game that is won has 25 points at most, one that is lost 24.
    for score, games in (((999, 0), (2, 0)), ((51, 0), (2, 0)), ((50, 49), (2, 0)), ((74, 75), (2, 1))):
        assert desk.refused(ResultGiven(match=match, a=a, b=b, score=score, games=games)) == "over-target"
    retired = ResultGiven(match=match, a=a, b=b, score=(50, 80), retired="b")
    assert desk.refused(retired, reason="unwell") == "over-target"
    # 25–20, 3–25, 25–20: fewer points, more games.
    desk.record(ResultGiven(match=match, a=a, b=b, score=(53, 65), games=(2, 1)))
    assert desk.view.winner(match) == "A"


def test_provisional_result_counts_once_it_is_confirmed() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    told = desk.record(desk.given("A", "B", 25, 3, provisional=True))
    match = desk.match("A", "B")
    assert desk.view.winner(match) is None
    assert desk.view.status(match) == "provisional"
    assert [task.code for task in desk.tasks] == ["provisional"]
    desk.record(ResultConfirmed(match=match, choice=told))
    assert desk.view.winner(match) == "A"


def test_notice_of_a_retracted_correction_names_the_result_that_does_not_return() -> None:
    desk = scenario_1()
    match = desk.match("Q", "S")
    wrong = desk.state.matches[match].result_fact
    right = desk.record(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    desk.record(Retracted(fact=right), reason="it was right")
    assert desk.view.status(match) == "ready"
    first = next(fact.body for fact in desk.facts if fact.id == wrong)
    assert isinstance(first, ResultGiven)
    _, _, gone = desk.state.notices[-1].text.partition("it was right")
    assert score_text(first) in gone
    assert match in gone
    again = desk.play("Q", "S", 25, 20)
    desk.record(Retracted(fact=again), reason="another match")
    assert desk.state.notices[-1].text.endswith("another match"), "there was no earlier result"


# -- rules that are frozen at first use -------------------------------------------------------------------------------


def test_retracted_events_need_a_reason_and_stay_in_the_log() -> None:
    desk = scenario_1()
    match = desk.match("Q", "S")
    told = desk.state.matches[match].result_fact
    assert told is not None
    assert desk.refused(Retracted(fact=told)) == "no-reason"
    desk.record(Retracted(fact=told), reason="it was another match")
    assert desk.view.status(match) == "ready"
    assert not desk.view.tables(GROUPS)[0].is_complete
    assert "it was another match" in desk.state.notices[-1].text
    assert desk.refused(Retracted(fact=told), reason="again") == "superseded"
    left = desk.record(EntryLeft(event=S, entry=EntryId("S")), reason="ill")
    desk.record(Retracted(fact=left), reason="he is back")
    assert desk.state.left[S] == {}
    drawn = next(fact.id for fact in desk.facts if fact.body.kind == "drawn")
    assert desk.refused(Retracted(fact=drawn), reason="?") == "not-retractable"
    assert desk.refused(Retracted(fact=TournamentEventId("x")), reason="?") == "unknown-fact"
    assert fold_events(desk.facts).state == desk.state


def test_entry_is_retracted_only_before_the_draw() -> None:
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


def test_impact_of_a_new_draw_names_the_matches_that_go() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for key in (GROUPS, KNOCKOUT):
        emptied = desk.fact(
            StageDrawn(event=key.event, stage=key.stage, fixtures=(), groups=()), reason="to be drawn anew"
        )
        changes = impact(desk.state, emptied)
        assert not isinstance(changes, Refused)
        gone = [match for match, record in desk.state.matches.items() if record.key == key]
        assert gone
        for match in gone:
            assert any(change.kind == "side" and change.text.startswith(f"{match}: ") for change in changes)
        groups = [change.text for change in changes if change.kind == "rank"]
        assert len(groups) == (key == GROUPS)
        assert all(desk.state.title(GROUPS, "A") in text for text in groups)
