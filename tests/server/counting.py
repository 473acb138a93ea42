"""Counts how often the server calls a function."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest


def count_calls(monkeypatch: pytest.MonkeyPatch, **functions: Callable[..., Any]) -> Counter[str]:
    """Count the calls of real functions, by the given names, in every module that uses them."""
    found: Counter[str] = Counter()
    for name, work in functions.items():
        _replace(monkeypatch, work, _counting(found, name, work))
    return found


def _counting(found: Counter[str], name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    def counting(*args: Any, **options: Any) -> Any:
        found[name] += 1
        return work(*args, **options)

    return counting


def _replace(monkeypatch: pytest.MonkeyPatch, work: Callable[..., Any], by: Callable[..., Any]) -> None:
    for module in [one for name, one in sys.modules.items() if name.split(".")[0] == "carrom"]:
        for known in [known for known, value in vars(module).items() if value is work]:
            monkeypatch.setattr(module, known, by)
