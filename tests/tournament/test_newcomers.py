"""Who comes into a match at its table by a correction: the table says so, and nobody is late who was not called."""

from __future__ import annotations

from datetime import datetime

import pytest

from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.people_acts import SubstitutePlayer
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult
from carrom.tournament.desk.hall_now import TableNow, hall_now
from carrom.tournament.desk.input_checks import result_warnings
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import MatchCalled, MatchStarted, NewName, PersonRecorded, Renamed, SideReported
from carrom.tournament.model.people import Person, PersonId
from carrom.tournament.tables.results import EntryId, Side
from tests.tournament.desk import GROUPS, Desk, FourInATree, groups_then_knockout

CORRECTED = datetime(2024, 11, 5, 15, 40)


class Final(FourInATree):
    """Two semi-finals are played, A and B won; the final is called to table 1."""

    def __init__(self) -> None:
        super().__init__()
        for match in (self.semi, self.other):
            self.give(match, "15:10")
        self.was, self.stays = self.desk.view.known_sides(self.final)
        self.comes = next(one for one in self.desk.view.known_sides(self.semi) if one != self.was)
        self.desk.record(MatchCalled(match=self.final, table=1), at="15:12")

    def correct(self, at: datetime = CORRECTED) -> Done:
        act = CorrectResult(match=self.semi, words=("8-25",))
        done = carry_out(
            act, ActContext(state=self.desk.state, facts=self.desk.facts, at=at, reason="card turned round")
        )
        assert isinstance(done, Done), done
        self.desk.state = done.state
        return done

    def warnings(self, winner: Side, now: datetime, law: str = "143i") -> list[str]:
        """What is read before a walk-over counts."""
        act = GiveResult(match=self.final, walkover=winner, law=law)
        done = carry_out(act, ActContext(state=self.desk.state, facts=self.desk.facts, at=now, reason="absent"))
        assert isinstance(done, Done), done
        return result_warnings(self.desk.view, act, done)

    def table(self, now: datetime = CORRECTED) -> TableNow:
        return hall_now(self.desk.view, now).tables[0]


def test_who_is_new_has_his_own_time_and_the_table_names_both() -> None:
    final = Final()
    final.desk.record(SideReported(match=final.final), at="15:13")
    done = final.correct()
    became = f"{final.was} – {final.stays} becomes {final.comes} – {final.stays}"
    told = f"{final.final} is at table 1, and {became}: who is new is called now."
    assert done.changes[0].text == told, "who is at a table comes first"
    now = final.table()
    assert now.match is not None
    assert (now.state, now.match.missing) == ("one side present", (final.comes,))
    assert now.match.report_by == datetime(2024, 11, 5, 15, 55)
    mark = f"is {final.comes}'s since 15:40, and not {final.was}'s, who had been called: tell them both"
    assert now.match.in_doubt == (mark,)
    # the mark goes when he is there
    final.desk.record(SideReported(match=final.final, side="a"), at="15:45")
    again = final.table()
    assert again.match is not None
    assert (again.state, again.match.in_doubt) == ("both present", ())


def test_a_correction_within_the_second_of_the_call_says_who_is_new_at_the_table() -> None:
    final = Final()
    done = final.correct(at=datetime(2024, 11, 5, 15, 12))
    assert done.changes[0].text.startswith(f"{final.final} is at table 1, and ")
    assert done.changes[0].text.endswith(": who is new is called now.")


def test_what_was_in_play_has_not_begun_for_who_is_new() -> None:
    final = Final()
    final.desk.record(MatchStarted(match=final.final), at="15:14")
    final.correct()
    now = final.table()
    assert now.match is not None
    assert (now.state, now.match.missing, len(now.match.in_doubt)) == ("one side present", (final.comes,), 1)


