"""The errors that carrom raises. A player's mistake at the board is none of them: that is a returned `Refused`."""

from typing import Any


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
