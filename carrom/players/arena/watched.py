"""Every answer of a player looked at before it counts: numbers that are none, wrong kinds and failures are named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite

import numpy as np

from carrom.match import Party
from carrom.physics import Profile, Stroke
from carrom.play.player import MisplayError, Player, Point, View
from carrom.play.skill import Skill


class Watched:
    """A player under watch. What he may not answer, or fails to, is a `MisplayError` of his party."""

    def __init__(self, player: Player, party: Party) -> None:
        self._player, self._party = player, party

    @property
    def waited(self) -> float:
        """Seconds that were spent on him elsewhere (`Booth`)."""
        return float(getattr(self._player, "waited", 0.0))

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        with self._asked():
            stroke = self._player.stroke(view, rng)
        if not isinstance(stroke, Stroke):
            raise self._misplay(f"{str(stroke)[:80]!r} is no stroke")
        four = stroke.x, stroke.y, stroke.direction, stroke.speed
        self._check_numbers(four, "a stroke")
        return Stroke(*map(float, four))

    def place(self, view: View, rng: np.random.Generator) -> Point:
        with self._asked():
            x, y = self._player.place(view, rng)
        self._check_numbers((x, y), "a place")
        return float(x), float(y)

    def forgoes(self, view: View, count: int) -> bool:
        with self._asked():
            answer = self._player.forgoes(view, count)
        return self._yes_or_no(answer)

    def demands(self, view: View, offered: int) -> int:
        with self._asked():
            answer = self._player.demands(view, offered)
        if not isinstance(answer, int) or not 0 <= answer <= offered:
            raise self._misplay(f"it demands {str(answer)[:40]} of {offered} points")
        return answer

    def concedes(self, view: View) -> bool:
        with self._asked():
            answer = self._player.concedes(view)
        return self._yes_or_no(answer)

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        with self._asked():
            angle = self._player.turns_rack(skill, profile)
        self._check_numbers((angle,), "an angle of the rack")
        if not abs(angle) <= 360:
            raise self._misplay(f"the rack is turned by no more than 360 degrees, not by {angle:g}")
        return float(angle)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except MisplayError:
            raise
        except Exception as error:
            raise self._misplay(f"{type(error).__name__}: {error}") from error

    def _check_numbers(self, numbers: tuple[float, ...], what: str) -> None:
        try:
            if all(isfinite(number) for number in numbers):
                return
        except TypeError:
            pass
        raise self._misplay(f"{what} of {', '.join(str(number)[:20] for number in numbers)}: numbers are needed")

    def _yes_or_no(self, answer: object) -> bool:
        if not isinstance(answer, bool):
            raise self._misplay(f"{str(answer)[:40]!r} is neither yes nor no")
        return answer

    def _misplay(self, text: str) -> MisplayError:
        return MisplayError(self._party, " ".join(text.split())[:300])
