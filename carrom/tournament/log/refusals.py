"""A person's mistake is an answer, not an accident: what cannot be recorded comes back with a code and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn


@dataclass(frozen=True, slots=True)
class Refused:
    """The fact does not hold. `code` is stable; `text` is for people."""

    code: str
    text: str


class RefusedError(Exception):
    """Carries a refusal out of the middle of a transition; never leaves `apply`."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


def refuse(code: str, text: str) -> NoReturn:
    """Give the transition up."""
    raise RefusedError(Refused(code, text))
