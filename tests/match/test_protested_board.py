"""I-36: the board that a protest concerns, the withheld winner while it is open, and its permanence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.match import Match, PlayerId, Record, Refused, apply, deadlines, possible_acts, tell, view
from carrom.match.log import acts as a
from carrom.match.parties import ByParty
from carrom.match.views.score_card import score_card
from carrom.render.card.text import card_text
from tests.match.table import Table
from tests.refusals import mentions

ENDS: list[tuple[str, a.Act]] = [
    ("icf", a.LoseBoard("b", "91")),
    ("icf", a.ReplayBoard("140")),
    ("icf", a.Concede("b", "game")),
    ("icf", a.Concede("b", "match")),
    ("icf", a.LoseMatch("b", "143d")),
]


def upheld(table: Table) -> None:
    number = len(table.match.course.protests)
    table.do(a.ProtestWritten(number), a.ProtestDecided(number, upheld=True))


@pytest.mark.law("151a", "I-36")
@pytest.mark.parametrize(("book", "end"), ENDS, ids=[act.kind + getattr(act, "what", "") for _, act in ENDS])
@pytest.mark.parametrize("earlier", [0, 1])
def test_protested_board_is_replayed_however_it_ended(book: str, end: a.Act, earlier: int) -> None:
    table = Table(book)
    table.do(a.Toss("a"))
    for _ in range(earlier):
        table.board_to("a", 9, queen=True)
    before = table.match.course
    table.do(a.Play(), a.StrokeMade(own=1), end, a.Protest("b", "I said nothing"))
    case = table.match.course.protests[-1]
    assert (case.game, case.board) == (1, earlier + 1)
    upheld(table)
    course = table.match.course
    assert (table.points, table.match.phase, table.match.winner) == ((12 * earlier, 0), "ready", None)
    assert (course.boards, course.score) == (before.boards, before.score)
    table.do(a.Play())
    assert (table.board.number, table.board.breaker) == (earlier + 1, before.next_breaker(table.match.setup))


@pytest.mark.law("I-36", "146")
def test_written_protest_is_timed_from_the_end_by_a_law() -> None:
    table = Table().begin(at=0.0)
    table.do(a.Protest("b", "before"), at=5.0)
    table.do(a.LoseMatch("b", "143d"), at=100.0)
    table.do(a.Protest("b", "after"), at=110.0)
    assert [case.board_over for case in table.match.course.protests] == [100.0, 100.0]
    assert [one.at for one in deadlines(table.match) if one.what == "protest-written"] == [1000.0, 1000.0]


@pytest.mark.law("I-36")
def test_match_end_between_boards_belongs_to_the_next_board() -> None:
    table = Table()
    table.do(a.Toss("a"))
    table.board_to("a", 9, queen=True)
    table.do(a.Foul("b", "122b"))
    stood = table.match.course
    table.do(a.Stop("a quarrel"), a.LoseMatch("b", "143d"), a.Protest("b", "it was the spectator"))
    assert (table.match.course.protests[0].game, table.match.course.protests[0].board) == (1, 2)
    upheld(table)
    assert (table.points, table.match.phase) == ((12, 0), "ready")
    assert (table.match.course.carried, table.match.course.boards) == (stood.carried, stood.boards)


@pytest.mark.law("I-36")
def test_match_lost_before_its_start_can_be_protested() -> None:
    table = Table()
    table.do(a.Called(), a.LoseMatch("b", "143i"), a.Protest("b", "I sat at table 4"))
    upheld(table)
    assert (table.match.phase, table.match.winner) == ("toss", None)
    table.begin()


def test_remark_belongs_to_the_last_board() -> None:
    table = Table().begin()
    table.do(a.ReplayBoard("140"), a.Remark("the lamp fell"))
    assert [(note.game, note.board) for note in table.match.course.remarks] == [(1, 1)]


# --- the winner is withheld -------------------------------------------------------------------------------------------


def won_under_protest(*, by_law: bool) -> Table:
    table = Table("vkk")
    table.match = Match.start(replace(table.match.setup, names=ByParty(("Meera",), ("Anil",))))
    table.begin()
    table.do(a.Protest("b", "a push"))
    if by_law:
        table.do(a.LoseMatch("b", "143d"))
    else:
        table.do(a.LoseBoard("b", "91"))
        table.board_to("a", 9, queen=True)
        table.board_to("a", 9, queen=True)
    assert table.match.winner == "a"
    return table


@pytest.mark.law("150", "I-36")
@pytest.mark.parametrize("by_law", [False, True])
def test_open_protest_withholds_the_winner(by_law: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = won_under_protest(by_law=by_law)
    shown = view(table.match).json()
    assert (shown["winner"], shown["announced"], shown["score"]["match"]) == (None, None, None)
    assert [game["winner"] for game in shown["score"]["games"]] == [None] * (not by_law)
    assert [one.code for one in table.match.happened][-1] == "result-withheld"
    assert not any(one.code in ("match-won", "game-won") for one in table.match.happened)
    withheld = " ".join(tell(table.match))
    card = score_card(table.match)
    assert (card.winner, [game.winner for game in card.games]) == ("", [""] * (not by_law))
    assert "given to" not in card_text(card)
    assert any(mentions(one, "150") for one in card.remarks)
    path = tmp_path / "m.carrom"
    path.write_text(Record.of(table.match).text(), encoding="utf-8")
    assert main(["record", "check", str(path)]) == 0
    assert main(["replay", "--print", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "won by" not in printed
    table.do(a.ProtestDecided(1))
    won = tell(table.match)[-1].partition(" (")[0]
    assert "Meera" in won
    assert won not in withheld
    assert won not in printed
    assert [(one.code, one.laws) for one in table.match.happened] == [
        ("protest-overruled", ("151b",)),
        ("match-won", ("143d" if by_law else "57", "150")),
    ]
    assert (view(table.match).winner, score_card(table.match).winner) == ("a", "Meera")
    assert view(table.match).json()["score"]["match"] == (None if by_law else "a")


# --- the protest stays ------------------------------------------------------------------------------------------------


@pytest.mark.law("149", "I-36")
def test_correction_keeps_an_open_protest() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.Protest("b", "a push"), a.StrokeMade(own=1))
    assert table.refused(a.Correct(2, "a wrong tap")) == ("protest-open", "149")
    assert table.refused(a.Correct(3, "a wrong tap")) == ("protest-open", "149")
    table.do(a.Correct(4, "the stroke missed"), a.StrokeMade())
    assert [case.decision for case in table.match.course.protests] == [None]
    # A correction past another correction is still refused.
    assert table.refused(a.Correct(1, "all wrong")) == ("protest-open", "149")
    table.do(a.ProtestDecided(1), a.Correct(7, "it was upheld"))
    assert [case.decision for case in table.match.course.protests] == [None]
    table.do(a.ProtestDecided(1))


@pytest.mark.law("149", "I-36")
def test_card_names_a_corrected_protest() -> None:
    """Otherwise no mistake before such a protest could ever be corrected."""
    table = Table().begin()
    table.do(a.StrokeMade(own=2), a.Protest("b", "a push"), a.ProtestDecided(1), a.Correct(2, "it was one piece"))
    assert table.match.course.protests == ()
    remarks = score_card(table.match).remarks
    assert any(mentions(one, 6, 2, "it was one piece") for one in remarks)
    assert any(mentions(one, 6, 1, "b", 1, 1, "a push", "overruled", "149") for one in remarks)


# --- the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.law("150", "I-36")
@pytest.mark.parametrize("goes_on", [a.Play(), a.ProtestWritten(1), a.ProtestDecided(1), a.Appeal("a")])
def test_stroke_clock_stops_during_a_protest(goes_on: a.Act) -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=1), at=10.0)
    table.do(a.Protest("b", "a push"), at=14.0)
    assert [one.what for one in deadlines(table.match)] == ["protest-decided"]
    assert table.refused(a.Timeout(), at=26.0) == ("clock-stands", "150")
    assert table.refused(a.Play(45.0), at=26.0) == ("no-rack", "121a")
    table.do(goes_on, at=100.0)
    if goes_on.kind == "appeal":
        table.do(a.Play(), at=200.0)
    end = 211.0 if goes_on.kind == "appeal" else 111.0
    assert [one.at for one in deadlines(table.match) if one.what == "stroke"] == [end]
    assert "play" not in possible_acts(table.match)
    assert table.refused(a.Play(), at=end - 1) == ("out-of-order", "46")
    table.do(a.Timeout(), at=end)


def test_stroke_restarts_the_clock() -> None:
    table = Table().begin(at=0.0)
    table.do(a.Protest("b", "he stood up"), at=4.0)
    table.do(a.StrokeMade(own=1), at=60.0)
    assert [one.at for one in deadlines(table.match) if one.what == "stroke"] == [75.0]


# --- the time of the game ---------------------------------------------------------------------------------------------


@pytest.mark.law("I-43", "I-26")
@pytest.mark.parametrize(("book", "seconds"), [("kreeda-2024", 1800.0), ("four-break", 3600.0)])
def test_early_time_up_is_refused(book: str, seconds: float) -> None:
    table = Table(book).begin(at=100.0)
    answer = apply(table.match, table.match.next_event(a.TimeUp(), at=130.0))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.law) == ("time-left", "I-43")
    assert mentions(answer.text, f"{int(seconds - 30) // 60}:30")
    table.do(a.Stop("rain"), at=200.0)
    assert table.refused(a.TimeUp(), at=9000.0) == ("time-left", "I-43")
    table.do(a.Play(), at=300.0)
    table.do(a.TimeUp(), at=200.0 + seconds)
    assert table.match.phase == "toss"
    # The extra board has no game clock.
    table.do(a.Toss("a"), a.Play(), at=201.0 + seconds)
    assert [one.what for one in deadlines(table.match)] == ["stroke"]
    table.do(a.Stop("rain"), at=210.0 + seconds)
    table.do(a.Play(), at=220.0 + seconds)
    assert [one.what for one in deadlines(table.match)] == ["stroke"]


@pytest.mark.law("137", "I-33")
def test_pass_needs_a_turn_without_a_stroke() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.Pass())
    assert (table.board.passes, table.board.turn.party) == (0, "b")
    table.do(*[a.Pass()] * 5)
    assert table.board.passes == 5
    assert [one.code for one in table.do(a.Pass()).happened] == ["board-replayed"]


@pytest.mark.law("26b", "I-41")
def test_passes_count_as_turns_and_lost_turns_do_not() -> None:
    taken = Table("kreeda-2024").begin()
    taken.do(a.StrokeMade(own=1), a.StrokeMade(), a.Talk(PlayerId("b")), a.StrokeMade())
    taken.do(a.StrokeMade(own=8, queen=True), a.StrokeMade(own=1))
    assert taken.match.course.boards[0].slam == "black"
    passed = Table("kreeda-2024").begin()
    passed.do(a.StrokeMade(own=1), a.StrokeMade(), a.Pass(), a.StrokeMade())
    passed.do(a.StrokeMade(own=8, queen=True), a.StrokeMade(own=1))
    assert passed.match.course.boards[0].slam is None
