"""Which tests prove which laws: marks in test sources (`@pytest.mark.law("95b")`) and the tables of law cases.

A mark is no mere word: while a marked test runs the product is watched, and the test fails unless the law was cited or
the function was called that the register names for it (`tests/proving.py`). So to read the marks is to count proofs.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from pathlib import Path

Proofs = dict[str, list[str]]
"""Law id -> where it is proved, as `path:line` or `path: case`."""


def proofs(tests: Path) -> Proofs:
    """All proofs under a folder of tests. Sources are read, not run."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("*.py")):
        place = path.relative_to(tests)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for id in _marked(node):
                found[id].append(f"{place}:{node.lineno}")  # type: ignore[attr-defined]
    for path in sorted((tests / "law_cases").glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            incident = case.get("incident", {})
            # The law of a violation is the umpire's own word and comes back unread.
            named = incident.get("law") if incident.get("kind") == "Violation" else None
            for id in (*case["laws"], *case.get("proves", [])):
                if id != named:
                    found[id].append(f"{path.relative_to(tests)}: {case['name']}")
    return dict(found)


def _marked(node: ast.AST) -> list[str]:
    """The ids in a call of `….mark.law(…)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "law"):
        return []
    of = node.func.value
    if not (isinstance(of, ast.Attribute) and of.attr == "mark"):
        return []
    return [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
