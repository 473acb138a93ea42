"""The page's words: every language has every sentence, with the same places to fill in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carrom.match.log.acts import ACTS
from carrom.play import LEVELS
from carrom.players import LADDER

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "web" / "src" / "i18n"


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


def test_everything_that_can_happen_has_words() -> None:
    """Every act of a match in the list of a replay, every happening in the umpire's mouth."""
    words = _sentences("en")
    assert [kind for kind in ACTS if f"kind-{kind}" not in words] == []
    told = {
        code
        for path in (ROOT / "carrom" / "match").rglob("*.py")
        for code in re.findall(r'Happening\(\s*"([\w-]+)"', path.read_text())
    }
    assert len(told) > 30
    # The offer of a demand is a question of the page's own; a remark speaks for itself.
    assert sorted(code for code in told - {"demand-offered", "remark"} if f"said-{code}" not in words) == []


def test_every_computer_player_and_hand_has_words() -> None:
    words = _sentences("en")
    assert [name for name in LADDER if not words[f"rung-{name}"].startswith(f"{name}: ")] == []
    assert [name for name in LEVELS if words[f"hand-{name}"] != name] == []


def test_every_unlawful_place_has_words() -> None:
    words = _sentences("en")
    faults = {
        prefix + code
        for module, prefix in (("striker_place", ""), ("due_place", "place-"))
        for code in re.findall(r'Fault\(\s*"([\w-]+)"', (ROOT / f"carrom/equipment/{module}.py").read_text())
    }
    assert len(faults) > 8
    # No page sends a place that is no number.
    assert sorted(code for code in faults if "not-a-place" not in code and f"refused-{code}" not in words) == []
