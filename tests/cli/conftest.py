"""The command line in tests: what it prints, and refusals by their code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from carrom.base.errors import CarromError
from carrom.cli import main, run_words
from carrom.match import Record
from carrom.match.views.sentences import game_scores_text, tell_on_one_line


def assert_parts(text: str, *parts: str) -> None:
    """Assert that a printed text has these values: names, numbers, laws."""
    assert [part for part in parts if part not in text] == [], text


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


def event_lines(path: Path) -> list[str]:
    """Return what `carrom record keep` prints for each event of a record without times."""
    steps = Record.from_text(path.read_text(encoding="utf-8")).match().steps()
    return [f"{step.number}. {tell_on_one_line(step)} [{game_scores_text(step)}]" for step in steps]


class CommandLine:
    """Types command lines and collects what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *words: str) -> str:
        """Run a command line that succeeds, and return what it prints."""
        self._capsys.readouterr()
        status = main(words)
        printed = self._capsys.readouterr()
        assert status == 0, printed.err
        return printed.out

    def refuse(self, code: str, *words: str) -> str:
        """Run a command line that is refused with this code and prints nothing; return the sentence of the refusal."""
        self._capsys.readouterr()
        with pytest.raises(CarromError) as error:
            run_words([*words])
        assert error.value.code == code, error.value.typed
        assert self._capsys.readouterr().out == ""
        return error.value.typed

    def misuse(self, *words: str) -> str:
        """Run a command line that argparse rejects, and return what it prints. Which words it rejects itself differs
        between Pythons."""
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == 2
        return self._capsys.readouterr().err


class TournamentFile(CommandLine):
    """A tournament file and the sub-verbs of `carrom tournament` over it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(capsys)
        self.path = path

    @property
    def folder(self) -> Path:
        return self.path.parent

    def type(self, verb: str, *words: str) -> str:
        return self.run("tournament", verb, str(self.path), *words)

    def refuses(self, code: str, verb: str, *words: str) -> str:
        return self.refuse(code, "tournament", verb, str(self.path), *words)

    def json(self, verb: str, *words: str) -> Any:
        return json.loads(self.type(verb, *words, "--json"))

    def facts(self) -> list[dict[str, Any]]:
        """The events of the file, the oldest first."""
        return [json.loads(line) for line in self.type("log").splitlines()]

    def new(self, *words: str) -> str:
        """Create the tournament file."""
        return self.run("tournament", "new", *words, "-o", str(self.path))


@pytest.fixture
def command_line(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)
