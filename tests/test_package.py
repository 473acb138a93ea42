"""Promises of the package: light imports, pinned dependencies without addresses, documented verbs."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import grimp
import pytest

import carrom
from carrom.cli import VERBS, main
from scripts import house

ROOT = Path(__file__).parent.parent
HEAVY = (
    *("numpy", "numba", "starlette", "ezdxf", "typst", "networkx", "ortools", "openpyxl", "PIL", "msgspec"),
    *("yaml", "platformdirs", "wcwidth", "rich"),
)


def modules_after(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after running `code`."""
    listing = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout.splitlines()[-1]
    return set(json.loads(listing))


def offered() -> dict[str, set[str]]:
    """Return the exports declared to type checkers, by package."""
    rooms: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse((ROOT / "carrom" / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("carrom."):
            rooms.setdefault(node.module, set()).update(alias.asname or "" for alias in node.names)
    return rooms


def test_package_exports_match_type_stubs() -> None:
    rooms = offered()
    assert set().union(*rooms.values()) == set(carrom.__all__) <= set(dir(carrom))
    for room, names in rooms.items():
        for name in names:
            assert getattr(carrom, name) is getattr(import_module(room), name)
    with pytest.raises(AttributeError, match="no attribute 'Carom'"):
        getattr(carrom, "Carom")  # noqa: B009 – a type checker would not let it pass


def test_subpackages_load_on_attribute_access() -> None:
    assert "carrom.laws" in modules_after("import carrom; carrom.laws.RULEBOOKS")


def test_docs_list_the_package_exports() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    documented = {
        room: set(re.findall(r"`(\w+)`", names))
        for room, names in re.findall(r"^\| `([\w.]+)` \| (.+) \|$", page, re.M)
    }
    assert documented == offered()


def test_package_import_is_lazy() -> None:
    assert not {name for name in modules_after("import carrom; dir(carrom)") if name.startswith("carrom.")}
    assert "carrom.laws" in modules_after("from carrom import judge")


@pytest.mark.slow
@pytest.mark.parametrize("room", ["", ".laws", ".match", ".tournament", ".equipment", ".cli"])
def test_light_packages_load_nothing_heavy(room: str) -> None:
    assert modules_after(f"import carrom{room}").isdisjoint(HEAVY)


def seconds_to_import(module: str, cache: Path) -> float:
    """Return the processor time that a fresh interpreter takes to import a module with cached bytecode; the best of
    five."""
    code = f"from time import process_time as now; start = now(); import {module}; print(now() - start)"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(cache)
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, capture_output=True, check=True, cwd=ROOT, env=environment) for _ in range(6)]
    return min(float(run.stdout) for run in runs[1:])


@pytest.mark.slow
@pytest.mark.parametrize(("room", "most"), [("equipment", 3.0), ("laws", 4.0), ("match", 9.0), ("tournament", 11.5)])
def test_pure_packages_load_in_milliseconds(room: str, most: float, tmp_path: Path) -> None:
    """Measured in units of `dataclasses`, which all of them import: 13 ms on the reference machine.

    So the largest may take 150 ms. They take 1.4, 2.0, 6.3 and 8.6 times that, two thirds of it for their dataclasses.
    """
    assert seconds_to_import(f"carrom.{room}", tmp_path) < most * seconds_to_import("dataclasses", tmp_path)


def test_package_loads_no_more_than_it_needs() -> None:
    loaded = modules_after("import carrom.match")
    # Drawing, making and measuring boards; texts of the laws; files and the network.
    for late in ("carrom.equipment.markings", "carrom.laws.register", "carrom.laws.sentences", "pathlib", "tomllib"):
        assert late not in loaded, late
    assert not {name for name in modules_after("import carrom.laws") if name.startswith("carrom.equipment")}


def test_help_lists_every_verb_and_loads_none() -> None:
    help_code = "from carrom.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    ran = subprocess.run([sys.executable, "-c", help_code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert all(verb in ran.stdout for verb in VERBS)
    own = {name for name in modules_after(help_code) if name.startswith("carrom")}
    assert own == {"carrom", "carrom.base", "carrom.base.errors", "carrom.cli"}


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module(VERBS[verb][0])
    assert callable(getattr(module, "run", None) or module.answer)
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--help"])
    assert stopped.value.code == 0
    assert "usage: carrom " + verb in capsys.readouterr().out


def test_an_unknown_verb_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["pocket-everything"])
    assert stopped.value.code == 2
    assert "pocket-everything" in capsys.readouterr().err


def test_closed_standard_input_reads_as_empty() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m carrom standings <&-', shell=True, capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-all.txt"])
def test_pins_have_hashes_and_no_url(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    pins = re.findall(r"^[a-zA-Z0-9_.\-\[\]]+==\S+", text, flags=re.MULTILINE)
    assert len(pins) > 50
    entries = re.split(r"\n(?=[a-zA-Z0-9])", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(line for lines in extras.values() for line in lines)]
    names = {re.match(r"[A-Za-z0-9_.\-]+", line).group().lower().replace("_", "-") for line in wanted}  # type: ignore[union-attr]
    pinned = set(re.findall(r"^([a-z0-9_.\-]+)(?:\[.*\])?==", (ROOT / "constraints-all.txt").read_text(), re.MULTILINE))
    assert names <= pinned


def test_web_lock_file_has_no_url() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert len(lock["packages"]) > 10
    for name, package in lock["packages"].items():
        assert "resolved" not in package
        assert "integrity" in package or not name


def test_changelog_matches_the_version() -> None:
    """Unreleased changes come first if the version is unreleased; otherwise the version with its day."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    titles = [title.split()[0] for title, _ in sections]
    assert len(set(titles)) == len(titles)
    assert titles[0] == ("Unreleased" if carrom.__version__ not in titles else carrom.__version__)
    for title, text in sections:
        assert title == "Unreleased" or re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", title), title
        assert re.search(r"^- .", text, re.MULTILINE), f"nothing is written under {title}"


def test_imports_have_no_cycles() -> None:
    """Imports inside functions and for the type checker alone count too."""
    graph = grimp.build_graph("carrom", cache_dir=None)
    circle = graph.modules - {"carrom"}
    while free := {  # a module without imports or importers in the rest is in no cycle
        module
        for module in circle
        if not graph.find_modules_directly_imported_by(module) & circle
        or not graph.find_modules_that_directly_import(module) & circle
    }:
        circle -= free
    assert not circle


def test_modules_are_not_too_long() -> None:
    big = {
        str(path.relative_to(ROOT)): length
        for path in (ROOT / "carrom").rglob("*.py")
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > 600
    }
    assert big == {}


ALIKE = {
    "configure": "every verb of the command line has one",
    "run": "every verb of the command line has one",
    "answer": "every verb of JSON lines has one",
    "main": "programs of their own",
    "env": "PettingZoo asks for this name",
    "raw_env": "PettingZoo asks for this name",
    "execute_many": "compiled, and from Python",
    "strike": "compiled, and from Python",
    "stroke_fault": "of facts that cannot be, and of a stroke that may not be aimed",
}
"""Public functions that may share a name, with the reason."""


def test_names_are_unique() -> None:
    found = house.modules()
    assert house.doubled(found, lambda one: one.classes) == {}
    assert house.doubled(found, lambda one: one.functions).keys() <= ALIKE.keys()
