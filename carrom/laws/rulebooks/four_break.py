"""`four-break`: doubles over four boards or an hour, the striker's point included, not on demand.

Its paragraphs on the queen follow Laws 92–114; here they have letters in that order.
"""

from dataclasses import replace

from carrom.laws.clauses.endings import ENDINGS, Award, Ending, EndingKey, Endings
from carrom.laws.rulebook import Rulebook

_QUEEN = {
    letter: laws.split()
    for letter, laws in {
        "a": "92",
        "b": "93",
        "c": "94a",
        "d": "95a",
        "e": "95b 95c",
        "f": "95d",
        "g": "96",
        "h": "97a 97b",
        "i": "98a",
        "j": "99a",
        "k": "100a",
        "l": "101a",
        "m": "102a",
        "n": "103a",
        "o": "104a",
        "p": "105a",
        "q": "106a",
        "r": "107a",
        "s": "108a 108b",
        "t": "109a 109b",
        "u": "110a 110b",
        "v": "111a 111b",
        "w": "112a 112b",
        "x": "113",
        "y": "114",
    }.items()
}
_LOCAL = {law: f"four-break:queen-{letter}" for letter, laws in _QUEEN.items() for law in laws}
_LOCAL |= dict.fromkeys(("72a", "73", "75"), "four-break:dues")

_WITH_STRIKER = {law for letter in "stuvw" for law in _QUEEN[letter]}


def _with_striker(key: EndingKey, ending: Ending) -> Ending:
    """Add the striker's point once the queen no longer counts for the winner; always for 110 (I-19)."""
    _, _, _, fault = key
    if fault not in ("striker", "both") or ending.winner == "player":
        return ending
    award = Award(fixed=2) if ending.award == Award(fixed=1) else replace(ending.award, uncredited=1)
    tail = ("four-break:dues",) if ending.laws[0] in _WITH_STRIKER else ("I-19", "four-break:dues")
    uncredited = None if ending.laws_uncredited is None else ending.laws_uncredited + tail
    return replace(ending, award=award, laws=ending.laws + tail, laws_uncredited=uncredited)


_ENDINGS: Endings = {key: _with_striker(key, ending) for key, ending in ENDINGS.items()}

FOUR_BREAK = Rulebook(
    id="four-break",
    title="Four-break doubles",
    endings=_ENDINGS,
    target=None,
    boards=4,
    minutes=60,
    level_at_limit=("I-2", "56b"),
    striker_on_demand=False,
    for_pairs="four-break:format",
    umpire_is_final="four-break:umpire",
    local=_LOCAL,
)
