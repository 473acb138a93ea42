"""Played matches of a published knockout keep their players after a correction, until there is a ruling."""

from __future__ import annotations

from collections.abc import Container
from datetime import date

from carrom.base.errors import Refused
from carrom.tournament.desk.drawing import publication, rule_seats
from carrom.tournament.desk.impact import impact
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.draws.bracket import MatchId
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
    DrawPublished,
    NewName,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    Renamed,
    ResultGiven,
    Retracted,
    SeatsRuled,
)
from carrom.tournament.model.people import Category
from carrom.tournament.seating.rulings import contested_seats
from carrom.tournament.tables.results import EntryId
from tests.refusals import refuses
from tests.tournament.desk import KNOCKOUT, Desk

FINAL = MatchId("M7")


def tree(*, holds: bool = True, but: Container[MatchId] = ()) -> Desk:
    """Eight in a published knockout, with all matches played except those in `but`: side a wins every match."""
    one_game = Overrides(games=1, boards_until="always")
    stage = Stage(id=StageId("knockout"), format="knockout", rulebook="icf", overrides=one_game)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(
        Definition(name="Test", day=date(2024, 11, 5), events=(event,), protests=ProtestRules(minutes=600, fee=100))
    )
    desk.enter("A B C D E F G H")
    desk.draw(KNOCKOUT)
    published = publication(desk.state, KNOCKOUT)
    assert published.holds
    desk.record(published if holds else DrawPublished(event=published.event, stage=published.stage))
    for match in list(desk.state.matches):
        if match not in but:
            play(desk, match, 25, 3)
    return desk


def play(desk: Desk, match: MatchId, a: int, b: int, *, is_right: bool = False) -> None:
    first, second = desk.view.known_sides(match)
    told = desk.state.matches[match].result_fact if is_right else None
    given = ResultGiven(match=match, a=first, b=second, score=(a, b))
    desk.record(given, supersedes=told, reason="card turned round" if told else None)


def champion(desk: Desk) -> list[str]:
    event = desk.state.event("S")
    return [entry for prize in prizes(desk.view, event) if prize.place == 1 for entry in prize.entries]


def codes(desk: Desk) -> list[str]:
    return [task.code for task in desk.tasks]


def test_corrected_match_moves_no_players_and_asks_for_a_ruling() -> None:
    desk = tree()
    was, final = desk.view.sides(MatchId("M5")), desk.view.sides(FINAL)
    winner, loser = desk.view.known_sides(MatchId("M1"))
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    assert desk.view.winner(MatchId("M1")) == loser
    assert (desk.view.sides(MatchId("M5")), desk.view.sides(FINAL)) == (was, final)
    assert champion(desk) == [], "until there is a ruling"
    assert codes(desk) == ["seat"]
    assert "'seats S/knockout'" in desk.tasks[0].how
    (seat,) = contested_seats(desk.view, KNOCKOUT)
    assert (seat.place, seat.seated, seat.now, seat.source, seat.played) == ("M5A", winner, loser, "M1", "M5")
    assert fold_events(desk.facts).state == desk.state


def test_ruling_to_keep_is_valid_until_the_match_changes_again() -> None:
    desk = tree()
    best = champion(desk)
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="the final is over")
    assert (codes(desk), champion(desk)) == ([], best)
    assert "M5A" in desk.state.notices[-1].text
    told = desk.state.matches[MatchId("M1")].result_fact
    assert told is not None
    desk.record(Retracted(fact=told), reason="of another match")
    assert codes(desk) == ["seat"]
    assert [seat.now for seat in contested_seats(desk.view, KNOCKOUT)] == [None]
    with refuses("seat-open"):
        rule_seats(desk.state, KNOCKOUT, {}, others="change")
    play(desk, MatchId("M1"), 25, 3)
    assert codes(desk) == [], "the match agrees again with what was played"
    assert fold_events(desk.facts).state == desk.state


