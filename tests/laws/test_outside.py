"""Incidents outside a stroke: fouls, lost boards, replays, concessions, misconduct, protests."""

from __future__ import annotations

import pytest

from carrom.laws import START, BySide, Result, Situation, StrokeFacts, judge_incident, rulebook
from carrom.laws import incidents as happens
from carrom.laws.facts import Side
from carrom.laws.outside import IncidentRuling

ICF = rulebook("icf")
MIDDLE = Situation(own=5, opponent=7, opened=True)


def ruled(before: Situation, incident: happens.Incident, book: str = "icf") -> IncidentRuling:
    return judge_incident(before, incident, rulebook(book))


@pytest.mark.law("62", "63a")
def test_a_breach_before_the_first_stroke_of_the_turn_is_a_technical_foul() -> None:
    ruling = ruled(MIDDLE, happens.Violation("player", "133"))
    assert (ruling.turn, ruling.placed, ruling.own) == ("continues", BySide(1, 0), 6)
    assert ruling.laws == ("133", "63a")


@pytest.mark.law("63b")
def test_a_breach_by_the_side_not_in_turn_is_a_technical_foul() -> None:
    ruling = ruled(MIDDLE, happens.Violation("opponent", stroke_played=True))
    assert (ruling.turn, ruling.placed, ruling.opponent) == ("continues", BySide(0, 1), 8)
    assert ruling.laws == ("63b",)


@pytest.mark.law("63a", "72c")
def test_a_technical_foul_with_all_nine_on_stays_owed() -> None:
    ruling = ruled(START, happens.Violation("player", "135"))
    assert (ruling.placed, ruling.owed, ruling.own) == (BySide(0, 0), BySide(1, 0), 9)


@pytest.mark.law("64a")
def test_a_breach_after_the_first_stroke_loses_the_turn_and_a_pending_queen() -> None:
    pending = Situation(own=5, opponent=7, queen="pending", opened=True)
    ruling = ruled(pending, happens.Violation("player", stroke_played=True))
    assert (ruling.turn, ruling.placed, ruling.queen, ruling.returned.queen) == ("passes", BySide(1, 0), "board", True)
    assert ruling.laws == ("64a", "96")


@pytest.mark.law("63b")
def test_a_pending_queen_survives_the_other_sides_foul() -> None:
    pending = Situation(own=5, opponent=7, queen="pending", opened=True)
    ruling = ruled(pending, happens.Violation("opponent"))
    assert (ruling.turn, ruling.queen) == ("continues", "pending")


@pytest.mark.law("46", "50", "I-12")
@pytest.mark.parametrize(
    ("before", "played", "turn", "laws"),
    [
        (MIDDLE, True, "passes", ("50", "I-12", "64a")),
        (MIDDLE, False, "continues", ("50", "I-12", "63a")),
        (START, False, "continues", ("46", "I-12", "63a", "72c")),
    ],
)
def test_the_stroke_clock(before: Situation, played: bool, turn: str, laws: tuple[str, ...]) -> None:
    ruling = ruled(before, happens.ClockRanOut(stroke_played=played))
    assert (ruling.turn, ruling.laws, ruling.penalty) == (turn, laws, BySide(1, 0))


@pytest.mark.law("82a", "84b", "85", "86", "88b", "89b", "114")
@pytest.mark.parametrize("how", sorted(happens.MISPLACEMENTS))
@pytest.mark.parametrize(("offender", "kind"), [("opponent", "63b"), ("player", "63a")])
def test_a_misplaced_piece_is_put_right_and_costs_one(how: str, offender: Side, kind: str) -> None:
    ruling = ruled(MIDDLE, happens.Misplacement(offender, how))
    assert ruling.put_right
    assert ruling.laws == (happens.MISPLACEMENTS[how], kind)
    assert ruling.penalty == (BySide(1, 0) if offender == "player" else BySide(0, 1))


@pytest.mark.law("86", "64a")
def test_misplacing_in_the_middle_of_ones_own_turn_loses_it() -> None:
    assert ruled(MIDDLE, happens.Misplacement("player", "moved another piece", stroke_played=True)).turn == "passes"


@pytest.mark.law("47")
def test_a_break_before_play() -> None:
    ruling = ruled(START, happens.EarlyBreak(StrokeFacts(own=2, opponent=1, queen=True)))
    assert (ruling.turn, ruling.returned.own, ruling.returned.queen) == ("passes", 2, True)
    # Both pieces come back; the penalty cannot be paid while all nine are on.
    assert (ruling.own, ruling.opponent, ruling.queen, ruling.owed) == (9, 8, "board", BySide(1, 0))
    assert ruling.laws[0] == "47"


@pytest.mark.law("47", "72b")
def test_a_break_before_play_with_the_striker_adds_a_due() -> None:
    assert ruled(START, happens.EarlyBreak(StrokeFacts(striker=True))).owed == BySide(2, 0)


LOST = [
    pytest.param(happens.OutOfTurn, "51", marks=pytest.mark.law("51", "I-20")),
    pytest.param(happens.LeftSeat, "91", marks=pytest.mark.law("91")),
    pytest.param(happens.PlayedDuringAppeal, "121b", marks=pytest.mark.law("121a", "121b", "I-20")),
    pytest.param(happens.BoardUpset, "126b", marks=pytest.mark.law("126b", "I-20")),
]


