"""What is added by half fails here, with a list of what is missing. CONTRIBUTING.md has the recipes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from importlib import import_module
from pathlib import Path

import pytest

from carrom.laws import RULEBOOKS, Rulebook
from carrom.laws.register import register
from carrom.players import LADDER
from carrom.testing.formats import format_faults
from carrom.tournament.formats import FORMATS, StageFormat
from tests.laws.law_cases import cases
from tests.laws.test_rulebooks import TABLE
from tests.pages import PAGES, ROOT

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
LANGUAGES = sorted(path.relative_to(ROOT) for path in (ROOT / "web" / "src" / "i18n").glob("??.ts"))
ENTRIES = (ROOT / "web" / "src" / "app" / "pages.ts").read_text(encoding="utf-8")
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
def test_a_rulebook_is_wholly_there(id: str) -> None:
    module = id.replace("-", "_")
    report(
        f"rulebook {id}",
        (f"a file of its own: carrom/laws/rulebooks/{module}.py", (ROOT / f"carrom/laws/rulebooks/{module}.py").exists),
        (
            f"its rules in the register: carrom/laws/register/data/NN_{module}.toml, with source = {id!r}",
            lambda: any(entry.source == id for entry in register().values()),
        ),
        (
            f"law cases that name it: tests/law_cases/{module}.toml, or books = [..., {id!r}] in another table",
            lambda: any(case.book == id for case in cases()),
        ),
        (f"its numbers: a row {id!r} of TABLE in tests/laws/test_rulebooks.py", lambda: id in TABLE),
        (f"a row | `{id}` | in docs/laws.md", has_row("docs/laws.md", id)),
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_wholly_there(name: str) -> None:
    report(
        f"format {name}",
        *((sentence, lambda: False) for sentence in format_faults(FORMATS[name])),
        (f"a row | `{name}` | in docs/draws.md", has_row("docs/draws.md", name)),
        (f"its name, `{name}`, in docs/tournament.md", has(text("docs/tournament.md"), name, "`{}`")),
    )


@pytest.mark.parametrize(
    ("room", "kind", "known"),
    [
        ("carrom.laws.rulebooks", Rulebook, RULEBOOKS.values()),
        ("carrom.tournament.formats", StageFormat, FORMATS.values()),
    ],
)
def test_no_file_lies_beside_the_tuple(room: str, kind: type, known: Collection[object]) -> None:
    """A rulebook or a format that is written and in no tuple would be found by nobody."""
    folder = ROOT / room.replace(".", "/")
    modules = [import_module(f"{room}.{path.stem}") for path in folder.glob("*.py") if path.stem != "__init__"]
    made = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    assert [value for value in made if value not in known] == [], f"add it to the tuple in {folder / '__init__.py'}"


@pytest.mark.parametrize("name", LADDER)
def test_a_rung_is_wholly_there(name: str) -> None:
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
        *(
            (f'words for people: "rung-{name}" in {language}', has(text(language), name, '"rung-{}":'))
            for language in LANGUAGES
        ),
    )


def has(where: str, name: str, form: str = "| `{}` |") -> Callable[[], bool]:
    return lambda: form.format(name) in where


def _bare(page: str) -> str:
    """The page without the tables that the bench writes."""
    return re.sub(r"<!-- figures: \w+ -->.*?<!-- end -->", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_page_is_wholly_there(file: Path) -> None:
    entry = re.search(
        rf'(\w+): \{{\s*title: "([\w-]+)",\s*note: (?:"([\w-]+)"|null),\s*load: [^}}]*?/{file.name}"', ENTRIES
    )
    assert entry, f"{file} is not wholly enrolled; still missing:\n- an entry in web/src/app/pages.ts that loads it"
    address, title, note = entry.groups()
    browser = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "web").glob("test_*.py"))
    keys = [key for key in (title, note) if key]
    report(
        f"page /{address}",
        *(
            (f"words for {key!r} in {language}", lambda key=key, language=language: bool(_word(key, language)))
            for key in keys
            for language in LANGUAGES
        ),
        (f"a test that opens it in a browser: /{address} in tests/web", lambda: f"/{address}" in browser),
        (
            "a word about it in docs/play.md, by its English title",
            lambda: note is None or (_word(title, LANGUAGES[0]) or "?") in text("docs/play.md"),
        ),
    )


def _word(key: str, language: Path) -> str | None:
    found = re.search(rf'^  "?{re.escape(key)}"?:\s*"(.+)",$', text(language), re.MULTILINE)
    return found and found[1]


def test_counts_in_words_are_right() -> None:
    """'Five rulebooks', 'six players from …': where a page counts, it counts what there is."""
    pages = [*PAGES, ROOT / "pyproject.toml", ROOT / "web" / "src" / "i18n" / "en.ts"]
    counts = {"rulebooks": NUMBERS[len(RULEBOOKS)], "players from": NUMBERS[len(LADDER)]}
    counted = re.compile(rf"\b({'|'.join(NUMBERS)}) (rulebooks|players from)", re.IGNORECASE)
    said = [(page.name, number, what) for page in pages for number, what in counted.findall(text(page))]
    assert {what for _, _, what in said} == set(counts)
    wrong = [
        f"{page} says '{number} {what}': now {counts[what]}"
        for page, number, what in said
        if number.lower() != counts[what]
    ]
    assert not wrong, "\n".join(wrong)


def test_the_ladder_is_named_from_its_first_rung_to_its_last() -> None:
    first, *_, last = LADDER
    assert f"from `{first}` to `{last}`" in text("docs/play.md")
