"""Find out whether a test asserts anything, in its own lines or in a helper that it calls."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

_RAISING = ("raises", "warns", "fail")


def asserts(function: Callable[..., Any]) -> bool:
    """Return whether this function, or a test helper that it calls, can fail by an assertion."""
    return _asserts(function, set())


def _asserts(function: Callable[..., Any], seen: set[object]) -> bool:
    # Hypothesis wraps a test; the original function is inside.
    function = inspect.unwrap(getattr(getattr(function, "hypothesis", None), "inner_test", function))
    if function in seen:
        return False
    seen.add(function)
    nodes = list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))))
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    if any(isinstance(node, ast.Assert) for node in nodes) or any(_is_raising(call) for call in calls):
        return True
    return any(_asserts(helper, seen) for call in calls for helper in _helpers(call, function))


def _is_raising(call: ast.expr) -> bool:
    """`pytest.raises`, `pytest.warns`, `pytest.fail`."""
    return isinstance(call, ast.Attribute) and call.attr in _RAISING and ast.unparse(call.value) == "pytest"


def _helpers(call: ast.expr, function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Return the test helpers that a call may mean: the function of that name, or a method of a known class."""
    known = inspect.getmodule(function).__dict__
    if isinstance(call, ast.Name):
        found = [known.get(call.id)]
    elif isinstance(call, ast.Attribute):
        found = [vars(kind).get(call.attr) for kind in known.values() if isinstance(kind, type) and _is_ours(kind)]
    else:
        found = []
    yield from (helper for helper in found if inspect.isfunction(helper) and _is_ours(helper))


def _is_ours(value: Any) -> bool:
    return str(value.__module__).startswith("tests.")
