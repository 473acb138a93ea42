"""Mutations of valid input: values, structure, order, or the text itself."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

_NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**70), 0.5, -0.0, 1e308, 1e-320, "", " ", "a", "a1", "b", "icf",
    "\x00", "\u202e", "٣", "🎯" * 20, "x" * 5000, "1e999", "-", "../..", "<b>", [], {}, [[]], [None], {"": 0},
]  # fmt: skip
_DEEP = ["[" * 3000, '{"a":' * 2000, "9" * 6000, "-" * 300, '"' * 99, "\\ud800", "NaN", "Infinity", "1e99999"]

_TAGS = ("t", "do", "key")
_WORDS = [
    "a1",
    "b1",
    "a2",
    "side",
    "break",
    "match",
    "game",
    "south",
    "east",
    "end",
    "rematch",
    "thanks",
    "replay",
    " ",
]


def mutated_text(seed: Any, luck: random.Random) -> bytes:
    """Return a JSON value as one line, or a line that is no longer JSON."""
    value = json.loads(json.dumps(seed))
    for _ in range(luck.choice((0, 1, 1, 1, 2, 3, 6))):
        value = _mutated(value, luck)
    text = json.dumps(value, ensure_ascii=luck.random() < 0.5)
    raw = text.encode(errors="replace")
    return _spoilt(raw, luck) if luck.random() < 0.25 else raw


def varied(seed: Any, luck: random.Random) -> Any:
    """Return a value of the same form with other values of the same kinds."""
    if isinstance(seed, dict):
        return {key: value if key in _TAGS else varied(value, luck) for key, value in seed.items()}
    if isinstance(seed, list):
        return [varied(value, luck) for value in seed] * luck.choice((1, 1, 1, 1, 2))
    if luck.random() < 0.75:
        return seed
    if isinstance(seed, bool):
        return not seed
    if isinstance(seed, int):
        return max(0, seed + luck.choice((-1, -1, 1, 5)))
    if isinstance(seed, float):
        return luck.choice(
            [seed + luck.gauss(0, 1), seed + luck.gauss(0, 100), -seed, 0.0, float(luck.randrange(-180, 180))]
        )
    if isinstance(seed, str):
        return luck.choice([*_WORDS, seed[::-1], seed + luck.choice("é٣🎯\u202e\x00")])
    return seed


def mutated_lines(lines: list[str], luck: random.Random) -> list[bytes]:
    """Return the lines with some broken, moved, repeated or removed."""
    made = [line.encode() for line in lines]
    for _ in range(luck.choice((0, 1, 2, 3, 8))):
        at = luck.randrange(len(made)) if made else 0
        match luck.randrange(5):
            case 0 if made:
                made[at] = _spoilt(made[at], luck)
            case 1 if made:
                del made[at]
            case 2 if made:
                made.insert(luck.randrange(len(made)), made[at])
            case 3 if made:
                words = made[at].split(b" ")
                luck.shuffle(words)
                made[at] = b" ".join(words)
            case _ if made:
                words = made[at].split(b" ")
                words[luck.randrange(len(words))] = json.dumps(luck.choice(_NASTY)).encode()
                made[at] = b" ".join(words)
    return [line.replace(b"\n", b" ").replace(b"\r", b" ") for line in made]


def _mutated(value: Any, luck: random.Random) -> Any:
    if isinstance(value, dict) and value and luck.random() < 0.85:
        key = luck.choice(list(value))
        match luck.randrange(8):
            case 0:
                del value[key]
            case 1:
                value[str(_nasty(luck))[:50]] = copy.deepcopy(value[key])
            case 2:
                value = dict(luck.sample(list(value.items()), len(value)))
            case _:
                value[key] = _mutated(value[key], luck)
        return value
    if isinstance(value, list) and value and luck.random() < 0.85:
        at = luck.randrange(len(value))
        match luck.randrange(8):
            case 0:
                del value[at]
            case 1:
                value.insert(luck.randrange(len(value) + 1), json.loads(json.dumps(value[at])))
            case 2:
                luck.shuffle(value)
            case 3:
                value += value[: luck.randrange(1, 30)]
            case _:
                value[at] = _mutated(value[at], luck)
        return value
    if isinstance(value, bool) or value is None:
        return _nasty(luck)
    if isinstance(value, int | float) and luck.random() < 0.6:
        return luck.choice([value + 1, value - 1, -value, value * 1000, value / 3, str(value)])
    if isinstance(value, str) and value and luck.random() < 0.6:
        at = luck.randrange(len(value))
        return luck.choice(
            [value[:at], value[at:], value.upper(), value + value, value[:at] + "é" + value[at:], [value]]
        )
    return _nasty(luck)


def _nasty(luck: random.Random) -> Any:
    return copy.deepcopy(luck.choice(_NASTY))


def _spoilt(raw: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(raw) + 1)
    match luck.randrange(5):
        case 0:
            return raw[:at]
        case 1:
            return raw[:at] + bytes([luck.randrange(256)]) + raw[at + 1 :]
        case 2:
            return raw[:at] + luck.choice(_DEEP).encode() + raw[at:]
        case 3:
            end = luck.randrange(len(raw) + 1)
            return raw[:at] + raw[end:]
        case _:
            return bytes(luck.randrange(256) for _ in range(luck.randrange(60)))


def mutated_words(words: list[str], luck: random.Random) -> list[str]:
    """Return the words of a command line with some broken, moved, repeated or removed."""
    made = list(words)
    for _ in range(luck.choice((0, 1, 1, 2, 4))):
        at = luck.randrange(len(made) + 1)
        match luck.randrange(5):
            case 0:
                made.insert(at, str(_nasty(luck)))
            case 1 if at < len(made):
                del made[at]
            case 2 if at < len(made):
                made.insert(luck.randrange(len(made) + 1), made[at])
            case _ if at < len(made):
                made[at] = str(_mutated(made[at], luck))
    return [word.replace("\x00", "") for word in made]  # not possible on a command line
