"""A sixth rulebook from a TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, BoardEnd, Situation, StrokeFacts, judge, rulebook
from carrom.laws.custom_rulebook import load_rulebook, rulebook_from_text
from carrom.testing.rulebooks import rulebook_faults

CLUB = """
id = "club-night"
title = "Club night"
base = "icf"
queen_value = 5
queen_ceiling = "none"
most_points = 14
target = "none"
boards = 4
rotation = "left"
one_piece_covers = true
opponents_piece_ends_turn = true

[[endings]]
last = "own"
queen = "board"
winner = "opponent"
points = { fixed = 3, left = "opponent" }
"""


def test_overrides_and_what_is_left_of_the_base() -> None:
    club = rulebook_from_text(CLUB)
    assert (club.queen_value, club.queen_ceiling, club.target, club.boards, club.rotation) == (5, None, None, 4, "left")
    assert (club.games, club.stroke_seconds) == (rulebook("icf").games, 15)


def test_a_departure_is_cited_by_its_key() -> None:
    club = rulebook_from_text(CLUB)
    ruling = judge(Situation(own=9, opponent=9), StrokeFacts(own=1, queen=True), club)
    assert (ruling.queen, ruling.laws[0]) == ("player", "club-night:one_piece_covers")


def test_an_ending_of_ones_own() -> None:
    club = rulebook_from_text(CLUB)
    before = Situation(own=1, opponent=6, opened=True)
    ruling = judge(before, StrokeFacts(own=1, striker=True), club)
    assert ruling.result == BoardEnd("opponent", 9, demand=1)
    assert ruling.laws == ("club-night:ending-1", "108a")
    assert judge(before, StrokeFacts(own=1, striker=True), rulebook("icf")).result == BoardEnd("opponent", 3, demand=1)


def test_a_base_with_local_rules_can_be_set_back_to_the_laws() -> None:
    book = rulebook_from_text('id = "plain"\nbase = "community-2024"\nopponents_piece_ends_turn = false\n')
    assert judge(Situation(5, 5, opened=True), StrokeFacts(own=1, opponent=1), book).turn == "continues"


def test_every_rulebook_keeps_to_the_contract() -> None:
    for book in (*RULEBOOKS.values(), rulebook_from_text(CLUB)):
        assert rulebook_faults(book) == []


def test_the_contract_catches_a_broken_rulebook() -> None:
    text = CLUB.replace('winner = "opponent"', 'winner = "player"')
    generous = rulebook_from_text(text.replace('last = "own"', 'last = "opponent"'))
    object.__setattr__(generous, "most_points", -1)
    faults = rulebook_faults(generous)
    assert faults
    assert all(fault.startswith("more points than a board can give: Situation(") for fault in faults)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "club-night"', "", "id is missing"),
        ('id = "club-night"', 'id = "Club Night"', 'id: "Club Night" is not an id of small letters'),
        ('id = "club-night"', 'id = "vkk"', 'id: "vkk" is taken'),
        ('base = "icf"', "", "base is missing"),
        ('base = "icf"', 'base = "fide"', 'base: "fide" is not one of icf, vkk'),
        ("queen_value = 5", 'queen_value = "five"', 'queen_value: "five" is not a whole number'),
        ("queen_value = 5", "queen_value = true", "queen_value: true is not a whole number"),
        ("queen_value = 5", "queen_value = 5.0", "queen_value: 5.0 is not a whole number"),
        ("queen_value = 5", "queen_value = -1", "queen_value: -1 is not 0 or more"),
        ("queen_value = 5", "quen_value = 5", '^unknown field "quen_value"; it may have id, base, title, queen_value'),
        ("boards = 4", "boards = 0", 'boards: 0 is not a whole number, 1 or more, or "none"'),
        ("boards = 4", 'boards = "none"', "target, boards, minutes"),
        ("boards = 4", "boards = 4\ngames = 2", "games: best of 2 can end level"),
        ('rotation = "left"', 'rotation = "up"', 'rotation: "up" is not one of right, left'),
        ("one_piece_covers = true", 'one_piece_covers = "yes"', 'one_piece_covers: "yes" is not true or false'),
        ('title = "Club night"', "title = 3", "title: 3 is not a text"),
        ('last = "own"', 'last = "mine"', 'endings 1.last: "mine" is not one of own, opponent, both'),
        ('last = "own"', "", "endings 1.last is missing"),
        ('winner = "opponent"', "", "endings 1.winner is missing"),
        ('queen = "board"', 'queen = "lost"', 'endings 1.queen: "lost" is not one of'),
        ('queen = "board"', 'queen = "bare"\nfault = "clean"', "no board ends so"),
        ("fixed = 3", "fixd = 3", 'endings 1.points: unknown field "fixd"; it may have fixed,'),
        ('points = { fixed = 3, left = "opponent" }', "points = 3", "endings 1.points: 3 is not an object with fixed,"),
        ('points = { fixed = 3, left = "opponent" }', "pints = 3", 'endings 1: unknown field "pints"'),
        ("[[endings]]", "[endings]", "endings: {.* is not a list"),
        ("boards = 4", "boards = ", "not TOML"),
    ],
)
def test_mistakes_are_named_by_key(old: str, new: str, says: str) -> None:
    with pytest.raises(CarromError, match=says):
        rulebook_from_text(CLUB.replace(old, new))


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    assert load_rulebook(path).id == "club-night"
    path.write_text("queen_value = 1", encoding="utf-8")
    with pytest.raises(CarromError, match=r"club\.toml: id is missing"):
        load_rulebook(path)
    with pytest.raises(CarromError, match=r"none\.toml"):
        load_rulebook(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("fault", "facts"),
    [
        ("clean", StrokeFacts(own=1)),
        ("striker", StrokeFacts(own=1, striker=True)),
        ("improper", StrokeFacts(own=1, proper=False)),
        ("both", StrokeFacts(own=1, proper=False, striker=True)),
    ],
)
def test_an_ending_for_one_kind_of_fault(fault: str, facts: StrokeFacts) -> None:
    row = f'last = "own"\nqueen = "board"\nfault = "{fault}"\nwinner = "opponent"\npoints = {{ fixed = 7 }}\n'
    book = rulebook_from_text(f'id = "club"\nbase = "icf"\n[[endings]]\n{row}')
    before = Situation(own=1, opponent=6, opened=True)
    result = judge(before, facts, book).result
    assert result is not None
    assert result.points == 7
    plain = judge(before, facts, rulebook("icf")).result
    assert plain is not None
    assert plain.points == 3


@pytest.mark.parametrize("until", ["quarter-final", "round-of-64", "plate-final", "always"])
def test_boards_may_be_limited_until_any_round(until: str) -> None:
    book = rulebook_from_text(f'id = "x"\nbase = "icf"\nboards_limit_until = "{until}"')
    assert book.boards_limit_until == until


def test_a_round_that_is_misspelt_is_named() -> None:
    with pytest.raises(
        CarromError, match=r"^boards_limit_until: 'quarter' is not a round \(did you mean quarter-final"
    ):
        rulebook_from_text('id = "x"\nbase = "icf"\nboards_limit_until = "quarter"')
