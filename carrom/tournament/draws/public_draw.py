"""Draw lots that anyone can verify, from a public seed with a commitment.

Block `i` of random numbers is SHA-256 of "<seed>:<i>", cut into four 64-bit words. The desk publishes
`commitment(secret, entries)` before a number beyond its control becomes known (a lottery, a closing price);
`reveal_seed` derives the seed from both.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from carrom.base.errors import CarromError

Item = TypeVar("Item")

_WORD = 8  # bytes
_WORDS_END = 1 << (8 * _WORD)


class PublicRandom:
    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)
        self._block = 0
        self._words: list[int] = []

    def below(self, end: int) -> int:
        """One of 0 … end - 1, each equally likely."""
        if not 1 <= end <= _WORDS_END:
            raise ValueError(f"cannot draw one of {end}")
        fair = _WORDS_END - _WORDS_END % end  # larger words would favour small numbers
        while (word := self._word()) >= fair:
            pass
        return word % end

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            lot = self.below(last + 1)
            drawn[last], drawn[lot] = drawn[lot], drawn[last]
        return drawn

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(f"{self._seed}:{self._block}".encode()).digest()
            self._words = [int.from_bytes(block[at : at + _WORD], "big") for at in range(0, len(block), _WORD)][::-1]
            self._block += 1
        return self._words.pop()


def commitment(secret: str, entries: Sequence[str]) -> str:
    """Hash that fixes secret and list and reveals neither."""
    text = "\n".join(["carrom draw", str(len(secret)), secret, *(f"{len(entry)}:{entry}" for entry in entries)])
    return hashlib.sha256(text.encode()).hexdigest()


def reveal_seed(promise: str, secret: str, entries: Sequence[str], *, public: str) -> str:
    """Seed. Raises CarromError if secret or list differ from the commitment."""
    if not hmac.compare_digest(promise.lower().encode(), commitment(secret, entries).encode()):
        raise CarromError(
            "commitment-differs", "the secret and the list of entries are not those of the published commitment"
        )
    return hashlib.sha256(f"{len(secret)}:{secret}\n{public}".encode()).hexdigest()


def in_drawn_order(items: Sequence[Item], seed: int | str | None) -> list[Item]:
    return list(items) if seed is None else PublicRandom(seed).shuffled(items)
