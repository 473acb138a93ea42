"""Withdrawals before and after a draw is published, and walkovers."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from carrom.base.errors import Refused
from carrom.laws.rounds import THIRD_PLACE
from carrom.render.sheets.stage_sheets import standings_grid
from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.entry_acts import LeaveEvents
from carrom.tournament.desk.acts.result_acts import GiveResult
from carrom.tournament.desk.blockers import decision_awaited
from carrom.tournament.desk.calling import CallQueue
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.desk.match_text import outcome_text
from carrom.tournament.desk.order_of_play import open_fixtures
from carrom.tournament.desk.player_days import PlayerDays
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.model.definition import Competition, CompetitionId, Stage, StageId
from carrom.tournament.model.events import EntryLeft, EntryRecorded, MatchCalled, PersonRecorded, ResultGiven
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from carrom.tournament.tables.withdrawals import Treatment, WithdrawalRule
from tests.refusals import mentions, refuses
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout
from tests.tournament.test_on_hold import SEMI, THIRD, Medals
from tests.tournament.test_places_together import event_of, keys

S = CompetitionId("S")


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


def test_late_withdrawal_completes_the_group() -> None:
    desk = scenario_5()
    assert not desk.view.tables(GROUPS)[0].is_complete
    desk.record(EntryLeft(event=S, entry=EntryId("E")), reason="ill")
    (table,) = desk.view.tables(GROUPS)
    assert table.is_complete
    assert table.standings.advancing(2) == ("B", "C")
    assert table.settled.treatments == {"E": "kept"}
    marked = [row for row in standings_grid(table, desk.state.policy(GROUPS)).rows if row[1].endswith("(left)")]
    assert [row[1] for row in marked] == ["E (left)"]
    assert desk.refused(EntryLeft(event=S, entry=EntryId("E"))) == "gone"
    assert desk.refused(EntryLeft(event=S, entry=EntryId("Z"))) == "unknown-entry"
    assert desk.refused(EntryLeft(event=S, entry=EntryId("A"), how="disqualified")) == "no-reason"


def test_withdrawal_after_the_knockout_is_published_is_a_walkover() -> None:
    desk = scenario_5()
    for other in "CD":
        desk.play("E", other, 0, 25)
    desk.publish(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    before = desk.view.sides(final.fixture.id)
    assert set(before) == {"B", "C"}
    desk.record(EntryLeft(event=S, entry=EntryId("B")), reason="ill")
    # B has played all group matches: the results count, and C wins the final by walkover.
    assert desk.view.sides(final.fixture.id) == before
    assert desk.view.winner(final.fixture.id) == "C"


def test_walkover_needs_a_reason() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    assert desk.refused(desk.given("A", "B", walkover="a")) == "no-reason"
    desk.record(desk.given("A", "B", walkover="a"), reason="not at the table fifteen minutes after the call")
    gave_up = desk.given("C", "D", 12, 20, retired="a")
    desk.record(gave_up, reason="injured")
    assert desk.view.winner(gave_up.match) == gave_up.b
    rows = {row.entry: (row.wins, row.net) for row in desk.view.tables(GROUPS)[0].standings.table}
    assert rows[gave_up.b] == (1, 0), "the score of a retirement is kept, and counts in no standings"


def test_player_who_leaves_singles_stays_in_the_team() -> None:
    singles = groups_then_knockout()
    stage = Stage(id=StageId("league"), format="team-league", rulebook="kreeda-2024", policy=POLICIES["kreeda"])
    teams = Competition(id=CompetitionId("T"), name="Teams", category=Category(kind="teams"), stages=(stage,))
    desk = Desk(replace(singles, events=(*singles.events, teams)))
    desk.enter("A B C")
    desk.record(PersonRecorded(person=Person(id=PersonId("D"), name="D")))
    members = (PersonId("A"), PersonId("D"))
    desk.record(EntryRecorded(event=CompetitionId("T"), entry=Entry(id=EntryId("Hill"), members=members)))

    def leave(who: str, event: str | None = None) -> tuple[str, ...]:
        context = ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9), reason="ill")
        done = carry_out(LeaveEvents(entry=who, event=event), context)
        assert isinstance(done, Done), done
        assert [(one.body.event, one.body.entry) for one in done.facts if isinstance(one.body, EntryLeft)] == [(S, who)]
        return done.messages

    left, stays = leave("A")
    assert leave("A", "S") == (left, stays)
    assert mentions(left, "A", "Singles", "withdrawn", "ill")
    assert mentions(stays, "A", "Hill", "Teams")
    (left,) = leave("B")
    assert mentions(left, "B", "Singles", "withdrawn", "ill")
    for event in (None, "T"):
        with refuses("team-plays-on", "D", "Hill"):
            leave("D", event)
    with refuses("not-entered", "C", "Teams"):
        leave("C", "T")


def leaving(desk: Desk, who: str, **more: Any) -> Done:
    context = ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="ill")
    done = carry_out(LeaveEvents(entry=who, **more), context)
    assert isinstance(done, Done), done
    return done


def test_desk_shows_standings_with_results_kept_and_annulled() -> None:
    """E has played two of four matches, so by the setting 1/2 the results are kept."""
    _, kept, annulled, rule = leaving(scenario_5(), "E").messages
    assert mentions(kept, "Singles, group A", "kept", 2, "2 for C, 2 for D", "1. B 6, 2. C 4, 3. A 4, 4. D 4, 5. E 2.")
    assert mentions(annulled, "Singles, group A", "annulled", 2, "1. A 4, 2. B 4, 3. C 2, 4. D 2.")
    assert mentions(rule, "Singles, group A", "kept", "1/2")


@pytest.mark.parametrize("results", ["kept", "annulled"])
def test_organiser_chooses_whether_results_are_kept_or_annulled(results: Treatment) -> None:
    done = leaving(scenario_5(), "E", results=results)
    (table,) = TournamentNow(done.state).tables(GROUPS)
    assert table.settled.treatments == {"E": results}
    assert len(done.messages) == 3, "the choice is not asked again"


def test_result_of_an_entry_that_has_left_needs_a_reason() -> None:
    desk = scenario_5()
    desk.record(EntryLeft(event=S, entry=EntryId("E")), reason="ill")
    late = desk.given("E", "C", 25, 8)
    assert desk.refused(late) == "no-reason"
    refused = desk.tell(late)
    assert isinstance(refused, Refused)
    assert mentions(refused.text, "E", late.match, "C"), "the match is C's by walkover"
    assert desk.refused(replace(late, score=None, walkover="a" if late.a == "E" else "b")) == "no-reason"
    desk.record(late, reason="played before E went")
    won = desk.given("E", "D", walkover="b" if desk.given("E", "D").a == "E" else "a")
    desk.record(won, reason="E is gone")


def test_late_result_needs_a_reason_where_results_are_annulled() -> None:
    desk = scenario_5(withdrawal=WithdrawalRule(keep_from=None))
    desk.record(EntryLeft(event=S, entry=EntryId("E")), reason="ill")
    refused = desk.tell(desk.given("E", "C", 25, 8))
    assert isinstance(refused, Refused)
    assert refused.code == "no-reason"
    assert mentions(refused.text, "E")
    assert not mentions(refused.text, "C"), "the match is nobody's"


def test_match_of_two_entries_that_have_left_is_not_to_be_played() -> None:
    """It is neither called nor planned nor counted."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "B")
    before = hall_now(desk.view, desk.clock)
    for entry in "AB":
        desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId(entry), how="withdrawn"))
    found = hall_now(desk.view, desk.clock)
    assert (before.to_play, found.played, found.to_play) == (6, 4, 1)
    assert match not in open_fixtures(desk.view).ids
    assert desk.view.tables(GROUPS)[0].is_complete is False
    desk.play("C", "D", 25, 3)
    assert desk.view.tables(GROUPS)[0].is_complete


