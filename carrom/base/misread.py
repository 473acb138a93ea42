"""What is wrong with a value that was read: where it stood and what it should have been."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from carrom.base.errors import CarromError


class MisreadError(CarromError):
    """What is wrong with a value; the place is put in front of it on the way out."""

    def __init__(self, sentence: str, *, place: str = "", joint: str = ": ") -> None:
        super().__init__("misread", sentence)
        self.sentence, self.place, self._joint = sentence, place, joint

    def inside(self, place: str) -> MisreadError:
        """The same one level up."""
        dot = "." if place and self.place and self.place[0] != "[" else ""
        return MisreadError(self.sentence, place=f"{place}{dot}{self.place}", joint=self._joint)

    def __str__(self) -> str:
        return f"{self.place}{self._joint}{self.sentence}" if self.place else self.sentence


def wrong(value: Any, wanted: str) -> MisreadError:
    """The error that says what a value should have been."""
    return MisreadError(f"{shown(value)} is not {wanted}")


def shown(value: Any) -> str:
    """A value quoted in a sentence as JSON writes it, cut short when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        if not text.isprintable():  # half a character, or a sign that would turn the line round
            text = json.dumps(value)
    except (TypeError, ValueError):  # a date of TOML, a number of thousands of digits
        text = str(value) if isinstance(value, date) else f"this {type(value).__name__}"
    except RecursionError:
        text = "what is nested so deeply"
    return text if len(text) <= 80 else f"{text[:77]}…"


def misread(error: CarromError) -> MisreadError:
    """Any error as one that can be given its place."""
    return error if isinstance(error, MisreadError) else MisreadError(str(error))
