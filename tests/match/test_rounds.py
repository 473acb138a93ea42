"""The rounds of a competition: free names in one order."""

from __future__ import annotations

import pytest

from carrom.laws import rulebook
from carrom.laws.rounds import check_round, is_no_later_than, round_name
from carrom.match import ROUNDS, Format, Setup
from carrom.match.log.record import read_record
from carrom.match.views.view import score_json
from carrom.tournament import knockout
from tests.refusals import mentions, refuses


def test_usual_rounds_are_ordered() -> None:
    assert ROUNDS[0] == "group"
    assert ROUNDS[-5:] == ("pre-quarter-final", "quarter-final", "semi-final", "third-place", "final")
    assert "round-of-128" in ROUNDS
    for at, stage in enumerate(ROUNDS):
        assert check_round(stage) == stage
        assert [is_no_later_than(one, stage) for one in ROUNDS] == [n <= at for n in range(len(ROUNDS))]


@pytest.mark.parametrize("entries", [2, 3, 5, 9, 17, 33, 100, 1500])
def test_score_accepts_every_round_name_of_a_draw(entries: int) -> None:
    draw = knockout([f"p{number}" for number in range(entries)], third_place=entries > 2)
    for one in draw.rounds:
        line = {"rulebook": "icf", "stage": one.stage, "first_break": "a", "boards": []}
        assert score_json(line)["next"] is not None
        assert Setup(rulebook("icf"), one.stage).stage == one.stage


@pytest.mark.parametrize("lines", [2**power for power in range(1, 14)])
def test_board_limit_ends_with_the_pre_quarter_final(lines: int) -> None:
    assert Format.of(rulebook("icf"), round_name(lines)).boards == (8 if lines >= 16 else None)
    assert Format.of(rulebook("vkk"), round_name(lines)).boards == 6


def test_third_place_match_is_played_like_the_final() -> None:
    assert Format.of(rulebook("icf"), "third-place") == Format.of(rulebook("icf"), "final")


OWN = [
    ("losers-round-2", "group"),
    ("losers-round-12", "group"),
    ("friendly", "group"),
    ("pools", "group"),
    ("1", "group"),
    ("plate-group", "group"),
    ("plate-round-of-32", "round-of-32"),
    ("a-pre-quarter-final", "pre-quarter-final"),
    ("b-quarter-final", "quarter-final"),
    ("plate-quarter-final", "quarter-final"),
    ("round-of-2048", "round-of-1024"),
    ("a-semi-final", "semi-final"),
    ("plate-third-place", "third-place"),
    ("plate-final", "final"),
]


@pytest.mark.parametrize(("name", "like"), OWN)
def test_custom_round_is_played_like_its_suffix(name: str, like: str) -> None:
    assert check_round(name) == name
    assert [is_no_later_than(name, one) for one in ROUNDS] == [is_no_later_than(like, one) for one in ROUNDS]
    assert Setup(rulebook("icf"), name).format == Setup(rulebook("icf"), like).format
    line = {"rulebook": "icf", "first_break": "a", "boards": [{"winner": "a", "points": 4}] * 6}
    assert score_json({**line, "stage": name}) == score_json({**line, "stage": like})
    record = read_record(f'carrom-record 1\n[Rulebook "icf"]\n[Stage "{name}"]\n\n')
    assert (record.record.setup.stage, record.faults) == (name, ())


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Final", "final"),
        ("finals", "final"),
        ("semi", "semi-final"),
        ("semis", "semi-final"),
        ("semifinal", "semi-final"),
        ("Semi Final", "semi-final"),
        ("plate-semifinal", "plate-semi-final"),
        ("Plate Final", "plate-final"),
        ("quarterfinal", "quarter-final"),
        ("third", "third-place"),
        ("groups", "group"),
        ("round-of-16", "pre-quarter-final"),
        ("plate-round-of-8", "plate-quarter-final"),
        ("round-of-100", "round-of-128"),
        ("round-of-2", "final"),
        ("round-of-1", "final"),
        ("round-of-0064", "round-of-64"),
    ],
)
def test_misspelt_round_is_refused_with_a_suggestion(name: str, meant: str) -> None:
    with refuses("unknown-round", repr(name), f" {meant}?"):
        check_round(name)
    assert check_round(meant) == meant


def test_record_with_a_misspelt_round_suggests_the_right_one() -> None:
    read = read_record('carrom-record 1\n[Rulebook "icf"]\n[Stage "semi"]\n\n')
    assert read.record.setup.stage == "group"
    (fault,) = read.faults
    assert mentions(fault.message, "stage", "'semi'", "semi-final", "group")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *((name, "round-unreadable") for name in ("", "round-of-", "-final", "x--y", "finale!", "é")),
        (None, "unknown-round"),
        (3, "unknown-round"),
    ],
)
def test_invalid_round_name_lists_known_rounds(name: object, code: str) -> None:
    with refuses(code, repr(name), "group, round-of-32 ", "semi-final, third-place, final"):
        check_round(name)
