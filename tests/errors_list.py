"""List of all refusal sentences with their codes: `tests/golden/errors.txt`.

Tests assert codes. Only that file has the sentences, so rewording one changes that file and no test:

    python -m tests.errors_list     write the file again, then read its diff
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "errors.txt"
RAISING = {"CarromError": (0, 1), "refuse": (0, 1), "Refused": (0, 2), "setting_error": (0, 3)}
"""Calls that refuse something, with the positions of code and sentence among their arguments."""


def listed() -> str:
    """Return the whole list, by module and in the order of the source."""
    paths = sorted((ROOT / "carrom").rglob("*.py"))
    return "".join(f"{line}\n" for path in paths for line in _lines(path))


def _lines(path: Path) -> Iterator[str]:
    module = path.relative_to(ROOT / "carrom").with_suffix("").as_posix()
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (places := RAISING.get(_name(node.func))) and len(node.args) > max(places):
            code, text = (node.args[place] for place in places)
            found.append((node.lineno, node.col_offset, f"{module}: [{_written(code)}] {_written(text)}"))
    return (line for _, _, line in sorted(found))


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _written(node: ast.expr) -> str:
    """Return a sentence as in the source, with its variable parts in braces."""
    match node:
        case ast.Constant(value=str(text)):
            return text.replace("\n", "\\n")
        case ast.JoinedStr(values=parts):
            return "".join(_written(part) for part in parts)
        case ast.FormattedValue(value=value):
            return f"{{{ast.unparse(value)}}}"
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _written(left) + _written(right)
        case _:
            return f"{{{ast.unparse(node)}}}"


if __name__ == "__main__":
    GOLDEN.write_text(listed(), encoding="utf-8")
