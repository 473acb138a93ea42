"""Checks that additions are complete, with a list of missing parts. CONTRIBUTING.md has the recipes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection
from dataclasses import fields
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

from carrom.laws import RULEBOOKS, Rulebook
from carrom.laws.register import register
from carrom.players import LADDER
from carrom.testing.formats import format_faults
from carrom.tournament.formats import FORMATS, StageFormat
from carrom.tournament.templates import TEMPLATES
from tests.laws.law_cases import cases
from tests.laws.test_register import PROOFS
from tests.laws.test_rulebooks import TABLE
from tests.pages import PAGES, ROOT

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
LANGUAGES = sorted(path.relative_to(ROOT) for path in (ROOT / "web" / "src" / "i18n").glob("??.ts"))
ENTRIES = (ROOT / "web" / "src" / "routes.ts").read_text(encoding="utf-8")
JUDGED_BY = (
    *("queen_value", "queen_ceiling", "most_points", "striker_on_demand", "one_piece_covers", "queen_settles_due"),
    *("opponents_piece_ends_turn", "queen_and_striker_keep_turn"),
)
FILES = sorted(
    path.relative_to(ROOT / "web" / "src") for path in (ROOT / "web" / "src").rglob("*Page.tsx") if path.stem != "Page"
)


def text(path: str | Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def has_row(page: str, name: str) -> Callable[[], bool]:
    return lambda: f"| `{name}` |" in text(page)


def report(name: str, *wanted: tuple[str, Callable[[], bool]]) -> None:
    missing = [what for what, is_there in wanted if not is_there()]
    assert not missing, f"{name} is not wholly enrolled; still missing:\n- " + "\n- ".join(missing)


@pytest.mark.parametrize("id", RULEBOOKS)
def test_rulebook_is_complete(id: str) -> None:
    module = id.replace("-", "_")
    report(
        f"rulebook {id}",
        (f"a file of its own: carrom/laws/rulebooks/{module}.py", (ROOT / f"carrom/laws/rulebooks/{module}.py").exists),
        (
            f"its rules in the register, not all advised: carrom/laws/register/data/NN_{module}.toml, source = {id!r}",
            lambda: any(entry.source == id and entry.needs_proof for entry in register().values()),
        ),
        *(
            (f"a test that proves {rule}, marked with it, or a law case", lambda rule=rule: rule in PROOFS)
            for rule in sorted(_local_rules(RULEBOOKS[id]))
        ),
        (
            f"law cases that name it: tests/law_cases/{module}.toml, or books = [..., {id!r}] in another table",
            lambda: any(case.book == id for case in cases()),
        ),
        (f"its numbers: a row {id!r} of TABLE in tests/laws/test_rulebooks.py", lambda: id in TABLE),
        (f"a row | `{id}` | in docs/laws.md", has_row("docs/laws.md", id)),
        (
            f"{id!r} in the second judge, tests/laws/transcription.py, since it changes rulings",
            lambda: not _changes_rulings(RULEBOOKS[id]) or f'"{id}"' in text("tests/laws/transcription.py"),
        ),
        (
            f"its template, `{id}`, in docs/tournament.md",
            lambda: id not in TEMPLATES or f"`{id}`" in text("docs/tournament.md"),
        ),
    )


def _local_rules(book: Rulebook) -> set[str]:
    """Return its local rules, in the fields in which it departs from the Laws."""
    return {rule for field in fields(book) if field.type == "LocalRule" and (rule := getattr(book, field.name))}


def _changes_rulings(book: Rulebook) -> bool:
    """Return whether it can judge a stroke differently from the Laws, apart from citations."""
    laws = RULEBOOKS["icf"]
    return book.endings != laws.endings or any(getattr(book, name) != getattr(laws, name) for name in JUDGED_BY)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_format_is_complete(name: str) -> None:
    report(
        f"format {name}",
        *((sentence, lambda: False) for sentence in format_faults(FORMATS[name])),
        (f"a row | `{name}` | in docs/draws.md", has_row("docs/draws.md", name)),
        (f"its name, `{name}`, in docs/tournament.md", has(text("docs/tournament.md"), name, "`{}`")),
        (
            f"a property in tests/tournament: a test with @given that calls {' or '.join(_draws(FORMATS[name]))}",
            lambda: not _named_in_properties().isdisjoint(_draws(FORMATS[name])),
        ),
    )


def _draws(format: StageFormat) -> list[str]:
    """Return the functions of carrom.tournament.draws that the module of a format imports."""
    found = vars(import_module(format.draw.__module__)).values()
    return sorted(
        one.__name__ for one in found if isfunction(one) and one.__module__.startswith("carrom.tournament.draws.")
    )


@cache
def _named_in_properties() -> set[str]:
    tests = [test for path in (ROOT / "tests" / "tournament").glob("test_*.py") for test in _tests(path)]
    properties = [test for test in tests if any("given(" in ast.unparse(mark) for mark in test.decorator_list)]
    return {node.id for test in properties for node in ast.walk(test) if isinstance(node, ast.Name)}


def _tests(path: Path) -> list[ast.FunctionDef]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return [node for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@pytest.mark.parametrize(
    ("room", "kind", "known"),
    [
        ("carrom.laws.rulebooks", Rulebook, RULEBOOKS.values()),
        ("carrom.tournament.formats", StageFormat, FORMATS.values()),
    ],
)
def test_every_module_is_registered(room: str, kind: type, known: Collection[object]) -> None:
    """A rulebook or format in no tuple would never be found."""
    folder = ROOT / room.replace(".", "/")
    modules = [import_module(f"{room}.{path.stem}") for path in folder.glob("*.py") if path.stem != "__init__"]
    made = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    assert [value for value in made if value not in known] == [], f"add it to the tuple in {folder / '__init__.py'}"


@pytest.mark.parametrize("name", LADDER)
def test_level_is_complete(name: str) -> None:
    page = text("docs/players.md")
    figures = dict(re.findall(r"<!-- figures: (\w+) -->\n(.*?)<!-- end -->", page, re.DOTALL))
    report(
        f"rung {name}",
        (f"a row | `{name}` | in the table of docs/players.md, The ladder", lambda: f"\n| `{name}` | " in _bare(page)),
        *(
            (f"a row in the figures of docs/players.md: bench/players.py --full --only {section}", has(rows, name))
            for section, rows in figures.items()
            if section in ("ladder", "lawful")
        ),
        (
            "figures of its own in docs/players.md, not another rung's: bench/players.py --full --only ladder",
            lambda: _figures(figures["ladder"]).count(dict(_rows(figures["ladder"])).get(name, "")) < 2,
        ),
        *(
            (f'words for people: "rung-{name}" in {language}', has(text(language), name, '"rung-{}":'))
            for language in LANGUAGES
        ),
    )


def _rows(table: str) -> list[tuple[str, str]]:
    return re.findall(r"^\| `(\w+)` \|(.*)$", table, re.MULTILINE)


def _figures(table: str) -> list[str]:
    return [figures for _, figures in _rows(table)]


def has(where: str, name: str, form: str = "| `{}` |") -> Callable[[], bool]:
    return lambda: form.format(name) in where


def _bare(page: str) -> str:
    """Return the page without the tables that the bench writes."""
    return re.sub(r"<!-- figures: \w+ -->.*?<!-- end -->", "", page, flags=re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=str)
def test_page_is_complete(file: Path) -> None:
    entry = re.search(
        rf'(\w+): \{{\s*title: "([\w-]+)",\s*note: (?:"([\w-]+)"|null),\s*load: [^}}]*?/{file.name}"', ENTRIES
    )
    assert entry, f"{file} is not wholly enrolled; still missing:\n- an entry in web/src/routes.ts that loads it"
    address, title, note = entry.groups()
    keys = [key for key in (title, note) if key]
    report(
        f"page /{address}",
        *(
            (f"words for {key!r} in {language}", lambda key=key, language=language: bool(_word(key, language)))
            for key in keys
            for language in LANGUAGES
        ),
        (
            f"a test in tests/web that opens /{address} in a browser and expects or asserts something",
            lambda: note is None or any(re.match(rf"/{address}\b", opened) for opened in _opened()),
        ),
        (
            "a word about it in docs/play.md, by its English title",
            lambda: note is None or (_word(title, LANGUAGES[0]) or "?") in text("docs/play.md"),
        ),
    )


@cache
def _opened() -> set[str]:
    """Return every string in assertions and expectations of the page's tests, without comments."""
    tests = [test for path in (ROOT / "tests" / "web").glob("test_*.py") for test in _tests(path)]
    return {
        node.value
        for test in tests
        if any(isinstance(node, ast.Assert) or ast.unparse(node).startswith("expect(") for node in ast.walk(test))
        for node in ast.walk(test)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _word(key: str, language: Path) -> str | None:
    found = re.search(rf'^  "?{re.escape(key)}"?:\s*"(.+)",$', text(language), re.MULTILINE)
    return found and found[1]


def test_counts_in_docs_are_right() -> None:
    """'Five rulebooks', 'six players from …': counts on a page are the real ones."""
    pages = [*PAGES, ROOT / "pyproject.toml", ROOT / "web" / "src" / "i18n" / "en.ts"]
    counts = {"rulebooks": NUMBERS[len(RULEBOOKS)], "players from": NUMBERS[len(LADDER)]}
    counted = re.compile(rf"\b({'|'.join(NUMBERS)}) (rulebooks|players from)", re.IGNORECASE)
    counted_words = [(page.name, number, what) for page in pages for number, what in counted.findall(text(page))]
    assert {what for _, _, what in counted_words} == set(counts)
    wrong = [
        f"{page} says '{number} {what}': now {counts[what]}"
        for page, number, what in counted_words
        if number.lower() != counts[what]
    ]
    assert not wrong, "\n".join(wrong)


def test_docs_name_the_whole_ladder() -> None:
    first, *_, last = LADDER
    assert f"from `{first}` to `{last}`" in text("docs/play.md")
