"""Misbehaving programs for the arena."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import numpy as np

from carrom.physics import Stroke
from carrom.play import Perception, PlainManners
from carrom.players import player_named


class Honest(PlainManners):
    """Plays by geometry, as any player may."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        return player_named("aimer").stroke(view, rng)


class Nan(Honest):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        return Stroke(float("nan"), 0.0, 0.0, 1.0)


class Crash(Honest):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise RuntimeError("no weights")


class Hang(Honest):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class Leave(Honest):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        os._exit(0)


class Unlawful(Honest):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        return Stroke(0.0, 300.0, 0.0, 3.0)


class Word(Honest):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Any:
        return "hard"


class Quitter(Honest):
    """Concedes rather than lose: it would pay if such a board did not count."""

    def concedes(self, view: Perception) -> bool:
        return True


class Patch(Honest):
    """Removes the errors of every hand in its reach, and prints where answers might go."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        from carrom.play import seating

        vars(seating)["execute"] = lambda intended, *_, **__: intended
        sys.stdout.write("x" * 100_000)
        sys.stdout.flush()
        return super().stroke(view, rng)


def thinking(simulations: int = 10) -> Honest:
    return Honest()


def nothing() -> None:
    return None


def sleepy() -> Honest:
    """Never finishes its construction."""
    time.sleep(600)
    return Honest()
