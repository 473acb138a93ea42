"""Chapters IX and XV, laws 52–54 and 102–112: the stroke that pockets somebody's last piece.

Each `_rows` is one row of the table at the end of the board. `laws` are given for a clean stroke, one with the
striker, an improper one, and one that is both; a row without laws for a fault does not apply to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from carrom.laws.awards import FAULTS, Award, Ending, EndingKey, Endings, QueenCase
from carrom.laws.facts import Side

Laws = tuple[str, ...]

FLAT = Award(flat=True)


def _rows(
    own_last: bool,
    opponent_last: bool,
    queens: tuple[QueenCase, ...],
    winner: Side,
    award: Award,
    *,
    clean: Laws = (),
    striker: Laws = (),
    improper: Laws = (),
    both: Laws = (),
    always: Laws = (),
    uncredited: Laws | None = None,
) -> Iterator[tuple[EndingKey, Ending]]:
    for fault, laws in zip(FAULTS, (clean, striker, improper, both), strict=True):
        cited = laws or always
        if cited:
            for queen in queens:
                yield (own_last, opponent_last, queen, fault), Ending(winner, award, cited, uncredited)


def _own_last() -> Iterator[tuple[EndingKey, Ending]]:
    left = Award(left="opponent")
    left_and_queen = Award(left="opponent", queen=True)
    yield from _rows(True, False, ("opponent",), "player", left, clean=("52a", "53a"))
    yield from _rows(
        True, False, ("player",), "player", left_and_queen, clean=("52a", "53a", "53b"), uncredited=("54", "52a", "53a")
    )
    yield from _rows(
        True,
        False,
        ("pending",),
        "player",
        left_and_queen,
        clean=("52a", "53a", "53b", "15"),
        uncredited=("54", "52a", "53a", "15"),
    )
    yield from _rows(
        True,
        False,
        ("taken",),
        "player",
        left_and_queen,
        clean=("52a", "53a", "53b", "97a"),
        uncredited=("54", "52a", "53a", "97a"),
    )
    yield from _rows(
        True,
        False,
        ("board",),
        "opponent",
        FLAT,
        clean=("107a",),
        striker=("108a",),
        improper=("107b",),
        both=("108b",),
    )
    yield from _rows(True, False, ("barred",), "opponent", FLAT, clean=("I-6", "95b", "107a"))


def _opponent_last() -> Iterator[tuple[EndingKey, Ending]]:
    left = Award(left="player")
    left_and_queen = Award(left="player", queen=True)
    yield from _rows(
        False,
        True,
        ("board",),
        "opponent",
        left_and_queen,
        clean=("106a",),
        striker=("111a",),
        improper=("106b",),
        both=("111b",),
    )
    yield from _rows(
        False,
        True,
        ("pending",),
        "opponent",
        left_and_queen,
        clean=("103a",),
        striker=("103a", "111a", "I-18"),
        improper=("103b",),
        both=("103b", "111b", "I-18"),
    )
    yield from _rows(
        False,
        True,
        ("bare", "barred"),
        "opponent",
        left_and_queen,
        clean=("I-7", "106a"),
        striker=("I-7", "111a"),
        improper=("I-7", "106b"),
        both=("I-7", "111b"),
    )
    yield from _rows(False, True, ("taken",), "opponent", left, clean=("I-7", "53a", "97a"))
    yield from _rows(False, True, ("player",), "opponent", left, always=("I-8", "52a", "53a", "53c"))
    yield from _rows(
        False,
        True,
        ("opponent",),
        "opponent",
        left_and_queen,
        always=("I-8", "52a", "53a", "53b"),
        uncredited=("I-8", "54", "52a", "53a"),
    )


def _both_last() -> Iterator[tuple[EndingKey, Ending]]:
    one = Award(fixed=1)
    yield from _rows(True, True, ("pending",), "player", FLAT, clean=("102a",))
    yield from _rows(True, True, ("taken",), "player", FLAT, clean=("104a",))
    yield from _rows(
        True,
        True,
        ("pending",),
        "opponent",
        FLAT,
        striker=("I-18", "109a"),
        improper=("102b",),
        both=("I-18", "109b", "102b"),
    )
    yield from _rows(
        True,
        True,
        ("bare",),
        "opponent",
        FLAT,
        striker=("109a",),
        improper=("104b",),
        both=("109b",),
    )
    yield from _rows(True, True, ("barred",), "opponent", FLAT, clean=("I-6", "95b", "105a"))
    yield from _rows(
        True,
        True,
        ("board",),
        "opponent",
        FLAT,
        clean=("105a",),
        striker=("I-9", "105a"),
        improper=("105b",),
        both=("I-9", "105b"),
    )
    yield from _rows(True, True, ("player",), "player", FLAT, clean=("I-10",))
    yield from _rows(
        True,
        True,
        ("player",),
        "opponent",
        one,
        striker=("110a",),
        improper=("I-18", "110b"),
        both=("110b",),
    )
    yield from _rows(True, True, ("opponent",), "player", one, clean=("I-10",))
    yield from _rows(
        True,
        True,
        ("opponent",),
        "opponent",
        FLAT,
        striker=("112a",),
        improper=("I-18", "112b"),
        both=("112b",),
    )


ENDINGS: Endings = dict([*_own_last(), *_opponent_last(), *_both_last()])
"""The Laws' own table."""