def test_ruling_to_change_voids_every_match_behind_it() -> None:
    desk = tree()
    _, loser = desk.view.known_sides(MatchId("M1"))
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    ruling = rule_seats(desk.state, KNOCKOUT, {}, others="change")
    changes = impact(desk.state, desk.fact(ruling, reason="?"))
    assert not isinstance(changes, Refused)
    assert [change.text[:2] for change in changes if change.kind == "void"] == ["M5", "M7"]
    desk.record(ruling, reason="the referee")
    assert [desk.view.status(MatchId(one)) for one in ("M5", "M6", "M7")] == ["void", "played", "void"]
    assert champion(desk) == []
    play(desk, MatchId("M5"), 25, 3)
    play(desk, FINAL, 25, 3)
    assert (codes(desk), champion(desk)) == ([], [loser])
    assert fold_events(desk.facts).state == desk.state


def test_correction_put_right_again_leaves_nothing_to_decide() -> None:
    desk = tree()
    before = champion(desk)
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    play(desk, MatchId("M1"), 25, 3, is_right=True)
    assert (codes(desk), champion(desk)) == ([], before)


def test_protest_suspends_its_own_result_and_no_later_match() -> None:
    desk = tree()
    before = champion(desk)
    name = ProtestId("P1")
    desk.record(ProtestLodged(protest=name, match=MatchId("M1"), side="b", board=1, text="?"))
    desk.record(ProtestFeePaid(protest=name, amount=100))
    assert desk.view.status(MatchId("M5")) == "played"
    assert sorted(codes(desk)) == ["protest", "seat"]
    desk.record(ProtestJudged(protest=name, upheld=False))
    assert (codes(desk), champion(desk)) == ([], before)


def test_match_without_a_result_follows_the_matches_before_it() -> None:
    desk = tree()
    told = desk.state.matches[FINAL].result_fact
    assert told is not None
    desk.record(Retracted(fact=told), reason="of another match")
    _, other = desk.view.known_sides(MatchId("M5"))
    play(desk, MatchId("M5"), 3, 25, is_right=True)
    assert desk.view.sides(FINAL)[0] == other
    assert codes(desk) == []


def test_seat_is_released_with_the_result_that_relied_on_it() -> None:
    desk = tree()
    _, loser = desk.view.known_sides(MatchId("M1"))
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    told = desk.state.matches[MatchId("M5")].result_fact
    assert told is not None
    desk.record(Retracted(fact=told), reason="it is played again")
    assert desk.view.sides(MatchId("M5"))[0] == loser
    assert [seat.place for seat in contested_seats(desk.view, KNOCKOUT)] == ["M7A"]


def test_renamed_entry_keeps_its_seat() -> None:
    desk = tree()
    winner, _ = desk.view.known_sides(MatchId("M1"))
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    new = EntryId("Zoe")
    desk.record(Renamed(entries=(NewName(event=CompetitionId("S"), was=winner, now=new),)))
    assert desk.view.sides(MatchId("M5"))[0] == new
    assert codes(desk) == ["seat"]


def test_publishing_again_keeps_rulings_on_matches() -> None:
    desk = tree()
    winner, _ = desk.view.known_sides(MatchId("M1"))
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="the final is over")
    desk.publish(KNOCKOUT, reason="posted again")
    assert (codes(desk), desk.view.sides(MatchId("M5"))[0]) == ([], winner)


def test_impossible_rulings_on_a_side_are_refused() -> None:
    desk = tree()
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    opponent = desk.view.sides(MatchId("M5"))[1]
    assert opponent is not None
    for seats, code in (({"M5A": opponent}, "not-of-it"), ({"M6A": opponent}, "unknown-place")):
        ruling = SeatsRuled(event=KNOCKOUT.event, stage=KNOCKOUT.stage, seats=seats)
        assert desk.refused(ruling, reason="?") == code


def test_draw_published_by_an_older_version_freezes_no_seats() -> None:
    desk = tree(holds=False)
    play(desk, MatchId("M1"), 3, 25, is_right=True)
    assert [desk.view.status(MatchId(one)) for one in ("M5", "M7")] == ["void", "void"]
