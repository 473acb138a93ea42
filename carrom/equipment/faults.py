"""What is wrong with a place, and by which law: a returned value, since placing wrongly is a player's mistake."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """`code` is stable for programs, `law` is the law that the place breaks, `text` is a sentence for people."""

    code: str
    law: str
    text: str
