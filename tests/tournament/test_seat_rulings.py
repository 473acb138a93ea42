"""Rulings on a published draw after a correction: keep it, change it, or name the entry of each place."""

from __future__ import annotations

import re

from carrom.base.errors import raise_if_refused
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.impact import difference_between
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.transitions import apply_event, fold_events
from carrom.tournament.model.events import Retracted, SeatsRuled
from carrom.tournament.seating.rulings import contested_seats
from carrom.tournament.tables.results import EntryId
from tests.refusals import refuses
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, scenario_1


def corrected() -> Desk:
    """The draw is published with Q and P; after a correction of Q – S the table has P first and R second."""
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    desk.record(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    return desk


def named_in_notice(desk: Desk) -> dict[str, str]:
    """Return the places that the last notice names, each with the entry that has it now."""
    return dict(re.findall(r"\b([A-D]\d) (?:stays|is) (\w+)", desk.state.notices[-1].text))


def sides(desk: Desk) -> tuple[str | None, str | None]:
    (final,) = desk.state.in_stage(KNOCKOUT)
    return desk.view.sides(final.fixture.id)


def test_keeping_the_draw_leaves_nothing_to_decide() -> None:
    desk = corrected()
    assert [task.code for task in desk.tasks] == ["seat", "seat"]
    before = sides(desk)
    ruling = rule_seats(desk.state, KNOCKOUT, {}, others="keep")
    assert desk.refused(ruling) == "no-reason"
    desk.record(ruling, reason="the knock-out had begun")
    assert sides(desk) == before
    assert desk.tasks == []
    assert named_in_notice(desk) == {"A1": "Q", "A2": "P"}
    assert "the knock-out had begun" in desk.state.notices[-1].text
    assert fold_events(desk.facts).state == desk.state
    # The ruling does not cover another change of the table.
    other = desk.state.matches[desk.match("R", "S")].result_fact
    desk.record(desk.given("R", "S", 17, 25), supersedes=other, reason="this one too")
    assert [task.code for task in desk.tasks][:1] == ["seat"]


def test_changing_the_draw_follows_the_table() -> None:
    desk = corrected()
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="change"), reason="nothing was played yet")
    assert set(sides(desk)) == {"P", "R"}
    assert desk.tasks == []


def test_a_mixed_ruling_names_each_seat() -> None:
    desk = corrected()
    # Q stays first; R takes the place of P.
    desk.record(rule_seats(desk.state, KNOCKOUT, {"A2": EntryId("R")}, others="keep"), reason="the committee")
    assert set(sides(desk)) == {"Q", "R"}
    assert desk.tasks == []
    assert named_in_notice(desk) == {"A2": "R", "A1": "Q"}


def test_naming_one_seat_keeps_the_other_of_the_same_group() -> None:
    desk = corrected()
    desk.record(rule_seats(desk.state, KNOCKOUT, {"A1": EntryId("S")}), reason="?")
    assert set(sides(desk)) == {"S", "P"}
    assert named_in_notice(desk) == {"A1": "S", "A2": "P"}
    assert desk.tasks == []


def test_impossible_rulings_are_refused() -> None:
    desk = corrected()
    for seats, code in (
        ({"A1": "P"}, "seated-twice"),
        ({"A1": "X"}, "unknown-entry"),
        ({"C1": "R"}, "unknown-place"),
    ):
        named = {place: EntryId(name) for place, name in seats.items()}
        assert desk.refused(SeatsRuled(event=KNOCKOUT.event, stage=KNOCKOUT.stage, seats=named), reason="?") == code
    unpublished = scenario_1()
    ruling = SeatsRuled(event=KNOCKOUT.event, stage=KNOCKOUT.stage, seats={"A1": EntryId("R")})
    assert unpublished.refused(ruling, reason="?") == "not-published"
    with refuses("nothing-to-rule"):
        rule_seats(unpublished.state, KNOCKOUT, {}, others="keep")


def test_tie_after_a_correction_still_needs_a_ruling() -> None:
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    told = desk.state.matches[desk.match("Q", "S")].result_fact
    assert told is not None
    desk.record(Retracted(fact=told), reason="it was another match")
    assert [task.code for task in desk.tasks] == ["seat", "seat"]
    assert [seat.now for seat in contested_seats(desk.view, KNOCKOUT)] == [None, None]
    with refuses("seat-open"):
        rule_seats(desk.state, KNOCKOUT, {}, others="change")
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="they have begun")
    assert desk.tasks == []


def test_publishing_again_ends_the_rulings() -> None:
    desk = corrected()
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="first thought")
    desk.publish(KNOCKOUT, reason="second thought")
    assert desk.state.overruled == {}


def test_impact_has_old_and_new_lines() -> None:
    desk = scenario_1()
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    right = desk.fact(desk.given("Q", "S", 25, 24), supersedes=wrong, reason="misread")
    lines = difference_between(desk.state, raise_if_refused(apply_event(desk.state, right)).state)
    for sign, winner, figures in (("- ", " Q:", {"4", "+12", "68"}), ("+ ", " P:", {"4", "+11", "63"})):
        (line,) = (one for one in lines if one.startswith(sign) and " 1." in one and winner in one)
        assert figures <= set(re.findall(r"\+?\d+", line.split(":")[1]))
    (final,) = desk.state.in_stage(KNOCKOUT)
    match: MatchId = final.fixture.id
    assert {f"- {match} Q – P: ready", f"+ {match} P – Q: ready"} <= set(lines)
    assert not any("groups A 4." in line and line.startswith("- ") and line[2:] in lines for line in lines)
    retraction = desk.fact(Retracted(fact=desk.facts[-1].id), reason="?")
    assert difference_between(desk.state, raise_if_refused(apply_event(desk.state, retraction)).state) != ()
    assert GROUPS in desk.state.draws
