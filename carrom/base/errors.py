"""The few errors that carrom raises. A player's mistake is never one of them: it is a returned value."""


class CarromError(ValueError):
    """Something that a caller handed over cannot be read or cannot be. The message is a sentence for people.

    It names no option of a program, since it may stand on a page: what the command line says more is `typed`.
    """

    def __init__(self, *said: object, typed: str = "") -> None:
        super().__init__(*said)
        self._typed = typed

    @property
    def typed(self) -> str:
        """The sentence for who types commands, with the option that helps."""
        return self._typed or str(self)


class CarromWarning(UserWarning):
    """Something was made, but not as well as it should be. The message is a sentence that says what would help."""
