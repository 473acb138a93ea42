"""A published draw after a correction: kept, changed or ruled on seat by seat, each on record with its reason."""

from __future__ import annotations

import pytest

from carrom.base.errors import CarromError, raise_if_refused
from carrom.tournament.desk.drawing import rule_seats
from carrom.tournament.desk.impact import difference_between
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.transitions import apply_event, fold_events
from carrom.tournament.model.events import Retracted, SeatsRuled
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, scenario_1


def corrected() -> Desk:
    """The draw hangs with Q and P; after a correction of Q – S the table has P first and R second."""
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    desk.record(desk.given("Q", "S", 20, 25), supersedes=wrong, reason="card was turned round")
    return desk


def sides(desk: Desk) -> tuple[str | None, str | None]:
    (final,) = desk.state.in_stage(KNOCKOUT)
    return desk.view.sides(final.fixture.id)


def test_the_draw_is_kept_and_nothing_is_left_to_decide() -> None:
    desk = corrected()
    assert [task.code for task in desk.tasks] == ["seat", "seat"]
    before = sides(desk)
    ruling = rule_seats(desk.state, KNOCKOUT, {}, others="keep")
    assert desk.refused(ruling) == "no-reason"
    desk.record(ruling, reason="the knock-out had begun")
    assert sides(desk) == before
    assert desk.tasks == []
    assert desk.state.notices[-1].text == (
        "It was ruled for Singles (knockout): A1 stays Q; A2 stays P: the knock-out had begun"
    )
    assert fold_events(desk.facts).state == desk.state
    # The table changes once more: that was not ruled on.
    other = desk.state.matches[desk.match("R", "S")].result_fact
    desk.record(desk.given("R", "S", 17, 25), supersedes=other, reason="this one too")
    assert [task.code for task in desk.tasks][:1] == ["seat"]


def test_the_draw_is_changed_by_the_table() -> None:
    desk = corrected()
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="change"), reason="nothing was played yet")
    assert set(sides(desk)) == {"P", "R"}
    assert desk.tasks == []


def test_a_mixed_ruling_names_each_seat() -> None:
    desk = corrected()
    # Q stays first; R takes the place of P.
    desk.record(rule_seats(desk.state, KNOCKOUT, {"A2": EntryId("R")}, others="keep"), reason="the committee")
    assert desk.state.published[KNOCKOUT].seats == {"A1": "Q", "A2": "R"}
    assert desk.tasks == []
    assert "A2 is R instead of P; A1 stays Q" in desk.state.notices[-1].text


def test_some_seats_may_be_ruled_on_first() -> None:
    desk = corrected()
    desk.record(rule_seats(desk.state, KNOCKOUT, {"A1": EntryId("S")}), reason="?")
    assert [task.text.split(" with ")[1][:7] for task in desk.tasks] == ["P as A2"]


def test_what_no_ruling_can_say() -> None:
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
    with pytest.raises(CarromError, match="no place of Singles \\(knockout\\) waits"):
        rule_seats(unpublished.state, KNOCKOUT, {}, others="keep")


def test_a_tie_after_a_correction_hides_no_decision() -> None:
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    told = desk.state.matches[desk.match("Q", "S")].result_fact
    assert told is not None
    desk.record(Retracted(fact=told), reason="it was another match")
    assert [task.code for task in desk.tasks] == ["seat", "seat"]
    assert "the table does not decide it any more" in desk.tasks[0].text
    with pytest.raises(CarromError, match="keep it, or say who sits there"):
        rule_seats(desk.state, KNOCKOUT, {}, others="change")
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="they have begun")
    assert desk.tasks == []


def test_publishing_again_forgets_the_rulings() -> None:
    desk = corrected()
    desk.record(rule_seats(desk.state, KNOCKOUT, {}, others="keep"), reason="first thought")
    desk.publish(KNOCKOUT, reason="second thought")
    assert desk.state.ruled == {}


def test_the_impact_is_shown_as_old_and_new_lines() -> None:
    desk = scenario_1()
    wrong = desk.state.matches[desk.match("Q", "S")].result_fact
    right = desk.fact(desk.given("Q", "S", 25, 24), supersedes=wrong, reason="misread")
    lines = difference_between(desk.state, raise_if_refused(apply_event(desk.state, right)).state)
    assert "- Singles, group A 1. Q: 4 points, net +12, scored 68" in lines
    assert "+ Singles, group A 1. P: 4 points, net +11, scored 63" in lines
    (final,) = desk.state.in_stage(KNOCKOUT)
    match: MatchId = final.fixture.id
    assert {f"- {match} Q – P: ready", f"+ {match} P – Q: ready"} <= set(lines)
    assert not any("groups A 4." in line and line.startswith("- ") and line[2:] in lines for line in lines)
    retraction = desk.fact(Retracted(fact=desk.facts[-1].id), reason="?")
    assert difference_between(desk.state, raise_if_refused(apply_event(desk.state, retraction)).state) != ()
    assert GROUPS in desk.state.draws
