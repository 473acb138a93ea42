"""`carrom score`: the page on the desk, word by word, and a second scorer on thousands of matches."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import CarromError
from carrom.match import ROUNDS
from carrom.match.scoring import Format
from carrom.match.views.view import score_json
from tests.depth import examples
from tests.match.courses import IDS
from tests.match.plain_scorer import FIGURES, plain_score

EXAMPLE: dict[str, Any] = {
    "rulebook": "icf",
    "stage": "group",
    "first_break": "a",
    "boards": [
        {"winner": "a", "coins": 5, "queen": "a"},
        {"winner": "b", "points": 3},
        {"winner": "a", "coins": 9, "queen": "a", "demand": 1},
    ],
}


def line(book: str, boards: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"rulebook": book, "stage": "group", "first_break": "a", "boards": boards, **more}


def won(who: str, points: int, times: int = 1) -> list[dict[str, Any]]:
    return [{"winner": who, "points": points}] * times


def test_the_specified_example() -> None:
    assert score_json(EXAMPLE) == {
        "games": [{"a": 20, "b": 3, "boards": 3, "winner": None}],
        "match": None,
        "next": {"game": 1, "board": 4, "break": "b", "extra": False, "change_sides": False},
    }


def test_the_specified_example_through_the_door() -> None:
    lines = f"{json.dumps(EXAMPLE)}\nnonsense\n{json.dumps(EXAMPLE)}\n"
    ran = subprocess.run(
        [sys.executable, "-m", "carrom", "score"], input=lines, capture_output=True, text=True, check=False
    )
    answers = [json.loads(answer) for answer in ran.stdout.splitlines()]
    assert ran.returncode == 1
    assert answers[0] == answers[2] == score_json(EXAMPLE)
    assert set(answers[1]) == {"error"}


@pytest.mark.law("I-13")
@pytest.mark.parametrize(("book", "target"), [("icf", 25), ("vkk", 25), ("community-2024", 29)])
def test_no_total_passes_the_target(book: str, target: int) -> None:
    most = 14 if book == "community-2024" else 12
    game = score_json(line(book, won("a", most, 3)))["games"][0]
    assert game == {"a": target, "b": 0, "boards": 3, "winner": "a"}


@pytest.mark.law("I-13")
def test_formats_without_a_target_are_not_capped() -> None:
    assert score_json(line("four-break", won("a", 12, 4)))["games"] == [{"a": 48, "b": 0, "boards": 4, "winner": "a"}]
    assert score_json(line("kreeda-2024", won("b", 14, 3)))["games"] == [{"a": 0, "b": 42, "boards": 3, "winner": "b"}]


@pytest.mark.law("52b")
@pytest.mark.parametrize(
    ("book", "before", "points"),
    [
        ("icf", 21, 3), ("icf", 22, 0), ("vkk", 21, 3), ("vkk", 22, 0), ("four-break", 21, 3), ("four-break", 22, 0),
        ("community-2024", 24, 5), ("community-2024", 25, 0), ("kreeda-2024", 28, 5),
    ],
)  # fmt: skip
def test_the_queen_is_credited_up_to_the_ceiling(book: str, before: int, points: int) -> None:
    high = before // 2
    boards = [*won("a", high), *won("a", before - high), {"winner": "a", "coins": 0, "queen": "a"}]
    game = score_json(line(book, boards))["games"][0]
    assert game["a"] == before + points


@pytest.mark.parametrize("queen", [None, "b"])
def test_a_queen_that_the_winner_did_not_cover_counts_for_nobody(queen: str | None) -> None:
    answer = score_json(line("icf", [{"winner": "a", "coins": 4, "queen": queen}]))
    assert answer["games"] == [{"a": 4, "b": 0, "boards": 1, "winner": None}]


def test_a_board_is_worth_no_more_than_its_most() -> None:
    counted = {"winner": "a", "coins": 9, "queen": "a", "demand": 2}
    assert score_json(line("icf", [counted]))["games"][0]["a"] == 12
    assert score_json(line("kreeda-2024", [counted]))["games"][0]["a"] == 14


@pytest.mark.law("56a", "56b", "I-21")
def test_eight_boards_and_a_lead_end_a_game_up_to_the_pre_quarter_finals() -> None:
    boards = won("a", 2, 4) + won("b", 1, 4)
    assert score_json(line("icf", boards))["games"] == [{"a": 8, "b": 4, "boards": 8, "winner": "a"}]
    late = score_json(line("icf", boards, stage="quarter-final"))
    assert late["games"] == [{"a": 8, "b": 4, "boards": 8, "winner": None}]
    assert late["next"]["board"] == 9


@pytest.mark.law("56b")
@pytest.mark.parametrize(("book", "limit"), [(book, figures[4]) for book, figures in FIGURES.items()])
def test_level_at_the_limit_an_extra_board_decides_and_is_kept_apart(book: str, limit: int) -> None:
    level = (won("a", 2) + won("b", 2)) * (limit // 2)
    if limit % 2:
        level = [*won("a", 2), *won("b", 1), *won("b", 1)]
    answer = score_json(line(book, level))
    assert answer["next"] == {"game": 1, "board": limit + 1, "break": "toss", "extra": True, "change_sides": False}
    total = answer["games"][0]["a"]
    after = score_json(line(book, [*level, *won("b", 4)]))["games"][0]
    assert after == {"a": total, "b": total, "boards": limit + 1, "winner": "b", "extra": {"a": 0, "b": 4}}


@pytest.mark.parametrize(
    ("book", "limit", "target"),
    [
        pytest.param("vkk", 6, 25, marks=pytest.mark.law("vkk:game", "I-22")),
        pytest.param("four-break", 4, None, marks=pytest.mark.law("four-break:format")),
        pytest.param("community-2024", 8, 29, marks=pytest.mark.law("community-2024:game")),
        pytest.param("kreeda-2024", 3, None, marks=pytest.mark.law("kreeda-2024:1g", "I-25")),
    ],
)
def test_one_game_is_the_match_and_ends_with_its_boards_or_its_target(
    book: str, limit: int, target: int | None
) -> None:
    """In every stage: only the Laws' own limit of boards ends with the early rounds."""
    for stage in ("group", "final"):
        played = won("a", 1, limit - 1)
        coming = score_json(line(book, played, stage=stage))
        assert (coming["match"], coming["next"]["board"]) == (None, limit)
        over = score_json(line(book, [*played, *won("b", 1)], stage=stage))
        assert (over["match"], over["next"], over["games"][0]["boards"]) == ("a", None, limit)
        fast = score_json(line(book, won("b", 12, 3 if target else limit), stage=stage))
        assert (fast["match"], fast["games"][0]["b"]) == ("b", target or 12 * limit)