@pytest.mark.parametrize("is_started", [False, True])
def test_a_new_name_is_nobody_new(is_started: bool) -> None:
    final = Final()
    if is_started:
        final.desk.record(MatchStarted(match=final.final), at="15:14")
    before = final.table()
    new = NewName(event=CompetitionId("S"), was=final.was, now="Zed")
    final.desk.record(Renamed(person=PersonId(final.was), name="Zed", entries=(new,)), at="15:30")
    now = final.table()
    assert before.match is not None
    assert now.match is not None
    assert (now.state, now.match.report_by, now.match.in_doubt) == (before.state, before.match.report_by, ())


def test_a_walk_over_is_warned_of_as_a_card_is() -> None:
    final = Final()
    final.desk.record(SideReported(match=final.final, side="b"), at="15:13")
    final.correct()
    mark = f"{final.final} is {final.comes}'s since 15:40, and not {final.was}'s, who had been called: tell them both."
    runs = f"The time to report is not over yet: {final.comes} has until 15:55."
    assert final.warnings("b", datetime(2024, 11, 5, 15, 50)) == [mark, runs]
    assert final.warnings("b", datetime(2024, 11, 5, 15, 56)) == [mark]
    turned = f"{final.stays} is noted at table 1, {final.comes} is not: is the walk-over the right way round?"
    assert final.warnings("a", datetime(2024, 11, 5, 15, 50)) == [mark, turned], "who is there is not waited for"


def test_a_walk_over_against_who_is_at_the_table_is_warned_of() -> None:
    final = Final()
    late = datetime(2024, 11, 5, 15, 50)
    assert final.warnings("a", late) == [], "nobody has come in time"
    final.desk.record(SideReported(match=final.final, side="a"), at="15:13")
    assert final.warnings("a", late) == []
    turned = f"{final.was} is noted at table 1, {final.stays} is not: is the walk-over the right way round?"
    assert final.warnings("b", late) == [turned]
    final.desk.record(SideReported(match=final.final, side="b"), at="15:20")
    assert final.warnings("a", late) == [
        f"{final.was} and {final.stays} are both noted at table 1: nobody is absent from it."
    ]
    final.desk.record(MatchStarted(match=final.final), at="15:21")
    assert final.warnings("b", late) == [f"{final.final} is in play since 15:21: nobody is absent from it."]
    assert final.warnings("b", late, law="143d") == [], "who insults officials is there"


def substituted(desk: Desk, goes: str, match: MatchId) -> Done:
    desk.record(PersonRecorded(person=Person(id=PersonId("Zed"), name="Zed")))
    act = SubstitutePlayer(goes=goes, comes="Zed")
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=CORRECTED, reason="ill"))
    assert isinstance(done, Done), done
    desk.state = done.state
    return done


@pytest.mark.parametrize("is_started", [False, True])
def test_a_substitute_is_named_at_the_table_that_waits_for_another(is_started: bool) -> None:
    desk = Desk(groups_then_knockout(groups=2, advance=2))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "D")
    side = desk.view.sides(match).index(EntryId("A"))
    desk.record(MatchCalled(match=match, table=1), at="15:12")
    desk.record(SideReported(match=match), at="15:13")
    if is_started:
        desk.record(MatchStarted(match=match), at="15:14")
    done = substituted(desk, "A", match)
    table = hall_now(desk.view, CORRECTED).tables[0]
    assert table.match is not None
    if is_started:
        assert (table.state, table.match.in_doubt, done.changes) == ("in play", (), ()), "it goes on"
        return
    (told,) = (one.text for one in done.changes)
    assert told.startswith(f"{match} is at table 1, and ")
    assert told.endswith(": who is new is called now.")
    assert (table.state, table.match.missing) == ("one side present", ("Zed",))
    assert table.match.report_by == datetime(2024, 11, 5, 15, 55)
    assert table.match.in_doubt == ("is Zed's since 15:40, and not A's, who had been called: tell them both",)
    desk.record(SideReported(match=match, side="ab"[side]), at="15:45")  # type: ignore[arg-type]
    again = hall_now(desk.view, CORRECTED).tables[0]
    assert again.match is not None
    assert (again.state, again.match.in_doubt) == ("both present", ())
