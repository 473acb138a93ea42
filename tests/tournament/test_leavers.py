"""Who leaves: withdrawals before and after a draw is published, walk-overs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from carrom.base.errors import CarromError, Refused
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


def test_a_late_withdrawal_settles_the_group() -> None:
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


def test_a_withdrawal_after_the_knockout_is_published_becomes_a_decision() -> None:
    desk = scenario_5()
    for other in "CD":
        desk.play("E", other, 0, 25)
    desk.publish(KNOCKOUT)
    (final,) = desk.state.in_stage(KNOCKOUT)
    before = desk.view.sides(final.fixture.id)
    assert set(before) == {"B", "C"}
    desk.record(EntryLeft(event=S, entry=EntryId("B")), reason="ill")
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


def test_who_leaves_singles_is_told_to_stay_in_the_team() -> None:
    singles = groups_then_knockout()
    stage = Stage(id=StageId("league"), format="team-league", rulebook="kreeda-2024", policy=POLICIES["kreeda"])
    teams = Competition(id=CompetitionId("T"), name="Teams", category=Category(kind="teams"), stages=(stage,))
    desk = Desk(replace(singles, events=(*singles.events, teams)))
    desk.enter("A B C")
    desk.record(PersonRecorded(person=Person(id=PersonId("D"), name="D")))
    members = (PersonId("A"), PersonId("D"))
    desk.record(EntryRecorded(event=CompetitionId("T"), entry=Entry(id=EntryId("Hill"), members=members)))

    def leave(who: str, event: str | None = None) -> tuple[str, ...]:
        asked = ActContext(state=desk.state, facts=desk.facts, at=datetime(2024, 11, 5, 9), reason="ill")
        done = carry_out(LeaveEvents(entry=who, event=event), asked)
        assert isinstance(done, Done), done
        return done.messages

    both = ("A has left Singles: withdrawn, ill", "A stays in the team Hill of Teams")
    assert leave("A") == leave("A", "S") == both
    assert leave("B") == ("B has left Singles: withdrawn, ill",)
    for event in (None, "T"):
        with pytest.raises(CarromError, match="D plays for Hill, and a team plays on: name who replaces D"):
            leave("D", event)
    with pytest.raises(CarromError, match="C is not in T"):
        leave("C", "T")


def leaving(desk: Desk, who: str, **more: Any) -> Done:
    asked = ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="ill")
    done = carry_out(LeaveEvents(entry=who, **more), asked)
    assert isinstance(done, Done), done
    return done


def test_the_desk_shows_a_table_with_results_kept_and_annulled() -> None:
    """A has played all four, E three of four: by the rule of half both would be kept."""
    said = leaving(scenario_5(), "E").messages
    kept = "1. B 6, 2. C 4, 3. A 4, 4. D 4, 5. E 2."
    assert said[1:] == (
        f"Singles, group A, results kept: 2 matches are given away, points without play: 2 for C, 2 for D. {kept}",
        "Singles, group A, results annulled: 2 matches that were played count no more. 1. A 4, 2. B 4, 3. C 2, 4. D 2.",
        "Singles, group A: unless you choose, the results are kept, by its setting 1/2.",
    )


@pytest.mark.parametrize("results", ["kept", "annulled"])
def test_the_organiser_chooses_what_becomes_of_a_leavers_results(results: Treatment) -> None:
    done = leaving(scenario_5(), "E", results=results)
    (table,) = TournamentNow(done.state).tables(GROUPS)
    assert table.settled.treatments == {"E": results}
    assert len(done.messages) == 3, "what is chosen is not asked again"


def test_a_result_of_somebody_who_has_left_takes_a_reason() -> None:
    desk = scenario_5()
    desk.record(EntryLeft(event=S, entry=EntryId("E")), reason="ill")
    late = desk.given("E", "C", 25, 8)
    assert desk.refused(late) == "no-reason"
    refused = desk.tell(late)
    assert isinstance(refused, Refused)
    assert refused.text.startswith(f"E has left; {late.match} is a walk-over for C.")
    assert desk.refused(replace(late, score=None, walkover="a" if late.a == "E" else "b")) == "no-reason"
    desk.record(late, reason="played before E went")
    won = desk.given("E", "D", walkover="b" if desk.given("E", "D").a == "E" else "a")
    desk.record(won, reason="E is gone")


def test_where_results_are_annulled_a_late_one_takes_a_reason_too() -> None:
    desk = scenario_5(withdrawal=WithdrawalRule(keep_from=None))
    desk.record(EntryLeft(event=S, entry=EntryId("E")), reason="ill")
    refused = desk.tell(desk.given("E", "C", 25, 8))
    assert isinstance(refused, Refused)
    assert refused.text.startswith("E has left; its matches do not count.")


def test_a_match_of_two_who_have_left_is_nobodys() -> None:
    """It is not offered to be called, not planned, and not counted."""
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


def test_who_has_left_is_not_said_to_come_if_still_in() -> None:
    """The draw has a place for him yet; but whoever comes into it goes on without playing."""
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


def test_who_keeps_a_place_by_ruling_is_who_comes() -> None:
    """M1 has another winner by now; who was ruled to stay plays the match for the third place, and is not out."""
    hall = Medals(MatchId("M4"))
    hall.contest()
    hall.judge(upheld=True)
    a, b = hall.desk.view.known_sides(SEMI)
    hall.desk.record(ResultGiven(match=SEMI, a=a, b=b, score=(8, 25)), at="15:40")
    assert {a, b} <= set(open_fixtures(hall.desk.view).feeding.comers(THIRD)), "until it is ruled either may come"
    hall.desk.record(rule_seats(hall.desk.state, KNOCKOUT, {}, others="keep"), reason="the referee")
    sides = hall.desk.view.sides(THIRD)
    assert set(open_fixtures(hall.desk.view).feeding.comers(THIRD)) == set(sides)


@pytest.fixture
def eight() -> Desk:
    """A knock-out of eight that is published."""
    desk = Desk(event_of(("knockout",), groups=1, advance=0, third_place=True))
    desk.enter("A B C D E F G H")
    (key,) = keys(desk)
    desk.draw(key, random="1")
    desk.publish(key)
    return desk


def leaves(desk: Desk, entry: EntryId | None) -> None:
    asked = ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="has to catch a train")
    done = carry_out(LeaveEvents(entry=str(entry)), asked)
    assert isinstance(done, Done), done
    for fact in done.facts:
        desk.record(fact.body, reason=fact.reason)


def wins(desk: Desk, *matches: str, first: bool = True) -> None:
    for match in map(MatchId, matches):
        a, b = desk.view.known_sides(match)
        desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 10) if first else (10, 25)))


def test_a_match_that_was_given_away_stays_won_when_its_winner_leaves(eight: Desk) -> None:
    """It was open again, and what was played after it needed a ruling."""
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
    assert outcome_text(view, MatchId("M1")) == f"a walk-over for {anila} ({hansa} left)"
    assert not eight.state.frozen
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


def test_a_match_given_away_stays_won_before_anything_is_played_on_it(eight: Desk) -> None:
    anila, hansa = eight.view.sides(MatchId("M1"))
    leaves(eight, hansa)
    leaves(eight, anila)
    assert eight.view.winner(MatchId("M1")) == anila
    wins(eight, "M2")
    assert eight.view.winner(MatchId("M5")) == eight.view.winner(MatchId("M2"))


def test_a_match_of_a_tree_that_both_left_and_neither_won_is_decided_by_the_desk(eight: Desk) -> None:
    """Both lose their semi-final by leaving: nobody had the third place by then."""
    wins(eight, "M1", "M2", "M3", "M4")
    for match in ("M5", "M6"):
        leaves(eight, eight.view.sides(MatchId(match))[1])
    third = next(one for one, known in eight.state.matches.items() if known.fixture.round == THIRD_PLACE)
    a, b = eight.view.known_sides(third)
    assert eight.view.winner(third) is None
    assert eight.view.status(third) == "on hold"
    assert decision_awaited(eight.view, third) == "waits for a decision: both have left"
    assert [one.match for one in eight.tasks] == [third]
    calling = CallQueue(eight.view, eight.clock, frozenset())
    obstacle = calling.match_obstacle(third)
    assert obstacle is not None
    assert obstacle.code == "both-left"
    assert eight.refused(MatchCalled(match=third, table=1)) == "both-left"
    assert eight.refused(ResultGiven(match=third, a=a, b=b, score=(25, 0))) == "both-left"
    asked = ActContext(state=eight.state, facts=eight.facts, at=eight.clock)
    refused = carry_out(GiveResult(match=third, words=("25-0",)), asked)
    assert isinstance(refused, Refused)
    assert "have both left, and play no more" in refused.text
    done = carry_out(GiveResult(match=third, walkover="b"), replace(asked, reason="by lot"))
    assert isinstance(done, Done), done
    eight.record(done.facts[0].body, reason="by lot")
    assert eight.view.winner(third) == b
    assert not eight.tasks
