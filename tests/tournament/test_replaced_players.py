"""Players who replace others in a match at its table: they have their own time to report, and the table names both."""

from __future__ import annotations

from datetime import datetime

import pytest

from carrom.tournament.desk.acts.act import ActContext, Done, carry_out
from carrom.tournament.desk.acts.people_acts import SubstitutePlayer
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult
from carrom.tournament.desk.blockers import replaced_since_call
from carrom.tournament.desk.hall_now import TableNow, hall_now
from carrom.tournament.desk.input_checks import result_warnings
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import MatchCalled, MatchStarted, NewName, PersonRecorded, Renamed, SideReported
from carrom.tournament.model.people import Person, PersonId
from carrom.tournament.tables.results import EntryId, Side
from tests.refusals import mentions
from tests.tournament.desk import GROUPS, Desk, FourInATree, groups_then_knockout

CORRECTED = datetime(2024, 11, 5, 15, 40)


class Final(FourInATree):
    """Both semi-finals are played, and the final is called to table 1. A correction replaces one finalist."""

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
        """Return the warnings before a walkover is recorded."""
        act = GiveResult(match=self.final, walkover=winner, law=law)
        done = carry_out(act, ActContext(state=self.desk.state, facts=self.desk.facts, at=now, reason="absent"))
        assert isinstance(done, Done), done
        return result_warnings(self.desk.view, act, done)

    def table(self, now: datetime = CORRECTED) -> TableNow:
        return hall_now(self.desk.view, now).tables[0]


def test_replacement_has_its_own_time_to_report() -> None:
    final = Final()
    final.desk.record(SideReported(match=final.final), at="15:13")
    done = final.correct()
    first = done.changes[0]
    assert first.kind == "call", "effects at tables come first"
    assert mentions(first.text, final.final, "table 1")
    assert mentions(first.text, f"{final.was} – {final.stays}", f"{final.comes} – {final.stays}")
    now = final.table()
    assert now.match is not None
    assert (now.state, now.match.missing) == ("one side present", (final.comes,))
    assert now.match.report_by == datetime(2024, 11, 5, 15, 55)
    (mark,) = now.match.in_doubt
    assert mentions(mark, final.comes, "15:40", final.was)
    # The warning disappears once the replacement reports.
    final.desk.record(SideReported(match=final.final, side="a"), at="15:45")
    again = final.table()
    assert again.match is not None
    assert (again.state, again.match.in_doubt) == ("both present", ())


def test_correction_in_the_second_of_the_call_names_the_replacement() -> None:
    final = Final()
    done = final.correct(at=datetime(2024, 11, 5, 15, 12))
    later = Final().correct()
    assert done.changes[0] == later.changes[0]


def test_match_in_play_waits_for_the_replacement_to_report() -> None:
    final = Final()
    final.desk.record(MatchStarted(match=final.final), at="15:14")
    final.correct()
    now = final.table()
    assert now.match is not None
    assert (now.state, now.match.missing, len(now.match.in_doubt)) == ("one side present", (final.comes,), 1)


@pytest.mark.parametrize("is_started", [False, True])
def test_renamed_player_is_not_a_replacement(is_started: bool) -> None:
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


def test_walkover_of_a_replacement_gives_warnings() -> None:
    final = Final()
    final.desk.record(SideReported(match=final.final, side="b"), at="15:13")
    final.correct()
    (replaced,) = replaced_since_call(final.desk.view, final.final)
    mark = f"{final.final} {replaced}."
    first, may_report = final.warnings("b", datetime(2024, 11, 5, 15, 50))
    assert first == mark
    assert mentions(may_report, final.comes, "15:55")
    assert final.warnings("b", datetime(2024, 11, 5, 15, 56)) == [mark]
    first, turned = final.warnings("a", datetime(2024, 11, 5, 15, 50))
    assert first == mark
    assert is_reversed(turned, final.stays, final.comes), "there is no time to wait for a player at the table"


def is_reversed(warning: str, present: str, absent: str) -> bool:
    """Return whether a warning asks if a walkover is reversed, because the losing side is present."""
    return mentions(warning, present, "table 1", absent) and warning.endswith("?")


def test_walkover_against_a_player_at_the_table_gives_a_warning() -> None:
    final = Final()
    late = datetime(2024, 11, 5, 15, 50)
    assert final.warnings("a", late) == [], "neither side has reported in time"
    final.desk.record(SideReported(match=final.final, side="a"), at="15:13")
    assert final.warnings("a", late) == []
    (turned,) = final.warnings("b", late)
    assert is_reversed(turned, final.was, final.stays)
    final.desk.record(SideReported(match=final.final, side="b"), at="15:20")
    (both_present,) = final.warnings("a", late)
    assert mentions(both_present, final.was, final.stays, "table 1")
    assert not both_present.endswith("?")
    final.desk.record(MatchStarted(match=final.final), at="15:21")
    (in_play,) = final.warnings("b", late)
    assert mentions(in_play, final.final, "15:21")
    assert final.warnings("b", late, law="143d") == [], "a player who insults officials is present"


def substituted(desk: Desk, goes: str, match: MatchId) -> Done:
    desk.record(PersonRecorded(person=Person(id=PersonId("Zed"), name="Zed")))
    act = SubstitutePlayer(goes=goes, comes="Zed")
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=CORRECTED, reason="ill"))
    assert isinstance(done, Done), done
    desk.state = done.state
    return done


@pytest.mark.parametrize("is_started", [False, True])
def test_substitute_has_to_report_unless_play_has_begun(is_started: bool) -> None:
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
    (change,) = done.changes
    assert change.kind == "call"
    assert mentions(change.text, match, "table 1")
    assert mentions(change.text, "A", "Zed")
    assert (table.state, table.match.missing) == ("one side present", ("Zed",))
    assert table.match.report_by == datetime(2024, 11, 5, 15, 55)
    (mark,) = table.match.in_doubt
    assert mentions(mark, "Zed", "15:40", "A")
    desk.record(SideReported(match=match, side="ab"[side]), at="15:45")  # type: ignore[arg-type]
    again = hall_now(desk.view, CORRECTED).tables[0]
    assert again.match is not None
    assert (again.state, again.match.in_doubt) == ("both present", ())
