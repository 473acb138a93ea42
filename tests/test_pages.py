"""README and docs are true: examples run and pass the type checker, links resolve."""

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
def test_every_prompt_is_in_a_block_that_runs(page: Path) -> None:
    """A prompt outside such a block would be unchecked."""
    text = page.read_text(encoding="utf-8")
    for block in blocks(page):
        if block.kind in ("python", "console"):
            text = text.replace(block.text, "")
    assert not re.findall(r"^(?:>>> |\$ ).*", text, re.MULTILINE)


@pytest.mark.slow
def test_examples_pass_the_type_checker(tmp_path: Path) -> None:
    """Page examples are checked as strictly as the code: one module a page, one run for all."""
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
def test_docstring_examples_run(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted
    assert not result.failed


def test_readme_has_a_five_line_example() -> None:
    (example,) = (block for block in blocks(ROOT / "README.md") if block.kind == "python")
    assert len(example.text.strip().splitlines()) == 5
    assert example.is_doctest


def test_readme_picture_matches_the_program(tmp_path: Path) -> None:
    fresh = tmp_path / "board.svg"
    assert main(["show", PICTURE, "--striker", "-64", "-252.6", "-o", str(fresh)]) == 0
    kept = ROOT / "docs" / "images" / "board.svg"
    assert kept.read_bytes() == fresh.read_bytes(), "draw docs/images/board.svg again: see PICTURE in this test"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)", text) + re.findall(r'src="([^"]+)"', text)
    for target in targets:
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_on_pages_exist(page: Path) -> None:
    """Modules and their contents (`carrom.play.skill`), files and folders (`tests/law_cases/`), `make test`."""
    text = page.read_text(encoding="utf-8")
    for dotted in set(re.findall(r"`(carrom(?:\.\w+)+)", text)) - {"carrom.v1"}:  # a protocol of the socket
        assert pkgutil.resolve_name(dotted), dotted
    for path in re.findall(r"`(?:python )?((?:carrom|tests|web|bench|docs|examples)/[\w./-]*)[ `]", text):
        is_other = re.search(r"my_2026|XPage|formats/challenge|-v\d$", path)  # made up, or the name of an environment
        assert is_other or (ROOT / path).exists(), path
    for target in re.findall(r"(?:`|^    )make ([a-z-]+)", text, re.MULTILINE):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8"), f"make {target}"


def test_readme_starts_with_picture_and_commands() -> None:
    screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    opening = "\n".join(screen)
    for wanted in ("docs/images/board.svg", "make play", "make test", ">>> "):
        assert wanted in opening


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.name)
def test_readme_links_to_every_page(page: Path) -> None:
    assert f"]({page.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8"), page.name


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_architecture_lists_every_package() -> None:
    table = ARCHITECTURE.split("## Rooms")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", table, re.MULTILINE))
    rooms = {path.parent.name: path.parent for path in (ROOT / "carrom").glob("*/__init__.py")}
    assert rows.keys() == rooms.keys()
    for room, folder in rooms.items():
        for inner in folder.glob("*/__init__.py"):
            assert f"`{inner.parent.name}`" in rows[room], f"{room}/{inner.parent.name} is not in the table of rooms"


def test_package_picture_matches_the_imports() -> None:
    assert draw_rooms.PICTURE.read_text(encoding="utf-8") == draw_rooms.draw(), "python -m scripts.draw_rooms"


def test_architecture_page_stays_short() -> None:
    assert len(ARCHITECTURE.split()) <= 1200


@pytest.mark.parametrize("what", ["stroke", "result"])
def test_architecture_names_existing_code(what: str) -> None:
    way = ARCHITECTURE.split(f"## The way of a {what}")[1].split("\n## ")[0]
    steps = re.findall(r"`((?:carrom|web)/[\w./]+)`((?: `\w+`)+)", way)
    assert len(steps) > 7
    for file, names in steps:
        code = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"\b{name}\b", code), f"{name} is not in {file}"
