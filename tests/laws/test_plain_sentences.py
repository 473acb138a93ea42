"""Every law that a ruling, a refusal or the course of a match can name has a plain sentence in every language."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import carrom
from carrom.laws import RULEBOOKS
from carrom.laws.register import register
from carrom.laws.sentences import LANGUAGES
from carrom.laws.sentences.plain import plain_sentence
from carrom.laws.wire import judge_json
from tests.laws.situations import befores, strokes

_HOUSE = Path(carrom.__file__).parent
_JUDGING = ("laws", "match", "equipment/striker_place.py", "equipment/due_place.py", "server/live")
_SCRIPTS = {"en": r"[A-Z'0-9]", "hi": r"[\u0900-\u097f]", "ur": r"[\u0600-\u06ff]"}


def _cited() -> Iterator[str]:
    """Return the law ids in the sources that judge and refuse."""
    known = register()
    for place in _JUDGING:
        for file in [_HOUSE / place] if place.endswith(".py") else (_HOUSE / place).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
                    yield node.value


def _ruled() -> Iterator[str]:
    for book in RULEBOOKS:
        asked = [(before, stroke) for before in befores((1, 2, 9)) for stroke in strokes(before, most=2)]
        for before, stroke in asked[::7]:
            situation = {**before, "score": {"player": 0, "opponent": 22}}
            question = {"rulebook": book, "before": situation, "stroke": stroke}
            yield from judge_json(question)["laws"]


def test_every_cited_law_has_a_plain_sentence_in_every_language() -> None:
    named = {law for law in (*_cited(), *_ruled()) if not re.fullmatch(r"[A-Z](\.\d)?|1|20", law)}
    assert len(named) > 150
    assert [law for law in sorted(named) if plain_sentence(law, "en") is None] == []


def test_plain_sentences_are_unique_and_in_their_script() -> None:
    file = _HOUSE / "laws/sentences/data/plain.toml"
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["said"]
    laws = [law for one in entries for law in one["laws"]]
    assert len(laws) == len(set(laws))
    for one in entries:
        assert {*one} == {"laws", *LANGUAGES}
        for language in LANGUAGES:
            assert re.match(_SCRIPTS[language], one[language]), one
            assert one[language][-1] == {"en": ".", "hi": "।", "ur": "۔"}[language]
