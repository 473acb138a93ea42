"""The bar: drawn for people, silent for scripts."""

from __future__ import annotations

import io

import pytest

from carrom.cli.streams import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_the_bar_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    with progress("matches", stream) as show:
        show(0, 80)
        show(80, 80)
    last = stream.getvalue().split("\r")[-1]
    assert "━" * 30 in last
    assert "80/80 matches" in last
    assert "\n" in last


def test_a_script_sees_nothing() -> None:
    stream = io.StringIO()
    with progress("matches", stream) as show:
        show(1, 2)
        show(0, 0)
    assert stream.getvalue() == ""
