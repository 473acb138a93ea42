"""What README and docs say is true: examples run and pass the type checker, links lead somewhere."""

from __future__ import annotations

import doctest
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from carrom.cli import main
from scripts import draw_rooms
from tests.pages import PAGES, ROOT, blocks, play

PICTURE = (
    "white:-301,41/-96,228/-18,64/43,-118/128,301/214,-29/-138,-88 "
    "black:-228,196/-61,-6/14,-40/92,82/-44,133/262,118/-176,-214/71,2 queen:54,33"
)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    play(page, capsys, monkeypatch)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_example_hides_from_being_run(page: Path) -> None:
    """A prompt outside a block that is run would promise what nobody checks."""
    text = page.read_text(encoding="utf-8")
    for block in blocks(page):
        if block.kind in ("python", "console"):
            text = text.replace(block.text, "")
    assert not re.findall(r"^(?:>>> |\$ ).*", text, re.MULTILINE)


@pytest.mark.slow
def test_examples_pass_the_type_checker(tmp_path: Path) -> None:
    """What people copy from a page is checked as strictly as the house itself: one module a page, one run for all."""
    for page in PAGES:
        code = "\n".join(block.code() for block in blocks(page) if block.kind == "python")
        (tmp_path / f"page_{page.stem}.py").write_text(code, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *sorted(map(str, tmp_path.glob("page_*.py")))],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "carrom").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_are_true(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted
    assert not result.failed


def test_the_readme_has_an_example_of_five_lines() -> None:
    (example,) = (block for block in blocks(ROOT / "README.md") if block.kind == "python")
    assert len(example.text.strip().splitlines()) == 5
    assert example.is_doctest


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    """Modules and what is in them (`carrom.play.skill`), files and folders (`tests/law_cases/`), `make test`."""
    text = page.read_text(encoding="utf-8")
    for dotted in set(re.findall(r"`(carrom(?:\.\w+)+)", text)) - {"carrom.v1"}:  # a protocol of the socket
        assert pkgutil.resolve_name(dotted), dotted
    for path in re.findall(r"`(?:python )?((?:carrom|tests|web|bench|docs|examples)/[\w./-]*)[ `]", text):
        is_other = re.search(r"my_2026|XPage|formats/challenge|-v\d$", path)  # made up, or the name of an environment
        assert is_other or (ROOT / path).exists(), path
    for target in re.findall(r"(?:`|^    )make ([a-z-]+)", text, re.MULTILINE):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8"), f"make {target}"


def test_the_first_screen_has_the_picture_and_the_two_commands() -> None:
    screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    told = "\n".join(screen)
    for wanted in ("docs/images/board.svg", "make play", "make test", ">>> "):
        assert wanted in told


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.name)
def test_the_readme_leads_to_every_page(page: Path) -> None:
    assert f"]({page.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8"), page.name


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_room_is_in_the_table_of_rooms() -> None:
    table = ARCHITECTURE.split("## Rooms")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", table, re.MULTILINE))
    rooms = {path.parent.name: path.parent for path in (ROOT / "carrom").glob("*/__init__.py")}
    assert rows.keys() == rooms.keys()
    for room, folder in rooms.items():
        for inner in folder.glob("*/__init__.py"):
            assert f"`{inner.parent.name}`" in rows[room], f"{room}/{inner.parent.name} is not in the table of rooms"


def test_the_picture_of_the_rooms_shows_the_imports_of_today() -> None:
    assert draw_rooms.PICTURE.read_text(encoding="utf-8") == draw_rooms.draw(), "python -m scripts.draw_rooms"


def test_the_page_about_the_house_stays_short() -> None:
    assert len(ARCHITECTURE.split()) <= 1200


@pytest.mark.parametrize("what", ["stroke", "result"])
def test_its_way_leads_through_code_that_is_there(what: str) -> None:
    way = ARCHITECTURE.split(f"## The way of a {what}")[1].split("\n## ")[0]
    steps = re.findall(r"`((?:carrom|web)/[\w./]+)`((?: `\w+`)+)", way)
    assert len(steps) > 7
    for file, names in steps:
        code = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"\b{name}\b", code), f"{name} is not in {file}"