@pytest.mark.law("49a", "57")
def test_the_second_game_is_opened_by_the_other_the_third_by_the_first() -> None:
    game = won("a", 12, 3)
    second = score_json(line("icf", game))["next"]
    assert (second["game"], second["board"], second["break"], second["change_sides"]) == (2, 1, "b", True)
    third = score_json(line("icf", [*game, *won("b", 12, 3)]))["next"]
    assert (third["game"], third["board"], third["break"], third["change_sides"]) == (3, 1, "a", True)
    assert score_json(line("icf", [*game, *game]))["match"] == "a"
    assert score_json(line("icf", [*game, *game]))["next"] is None


def test_the_sides_change_once_in_the_third_game() -> None:
    two = [*won("a", 12, 3), *won("b", 12, 3)]

    def changes(stage: str, third: list[dict[str, Any]]) -> list[int]:
        lines = [line("icf", [*two, *third[:played]], stage=stage) for played in range(1, len(third) + 1)]
        answers = [score_json(one)["next"] for one in lines]
        return [played for played, coming in enumerate(answers, start=1) if coming and coming["change_sides"]]

    slow = won("a", 1, 7)
    assert changes("group", slow) == [4]
    assert changes("final", slow) == []
    assert changes("final", [*slow, *won("b", 12), *won("b", 1), *won("b", 1)]) == [9]
    assert changes("group", [*won("a", 12), *won("b", 12), *won("b", 1), *won("a", 1)]) == [3]
    assert changes("group", [*won("a", 7), *won("a", 6), *won("a", 1), *won("a", 1)]) == [2]


