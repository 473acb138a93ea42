"""Incidents outside a stroke: fouls, the clock, early breaks, boards lost, talking, passing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carrom.laws import START, BoardEnd, BySide, Situation, StrokeFacts, incidents as happens, judge_incident, rulebook
from carrom.laws.facts import QueenPlace, Side
from carrom.laws.incidents import PASSES_OF_ALL, IncidentRuling

ICF = rulebook("icf")
MIDDLE = Situation(own=5, opponent=7, opened=True)


def ruled(before: Situation, incident: happens.Incident, book: str = "icf") -> IncidentRuling:
    return judge_incident(before, incident, rulebook(book))


@pytest.mark.law("63a")
def test_a_breach_before_the_first_stroke_of_the_turn_is_a_technical_foul() -> None:
    ruling = ruled(MIDDLE, happens.Violation("player", "133"))
    assert (ruling.turn, ruling.placed, ruling.own) == ("continues", BySide(1, 0), 6)
    assert ruling.laws == ("133", "63a")


@pytest.mark.law("63b")
def test_a_breach_by_the_side_not_in_turn_is_a_technical_foul() -> None:
    ruling = ruled(MIDDLE, happens.Violation("opponent", "129", stroke_played=True))
    assert (ruling.turn, ruling.placed, ruling.opponent) == ("continues", BySide(0, 1), 8)
    assert ruling.laws == ("129", "63b")


@pytest.mark.law("63a", "72c")
def test_technical_foul_with_nine_on_stays_owed() -> None:
    ruling = ruled(START, happens.Violation("player", "135"))
    assert (ruling.placed, ruling.owed, ruling.own) == (BySide(0, 0), BySide(1, 0), 9)


@pytest.mark.law("64a")
def test_a_breach_after_the_first_stroke_loses_the_turn_and_a_pending_queen() -> None:
    pending = Situation(own=5, opponent=7, queen="pending", opened=True)
    ruling = ruled(pending, happens.Violation("player", "134", stroke_played=True))
    assert (ruling.turn, ruling.placed, ruling.queen, ruling.returned.queen) == ("passes", BySide(1, 0), "board", True)
    assert ruling.laws == ("134", "64a", "96")


@pytest.mark.law("63b")
def test_a_pending_queen_survives_the_other_sides_foul() -> None:
    pending = Situation(own=5, opponent=7, queen="pending", opened=True)
    ruling = ruled(pending, happens.Violation("opponent", "129"))
    assert (ruling.turn, ruling.queen) == ("continues", "pending")


@pytest.mark.law("I-12")
@pytest.mark.parametrize(
    ("before", "played", "turn", "laws"),
    [
        pytest.param(MIDDLE, True, "passes", ("50", "I-12", "64a"), marks=pytest.mark.law("50", "64a")),
        pytest.param(MIDDLE, False, "continues", ("50", "I-12", "63a"), marks=pytest.mark.law("50", "63a")),
        pytest.param(START, False, "continues", ("46", "I-12", "63a", "72c"), marks=pytest.mark.law("46", "72c")),
    ],
)
def test_the_stroke_clock(before: Situation, played: bool, turn: str, laws: tuple[str, ...]) -> None:
    ruling = ruled(before, happens.ClockRanOut(stroke_played=played))
    assert (ruling.turn, ruling.laws, ruling.penalty) == (turn, laws, BySide(1, 0))


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


@pytest.mark.law("47", "72c")
def test_a_break_before_play_while_both_owe() -> None:
    before = replace(START, owed=BySide(2, 3))
    ruling = ruled(before, happens.EarlyBreak(StrokeFacts(own=3, opponent=2, striker=True)))
    # Three come back and two were owed; with a penalty and a due that makes seven, of which only the three are
    # available.
    assert (ruling.placed, ruling.owed) == (BySide(3, 2), BySide(4, 1))
    assert (ruling.own, ruling.opponent, ruling.penalty) == (9, 9, BySide(2, 0))
    assert ruling.laws == ("47", "72b", "72c")


@pytest.mark.parametrize("offender", ["player", "opponent"])
def test_pieces_without_room_come_out_with_the_penalty(offender: Side) -> None:
    before = Situation(own=8, opponent=5, opened=True, owed=BySide(1, 2))
    ruling = ruled(before, happens.Violation(offender, "129"))
    by_player = offender == "player"
    assert ruling.placed == (BySide(1, 2) if by_player else BySide(1, 3))
    assert ruling.owed == (BySide(1, 0) if by_player else BySide(0, 0))
    assert (ruling.own, ruling.opponent) == ((9, 7) if by_player else (9, 8))
    assert ruling.laws == (("129", "63a", "72c") if by_player else ("129", "63b"))


LOST = [
    pytest.param("51", ("51", "I-20"), marks=pytest.mark.law("51", "I-20")),
    pytest.param("91", ("91",), marks=pytest.mark.law("91")),
    pytest.param("121b", ("121b", "I-20"), marks=pytest.mark.law("121b", "I-20")),
    pytest.param("126b", ("126b", "I-20"), marks=pytest.mark.law("126b", "I-20")),
]


@pytest.mark.parametrize(("law", "laws"), LOST)
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
def test_the_offender_loses_the_board(
    law: str, laws: tuple[str, ...], queen: QueenPlace, score: int, points: int
) -> None:
    before = Situation(own=4, opponent=6, queen=queen, opened=True, owed=BySide(0, 0), score=BySide(0, score))
    ruling = ruled(before, happens.BoardLost("player", law))
    assert ruling.result == BoardEnd("opponent", points)
    worth = () if queen == "player" else ("53b",) if score == 21 else ("54",)
    assert (ruling.turn, ruling.laws) == ("over", (*laws, *worth))
    assert (ruling.queen, ruling.returned.queen) == ("board" if queen == "pending" else queen, queen == "pending")
    assert (ruling.own, ruling.opponent, ruling.penalty, ruling.placed) == (4, 6, BySide(0, 0), BySide(0, 0))


@pytest.mark.law("51", "91", "53b")
def test_the_side_not_in_turn_can_lose_the_board_too() -> None:
    before = Situation(own=4, opponent=6, queen="pending", opened=True, score=BySide(10, 30))
    assert ruled(before, happens.BoardLost("opponent", "51")).result == BoardEnd("player", 6 + 3)
    assert ruled(before, happens.BoardLost("opponent", "91"), "community-2024").result == BoardEnd("player", 6 + 5)


def test_lost_board_writes_off_dues_within_the_maximum() -> None:
    before = Situation(own=9, opponent=9, owed=BySide(2, 1))
    ruling = ruled(before, happens.BoardLost("player", "51"))
    assert (ruling.result, ruling.owed) == (BoardEnd("opponent", 12), BySide(0, 0))


@pytest.mark.law("kreeda-2024:14d-iv", "91")
def test_leaving_the_seat_in_kreeda_cites_the_rule() -> None:
    ruling = ruled(MIDDLE, happens.BoardLost("player", "91"), "kreeda-2024")
    assert (ruling.result, ruling.laws) == (
        BoardEnd("opponent", 10),
        ("kreeda-2024:14d-iv", "91", "kreeda-2024:1d", "53b"),
    )
    upset = ruled(MIDDLE, happens.BoardLost("player", "126b"), "kreeda-2024")
    assert upset.laws == ("126b", "I-20", "kreeda-2024:1d", "53b")


@pytest.mark.law("132")
@pytest.mark.parametrize(("offender", "in_turn", "kind"), [("opponent", False, "63b"), ("player", True, "63a")])
def test_talking_to_spectators_is_a_foul(offender: Side, in_turn: bool, kind: str) -> None:
    ruling = ruled(MIDDLE, happens.TalkedToSpectators(offender, in_turn))
    assert (ruling.laws, ruling.misses_turn) == (("132", kind), False)
    played = ruled(MIDDLE, happens.TalkedToSpectators(offender, in_turn, stroke_played=True))
    assert played.turn == ("passes" if in_turn else "continues")


@pytest.mark.law("kreeda-2024:14a")
@pytest.mark.parametrize(("offender", "in_turn"), [("player", True), ("player", False), ("opponent", False)])
def test_talking_to_spectators_costs_a_turn_in_kreeda(offender: Side, in_turn: bool) -> None:
    before = Situation(own=9, opponent=7, queen="pending", opened=True, owed=BySide(1, 0))
    ruling = ruled(before, happens.TalkedToSpectators(offender, in_turn), "kreeda-2024")
    assert (ruling.penalty, ruling.laws, ruling.owed) == (BySide(0, 0), ("kreeda-2024:14a",), BySide(1, 0))
    # The player in turn loses the turn and an uncovered queen; any other player misses the next turn.
    assert (ruling.turn, ruling.misses_turn) == (("passes", False) if in_turn else ("continues", True))
    assert (ruling.queen, ruling.returned.queen) == (("board", True) if in_turn else ("pending", False))


@pytest.mark.law("137")
@pytest.mark.parametrize("in_a_row", range(1, PASSES_OF_ALL + 1))
def test_three_passes_each_end_the_board(in_a_row: int) -> None:
    before = Situation(own=9, opponent=7, opened=True, owed=BySide(2, 0))
    ruling = ruled(before, happens.PassedOver(in_a_row))
    assert (ruling.laws, ruling.result, ruling.misses_turn) == (("137",), None, False)
    assert (ruling.turn, ruling.owed) == (("passes", BySide(2, 0)) if in_a_row < 6 else ("over", BySide(0, 0)))


@pytest.mark.law("125b")
def test_overlooked_end_of_turn_applies_when_noticed() -> None:
    ruling = ruled(MIDDLE, happens.TurnOverrun())
    assert (ruling.turn, ruling.laws, ruling.own, ruling.opponent) == ("passes", ("125b", "I-29"), 5, 7)


@pytest.mark.law("51", "I-27")
def test_turn_taken_by_another_player_is_over() -> None:
    ruling = ruled(MIDDLE, happens.TurnInterrupted())
    assert (ruling.turn, ruling.laws, ruling.queen) == ("passes", ("51", "I-27"), MIDDLE.queen)
    pending = ruled(replace(MIDDLE, queen="pending"), happens.TurnInterrupted())
    assert (pending.queen, pending.returned.queen, pending.laws) == ("board", True, ("51", "I-27", "96"))
