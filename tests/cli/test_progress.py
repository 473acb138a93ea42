"""The bar: drawn for people, silent for scripts."""

from __future__ import annotations

import io

from carrom.cli.io.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_the_bar_fill() -> None:
    stream = Terminal()
    with Progress("matches", stream) as bar:
        bar.at(0, 80)
        bar.at(80, 80)
    pictures = stream.getvalue().strip().split("\r")
    assert pictures[-1].startswith("━" * 30)
    assert "80/80 matches" in pictures[-1]
    assert stream.getvalue().endswith("\n")


def test_a_script_sees_nothing() -> None:
    stream = io.StringIO()
    with Progress("matches", stream) as bar:
        bar.at(1, 2)
        bar.at(0, 0)
    assert stream.getvalue() == ""
