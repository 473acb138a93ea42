"""Custom rulebooks from TOML files."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.laws import RULEBOOKS, BoardEnd, Situation, StrokeFacts, judge, rulebook
from carrom.laws.custom_rulebook import load_rulebook, rulebook_from_text
from carrom.testing.rulebooks import rulebook_faults
from tests.refusals import refuses

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


def test_overrides_replace_fields_of_the_base() -> None:
    club = rulebook_from_text(CLUB)
    assert (club.queen_value, club.queen_ceiling, club.target, club.boards, club.rotation) == (5, None, None, 4, "left")
    assert (club.games, club.stroke_seconds) == (rulebook("icf").games, 15)


def test_override_is_cited_by_its_key() -> None:
    club = rulebook_from_text(CLUB)
    ruling = judge(Situation(own=9, opponent=9), StrokeFacts(own=1, queen=True), club)
    assert (ruling.queen, ruling.laws[0]) == ("player", "club-night:one_piece_covers")


def test_custom_ending() -> None:
    club = rulebook_from_text(CLUB)
    before = Situation(own=1, opponent=6, opened=True)
    ruling = judge(before, StrokeFacts(own=1, striker=True), club)
    assert ruling.result == BoardEnd("opponent", 9, demand=1)
    assert ruling.laws == ("club-night:ending-1", "108a")
    assert judge(before, StrokeFacts(own=1, striker=True), rulebook("icf")).result == BoardEnd("opponent", 3, demand=1)


def test_local_rules_can_be_reset_to_the_laws() -> None:
    book = rulebook_from_text('id = "plain"\nbase = "community-2024"\nopponents_piece_ends_turn = false\n')
    assert judge(Situation(5, 5, opened=True), StrokeFacts(own=1, opponent=1), book).turn == "continues"


def test_every_rulebook_meets_the_contract() -> None:
    for book in (*RULEBOOKS.values(), rulebook_from_text(CLUB)):
        assert rulebook_faults(book) == []


def test_contract_catches_a_broken_rulebook() -> None:
    text = CLUB.replace('winner = "opponent"', 'winner = "player"')
    generous = rulebook_from_text(text.replace('last = "own"', 'last = "opponent"'))
    object.__setattr__(generous, "most_points", -1)
    faults = rulebook_faults(generous)
    assert faults
    assert all("Situation(" in fault for fault in faults)
    assert not rulebook_faults(rulebook_from_text(text))


@pytest.mark.parametrize(
    ("old", "new", "code", "quoted"),
    [
        ('id = "club-night"', "", "misread", ("id ",)),
        ('id = "club-night"', 'id = "Club Night"', "misread", ("id: ", '"Club Night"')),
        ('id = "club-night"', 'id = "vkk"', "misread", ("id: ", '"vkk"')),
        ('base = "icf"', "", "misread", ("base ",)),
        ('base = "icf"', 'base = "fide"', "misread", ("base: ", '"fide"', "icf, vkk")),
        ("queen_value = 5", 'queen_value = "five"', "misread", ("queen_value: ", '"five"')),
        ("queen_value = 5", "queen_value = true", "misread", ("queen_value: ", "true")),
        ("queen_value = 5", "queen_value = 5.0", "misread", ("queen_value: ", "5.0")),
        ("queen_value = 5", "queen_value = -1", "misread", ("queen_value: ", "-1")),
        ("queen_value = 5", "quen_value = 5", "misread", ('"quen_value"', "id, base, title, queen_value")),
        ("boards = 4", "boards = 0", "misread", ("boards: ", "0", '"none"')),
        ("boards = 4", 'boards = "none"', "game-without-end", ("target, boards, minutes",)),
        ("boards = 4", "boards = 4\ngames = 2", "misread", ("games: ", "2")),
        ('rotation = "left"', 'rotation = "up"', "misread", ("rotation: ", '"up"', "right, left")),
        ("one_piece_covers = true", 'one_piece_covers = "yes"', "misread", ("one_piece_covers: ", '"yes"')),
        ('title = "Club night"', "title = 3", "misread", ("title: ", "3")),
        ('last = "own"', 'last = "mine"', "misread", ("endings 1.last: ", '"mine"', "own, opponent, both")),
        ('last = "own"', "", "misread", ("endings 1.last ",)),
        ('winner = "opponent"', "", "misread", ("endings 1.winner ",)),
        ('queen = "board"', 'queen = "lost"', "misread", ("endings 1.queen: ", '"lost"')),
        ('queen = "board"', 'queen = "bare"\nfault = "clean"', "unknown-ending", ("endings 1: ",)),
        ("fixed = 3", "fixd = 3", "misread", ("endings 1.points: ", '"fixd"', "fixed")),
        ('points = { fixed = 3, left = "opponent" }', "points = 3", "misread", ("endings 1.points: ", "3", "fixed")),
        ('points = { fixed = 3, left = "opponent" }', "pints = 3", "misread", ("endings 1: ", '"pints"')),
        ("[[endings]]", "[endings]", "misread", ("endings: ", "{")),
        ("boards = 4", "boards = ", "not-toml", ()),
    ],
)
def test_invalid_rulebooks_are_refused(old: str, new: str, code: str, quoted: tuple[str, ...]) -> None:
    with refuses(code, *quoted):
        rulebook_from_text(CLUB.replace(old, new))


def test_rulebook_is_loaded_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    assert load_rulebook(path).id == "club-night"
    path.write_text("queen_value = 1", encoding="utf-8")
    with refuses("misread", "club.toml: id "):
        load_rulebook(path)
    with refuses("file-unreadable", "none.toml"):
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
def test_board_limit_can_end_at_any_round(until: str) -> None:
    book = rulebook_from_text(f'id = "x"\nbase = "icf"\nboards_limit_until = "{until}"')
    assert book.boards_limit_until == until


def test_misspelt_round_is_refused() -> None:
    with refuses("misread", "boards_limit_until: ", "'quarter'", "quarter-final"):
        rulebook_from_text('id = "x"\nbase = "icf"\nboards_limit_until = "quarter"')
