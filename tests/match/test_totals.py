"""Possible totals agree with every sequence of boards that the scoring engine plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws import Rulebook, rulebook
from carrom.match.parties import PARTIES, ByParty
from carrom.match.scoring import CountedBoard, Format, Score, add_board
from carrom.match.totals import can_be_open, can_end, can_total, extra_points
from tests.depth import examples

Points = tuple[int, int]


def boards_of(book: Rulebook) -> list[CountedBoard]:
    """Return every possible board result, apart from the winner."""
    demands = range(3 if book.striker_on_demand else 1)
    return [
        CountedBoard(winner, coins, queen, demand)
        for winner in PARTIES
        for coins in range(10)
        for queen in (None, winner)
        for demand in demands
    ]


def games_of(book: Rulebook, format: Format) -> Iterator[Score]:
    """Return every score of a game, playing every board at every score; a long game is cut off when nothing is new."""
    single = replace(format, games=1)
    edge = [Score(single, "a")]
    seen: set[tuple[Points, int]] = set()
    yield edge[0]
    while edge:
        reached = []
        for score in edge:
            for board in boards_of(book):
                after = add_board(score, book, board, "board")
                points = (after.game.points.a, after.game.points.b)
                key = (points, after.game.boards if format.boards is not None else 0)
                if key in seen:
                    continue
                seen.add(key)
                yield after
                if after.winner is None and not after.is_extra:
                    reached.append(after)
        edge = reached


def endings(book: Rulebook, format: Format) -> set[Points]:
    found = set()
    for score in games_of(book, format):
        if score.winner is not None or score.is_extra or format.has_time:
            found.add((score.game.points.a, score.game.points.b))
    return found


FORMATS = st.builds(
    Format,
    target=st.one_of(st.none(), st.integers(3, 14)),
    boards=st.one_of(st.none(), st.integers(1, 3)),
    games=st.just(1),
    has_time=st.booleans(),
).filter(lambda format: format.target is not None or format.boards is not None)


@given(
    format=FORMATS,
    queen=st.integers(0, 5),
    ceiling=st.one_of(st.none(), st.integers(0, 12)),
    most=st.integers(1, 14),
    on_demand=st.booleans(),
)
@settings(max_examples=examples(25), deadline=None)
def test_possible_game_totals_match_all_sequences(
    format: Format, queen: int, ceiling: int | None, most: int, on_demand: bool
) -> None:
    book = replace(
        rulebook("icf"), queen_value=queen, queen_ceiling=ceiling, most_points=most, striker_on_demand=on_demand
    )
    played = endings(book, format)
    stood = {(score.game.points.a, score.game.points.b) for score in games_of(book, format) if score.winner is None}
    top = max(max(pair) for pair in played | stood) + 2
    for a in range(top):
        for b in range(top):
            assert can_end(book, format, ByParty(a, b)) == ((a, b) in played), (a, b)
            assert can_be_open(book, format, ByParty(a, b)) == ((a, b) in stood), (a, b)


@pytest.mark.parametrize(
    ("book", "points", "is_possible"),
    [
        ("four-break", (42, 0), True),  # 12 + 12 + 9 + 9: the queen does not count from 22
        ("four-break", (43, 0), False),
        ("four-break", (0, 42), True),
        ("four-break", (99, 0), False),
        ("four-break", (30, 30), False),
        ("four-break", (24, 24), True),
        ("four-break", (24, 25), False),  # three boards for 25, two for 24
        ("kreeda-2024", (42, 0), True),
        ("kreeda-2024", (43, 0), False),
        ("kreeda-2024", (28, 14), True),
        ("kreeda-2024", (28, 15), False),
        ("kreeda-2024", (60, 55), False),
        ("vkk", (25, 24), True),
        ("vkk", (25, 25), False),
        ("vkk", (26, 0), False),
        ("community-2024", (29, 28), True),
        ("community-2024", (30, 10), False),
    ],
)
def test_possible_totals_by_rulebook(book: str, points: Points, is_possible: bool) -> None:
    known = rulebook(book)
    assert can_end(known, Format.of(known, "group"), ByParty(*points)) == is_possible


def test_target_is_the_only_end() -> None:
    icf = rulebook("icf")
    final, group = Format.of(icf, "final"), Format.of(icf, "group")
    assert not can_end(icf, final, ByParty(20, 18))
    assert can_end(icf, group, ByParty(20, 18))
    assert can_be_open(icf, final, ByParty(20, 18))


@pytest.mark.parametrize("gifts", [False, True])
@pytest.mark.parametrize("stage", ["group", "final"])
def test_match_totals_are_sums_of_games(stage: str, gifts: bool) -> None:
    book = replace(rulebook("icf"), target=5, boards=2, most_points=3)
    format = Format.of(book, stage)
    games = endings(book, format)
    given_away = {
        (score.game.points.a, score.game.points.b) for score in games_of(book, format) if score.winner is None
    }
    won = {
        "a": {one for one in games if one[0] >= one[1]} | (given_away if gifts else set()),
        "b": {one for one in games if one[1] >= one[0]} | (given_away if gifts else set()),
    }
    two_nil = {(x[0] + y[0], x[1] + y[1]) for x in won["a"] for y in won["a"]}
    two_one = {(x[0] + y[0], x[1] + y[1]) for x in two_nil for y in won["b"]}
    left = {(x[0] + y[0], x[1] + y[1]) for x in won["a"] for y in given_away} | won["a"]
    for a in range(18):
        for b in range(18):
            points = ByParty(a, b)
            assert can_total(book, format, points, ByParty(2, 0), gifts=gifts) == ((a, b) in two_nil)
            assert can_total(book, format, points, ByParty(2, 1), gifts=gifts) == ((a, b) in two_one)
            assert can_total(book, format, points, ByParty(1, 0), gifts=gifts, is_open=True) == ((a, b) in left)
    assert not can_total(book, format, ByParty(4096, 0), ByParty(2, 0))
    assert not can_total(book, format, ByParty(0, -1), ByParty(2, 0), is_open=True)


def test_possible_totals_of_best_of_three() -> None:
    icf = rulebook("icf")
    format = Format.of(icf, "final")
    assert can_total(icf, format, ByParty(53, 65), ByParty(2, 1))
    assert not can_total(icf, format, ByParty(75, 40), ByParty(2, 1))
    assert can_total(icf, format, ByParty(74, 73), ByParty(2, 1))
    assert not can_total(icf, format, ByParty(49, 10), ByParty(2, 0))
    assert can_total(icf, format, ByParty(49, 10), ByParty(2, 0), gifts=True)


def test_possible_extra_board_points() -> None:
    four = rulebook("four-break")
    assert max(extra_points(four, 21)) == 12
    assert max(extra_points(four, 22)) == 9
