"""Print how large the house is, room by room, and how far a reader has to walk in it: `make house`.

    python -m scripts.house [--names]

Files and lines of each room against `BUDGETS`, words of docstrings and comments, turns that sound translated, doubled
names, small modules with one importer, and the files that one stroke and one result touch.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tempfile
import threading
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "carrom"
SMALL = 130
"""Shorter modules, in lines, should have more than one importer."""


class Budget(NamedTuple):
    """What rooms may take together."""

    rooms: tuple[str, ...]
    files: int
    lines: int


BUDGETS = (
    Budget(("base", "equipment"), 26, 2_550),
    Budget(("laws",), 30, 2_600),
    Budget(("match",), 36, 6_000),
    Budget(("pad",), 12, 1_450),
    Budget(("physics",), 30, 3_500),
    Budget(("play", "testing"), 28, 3_100),
    Budget(("tournament",), 105, 20_500),
    Budget(("render",), 38, 4_400),
    Budget(("players", "env"), 85, 8_900),
    Budget(("server",), 100, 17_000),
    Budget(("cli",), 32, 4_000),
)

TURNS = re.compile(
    r"\b(?:who(?:m)?ever|somebody|anybody|nobody|anew|reckon\w*|of ours|by now|of now|of one's own|is none|any ?more"
    r"|(?:is|are) (?:told|said)|(?:told|said) otherwise|(?:of|by|to) whom|hangs? on"
    r"|stands? (?:on|in|for|under|beside|there|where)"
    r"|who (?:has|is|comes|leaves|keeps|plays|looks|knows|waits|stands)"
    r"|what (?:is|was|stands|lies|fell|falls|follows|comes))\b",
    re.IGNORECASE,
)
"""Turns that make English sound translated."""


class Module(NamedTuple):
    """A module of the package, read."""

    name: str
    lines: int
    prose: str
    classes: tuple[str, ...]
    functions: tuple[str, ...]

    @property
    def room(self) -> str:
        """First folder below the package; empty for the package itself."""
        return self.name.partition(".")[2].partition(".")[0]


def modules() -> list[Module]:
    """Packages included."""
    return [_read(path) for path in sorted(PACKAGE.rglob("*.py"))]


def _read(path: Path) -> Module:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"]
    prose = "\n".join((*_docstrings(tree), *_comments(source)))
    return Module(name, source.count("\n"), prose, tuple(classes), tuple(functions))


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def _comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not re.match(r"# (?:noqa|type:|fmt:|pragma)", token.string):
            yield token.string.lstrip("# ")


def doubled(found: list[Module], names: Callable[[Module], tuple[str, ...]]) -> dict[str, list[str]]:
    """Names that more than one module defines, and those modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module in found:
        for name in names(module):
            places[name].append(module.name)
    return {name: where for name, where in sorted(places.items()) if len(where) > 1}


def lone_modules(found: list[Module]) -> dict[str, str]:
    """Small modules that only one other imports, and that one."""
    graph = grimp.build_graph("carrom")
    lone = {}
    for module in found:
        importers = graph.find_modules_that_directly_import(module.name)
        is_package = bool(graph.find_children(module.name))
        if module.lines < SMALL and len(importers) == 1 and not is_package:
            lone[module.name] = next(iter(importers))
    return lone


class Walk:
    """Files of the package entered while it is open, in every thread."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.is_open = False

    def watch(self, frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if self.is_open and event == "call" and name.startswith(str(PACKAGE)) and frame.f_code.co_name[0] != "<":
            self.files.add(name)


def stroke_walk(walk: Walk) -> None:
    """Send one stroke over a socket, until judged, stored and shown."""
    from starlette.testclient import TestClient

    from carrom.server import Settings, SqliteStore, create_app
    from tests.server import talk

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(is_warmed=False, host="testserver"), SqliteStore(Path(folder) / "store.sqlite"))
        with TestClient(app) as client:
            made, events = talk.begun(client)
            view = events[-1]["view"]
            with talk.connect(client, made, talk.secret(made)) as player:
                talk.hear(player, "here")
                stroke = talk.do(view["seq"], view["todo"]["players"][0], talk.stroke_for(view))
                walk.is_open = True
                player.send_text(stroke)
                talk.hear(player, "ack")
                walk.is_open = False


def result_walk(walk: Walk) -> None:
    """Send a signed match from a pad, until recorded and public."""
    from tests.server.pads import hall

    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        hall.store_tournament(store, hall.hall_desk().facts)
        with hall.serve(store) as client:
            phone = hall.Phone(client)
            phone.open()
            phone.tap(*hall.STEPS)
            walk.is_open = True
            phone.send()
            walk.is_open = False


def files_walked(go: Callable[[Walk], None]) -> int:
    walk = Walk()
    threading.setprofile(walk.watch)
    sys.setprofile(walk.watch)
    try:
        go(walk)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return len(walk.files)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.house", description="print how large the house is")
    parser.add_argument("--names", action="store_true", help="list doubled names and small modules, too")
    options = parser.parse_args(words)
    found = modules()
    _print_rooms(found)
    print()
    classes, functions = doubled(found, lambda one: one.classes), doubled(found, lambda one: one.functions)
    lone = lone_modules(found)
    print(f"class names defined twice      {len(classes):5}")
    print(f"public functions named alike   {len(functions):5}")
    print(f"modules under {SMALL} lines with one importer {len(lone):5}, {_lines(found, lone)} lines")
    print(f"files on a stroke's way        {files_walked(stroke_walk):5}")
    print(f"files on a phone's result's way{files_walked(result_walk):5}")
    if options.names:
        for title, names in (("classes", classes), ("functions", functions)):
            print(f"\n{title}")
            for name, where in names.items():
                print(f"  {name}: {', '.join(where)}")
        print("\nsmall modules with one importer")
        for name, importer in lone.items():
            print(f"  {name} <- {importer}")
    return 0


def _print_rooms(found: list[Module]) -> None:
    print(f"{'rooms':22}{'files':>7}{'budget':>8}{'lines':>9}{'budget':>8}{'words':>9}{'turns per 1,000':>17}")
    rows = [(Budget(("front door",), 0, 0), [one for one in found if one.room in ("", "__main__")])]
    rows += [
        (one, [m for m in found if m.name.split(".")[1:2] and m.name.split(".")[1] in one.rooms]) for one in BUDGETS
    ]
    total = Budget(("all",), sum(one.files for one in BUDGETS), sum(one.lines for one in BUDGETS))
    for budget, inside in [*rows, (total, found)]:
        prose = "\n".join(one.prose for one in inside)
        count = len(prose.split())
        turns = 1000 * len(TURNS.findall(prose)) / max(1, count)
        print(
            f"{' '.join(budget.rooms):22}{len(inside):7,}{budget.files or '':>8}{sum(one.lines for one in inside):9,}"
            f"{f'{budget.lines:,}' if budget.lines else '':>8}{count:9,}{turns:17.1f}"
        )


def _lines(found: list[Module], names: dict[str, str]) -> int:
    return sum(one.lines for one in found if one.name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
