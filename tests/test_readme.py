"""What README and docs say is true: examples run, the picture is fresh, links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from carrom.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

PICTURE = (
    "white:-301,41/-96,228/-18,64/43,-118/128,301/214,-29/-138,-88 "
    "black:-228,196/-61,-6/14,-40/92,82/-44,133/262,118/-176,-214/71,2 queen:54,33"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_readme_has_an_example_of_five_lines() -> None:
    (example,) = re.findall(r"```python\n(.*?)\n\n?```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.splitlines()) == 5
    assert doctest.DocTestParser().get_examples(example)


def test_the_picture_is_what_the_program_draws(tmp_path: Path) -> None:
    fresh = tmp_path / "board.svg"
    assert main(["show", PICTURE, "--striker", "-64", "-252.6", "-o", str(fresh)]) == 0
    kept = ROOT / "docs" / "images" / "board.svg"
    assert kept.read_bytes() == fresh.read_bytes(), "draw docs/images/board.svg again: see PICTURE in this test"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)", text) + re.findall(r'src="([^"]+)"', text)
    for target in targets:
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_first_screen_has_the_picture_and_the_two_commands() -> None:
    screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    told = "\n".join(screen)
    for wanted in ("docs/images/board.svg", "make play", "make test", ">>> "):
        assert wanted in told
