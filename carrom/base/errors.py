"""The few errors that carrom raises. A player's mistake is never one of them: it is a returned value."""


class CarromError(ValueError):
    """Something that a caller handed over cannot be read or cannot be. The message is a sentence for people."""


class CarromWarning(UserWarning):
    """Something was made, but not as well as it should be. The message is a sentence that says what would help."""
