"""The errors that carrom raises. A player's mistake at the board is none of them: that is a returned `Refused`."""

from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar


class CarromError(ValueError):
    """Something that a caller passed cannot be read or cannot be.

    `code` is stable, for programs and tests; the text is a sentence for people. The text names no command-line
    option, because pages show it too: `typed` is the version for the command line.
    """

    def __init__(self, code: str, text: str, *, typed: str = "") -> None:
        super().__init__(text)
        self.code = code
        self._typed = typed

    @property
    def typed(self) -> str:
        """The sentence for the command line, with the option that helps."""
        return self._typed or str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), str(self), self.__dict__)


def _rebuild(kind: type[CarromError], text: str, state: dict[str, Any]) -> CarromError:
    """Make an error again that another process raised."""
    error = kind.__new__(kind, text)
    error.__dict__.update(state)
    return error


class CarromWarning(UserWarning):
    """Something was made, but not as well as it could be. The message says what would help."""


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


def raise_if_refused(answer: T | Refused) -> T:
    """The answer of a function that may refuse; its refusal gives the transition up."""
    if isinstance(answer, Refused):
        raise RefusedError(answer)
    return answer