def test_entry_that_has_left_is_not_a_possible_player() -> None:
    """The bracket still has a slot for the entry, but the opponent advances without playing."""
    desk = Desk(groups_then_knockout(groups=2, advance=2))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    desk.play("A", "D", 25, 5)
    semi, other, final = (record.fixture.id for record in desk.state.in_stage(KNOCKOUT))
    one, two = (desk.view.sides(match) for match in (semi, other))
    assert "A" in (*one, *two)
    feeding = open_fixtures(desk.view).feeding
    assert "A" in feeding.comers(final)
    desk.record(EntryLeft(event=S, entry=EntryId("A")), reason="ill")
    feeding = open_fixtures(desk.view).feeding
    assert not any("A" in feeding.comers(match) for match in (semi, other, final))
    day = PlayerDays(desk.view, {}, desk.clock).of(PersonId("A"))
    assert (day.at_table, day.coming) == ((), ())


def test_entry_seated_by_ruling_is_a_possible_player() -> None:
    """The semi-final has another winner now, but the entry seated by ruling plays for the third place."""
    hall = Medals(MatchId("M4"))
    hall.contest()
    hall.judge(upheld=True)
    a, b = hall.desk.view.known_sides(SEMI)
    hall.desk.record(ResultGiven(match=SEMI, a=a, b=b, score=(8, 25)), at="15:40")
    assert {a, b} <= set(open_fixtures(hall.desk.view).feeding.comers(THIRD)), "either may play until the ruling"
    hall.desk.record(rule_seats(hall.desk.state, KNOCKOUT, {}, others="keep"), reason="the referee")
    sides = hall.desk.view.sides(THIRD)
    assert set(open_fixtures(hall.desk.view).feeding.comers(THIRD)) == set(sides)


