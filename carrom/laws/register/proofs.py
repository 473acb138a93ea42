"""Find the tests that prove laws: `@pytest.mark.law("95b")` in test sources, and the tables of law cases.

`tests/law_proofs.py` fails a marked test that neither cites the law nor calls a function registered for it.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Proofs = dict[str, list[str]]
"""Law id → proofs, as `path:line` or `path: case`."""
_WAIVED = ("skip", "skipif", "xfail")


def proofs(tests: Path) -> Proofs:
    """All proofs under a folder, without running tests."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.law(" in source:  # parsing all tests takes seconds
            for id, line in _marks(ast.parse(source)):
                found[id].append(f"{path.relative_to(tests)}:{line}")
    for path in sorted((tests / "law_cases").glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            incident = case.get("incident", {})
            # A violation's own law is cited back without being interpreted.
            named = incident.get("law") if incident.get("kind") == "Violation" else None
            for id in (*case["laws"], *case.get("proves", [])):
                if id != named:
                    found[id].append(f"{path.relative_to(tests)}: {case['name']}")
    return dict(found)


def _marks(module: ast.Module) -> Iterator[tuple[str, int]]:
    shared = [node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    if any(_is_called(node, "pytestmark") and _is_waived(node) for node in shared):
        return
    scopes: list[ast.Module | ast.ClassDef] = [module]
    scopes += (node for node in module.body if isinstance(node, ast.ClassDef) and node.name[:4] == "Test")
    for test in (node for scope in scopes for node in scope.body):
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name.startswith("test_"):
            names = {node.id for mark in test.decorator_list for node in ast.walk(mark) if isinstance(node, ast.Name)}
            tables = [node for node in shared if any(_is_called(node, name) for name in names)]
            if not any(map(_is_waived, (*test.decorator_list, *tables))):
                for node in (each for mark in (*test.decorator_list, *tables) for each in ast.walk(mark)):
                    yield from ((id, node.lineno) for id in _marked(node))  # type: ignore[attr-defined]


def _is_called(node: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _is_waived(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr in _WAIVED for each in ast.walk(node))


def _marked(node: ast.AST) -> list[str]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "law"):
        return []
    of = node.func.value
    if not (isinstance(of, ast.Attribute) and of.attr == "mark"):
        return []
    return [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
