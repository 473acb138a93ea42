"""Puzzles: the built-in ones are correct, each day has its own, and generation is reproducible."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice

import pytest

from carrom.physics import Stroke, simulate
from carrom.players.puzzles import KINDS, Puzzle, daily, puzzle_named, puzzles
from carrom.players.puzzles.best_stroke import search_best_stroke
from carrom.players.puzzles.generation import board_views, check_puzzle, find_puzzle, select_puzzles, with_best_stroke
from carrom.players.puzzles.puzzle import detours
from carrom.players.puzzles.solving import attempt
from tests.depth import by_depth
from tests.refusals import refuses


def test_every_solution_solves_its_puzzle() -> None:
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


def test_easy_puzzles_come_first() -> None:
    """The first puzzles are direct strokes; one that needs foresight is not rated easy."""
    shelf = puzzles()
    followed = [detours(simulate(one.position, one.solution[0], seat=one.view.seat)) for one in shelf]
    assert followed[:10] == [0] * 10
    assert all(one.rating >= 1000 for one, count in zip(shelf, followed, strict=True) if count > 1)


def test_wrong_stroke_ends_the_attempt() -> None:
    puzzle = next(one for one in puzzles() if one.kind == "pot")
    gentle = Stroke(puzzle.solution[0].x, puzzle.solution[0].y, 180.0, 0.2)
    (tried,) = attempt(puzzle, (gentle,))
    assert tried.state == "failed"
    with refuses("attempt-over"):
        attempt(puzzle, (gentle, gentle))
    with refuses("stroke-not-allowed", "130a"):
        attempt(puzzle, (Stroke(0, 0, 0, 1),))


def test_coin_pocketed_with_the_striker_does_not_solve() -> None:
    """The coin comes back, although the turn goes on (73)."""
    puzzle = puzzle_named("30a5ebe1")
    best = puzzle.solution[0]
    (tried,) = attempt(puzzle, (Stroke(best.x, best.y, best.direction - 1.0, best.speed * 1.5),))
    assert tried.facts.own
    assert tried.facts.striker
    assert (tried.ruling.turn, tried.ruling.due, tried.state) == ("continues", 1, "failed")


def test_solutions_stay_best_with_other_luck() -> None:
    for puzzle in sorted(puzzles(), key=lambda one: one.id)[::70]:
        check_puzzle(puzzle, seed=7)
    spoilt = replace(puzzles()[0], solution=(Stroke(0, -252.6, 180, 0.2),))
    with refuses("not-solved", spoilt.id):
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
"""Former built-in puzzles for which another stroke at the same piece is better."""


@pytest.mark.parametrize("line", by_depth(OUTDONE[:1], OUTDONE))
def test_better_stroke_at_the_same_piece_is_found(line: str) -> None:
    puzzle = Puzzle.from_line(line)
    check_puzzle(puzzle)
    with refuses("better-stroke", puzzle.id):
        check_puzzle(puzzle, brute=True)


@pytest.mark.deep
@pytest.mark.parametrize("line", OUTDONE)
def test_better_stroke_replaces_the_solution(line: str) -> None:
    puzzle = Puzzle.from_line(line)
    better = with_best_stroke(puzzle, seed=11)
    assert better is not None
    assert better.chance > puzzle.chance + 0.1
    assert attempt(better, better.solution)[-1].state == "solved"
    check_puzzle(better, brute=True)


@pytest.mark.deep
def test_search_is_repeatable() -> None:
    puzzle = Puzzle.from_line(OUTDONE[0])
    first, again = (search_best_stroke(puzzle.view, puzzle.solution[0], seed=3) for _ in range(2))
    assert first == again
    assert first.is_surely_better
    assert first.best.value > first.shown.value
    # Compared with itself nothing is surely better.
    assert not search_best_stroke(puzzle.view, first.best.stroke, seed=5).is_surely_better


def test_daily_puzzles_repeat_only_after_all() -> None:
    first = date(2026, 11, 16)
    days = [daily(first + timedelta(days=number)).id for number in range(len(puzzles()))]
    assert len(set(days)) == len(days)
    assert daily(first) == daily(first)
    with refuses("unknown-puzzle", "'nonsense'"):
        puzzle_named("nonsense")


@pytest.mark.deep
def test_puzzle_generation_is_repeatable() -> None:
    once, again = ([view.position for _, view in islice(board_views(2026, 2), 3)] for _ in range(2))
    assert once == again
    known = next(one for one in puzzles() if one.kind == "pot" and len(one.position.pieces) < 5)
    first, second = (find_puzzle(known.view, "5/1/9", seed=2026) for _ in range(2))
    assert first is not None
    assert first == second
    assert select_puzzles([first, first], 5) == [first]
    line = first.line()
    with refuses("not-a-puzzle"):
        Puzzle.from_line(line.replace(first.position.text()[:9], "white:0,9"))
    with refuses("puzzle-changed", "'00000000'"):
        Puzzle.from_line(line.replace(first.id, "00000000"))
    assert first.kind in KINDS
