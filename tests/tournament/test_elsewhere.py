"""Players who come into a match at a table while they play at another: they are not late, and the desk is warned."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from carrom.base.errors import Refused
from carrom.tournament.desk.acts.act import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.hall_acts import StartMatch
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult
from carrom.tournament.desk.blockers import busy_players_text, waits_for_busy_players
from carrom.tournament.desk.hall_now import MatchNow, TableNow, hall_now
from carrom.tournament.desk.input_checks import result_warnings
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.calls import busy_players
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    EntryRecorded,
    MatchCalled,
    MatchStarted,
    ResultGiven,
    SideReported,
    TableFreed,
    TournamentEventId,
    Undone,
)
from carrom.tournament.model.people import Entry, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout

CORRECTED = datetime(2024, 11, 5, 15, 40)
OTHER = StageKey(CompetitionId("T"), GROUPS.stage)


class TwoTables:
    """The final of S is called to table 1. The loser of a semi-final is in play at table 2, in competition T."""

    def __init__(self) -> None:
        definition = groups_then_knockout(groups=2, advance=2)
        other = replace(
            definition.events[0], id=CompetitionId("T"), name="Other", stages=definition.events[0].stages[:1]
        )
        other = replace(other, stages=(replace(other.stages[0], groups=1),))
        self.desk = Desk(replace(definition, events=(*definition.events, other)))
        self.desk.enter("A B C D")
        for name in "ABCD":
            self.desk.record(
                EntryRecorded(event=CompetitionId("T"), entry=Entry(id=EntryId(name), members=(PersonId(name),)))
            )
        for key in (GROUPS, KNOCKOUT, OTHER):
            self.desk.draw(key)
        for meeting in ("AD", "BC"):
            self.desk.play(*meeting, 25, 5)
        self.semi, other_semi, self.final = [record.fixture.id for record in self.desk.state.in_stage(KNOCKOUT)]
        for match in (self.semi, other_semi):
            a, b = self.desk.view.known_sides(match)
            self.desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 8)), at="15:10")
        was, stays = self.desk.view.known_sides(self.final)
        self.comes = next(one for one in self.desk.view.known_sides(self.semi) if one != was)
        rival = next(one for one in "ABCD" if one not in (was, stays, self.comes))
        self.busy_in = self.desk.match(self.comes, rival, OTHER)
        self.desk.record(MatchCalled(match=self.final, table=1), at="15:12")
        self.desk.record(MatchCalled(match=self.busy_in, table=2), at="15:13")
        self.desk.record(MatchStarted(match=self.busy_in), at="15:14")

    def do(self, act: DeskAct, *, at: datetime = CORRECTED, reason: str | None = None) -> Done | Refused:
        done = carry_out(act, ActContext(state=self.desk.state, facts=self.desk.facts, at=at, reason=reason))
        if isinstance(done, Done):
            self.desk.state = done.state
        return done

    def correct(self) -> Done:
        done = self.do(CorrectResult(match=self.semi, words=("8-25",)), reason="card turned round")
        assert isinstance(done, Done), done
        return done

    def table(self, now: datetime) -> tuple[TableNow, MatchNow]:
        found = hall_now(self.desk.view, now).tables[0]
        assert found.match is not None
        return found, found.match

    @property
    def busy_text(self) -> str:
        """The sentence that says where the new player of the final is busy."""
        (busy,) = busy_players(self.desk.view)[self.final]
        assert (busy.person, busy.match, busy.table, busy.is_there) == (PersonId(self.comes), self.busy_in, 2, True)
        (text,) = busy_players_text(self.desk.view, self.final)
        return text

    def finish(self, match: MatchId, at: str) -> TournamentEventId:
        a, b = self.desk.view.known_sides(match)
        return self.desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 8)), at=at)


def test_player_busy_at_another_table_is_not_late() -> None:
    two = TwoTables()
    done = two.correct()
    texts = [one.text for one in done.changes if one.kind == "call"]
    assert any(two.final in one and two.busy_text in one for one in texts)
    assert two.desk.state.matches[two.final].called == CORRECTED
    for now in (CORRECTED, datetime(2024, 11, 5, 16, 30)):
        table, match = two.table(now)
        assert table.state == "waits for a player"
        assert two.comes not in match.missing
        assert f"waits: {two.busy_text}" in match.in_doubt
        assert not hall_now(two.desk.view, now).late
    # once free, the player has the full time to report
    two.finish(two.busy_in, "16:31")
    table, match = two.table(datetime(2024, 11, 5, 16, 40))
    assert (table.state, match.report_by) == ("called", datetime(2024, 11, 5, 16, 46))
    assert two.comes in match.missing
    assert two.table(datetime(2024, 11, 5, 16, 47))[0].state == "past its reporting time"


def test_freed_table_starts_the_time_to_report_and_an_undo_does_not() -> None:
    two = TwoTables()
    two.correct()
    two.desk.record(TableFreed(match=two.busy_in), at="16:00")
    assert two.table(datetime(2024, 11, 5, 16, 1))[1].report_by == datetime(2024, 11, 5, 16, 15)
    freed = two.desk.facts[-1].id
    two.desk.record(Undone(fact=freed), at="16:02", reason="the wrong table")
    assert two.table(datetime(2024, 11, 5, 16, 30))[0].state == "waits for a player"


def test_starting_a_match_with_a_busy_player_needs_a_reason() -> None:
    two = TwoTables()
    two.correct()
    refused = two.do(StartMatch(match=two.final))
    assert isinstance(refused, Refused)
    assert refused.code == "call-playing"
    assert two.busy_text in refused.text
    assert GiveResult(match=two.final, words=("25-8",)).is_grave(two.desk.state), "a result needs a second Enter"
    assert isinstance(two.do(StartMatch(match=two.final), reason="table 2 has stopped"), Done)
    # the desk may go ahead, and still sees the warning
    table, match = two.table(CORRECTED)
    assert (table.state, match.in_doubt) == ("in play", (f"waits: {two.busy_text}",))


def test_walkover_against_a_busy_player_warns_where_they_are() -> None:
    two = TwoTables()
    two.correct()
    is_first = two.desk.view.sides(two.final)[0] == two.comes
    act = GiveResult(match=two.final, walkover="b" if is_first else "a", law="143i")
    view, busy_text = two.desk.view, two.busy_text
    done = two.do(act, reason="absent")
    assert isinstance(done, Done), done
    said = result_warnings(view, act, done)
    assert any(two.final in one and busy_text in one for one in said)
    assert not any("time to report" in one for one in said), "it has not begun"


def test_player_called_to_two_tables_is_where_they_reported() -> None:
    """A player called to two tables is where they reported, or else where the first call was."""
    two = TwoTables()
    plays = two.desk.view.known_sides(two.final)[0]
    rival = next(one for one in "ABCD" if one not in (plays, two.comes, two.desk.view.known_sides(two.final)[1]))
    assert rival in two.desk.view.known_sides(two.busy_in)
    two.desk.record(TableFreed(match=two.busy_in), at="15:15")
    also = two.desk.match(plays, rival, OTHER)
    two.desk.record(MatchCalled(match=also, table=2), at="15:16", reason="both at once")
    assert two.table(CORRECTED)[0].state == "past its reporting time", "the first call counts"
    is_first = two.desk.view.sides(also)[0] == plays
    two.desk.record(SideReported(match=also, side="a" if is_first else "b"), at="15:17")
    table, match = two.table(CORRECTED)
    (busy,) = busy_players(two.desk.view)[two.final]
    assert (busy.person, busy.match, busy.table, busy.is_there) == (PersonId(plays), also, 2, True)
    assert (table.state, match.in_doubt) == ("waits for a player", waits_for_busy_players(two.desk.view, two.final))


def test_first_of_two_tables_that_wait_for_a_player_goes_first() -> None:
    """A is in play at table 1 and called to 2, then to 3. The time to report runs at 2 first, and only then at 3."""
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    one, two, three = (desk.match("A", other) for other in "BCD")
    desk.record(MatchCalled(match=one, table=1), at="10:00")
    desk.record(MatchStarted(match=one), at="10:01")
    desk.record(MatchCalled(match=two, table=2), at="10:03", reason="he is quick")
    desk.record(MatchCalled(match=three, table=3), at="10:04", reason="he is quick")

    def finish(match: MatchId, at: str) -> None:
        a, b = desk.view.known_sides(match)
        desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 8)), at=at)

    def tables(clock: str) -> list[TableNow]:
        return list(hall_now(desk.view, datetime.fromisoformat(f"2024-11-05T{clock}")).tables[1:3])

    finish(one, "10:40")
    second, third = tables("10:50")
    assert second.match is not None
    assert third.match is not None
    assert (second.state, second.match.report_by.strftime("%H:%M")) == ("called", "10:55")
    (busy,) = busy_players(desk.view)[three]
    assert (busy.person, busy.match, busy.table, busy.is_there) == ("A", two, 2, False)
    assert (third.state, third.match.in_doubt) == ("waits for a player", waits_for_busy_players(desk.view, three))
    assert "A" not in third.match.missing
    assert "A" in second.match.missing
    finish(two, "11:20")
    third = tables("11:30")[1]
    assert third.match is not None
    assert (third.state, third.match.report_by.strftime("%H:%M")) == ("called", "11:35")
