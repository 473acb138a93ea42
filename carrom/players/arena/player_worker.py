"""The process behind `player_process`: make a player and answer questions with plain values.

Started as `python -m carrom.players.arena.player_worker module:function FD`.
"""

from __future__ import annotations

import inspect
import json
import sys
import traceback
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from carrom.physics import Stroke
from carrom.play.racking import RACK

QUESTIONS = ("stroke", "place", "forgoes", "demands", "concedes")


def serve_questions(maker: str, line: int) -> None:
    connection: Any = Connection(line)
    player = None
    while True:
        try:
            message = connection.recv()
        except (EOFError, OSError):
            return
        try:
            if player is None:
                player = make_player(maker, {key: value for key, value in message.items() if value is not None})
                answer: Any = True
            else:
                answer = _answer(player, *message)
            reply = json.dumps({"answer": answer})
        except BaseException as error:  # SystemExit too: the program does not decide when the process ends
            reply = json.dumps({"error": _error_text(error)})
        connection.send_bytes(reply.encode())


def make_player(maker: str, budget: dict[str, Any]) -> Any:
    """Raises what the program raises, or `TypeError` where it lacks something."""
    module, _, name = maker.partition(":")
    make = getattr(import_module(module), name)
    known = inspect.signature(make).parameters
    unknown = [key for key in budget if key not in known]
    if unknown:
        raise TypeError(f"it takes no {unknown[0]}")
    player = make(**budget)
    missing = [question for question in QUESTIONS if not callable(getattr(player, question, None))]
    if missing:
        raise TypeError(f"what it makes, a {type(player).__name__}, does not answer '{missing[0]}'")
    return player


def _answer(player: Any, question: str, words: tuple[Any, ...]) -> Any:
    if question in ("stroke", "place"):
        view, seed = words
        found = getattr(player, question)(view, np.random.default_rng(seed))
        return [float(number) for number in (_four(found) if question == "stroke" else found)]
    if question == "turns_rack":  # optional: without it the rack stays as it is
        asked = getattr(player, question, None)
        return [RACK if asked is None else float(asked(*words))]
    answer = getattr(player, question)(*words)
    if isinstance(answer, np.generic):
        answer = answer.item()
    return answer if isinstance(answer, bool | int) else repr(answer)


def _four(found: Any) -> tuple[Any, ...]:
    if not isinstance(found, Stroke):
        raise TypeError(f"{str(found)[:80]!r} is no Stroke")
    return found.x, found.y, found.direction, found.speed


def _error_text(error: BaseException) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename != __file__ and "importlib" not in frame.filename]
    place = f" ({own[-1].filename.rsplit('/', 1)[-1]}, line {own[-1].lineno})" if own else ""
    return f"{text[:200]}{place}"


if __name__ == "__main__":
    serve_questions(sys.argv[1], int(sys.argv[2]))