@pytest.mark.parametrize(("games", "to_win"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_a_match_is_won_by_more_than_half_of_its_games(games: int, to_win: int) -> None:
    assert Format(target=25, boards=None, games=games, has_time=False).games_to_win == to_win


@pytest.mark.law("I-26")
def test_time_up_ends_a_game_with_the_boards_played() -> None:
    assert score_json(line("four-break", won("a", 3), time_up=True))["match"] == "a"
    level = score_json(line("kreeda-2024", [*won("a", 3), *won("b", 3)], time_up=True))
    assert level["match"] is None
    assert level["next"] == {"game": 1, "board": 3, "break": "toss", "extra": True, "change_sides": False}
    # A board may say itself that it was the extra one; otherwise the boards given are those played in time.
    extra = [*won("a", 3), *won("b", 3), {"winner": "a", "points": 4, "extra": True}]
    game = score_json(line("kreeda-2024", extra, time_up=True))["games"][0]
    assert game == {"a": 3, "b": 3, "boards": 3, "winner": "a", "extra": {"a": 4, "b": 0}}
    plain = score_json(line("kreeda-2024", [*won("a", 3), *won("b", 3), *won("a", 4)], time_up=True))["games"][0]
    assert plain == {"a": 7, "b": 3, "boards": 3, "winner": "a"}


GOOD = {"winner": "a", "coins": 5, "queen": None}


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (None, "null is not an object with rulebook, stage"),
        ([], r"\[\] is not an object with rulebook"),
        ({}, "missing"),
        ({**EXAMPLE, "rulebook": "uscf"}, '^rulebook: "uscf" is not one of icf, vkk'),
        (
            {**EXAMPLE, "boards": [3]},
            "^board 1: 3 is not an object with winner and points, or winner, coins, que",
        ),
        ({**EXAMPLE, "rulebook": 3}, "rulebook"),
        ({**EXAMPLE, "rulebook": ["icf"]}, "rulebook"),
        ({**EXAMPLE, "stage": "semi"}, "did you mean semi-final"),
        ({**EXAMPLE, "stage": None}, "stage"),
        ({**EXAMPLE, "first_break": "c"}, "first_break"),
        ({**EXAMPLE, "boards": {}}, "boards"),
        ({**EXAMPLE, "boards": [3]}, "board 1"),
        ({**EXAMPLE, "bords": []}, "bords"),
        ({**EXAMPLE, "time_up": True}, "time"),
        (line("four-break", [], time_up=1), "time_up"),
        (line("icf", [{**GOOD, "winner": "c"}]), "winner"),
        (line("icf", [{**GOOD, "winner": None}]), "winner"),
        (line("icf", [{**GOOD, "coins": 10}]), "coins"),
        (line("icf", [{**GOOD, "coins": -1}]), "coins"),
        (line("icf", [{**GOOD, "coins": True}]), "coins"),
        (line("icf", [{**GOOD, "coins": 5.0}]), "coins"),
        (line("icf", [{**GOOD, "queen": "c"}]), "queen"),
        (line("icf", [{"winner": "a", "coins": 5}]), "queen"),
        (line("icf", [{**GOOD, "demand": 3}]), "demand"),
        (line("icf", [{**GOOD, "demand": -1}]), "demand"),
        (line("icf", [{**GOOD, "points": 5}]), "not both"),
        (line("icf", [{"winner": "a"}]), "not none"),
        (line("icf", [{"winner": "a", "points": 13}]), "points"),
        (line("icf", [{"winner": "a", "points": "3"}]), "points"),
        (line("icf", [{"winner": "a", "points": 3, "queen": "a"}]), "queen"),
        (line("icf", [{"winner": "a", "points": 3, "demand": 1}]), "demand"),
        (line("icf", [{**GOOD, "extra": True}]), "extra"),
        (line("vkk", won("a", 12, 4)), "board 4"),
        (line("icf", won("a", 12, 7)), "board 7"),
    ],
)
def test_what_cannot_be_is_an_error(bad: Any, says: str) -> None:
    with pytest.raises(CarromError, match=says):
        score_json(bad)


def random_line(rng: Random) -> dict[str, Any]:
    book = rng.choice(IDS)
    most = FIGURES[book][2]
    # Small boards make long games and level ones; some lines are all small.
    top = rng.choice((2, 9))
    boards: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, 26 if book == "icf" else 9)):
        who = rng.choice("ab")
        if rng.random() < 0.3:
            boards.append({"winner": who, "points": rng.randint(0, min(most, top + 3))})
            continue
        board: dict[str, Any] = {"winner": who, "coins": rng.randint(0, top), "queen": rng.choice(("a", "b", None))}
        if rng.random() < 0.3:
            board["demand"] = rng.randint(0, 2)
        boards.append(board)
    found = line(book, boards, stage=rng.choice(ROUNDS), first_break=rng.choice("ab"))
    if book in ("four-break", "kreeda-2024") and rng.random() < 0.5:
        found["time_up"] = rng.random() < 0.7
    return found


def agreed(found: dict[str, Any]) -> bool:
    """Whether both scorers say the same; the answer of the first is None for an error, as the second's is."""
    try:
        answer = score_json(found)
    except CarromError:
        answer = None
    return answer == plain_score(found)


def test_thousands_of_matches_agree_with_a_second_scorer() -> None:
    rng = Random(20261115)
    for _ in range(6000):
        found = random_line(rng)
        # Every prefix of a match is a match that is still open: the error comes with the first board too many.
        assert agreed(found), found


@given(st.integers(0, 2**32))
@settings(max_examples=examples(50), deadline=None)
def test_every_prefix_agrees_with_a_second_scorer(seed: int) -> None:
    found = random_line(Random(seed))
    for played in range(len(found["boards"]) + 1):
        assert agreed({**found, "boards": found["boards"][:played]})