@pytest.fixture
def eight() -> Desk:
    """A published knockout of eight."""
    desk = Desk(event_of(("knockout",), groups=1, advance=0, third_place=True))
    desk.enter("A B C D E F G H")
    (key,) = keys(desk)
    desk.draw(key, random="1")
    desk.publish(key)
    return desk


def leaves(desk: Desk, entry: EntryId | None) -> None:
    context = ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="has to catch a train")
    done = carry_out(LeaveEvents(entry=str(entry)), context)
    assert isinstance(done, Done), done
    for fact in done.facts:
        desk.record(fact.body, reason=fact.reason)


def wins(desk: Desk, *matches: str, first: bool = True) -> None:
    for match in map(MatchId, matches):
        a, b = desk.view.known_sides(match)
        desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 10) if first else (10, 25)))


def test_walkover_stays_won_when_its_winner_leaves(eight: Desk) -> None:
    anila, hansa = eight.view.sides(MatchId("M1"))
    leaves(eight, hansa)
    wins(eight, "M2", "M3", "M4", "M6")
    wins(eight, "M5", first=False)
    before = [(one, eight.view.sides(one), eight.view.winner(one)) for one in eight.state.matches]
    third = next(match for match, sides, _ in before if anila in sides and match not in ("M1", "M5"))
    leaves(eight, anila)
    view = eight.view
    after = [(one, view.sides(one), view.winner(one)) for one in eight.state.matches]
    assert [one for one in after if one[0] != third] == [one for one in before if one[0] != third]
    assert view.winner(third) not in (None, anila)
    assert view.winner(MatchId("M1")) == anila
    assert mentions(outcome_text(view, MatchId("M1")), anila, hansa)
    assert not any(map(view.is_changed, eight.state.frozen))
    assert not eight.tasks
    assert MatchId("M1") not in open_fixtures(view).ids
    assert eight.refused(MatchCalled(match=MatchId("M1"), table=1)) == "both-left"
    a, b = view.known_sides(MatchId("M1"))
    assert eight.refused(ResultGiven(match=MatchId("M1"), a=a, b=b, score=(25, 0))) == "both-left"
    eight.record(ResultGiven(match=MatchId("M1"), a=a, b=b, score=(25, 0)), reason="the card was found")
    assert (
        from_text(tournament_text(replace(fact, n=n) for n, fact in enumerate(eight.facts, 1))).state.left
        == eight.state.left
    )


def test_walkover_stays_won_before_any_later_match(eight: Desk) -> None:
    anila, hansa = eight.view.sides(MatchId("M1"))
    leaves(eight, hansa)
    leaves(eight, anila)
    assert eight.view.winner(MatchId("M1")) == anila
    wins(eight, "M2")
    assert eight.view.winner(MatchId("M5")) == eight.view.winner(MatchId("M2"))


def test_bracket_match_that_both_sides_left_is_decided_by_the_desk(eight: Desk) -> None:
    """Both lose their semi-finals by leaving, so neither has won the match for the third place."""
    wins(eight, "M1", "M2", "M3", "M4")
    for match in ("M5", "M6"):
        leaves(eight, eight.view.sides(MatchId(match))[1])
    third = next(one for one, known in eight.state.matches.items() if known.fixture.round == THIRD_PLACE)
    a, b = eight.view.known_sides(third)
    assert eight.view.winner(third) is None
    assert eight.view.status(third) == "on hold"
    assert decision_awaited(eight.view, third) is not None
    assert [(one.code, one.match) for one in eight.tasks] == [("both-left", third)]
    calling = CallQueue(eight.view, eight.clock, frozenset())
    obstacle = calling.match_obstacle(third)
    assert obstacle is not None
    assert obstacle.code == "both-left"
    assert eight.refused(MatchCalled(match=third, table=1)) == "both-left"
    assert eight.refused(ResultGiven(match=third, a=a, b=b, score=(25, 0))) == "both-left"
    context = ActContext(state=eight.state, facts=eight.facts, at=eight.clock)
    refused = carry_out(GiveResult(match=third, words=("25-0",)), context)
    assert isinstance(refused, Refused)
    assert refused.code == "both-left"
    done = carry_out(GiveResult(match=third, walkover="b"), replace(context, reason="by lot"))
    assert isinstance(done, Done), done
    eight.record(done.facts[0].body, reason="by lot")
    assert eight.view.winner(third) == b
    assert not eight.tasks
