"""Puzzles: what comes with the package is sound, a day has its own, and a board makes the same ones again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice

import pytest

from carrom.base.errors import CarromError
from carrom.physics import Stroke, simulate
from carrom.players.puzzles import KINDS, Puzzle, daily, puzzle_named, puzzles
from carrom.players.puzzles.best_stroke import search_best_stroke
from carrom.players.puzzles.generation import board_views, check_puzzle, find_puzzle, select_puzzles, with_best_stroke
from carrom.players.puzzles.puzzle import detours
from carrom.players.puzzles.solving import attempt
from tests.depth import by_depth


def test_every_solution_solves_its_puzzle_and_the_shelf_is_in_order() -> None:
    shelf = puzzles()
    for puzzle in shelf:
        states = [tried.state for tried in attempt(puzzle, puzzle.solution)]
        assert states == ["open"] * (len(states) - 1) + ["solved"], puzzle.id
        assert len(states) <= puzzle.strokes
        assert Puzzle.from_line(puzzle.line()) == puzzle
    ratings = [puzzle.rating for puzzle in shelf]
    assert ratings == sorted(ratings)
    assert len({puzzle.id for puzzle in shelf}) == len(shelf)
    assert min(Counter(puzzle.kind for puzzle in shelf).values()) >= 1


def test_what_is_seen_at_once_comes_first() -> None:
    """The first on the shelf are struck straight; who has to foresee what others do does not call it easy."""
    shelf = puzzles()
    followed = [detours(simulate(one.position, one.solution[0], seat=one.view.seat)) for one in shelf]
    assert followed[:10] == [0] * 10
    assert all(one.rating >= 1000 for one, count in zip(shelf, followed, strict=True) if count > 1)


def test_what_does_not_do_it_fails_and_ends_the_attempt() -> None:
    puzzle = next(one for one in puzzles() if one.kind == "pot")
    gentle = Stroke(puzzle.solution[0].x, puzzle.solution[0].y, 180.0, 0.2)
    (tried,) = attempt(puzzle, (gentle,))
    assert tried.state == "failed"
    with pytest.raises(CarromError, match="begin anew"):
        attempt(puzzle, (gentle, gentle))
    with pytest.raises(CarromError, match="base lines"):
        attempt(puzzle, (Stroke(0, 0, 0, 1),))


def test_a_coin_that_falls_with_the_striker_solves_nothing() -> None:
    """The coin comes back, although the turn goes on (73)."""
    puzzle = puzzle_named("30a5ebe1")
    best = puzzle.solution[0]
    (tried,) = attempt(puzzle, (Stroke(best.x, best.y, best.direction - 1.0, best.speed * 1.5),))
    assert tried.facts.own
    assert tried.facts.striker
    assert (tried.ruling.turn, tried.ruling.due, tried.state) == ("continues", 1, "failed")


def test_the_best_stroke_of_some_is_still_the_best_with_other_luck() -> None:
    for puzzle in sorted(puzzles(), key=lambda one: one.id)[::70]:
        check_puzzle(puzzle, seed=7)
    spoilt = replace(puzzles()[0], solution=(Stroke(0, -252.6, 180, 0.2),))
    with pytest.raises(CarromError, match="does not solve it"):
        check_puzzle(spoilt)


OUTDONE = (
    (
        '{"id":"c186fb6c","kind":"pot","position":"white:86.95,166.41 black:49.98,-102.1","queen":"player","strokes":1,'
        '"solution":[[-219.19,-252.6,34.699,2.793]],"chance":0.477,"gap":1.91,"source":"2026/16/17"}'
    ),
    (
        '{"id":"74cc42e9","kind":"frame","position":"white:343.45,-197.54 '
        'black:-288.79,118.37/-157.39,-314.53/-80.42,-329.93/111.8,-158.93","queen":"opponent","strokes":1,'
        '"solution":[[219.19,-252.6,7.297,2.412]],"chance":0.782,"gap":2.56,"source":"2026/21/16"}'
    ),
)
"""Puzzles that were on the shelf with a stroke that another way to strike the same piece outdoes."""


@pytest.mark.parametrize("line", by_depth(OUTDONE[:1], OUTDONE))
def test_a_better_way_to_strike_the_same_piece_is_found(line: str) -> None:
    puzzle = Puzzle.from_line(line)
    check_puzzle(puzzle)
    with pytest.raises(CarromError, match="is better by"):
        check_puzzle(puzzle, brute=True)


@pytest.mark.deep
@pytest.mark.parametrize("line", OUTDONE)
def test_the_better_way_takes_its_place(line: str) -> None:
    puzzle = Puzzle.from_line(line)
    better = with_best_stroke(puzzle, seed=11)
    assert better is not None
    assert better.chance > puzzle.chance + 0.1
    assert attempt(better, better.solution)[-1].state == "solved"
    check_puzzle(better, brute=True)


@pytest.mark.deep
def test_a_search_finds_the_same_again() -> None:
    puzzle = Puzzle.from_line(OUTDONE[0])
    first, again = (search_best_stroke(puzzle.view, puzzle.solution[0], seed=3) for _ in range(2))
    assert first == again
    assert first.is_surely_better
    assert first.best.value > first.shown.value
    # Held against itself nothing is better, beyond a doubt.
    assert not search_best_stroke(puzzle.view, first.best.stroke, seed=5).is_surely_better


def test_each_day_has_its_own_and_all_come_before_one_comes_again() -> None:
    first = date(2026, 11, 16)
    days = [daily(first + timedelta(days=number)).id for number in range(len(puzzles()))]
    assert len(set(days)) == len(days)
    assert daily(first) == daily(first)
    with pytest.raises(CarromError, match="there is no puzzle"):
        puzzle_named("nonsense")


@pytest.mark.deep
def test_a_board_makes_the_same_puzzles_again() -> None:
    once, again = ([view.position for _, view in islice(board_views(2026, 2), 3)] for _ in range(2))
    assert once == again
    known = next(one for one in puzzles() if one.kind == "pot" and len(one.position.pieces) < 5)
    first, second = (find_puzzle(known.view, "5/1/9", seed=2026) for _ in range(2))
    assert first is not None
    assert first == second
    assert select_puzzles([first, first], 5) == [first]
    changed = first.line().replace(first.position.text()[:9], "white:0,9")
    with pytest.raises(CarromError, match=r"its name no longer fits|not a puzzle"):
        Puzzle.from_line(changed)
    assert first.kind in KINDS
