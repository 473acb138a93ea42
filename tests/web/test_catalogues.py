"""The page has a message for every code that the package can send."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carrom.equipment.standard import REQUIREMENTS, Measure
from carrom.laws import RULEBOOKS
from carrom.laws.reasons import reasons_for
from carrom.match.log.acts import ACTS
from carrom.play import LEVELS
from carrom.players import LADDER
from carrom.tournament.settings import SETTINGS
from tests.web.words import desk_text, game_text, pad_text

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """The English catalogue of the game. A test in web/tests checks that the others have the same keys."""
    return game_text.messages


def test_every_setting_has_a_label() -> None:
    assert [name for name in SETTINGS if f"setting-{name}" not in desk_text.messages] == []


def test_every_unnoticed_error_has_a_message_on_the_pad() -> None:
    laws = {law for book in RULEBOOKS.values() for law in reasons_for("unnoticed", book)}
    assert len(laws) > 4
    assert sorted(law for law in laws if f"unnoticed-{law}" not in pad_text.messages) == []


def test_every_part_of_a_board_has_a_name() -> None:
    """English names come from the server."""
    for language in ("hi", "ur"):
        named = (ROOT / "web" / "src" / "pages" / "parts" / f"{language}.ts").read_text(encoding="utf-8")
        units = {f"unit.{one.unit}" for one in REQUIREMENTS if isinstance(one, Measure)} - {"unit.°"}
        found = set(re.findall(r'"([\w.]+)":', named))
        assert found == units | {one.key for one in REQUIREMENTS}, language


def test_every_act_and_happening_has_a_message(words: dict[str, str]) -> None:
    """Acts are listed in a replay; happenings are announced by the umpire."""
    assert [kind for kind in ACTS if f"kind-{kind}" not in words] == []
    codes = {
        code
        for path in (ROOT / "carrom" / "match").rglob("*.py")
        for code in re.findall(r'Happening\(\s*"([\w-]+)"', path.read_text())
    }
    assert len(codes) > 30
    # The offer of a demand is a question of the page; a remark is its own text.
    assert sorted(code for code in codes - {"demand-offered", "remark"} if f"said-{code}" not in words) == []


def test_every_computer_player_and_skill_has_a_name(words: dict[str, str]) -> None:
    assert [name for name in LADDER if not words[f"rung-{name}"].startswith(f"{name}: ")] == []
    assert [name for name in LEVELS if words[f"hand-{name}"] != name] == []


def test_every_unlawful_place_has_a_message(words: dict[str, str]) -> None:
    faults = {
        prefix + code
        for module, prefix in (("striker_place", ""), ("due_place", "place-"))
        for code in re.findall(r'Fault\(\s*"([\w-]+)"', (ROOT / f"carrom/equipment/{module}.py").read_text())
    }
    assert len(faults) > 8
    # Pages only send places that are numbers.
    assert sorted(code for code in faults if "not-a-place" not in code and f"refused-{code}" not in words) == []
