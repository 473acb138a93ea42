"""A person's mistake is an answer, not an accident: what may not be comes back with a code and a sentence."""

from dataclasses import dataclass
from typing import NoReturn, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refused:
    """It was not taken, and nothing has changed. `code` is stable; `law` is the law in the way, if one is."""

    code: str
    law: str | None
    text: str


class RefusedError(Exception):
    """Carries a refusal out of the middle of a transition; whoever applies the transition catches it."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.refused = refused


def refuse(code: str, text: str, law: str | None = None) -> NoReturn:
    """Give the transition up."""
    raise RefusedError(Refused(code, law, text))


def or_refuse(answer: T | Refused) -> T:
    """The answer of a function that may refuse; its refusal gives the transition up."""
    if isinstance(answer, Refused):
        raise RefusedError(answer)
    return answer
