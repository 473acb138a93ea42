"""The page's words: every language has every sentence, with the same places to fill in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "web" / "src" / "i18n"


def _sentences(language: str) -> dict[str, str]:
    text = (FOLDER / f"{language}.ts").read_text(encoding="utf-8")
    return dict(re.findall(r'^  "?([\w-]+)"?: "(.*)",$', text, re.MULTILINE))


@pytest.mark.parametrize("language", ["hi", "ur"])
def test_a_language_says_everything_with_the_same_blanks(language: str) -> None:
    english, other = _sentences("en"), _sentences(language)
    assert len(english) > 150
    assert other.keys() == english.keys()
    for key, sentence in english.items():
        assert set(re.findall(r"\{\w+\}", other[key])) == set(re.findall(r"\{\w+\}", sentence)), key
        assert other[key].strip()


@pytest.mark.parametrize(("language", "script"), [("hi", r"[\u0900-\u097f]"), ("ur", r"[\u0600-\u06ff]")])
def test_a_language_is_written_in_its_script(language: str, script: str) -> None:
    plain = [sentence for sentence in _sentences(language).values() if not re.search(script, sentence)]
    assert plain == []
