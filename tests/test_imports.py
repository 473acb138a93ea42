"""No two modules of the package need each other, not even for the type checker or inside a function.

import-linter holds the rooms to their order; this holds the modules within a room to one.
"""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]

KNOWN = {
    ("carrom.physics.packing", "carrom.physics.trace"),
    ("carrom.server.live.tables", "carrom.server.routes.sockets"),
}
"""Imports that close a circle and wait to be mended: (module, what it imports). None comes in any more."""


def modules() -> dict[str, Path]:
    """Every module of the package by its name; a package is its `__init__`."""
    found = {}
    for path in (ROOT / "carrom").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(tree: ast.AST, known: frozenset[str]) -> set[str]:
    """The modules of the package that this source names anywhere: at its top, for types only, or in a function."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            assert node.level == 0, "imports are absolute here"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                names.add(inner if inner in known else node.module)
    return names & known


def graph() -> dict[str, set[str]]:
    found = modules()
    known = frozenset(found)
    return {name: imports_of(ast.parse(path.read_text(encoding="utf-8")), known) for name, path in found.items()}


def circle(imports: dict[str, set[str]]) -> list[str] | None:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return None


def test_no_module_imports_itself_by_way_of_others() -> None:
    imports = {name: {other for other in others if (name, other) not in KNOWN} for name, others in graph().items()}
    found = circle(imports)
    assert found is None, "imports go in a circle: " + " imports ".join(found or [])


def test_a_circle_is_found() -> None:
    top = ast.parse("from carrom.b import x")
    inside = ast.parse("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from carrom import a\n")
    late = ast.parse("def f():\n    import carrom.a\n")
    known = frozenset({"carrom.a", "carrom.b"})
    for back in (inside, late):
        assert circle({"carrom.a": imports_of(top, known), "carrom.b": imports_of(back, known)}) is not None
    assert circle({"carrom.a": imports_of(top, known), "carrom.b": set()}) is None