@pytest.mark.parametrize(("incident", "law"), LOST)
@pytest.mark.parametrize(
    ("queen", "score", "points"),
    [
        ("board", 21, 4 + 3),
        ("pending", 21, 4 + 3),
        ("opponent", 21, 4 + 3),
        ("player", 21, 4),
        ("board", 22, 4),
        ("opponent", 22, 4),
    ],
)
def test_the_offender_loses_the_board(incident: type, law: str, queen: str, score: int, points: int) -> None:
    before = Situation(own=4, opponent=6, queen=queen, opened=True, score=BySide(0, score))  # type: ignore[arg-type]
    ruling = ruled(before, incident("player"))
    assert ruling.result == Result("opponent", points)
    assert (ruling.turn, ruling.board, ruling.laws[0]) == ("over", "over", law)


@pytest.mark.law("51", "91", "53b")
def test_the_side_not_in_turn_can_lose_the_board_too() -> None:
    before = Situation(own=4, opponent=6, queen="pending", opened=True, score=BySide(10, 30))
    assert ruled(before, happens.OutOfTurn("opponent")).result == Result("player", 6 + 3)
    assert ruled(before, happens.LeftSeat("opponent"), "community-2024").result == Result("player", 6 + 5)


@pytest.mark.law("55")
def test_a_lost_board_writes_off_what_is_owed_and_keeps_to_the_most() -> None:
    before = Situation(own=9, opponent=9, owed=BySide(2, 1))
    ruling = ruled(before, happens.OutOfTurn("player"))
    assert (ruling.result, ruling.owed) == (Result("opponent", 12), BySide(0, 0))


@pytest.mark.law("kreeda-2024:14d", "91")
def test_leaving_the_seat_may_cost_the_match_in_kreeda() -> None:
    ruling = ruled(MIDDLE, happens.LeftSeat("player"), "kreeda-2024")
    assert (ruling.match, ruling.loser, ruling.result) == ("match may be lost", "player", Result("opponent", 10))
    assert ruling.laws[:2] == ("kreeda-2024:14d", "91")
    assert ruled(MIDDLE, happens.LeftSeat("player")).match == "goes on"


@pytest.mark.law("132", "kreeda-2024:14a")
def test_talking_to_spectators() -> None:
    assert ruled(MIDDLE, happens.TalkedToSpectators("opponent")).laws == ("132", "63b")
    in_turn = ruled(MIDDLE, happens.TalkedToSpectators("player"), "kreeda-2024")
    assert (in_turn.turn, in_turn.penalty, in_turn.laws) == ("passes", BySide(0, 0), ("kreeda-2024:14a",))
    waiting = ruled(MIDDLE, happens.TalkedToSpectators("opponent"), "kreeda-2024")
    assert (waiting.turn, waiting.misses_turn) == ("continues", "opponent")


@pytest.mark.parametrize(
    ("reason", "law"),
    [
        pytest.param("three passes each", "137", marks=pytest.mark.law("137")),
        pytest.param("unforeseen", "140", marks=pytest.mark.law("140")),
        pytest.param("no room for the striker", "142", marks=pytest.mark.law("142")),
    ],
)
def test_a_board_is_replayed(reason: happens.Hindrance, law: str) -> None:
    ruling = ruled(MIDDLE, happens.Replay(reason))
    assert (ruling.board, ruling.turn, ruling.result, ruling.laws) == ("replayed", "over", None, (law,))


@pytest.mark.law("139")
def test_concessions() -> None:
    game = ruled(MIDDLE, happens.Concession("opponent"))
    assert (game.match, game.loser, game.laws) == ("game lost", "opponent", ("139",))
    assert ruled(MIDDLE, happens.Concession("player", "match")).match == "match lost"


@pytest.mark.law("143", "143a", "143b", "143c", "143d", "143e", "143f", "143g", "143h", "143i")
@pytest.mark.parametrize("act", ["indiscipline", *"abcdefghi"])
def test_misconduct_may_cost_the_match_and_the_officials_decide(act: str) -> None:
    open_case = ruled(MIDDLE, happens.Misconduct("opponent", act))
    assert (open_case.board, open_case.match, open_case.loser) == ("goes on", "match may be lost", "opponent")
    decided = ruled(MIDDLE, happens.Misconduct("opponent", act, match_lost=True))
    assert (decided.board, decided.match, decided.loser) == ("unscored", "match lost", "opponent")
    assert decided.laws == ("143" if act == "indiscipline" else f"143{act}",)


@pytest.mark.law("151a", "151b")
def test_a_protest() -> None:
    assert ruled(MIDDLE, happens.ProtestDecided(upheld=True)).board == "replayed"
    overruled = ruled(MIDDLE, happens.ProtestDecided(upheld=False))
    assert (overruled.board, overruled.turn, overruled.laws) == ("goes on", "continues", ("151b",))


@pytest.mark.law("I-26")
@pytest.mark.parametrize("book", ["four-break", "kreeda-2024"])
def test_time_is_up(book: str) -> None:
    ruling = ruled(MIDDLE, happens.TimeUp(), book)
    assert (ruling.board, ruling.result, ruling.laws) == ("unscored", None, ("I-26",))
