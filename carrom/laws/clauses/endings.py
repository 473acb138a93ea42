"""Chapters IX and XV, laws 52–54 and 102–112: the stroke that pockets somebody's last piece."""

from collections.abc import Iterator

from carrom.laws.awards import FAULTS, Award, Ending, EndingKey, Endings, QueenCase
from carrom.laws.facts import Side

# Whose last piece fell: the player's own, the opponent's.
_OWN_LAST, _THEIRS_LAST, _BOTH_LAST = (True, False), (False, True), (True, True)
_FLAT = Award(flat=True)
_ONE = Award(fixed=1)
_THEIRS = Award(left="opponent")
_THEIRS_AND_QUEEN = Award(left="opponent", queen=True)
_OWN = Award(left="player")
_OWN_AND_QUEEN = Award(left="player", queen=True)


def _row(
    last: tuple[bool, bool],
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
            yield (*last, queen, fault), Ending(winner, award, cited, instead)


_ROWS = (
    _row(_OWN_LAST, "opponent", "player", _THEIRS, "52a 53a"),
    _row(_OWN_LAST, "player", "player", _THEIRS_AND_QUEEN, "52a 53a 53b", uncredited="54 52a 53a"),
    _row(_OWN_LAST, "pending", "player", _THEIRS_AND_QUEEN, "52a 53a 53b 15", uncredited="54 52a 53a 15"),
    _row(_OWN_LAST, "taken", "player", _THEIRS_AND_QUEEN, "52a 53a 53b 97a", uncredited="54 52a 53a 97a"),
    _row(_OWN_LAST, "board", "opponent", _FLAT, "107a", "108a", "107b", "108b"),
    _row(_OWN_LAST, "barred", "opponent", _FLAT, "I-6 95b 107a"),
    #
    _row(_THEIRS_LAST, "board", "opponent", _OWN_AND_QUEEN, "106a", "111a", "106b", "111b"),
    _row(_THEIRS_LAST, "pending", "opponent", _OWN_AND_QUEEN, "103a", "103a 111a I-18", "103b", "103b 111b I-18"),
    _row(_THEIRS_LAST, "bare", "opponent", _OWN_AND_QUEEN, "I-7 106a", "I-7 111a", "I-7 106b", "I-7 111b"),
    _row(_THEIRS_LAST, "barred", "opponent", _OWN_AND_QUEEN, "I-7 106a", "I-7 111a", "I-7 106b", "I-7 111b"),
    _row(_THEIRS_LAST, "taken", "opponent", _OWN, "I-7 53a 97a"),
    _row(_THEIRS_LAST, "player", "opponent", _OWN, always="I-8 52a 53a 53c"),
    _row(_THEIRS_LAST, "opponent", "opponent", _OWN_AND_QUEEN, always="I-8 52a 53a 53b", uncredited="I-8 54 52a 53a"),
    #
    _row(_BOTH_LAST, "pending", "player", _FLAT, "102a"),
    _row(_BOTH_LAST, "taken", "player", _FLAT, "104a"),
    _row(_BOTH_LAST, "pending", "opponent", _FLAT, "", "I-18 109a", "102b", "I-18 109b 102b"),
    _row(_BOTH_LAST, "bare", "opponent", _FLAT, "", "109a", "104b", "109b"),
    _row(_BOTH_LAST, "barred", "opponent", _FLAT, "I-6 95b 105a"),
    _row(_BOTH_LAST, "board", "opponent", _FLAT, "105a", "I-9 105a", "105b", "I-9 105b"),
    _row(_BOTH_LAST, "player", "player", _FLAT, "I-10"),
    _row(_BOTH_LAST, "player", "opponent", _ONE, "", "110a", "I-18 110b", "110b"),
    _row(_BOTH_LAST, "opponent", "player", _ONE, "I-10"),
    _row(_BOTH_LAST, "opponent", "opponent", _FLAT, "", "112a", "I-18 112b", "112b"),
)

ENDINGS: Endings = {key: ending for row in _ROWS for key, ending in row}
"""The Laws' own table."""
