"""Errors that Carrom raises, and `Refused`, the answer to a person's mistake."""

from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar


class CarromError(ValueError):
    """Input that cannot be read or is impossible.

    `code` is stable; the text, for people, names no command-line option, because pages show it too. `typed` is the
    version for the command line.
    """

    def __init__(self, code: str, text: str, *, typed: str = "") -> None:
        super().__init__(text)
        self.code = code
        self._typed = typed

    @property
    def typed(self) -> str:
        """Sentence for the command line, naming the helpful option."""
        return self._typed or str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), str(self), self.__dict__)


def _rebuild(kind: type[CarromError], text: str, state: dict[str, Any]) -> CarromError:
    error = kind.__new__(kind, text)
    error.__dict__.update(state)
    return error


class CarromWarning(UserWarning):
    """A result with a shortcoming; the message says how to avoid it."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refused:
    """A rejected command; nothing has changed. `code` is stable; `law` is the law that forbids it, if any."""

    code: str
    law: str | None
    text: str


class RefusedError(Exception):
    """Carries a refusal out of a transition."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.refused = refused


def refuse(code: str, text: str, law: str | None = None) -> NoReturn:
    raise RefusedError(Refused(code, law, text))


def raise_if_refused(answer: T | Refused) -> T:
    if isinstance(answer, Refused):
        raise RefusedError(answer)
    return answer
