"""The pages (README, CONTRIBUTING, docs) as fenced blocks, and how a block is run.

A page is played from top to bottom, in one empty folder and with one set of Python names:

- ```` ```python ```` is run; with `>>>` it is a doctest.
- ```` ```console ```` has `$ carrom …` lines, each followed by its whole output; `…` matches anything.
  `echo '…' |` before and `> FILE` after the command work as in a shell.
- ```` ```csv players.csv ```` (any kind of block with a name) is written to that file first.
- Anything else (`sh`, `toml`, no kind at all) is not run.

`match.carrom`, used on several pages, is the golden record of the tests.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from carrom.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("CONTRIBUTING.md")), *sorted((ROOT / "docs").glob("*.md"))]
GOLDEN = ROOT / "tests" / "golden" / "icf-match.carrom"

_BLOCK = re.compile(r"^(?P<fence>```+)(?P<kind>\w*)(?: (?P<name>[^\n]+))?\n(?P<text>.*?)^(?P=fence)$", re.M | re.S)
_COMMAND = re.compile(r"^\$ (?P<line>.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.M)
_PARTS = re.compile(r"(?:echo '(?P<given>.*)' \| )?carrom (?P<words>.*?)(?: > (?P<file>\S+))?$")


@dataclass(frozen=True)
class Block:
    """One fenced block, with the line of the page on which its text begins (counted from 0)."""

    kind: str
    name: str | None
    text: str
    line: int

    @property
    def is_doctest(self) -> bool:
        return self.text.lstrip().startswith(">>>")

    def code(self) -> str:
        """Its Python code without the expected output."""
        if not self.is_doctest:
            return self.text
        return "".join(example.source for example in doctest.DocTestParser().get_examples(self.text))


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        yield Block(found["kind"], found["name"], found["text"], text.count("\n", 0, found.start("text")))


def play(page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run everything on a page in the current folder."""
    shutil.copy(GOLDEN, "match.carrom")
    names: dict[str, object] = {"__name__": page.stem}
    for block in blocks(page):
        if block.name is not None:
            Path(block.name).write_text(block.text, encoding="utf-8")
        if block.kind == "python":
            _run_python(page, block, names)
            capsys.readouterr()
        elif block.kind == "console":
            for found in _COMMAND.finditer(block.text):
                _run_command(found["line"], found["shown"], capsys, monkeypatch)


def _run_python(page: Path, block: Block, names: dict[str, object]) -> None:
    if not block.is_doctest:
        padded = "\n" * block.line + block.text  # so that a failure has the line number of the page
        exec(compile(padded, str(page), "exec"), names)
        return
    examples = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    runner = doctest.DocTestRunner(verbose=False)
    output = io.StringIO()
    failed = runner.run(examples, out=output.write, clear_globs=False).failed
    names.update(examples.globs)
    assert not failed, output.getvalue()


def _run_command(line: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = _PARTS.fullmatch(line.split("  #")[0].rstrip())
    assert found, f"not a line that a page can run: {line}"
    words = shlex.split(found["words"])
    given = (found["given"] or "").encode() + b"\n" if found["given"] else b""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
    try:
        status = main(words)
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    printed = capsys.readouterr()
    if found["file"]:
        Path(found["file"]).write_text(printed.out, encoding="utf-8")
    output = printed.err + ("" if found["file"] else printed.out)
    wanted = ".*".join(re.escape(part) for part in shown.rstrip("\n").split("…"))
    assert re.fullmatch(wanted, output.rstrip("\n"), re.DOTALL), f"$ {line}\n{output}"
    assert status == 0 or f"carrom {words[0]}: " in shown, f"$ {line}: status {status}"
