"""A protest from the first line to the replayed board: window 30 minutes, fee 500."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from carrom.base.errors import Refused
from carrom.render.sheets.bracket_layout import lay_out_bracket
from carrom.render.sheets.order_sheets import hall_sheet
from carrom.render.sheets.sheet import sheet_text
from carrom.tournament.desk.blockers import contested_because
from carrom.tournament.desk.calling import call_match, next_calls
from carrom.tournament.desk.decisions import protest_tasks
from carrom.tournament.desk.hall_now import hall_now
from carrom.tournament.desk.printouts import protest_form
from carrom.tournament.desk.prizes import final_places, prizes
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.protests import resumption, resumption_text
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Stage
from carrom.tournament.model.events import (
    BoardPoints,
    DefinitionChanged,
    EntryLeft,
    MatchCalled,
    MatchStarted,
    ProtestFeePaid,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultGiven,
    SideReported,
    TableServiceSet,
    TournamentEventId,
)
from carrom.tournament.model.people import Category
from carrom.tournament.model.scores import as_pair, game_from_boards, sum_pairs
from carrom.tournament.tables.results import EntryId
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout

P1 = ProtestId("P1")


def boards(text: str) -> tuple[BoardPoints, ...]:
    """Read `a12 a8 b8` as boards."""
    return tuple(BoardPoints(winner="a" if one[0] == "a" else "b", points=int(one[1:])) for one in text.split())


def values_in(text: str) -> list[str]:
    """Return the matches, protests, entries, clock times, laws and numbers that a text names, in order."""
    return re.findall(r"\b(?:[MP]\d+|[ABCD]|\d\d:\d\d|\d+[a-z]?)\b", text)


class Semi:
    """Two groups of two, both semi-finals and the final, so that knockout matches depend on a group match."""

    def __init__(self, minutes: int | None = None) -> None:
        self.desk = Desk(groups_then_knockout(groups=2, advance=2, minutes=minutes))
        self.desk.enter("A B C D")
        self.desk.draw(GROUPS)
        self.desk.draw(KNOCKOUT)
        for meeting in ("AD", "BC"):
            self.desk.play(*meeting, 25, 5)
        semi, _, self.final = [record.fixture.id for record in self.desk.state.in_stage(KNOCKOUT)]
        self.semi = semi
        a, b = self.desk.view.sides(semi)
        assert a is not None
        assert b is not None
        self.a, self.b = a, b

    @property
    def signed_result(self) -> ResultGiven:
        return ResultGiven(
            match=self.semi, a=self.a, b=self.b, score=(25, 8), boards=boards("a12 a8 b8 a5"), first_break="a"
        )

    def signed(self, at: str = "15:10") -> TournamentEventId:
        return self.desk.record(self.signed_result, at=at)

    def lodged(self) -> ProtestLodged:
        return ProtestLodged(protest=P1, match=self.semi, side="b", board=3, text="wrong turn")


def test_upheld_protest_goes_back_to_the_contested_board() -> None:
    semi = Semi()
    desk = semi.desk
    desk.record(MatchCalled(match=semi.semi, table=3), at="14:30")
    first = semi.signed()
    other = desk.state.in_stage(KNOCKOUT)[1].fixture.id
    c, d = desk.view.sides(other)
    assert c is not None
    assert d is not None
    desk.record(ResultGiven(match=other, a=c, b=d, score=(25, 20)))
    desk.record(MatchCalled(match=semi.final, table=2), at="15:30")
    assert desk.view.tables_in_use == {2: semi.final}

    desk.record(semi.lodged(), at="15:31")
    assert desk.state.protests[P1].status == "lodged"
    assert desk.view.status(semi.final) == "called", "without the fee the final goes ahead"
    desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:35")
    assert desk.state.protests[P1].status == "admissible"
    assert desk.view.status(semi.semi) == "under protest"
    assert desk.view.status(semi.final) == "on hold"
    assert desk.view.tables_in_use == {}, "table 2 is free again"
    assert [task.code for task in desk.tasks] == ["protest"]

    desk.record(ProtestJudged(protest=P1, upheld=True), at="15:50")
    protest = desk.state.protests[P1]
    assert (protest.status, protest.refunded) == ("upheld", 500)
    assert protest_form(desk.view, protest=P1).table == "3", "the table of the match, although it is free now"
    resumed = resumption(boards("a12 a8 b8 a5"), 3, first_break="a", target=25)
    assert (resumed.score, resumed.board, resumed.breaker) == ((20, 0), 3, "a")
    assert [board.points for board in resumed.void] == [8, 5]

    replay = (*resumed.kept, *boards("b9 a5"))
    score = as_pair(game_from_boards(replay, target=25).points)
    assert score == (25, 9)
    desk.record(ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=score, boards=replay), at="16:05")
    counted = desk.view.result(semi.semi)
    assert counted is not None
    assert counted.score is not None
    assert counted.score[0] - counted.score[1] == 16
    kept = next(fact.body for fact in desk.facts if fact.id == first)
    assert isinstance(kept, ResultGiven)
    assert kept.score == (25, 8), "the first result, +17, remains in the log"
    assert desk.view.status(semi.final) == "called"


def test_call_time_of_a_paused_final_restarts_after_the_ruling() -> None:
    semi = Semi()
    desk = semi.desk
    semi.signed()
    other = desk.state.in_stage(KNOCKOUT)[1].fixture.id
    c, d = desk.view.known_sides(other)
    desk.record(ResultGiven(match=other, a=c, b=d, score=(25, 20)))
    desk.record(MatchCalled(match=semi.final, table=2), at="15:30")
    desk.record(SideReported(match=semi.final), at="15:31")
    desk.record(semi.lodged(), at="15:32")
    desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:35")
    assert desk.view.status(semi.final) == "on hold"
    desk.record(ProtestJudged(protest=P1, upheld=False), at="16:30")
    late = datetime(2024, 11, 5, 16, 40)
    table = hall_now(desk.view, late).tables[1]
    assert (table.state, table.match and table.match.missing) == ("one side present", (semi.a,))
    assert hall_now(desk.view, late + timedelta(minutes=6)).tables[1].state == "past its reporting time"
    desk.record(MatchStarted(match=semi.final), at="16:42")
    desk.record(TableServiceSet(table=4, works=False), at="16:44")
    assert desk.state.matches[semi.final].called == datetime(2024, 11, 5, 16, 30), "nothing else changes the call"


def test_match_after_a_contested_result_is_called_only_with_a_reason() -> None:
    semi = Semi()
    desk = semi.desk
    semi.signed()
    other = desk.state.in_stage(KNOCKOUT)[1].fixture.id
    c, d = desk.view.known_sides(other)
    desk.record(ResultGiven(match=other, a=c, b=d, score=(25, 20)))
    group = desk.state.in_stage(GROUPS)[0].fixture.id

    def doubts(clock: str) -> tuple[str, ...]:
        return contested_because(desk.view, semi.final, datetime.fromisoformat(f"2024-11-05T{clock}:00"))

    assert doubts("15:33") == ()
    desk.record(semi.lodged(), at="15:32")
    (doubt,) = doubts("15:33")
    assert values_in(doubt) == [semi.semi, semi.a, semi.b, "P1", semi.b, "15:40", "145"]
    now = datetime(2024, 11, 5, 15, 33)
    assert [one.match for one in next_calls(desk.view, now + timedelta(hours=1))[0]] == [semi.final]
    refused = call_match(desk.view, semi.final, 1, now=now, reason=None)
    assert isinstance(refused, Refused)
    assert refused.code == "call-rest", "people come first"
    rested = replace(desk.state.announced, hall=replace(desk.state.announced.hall, rest=0))
    desk.record(DefinitionChanged(definition=rested), at="15:33")
    refused = call_match(desk.view, semi.final, 1, now=now)
    assert isinstance(refused, Refused)
    assert refused.code == "call-contested"
    assert isinstance(call_match(desk.view, semi.final, 1, now=now, reason="both agree"), MatchCalled)
    assert doubts("15:41") == (), "too late for the fee: the result counts"
    # A published place no longer depends on its group.
    desk.publish(KNOCKOUT)
    desk.record(ProtestLodged(protest=ProtestId("P2"), match=group, side="b", board=1, text="late"), at="09:20")
    assert [values_in(why)[0] for why in doubts("09:25")] == [semi.semi, group]


def test_hall_view_names_the_protest_that_may_void_a_running_match() -> None:
    semi = Semi()
    desk = semi.desk
    desk.record(MatchCalled(match=semi.semi, table=3), at="15:00")
    desk.record(replace(semi.lodged(), over=datetime(2024, 11, 5, 15, 5)), at="15:06")

    def doubts(table: int, clock: str) -> tuple[str, ...]:
        found = hall_now(desk.view, datetime.fromisoformat(f"2024-11-05T{clock}:00")).tables[table - 1].match
        return () if found is None else found.in_doubt

    (doubt,) = doubts(3, "15:10")
    assert values_in(doubt) == ["P1", semi.b, "15:35", "145"], "against itself"
    assert doubts(3, "15:36") == ()
    desk.record(ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=(25, 8)), at="15:12")
    other = desk.state.in_stage(KNOCKOUT)[1].fixture.id
    c, d = desk.view.known_sides(other)
    desk.record(ResultGiven(match=other, a=c, b=d, score=(25, 20)), at="15:13")
    desk.record(MatchCalled(match=semi.final, table=2), at="15:14")
    (doubt,) = doubts(2, "15:15")
    assert values_in(doubt)[:5] == [semi.semi, semi.a, semi.b, "P1", semi.b], "against an earlier match"
    assert doubt in sheet_text(hall_sheet(desk.view, hall_now(desk.view, datetime(2024, 11, 5, 15, 15))))
    assert doubts(2, "15:36") == (), "too late for the fee"


def test_no_prizes_while_a_semi_final_is_under_protest() -> None:
    for upheld in (False, True):
        semi = Semi()
        desk = semi.desk
        semi.signed()
        other = desk.state.in_stage(KNOCKOUT)[1].fixture.id
        c, d = desk.view.known_sides(other)
        desk.record(ResultGiven(match=other, a=c, b=d, score=(25, 20)))
        desk.publish(KNOCKOUT)  # so that both finalists keep their places after any ruling on the semi-final
        desk.record(semi.lodged(), at="15:31")
        a, b = desk.view.known_sides(semi.final)
        desk.record(ResultGiven(match=semi.final, a=a, b=b, score=(25, 3)), at="15:33")
        event = desk.state.event(CompetitionId("S"))
        assert [one.place for one in prizes(desk.view, event)] == [1, 2, 3], "until the fee is paid the result counts"
        desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:35")
        assert desk.view.status(semi.final) == "played"
        assert prizes(desk.view, event) == []
        assert final_places(desk.view, event) == []
        assert lay_out_bracket(desk.view, KNOCKOUT).champion == ""
        desk.record(ProtestJudged(protest=P1, upheld=upheld), at="15:50")
        assert [one.place for one in prizes(desk.view, event)] == ([] if upheld else [1, 2, 3])


def test_protest_a_minute_late_is_refused() -> None:
    semi = Semi()
    semi.signed()
    assert semi.desk.refused(semi.lodged(), at="15:41") == "late"
    semi.desk.record(semi.lodged(), at="15:40")


@pytest.mark.law("151a")
def test_replayed_result_keeps_the_boards_before_the_contested_one() -> None:
    semi = Semi()
    desk = semi.desk
    semi.signed()  # a12 a8 b8 a5
    desk.record(semi.lodged(), at="15:31")
    desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:35")
    desk.record(ProtestJudged(protest=P1, upheld=True), at="15:50", by="referee")

    def given(a: int, b: int, by: str = "") -> ResultGiven:
        return replace(semi.signed_result, score=(a, b), boards=boards(by), first_break="a" if by else None)

    assert desk.refused(given(8, 25)) == "boards-stand"
    assert desk.refused(given(17, 25)) == "boards-stand"
    assert desk.refused(given(5, 25, by="b12 a5 b12 b1")) == "boards-stand", "as if it began at 0–0"
    assert desk.refused(given(25, 0, by="a8 a12 a5")) == "boards-stand"
    walkover = replace(given(0, 0), score=None, walkover="a")
    assert desk.refused(walkover) == "no-reason", "given away, as ever"
    at_hand = desk.state
    desk.record(given(20, 25))
    desk.state = at_hand
    desk.record(given(20, 25, by="a12 a8 b12 b12 b1"))
    desk.state = at_hand
    desk.record(given(8, 25), reason="board 1 was written for the wrong side")


@pytest.mark.law("151a")
def test_replayed_result_keeps_the_points_of_every_game() -> None:
    definition = groups_then_knockout(groups=2, advance=2)
    stages = [replace(one, overrides=replace(one.overrides, games=3)) for one in definition.events[0].stages]
    desk = Desk(replace(definition, events=(replace(definition.events[0], stages=tuple(stages)),)))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "D")
    a, b = desk.view.known_sides(match)
    played = (*boards("a12 a12 a1"), *(replace(one, game=2) for one in boards("b12 a8 a12 a5")))
    first = ResultGiven(match=match, a=a, b=b, score=(50, 12), games=(2, 0), boards=played, first_break="a")
    desk.record(first, at="15:10")
    desk.record(ProtestLodged(protest=P1, match=match, side="b", board=3, game=2, text="wrong turn"), at="15:11")
    desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:12")
    desk.record(ProtestJudged(protest=P1, upheld=True), at="15:20", by="referee")

    def given(*games: tuple[int, int]) -> ResultGiven:
        won = sum(a == 25 for a, _ in games), sum(b == 25 for _, b in games)
        return replace(first, boards=(), first_break=None, games=won, score=sum_pairs(games), by_game=games)

    assert desk.refused(given((25, 0), (7, 25), (25, 10))) == "boards-stand"
    assert desk.refused(given((20, 25), (25, 12), (25, 20))) == "boards-stand"
    desk.record(given((25, 0), (8, 25), (25, 10)))


def test_fee_after_the_window_makes_the_protest_late() -> None:
    semi = Semi()
    semi.signed()
    semi.desk.record(semi.lodged(), at="15:31")
    assert semi.desk.refused(ProtestFeePaid(protest=P1, amount=100), at="15:35") == "fee"
    semi.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:41")
    assert semi.desk.state.protests[P1].status == "late"
    assert semi.desk.refused(ProtestJudged(protest=P1, upheld=True)) == "not-open"
    assert semi.desk.view.status(semi.semi) == "played"


def test_a_dismissed_protest_leaves_the_result_and_keeps_the_fee() -> None:
    semi = Semi()
    semi.signed()
    semi.desk.record(semi.lodged(), at="15:31")
    semi.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:35")
    semi.desk.record(ProtestJudged(protest=P1, upheld=False), at="15:50")
    assert semi.desk.state.protests[P1].status == "dismissed"
    assert semi.desk.state.protests[P1].refunded == 0
    assert semi.desk.view.winner(semi.semi) == semi.a


def test_refused_protests() -> None:
    semi = Semi()
    desk = semi.desk
    assert desk.refused(semi.lodged()) == "not-signed"
    semi.signed()
    unknown = ProtestLodged(protest=P1, match=MatchId("M77"), side="a", board=1, text="?")
    assert desk.refused(unknown, at="15:20") == "unknown-match"
    nowhere = ProtestLodged(protest=P1, match=semi.semi, side="a", board=5, text="?")
    assert desk.refused(nowhere, at="15:20") == "no-board"
    assert desk.refused(ProtestFeePaid(protest=P1, amount=500)) == "unknown-protest"
    desk.record(semi.lodged(), at="15:20")
    assert desk.refused(semi.lodged(), at="15:21") == "protest-taken"


def test_boards_must_add_up_and_none_exceeds_the_maximum() -> None:
    semi = Semi()

    def given(score: tuple[int, int], text: str) -> ResultGiven:
        return ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=score, boards=boards(text))

    assert semi.desk.refused(given((25, 9), "a12 a8 b8 a5")) == "boards"
    assert semi.desk.refused(given((25, 8), "a13 a7 b8 a5")) == "board"
    semi.desk.record(given((25, 0), "a12 a8 a12"))  # 32 raw: recorded as the target (I-13)


def test_time_up_at_fourteen_each() -> None:
    """The running board void, an extra board of 6: A wins, the record stays 14–14 and the net 0."""
    semi = Semi(minutes=60)
    played = (*boards("a9 b12 a5 b2"), BoardPoints(winner="a", points=6, extra=True))
    game = game_from_boards(played, target=25)
    assert game.extra is not None
    score, extra = as_pair(game.points), as_pair(game.extra)
    assert (score, extra) == ((14, 14), (6, 0))
    semi.desk.record(ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=score, extra=extra, boards=played))
    assert semi.desk.view.winner(semi.semi) == semi.a
    # The board finished instead: B wins it by 3, and with it the game.
    other = Semi()
    score = as_pair(game_from_boards(boards("a9 b12 a5 b2 b3"), target=25).points)
    assert score == (14, 17)
    other.desk.record(ResultGiven(match=other.semi, a=other.a, b=other.b, score=score))
    assert other.desk.view.winner(other.semi) == other.b


def test_disqualified_side_loses_its_open_match() -> None:
    semi = Semi()
    semi.desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId(semi.a), how="disqualified"), reason="Law 143a")
    assert semi.desk.view.winner(semi.semi) == semi.b
    assert semi.desk.view.status(semi.semi) == "played"


def test_the_window_runs_from_the_end_of_the_contested_board() -> None:
    semi = Semi()
    semi.signed()  # at 15:10, the window is 30 minutes
    over = replace(semi.lodged(), over=datetime(2024, 11, 5, 14, 50))
    assert semi.desk.refused(over, at="15:21") == "late"
    future = replace(semi.lodged(), over=datetime(2024, 11, 5, 15, 12))
    assert semi.desk.refused(future, at="15:15") == "not-over"
    semi.desk.record(over, at="15:20")
    semi.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:21")
    assert semi.desk.state.protests[P1].status == "late"


def test_replayed_boards_extend_the_protest_window_but_corrections_do_not() -> None:
    semi = Semi()
    desk = semi.desk
    first = semi.signed()  # at 15:10, the window is 30 minutes
    turned = replace(semi.lodged(), protest=ProtestId("P2"))
    desk.record(semi.lodged(), at="15:31")
    given = ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=(25, 7), boards=boards("a12 a8 b7 a5"))
    desk.record(given, at="15:38", supersedes=first, reason="misread")
    assert desk.state.matches[semi.semi].signed == datetime(2024, 11, 5, 15, 10), "no board was played since"
    assert desk.refused(turned, at="15:41") == "late"
    desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:40")
    assert desk.state.protests[P1].status == "admissible"
    desk.record(ProtestJudged(protest=P1, upheld=True), at="15:50", by="referee")
    ((code, text),) = protest_tasks(desk.state)
    assert (code, values_in(text)) == ("replay", [semi.semi, "20", "0", "3", semi.a])
    desk.record(replace(given, score=(25, 9), boards=boards("a12 a8 b9 a5")), at="16:05")
    desk.record(turned, at="16:35")
    assert "16:35" in next(text for code, text in protest_tasks(desk.state) if code == "fee")


def test_window_of_a_protest_during_play_runs_from_the_end_of_the_match() -> None:
    semi = Semi()
    desk = semi.desk
    desk.record(MatchCalled(match=semi.semi, table=2), at="14:30")
    desk.record(semi.lodged(), at="14:50")
    first = semi.signed()
    again = replace(semi.signed_result, score=(25, 7), boards=boards("a12 a8 b7 a5"))
    desk.record(again, at="15:30", supersedes=first, reason="misread")
    desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:41")
    assert desk.state.protests[P1].status == "late"


def test_fee_and_decision_tasks_give_their_deadlines() -> None:
    semi = Semi()
    semi.signed()
    semi.desk.record(replace(semi.lodged(), signed_by="D himself"), at="15:20")
    assert all(one in semi.desk.state.notices[-1].text for one in ("D himself", "wrong turn"))
    ((code, text),) = protest_tasks(semi.desk.state)
    assert (code, values_in(text)) == ("fee", ["P1", semi.semi, "500", "15:40", "145"])
    late = datetime(2024, 11, 5, 15, 41)
    ((code, overdue),) = protest_tasks(semi.desk.state, late)
    assert (code, values_in(overdue)) == ("fee", values_in(text))
    assert overdue != text, "the time has passed"
    semi.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:25")
    ((code, text),) = protest_tasks(semi.desk.state, late)
    assert (code, values_in(text)) == ("protest", ["P1", semi.semi, "16:20", "151c"])
    ((_, text),) = protest_tasks(semi.desk.state, datetime(2024, 11, 5, 16, 30))
    assert values_in(text) == ["P1", semi.semi, "16:20", "151c", "10"], "minutes overdue"
    event = semi.desk.state.event("S")
    assert not any(semi.a in prize.entries for prize in prizes(semi.desk.view, event)), "no prize before the decision"
    semi.desk.record(ProtestJudged(protest=P1, upheld=False), at="17:40", reason="the turn was right")
    notice = semi.desk.state.notices[-1].text
    assert values_in(notice) == ["P1", semi.semi, "151b", "80", "151c", "500"]
    assert notice.endswith(": the turn was right")
    assert list(protest_tasks(semi.desk.state)) == []


def test_player_cannot_judge_their_own_protest() -> None:
    semi = Semi()
    semi.signed()
    semi.desk.record(semi.lodged(), at="15:31")
    semi.desk.record(ProtestFeePaid(protest=P1, amount=500), at="15:35")
    assert semi.desk.refused(ProtestJudged(protest=P1, upheld=True), by=semi.b.lower()) == "own-protest"
    semi.desk.record(ProtestJudged(protest=P1, upheld=True), by="referee", at="15:50")
    ((code, text),) = protest_tasks(semi.desk.state)
    assert (code, values_in(text)) == ("replay", [semi.semi, "20", "0", "3", semi.a])


def test_no_protest_where_the_umpire_is_final() -> None:
    stage = Stage(id=KNOCKOUT.stage, format="knockout", rulebook="four-break")
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Four", day=DAY, events=(event,)))
    desk.enter("A B")
    desk.draw(KNOCKOUT)
    desk.play("A", "B", 30, 5, key=KNOCKOUT)
    lodged = ProtestLodged(protest=P1, match=MatchId("M1"), side="b", board=1, text="?")
    assert desk.refused(lodged) == "no-protest"


@pytest.mark.parametrize(
    ("board", "game", "code"),
    [(10, None, "no-board"), (10, 1, "no-board"), (1, 2, "no-board"), (9, None, "no-board"), (8, None, None)],
)
def test_protest_against_an_impossible_board_is_refused(board: int, game: int | None, code: str | None) -> None:
    """Eight boards, and a ninth only as a recorded extra board."""
    semi = Semi()
    semi.desk.record(ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=(25, 8)), at="15:10")
    lodged = replace(semi.lodged(), board=board, game=game)
    if code is None:
        semi.desk.record(lodged, at="15:15")
    else:
        assert semi.desk.refused(lodged, at="15:15") == code


def of_game(text: str, game: int) -> tuple[BoardPoints, ...]:
    return tuple(replace(one, game=game) for one in boards(text))


def test_resumption_leaves_out_what_is_not_recorded() -> None:
    result = ResultGiven(match=MatchId("M1"), a=EntryId("A"), b=EntryId("B"), score=(25, 8))

    def values(board: int, *games: str, game: int | None = None, **more: Any) -> list[str]:
        """Return the match, the score, the board, its game and who breaks, as far as the text has them."""
        played = tuple(one for n, boards in enumerate(games, 1) for one in of_game(boards, n))
        is_single = len(games) < 2
        resumed = resumption(played, board, game=game, target=25, is_single=is_single, **more)
        return values_in(resumption_text(result, resumed, is_single=is_single))

    assert values(5, first_break="a") == ["M1", "5"], "neither score nor break on record"
    assert values(1, first_break="a") == ["M1", "0", "0", "1"]
    assert values(3, "a12 a8 b8 a5", first_break=None) == ["M1", "20", "0", "3"]
    assert values(3, "a12 a8 b8 a5", first_break="b") == ["M1", "20", "0", "3", "B"]
    # The side that did not open the first game opens the second.
    assert values(2, "a12 a12 a1", "b4 a9", game=2, first_break="a") == ["M1", "0", "4", "2", "2", "A"]
    assert values(4, "a12 a12 a1", "b4 a9", first_break="a") == ["M1", "0", "0", "4", "2", "B"]


def test_protest_against_a_board_missing_from_the_card_is_refused() -> None:
    semi = Semi()
    semi.desk.record(semi.signed_result, at="15:10")
    played = len(semi.signed_result.boards)
    assert semi.desk.refused(replace(semi.lodged(), board=played + 1), at="15:15") == "no-board"
    semi.desk.record(replace(semi.lodged(), board=played), at="15:15")


def test_recorded_extra_board_can_be_contested() -> None:
    semi = Semi()
    semi.desk.record(ResultGiven(match=semi.semi, a=semi.a, b=semi.b, score=(20, 20), extra=(3, 0)), at="15:10")
    semi.desk.record(replace(semi.lodged(), board=9), at="15:15")
