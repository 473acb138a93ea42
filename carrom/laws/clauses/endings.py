"""Chapters IX and XV, laws 52–54 and 102–112: the stroke that pockets somebody's last piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from carrom.laws.awards import FAULTS, Award, Ending, EndingKey, Endings, QueenCase
from carrom.laws.facts import Side

_FLAT = Award(flat=True)
_ONE = Award(fixed=1)
_THEIRS = Award(left="opponent")
_THEIRS_AND_QUEEN = Award(left="opponent", queen=True)
_OWN = Award(left="player")
_OWN_AND_QUEEN = Award(left="player", queen=True)


def _row(
    last: Literal["own", "theirs", "both"],
    queen: QueenCase,
    winner: Side,
    award: Award,
    clean: str = "",
    striker: str = "",
    improper: str = "",
    both: str = "",
    *,
    always: str = "",
    uncredited: str = "",
) -> Iterator[tuple[EndingKey, Ending]]:
    """One row of the Laws' table: whose last piece fell, how the queen stood, who wins how much.

    Then the laws: for a clean stroke, one with the striker, an improper one, and one that is both. A row without laws
    for a fault does not apply to it.
    """
    instead = tuple(uncredited.split()) or None
    for fault, laws in zip(FAULTS, (clean, striker, improper, both), strict=True):
        cited = tuple((laws or always).split())
        if cited:
            yield (last != "theirs", last != "own", queen, fault), Ending(winner, award, cited, instead)


_ROWS = (
    _row("own", "opponent", "player", _THEIRS, "52a 53a"),
    _row("own", "player", "player", _THEIRS_AND_QUEEN, "52a 53a 53b", uncredited="54 52a 53a"),
    _row("own", "pending", "player", _THEIRS_AND_QUEEN, "52a 53a 53b 15", uncredited="54 52a 53a 15"),
    _row("own", "taken", "player", _THEIRS_AND_QUEEN, "52a 53a 53b 97a", uncredited="54 52a 53a 97a"),
    _row("own", "board", "opponent", _FLAT, "107a", "108a", "107b", "108b"),
    _row("own", "barred", "opponent", _FLAT, "I-6 95b 107a"),
    #
    _row("theirs", "board", "opponent", _OWN_AND_QUEEN, "106a", "111a", "106b", "111b"),
    _row("theirs", "pending", "opponent", _OWN_AND_QUEEN, "103a", "103a 111a I-18", "103b", "103b 111b I-18"),
    _row("theirs", "bare", "opponent", _OWN_AND_QUEEN, "I-7 106a", "I-7 111a", "I-7 106b", "I-7 111b"),
    _row("theirs", "barred", "opponent", _OWN_AND_QUEEN, "I-7 106a", "I-7 111a", "I-7 106b", "I-7 111b"),
    _row("theirs", "taken", "opponent", _OWN, "I-7 53a 97a"),
    _row("theirs", "player", "opponent", _OWN, always="I-8 52a 53a 53c"),
    _row("theirs", "opponent", "opponent", _OWN_AND_QUEEN, always="I-8 52a 53a 53b", uncredited="I-8 54 52a 53a"),
    #
    _row("both", "pending", "player", _FLAT, "102a"),
    _row("both", "taken", "player", _FLAT, "104a"),
    _row("both", "pending", "opponent", _FLAT, "", "I-18 109a", "102b", "I-18 109b 102b"),
    _row("both", "bare", "opponent", _FLAT, "", "109a", "104b", "109b"),
    _row("both", "barred", "opponent", _FLAT, "I-6 95b 105a"),
    _row("both", "board", "opponent", _FLAT, "105a", "I-9 105a", "105b", "I-9 105b"),
    _row("both", "player", "player", _FLAT, "I-10"),
    _row("both", "player", "opponent", _ONE, "", "110a", "I-18 110b", "110b"),
    _row("both", "opponent", "player", _ONE, "I-10"),
    _row("both", "opponent", "opponent", _FLAT, "", "112a", "I-18 112b", "112b"),
)

ENDINGS: Endings = {key: ending for row in _ROWS for key, ending in row}
"""The Laws' own table."""
