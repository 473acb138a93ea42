"""`carrom check`, `carrom blueprint` and `carrom show` from the command line."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ezdxf.filemanagement import readfile
from PIL import Image

from carrom.base.errors import CarromError
from carrom.cli import main, run_words
from carrom.equipment.board_file import board_template
from tests.cli.conftest import CommandLine, assert_parts


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_text(board_template(), encoding="utf-8")
    return path


def test_the_template_passes(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--template"]) == 0
    assert capsys.readouterr().out == board_template()
    assert main(["check", str(board)]) == 0
    table = capsys.readouterr().out
    assert "FAIL" not in table
    # Both contradictions in the text of the law are shown, whatever was measured.
    assert_parts(table, "24.5 mm", "25.4 mm", "5.00–5.50 g", "5.25–5.50 g")


@pytest.mark.law("A.3")
def test_a_pocket_of_47_mm_fails_by_law_a3(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = board.read_text(encoding="utf-8")
    assert "\ndiameter = 44.5 " in text
    board.write_text(text.replace("\ndiameter = 44.5 ", "\ndiameter = 47 "), encoding="utf-8")
    assert main(["check", str(board)]) == 1
    table = capsys.readouterr().out
    (row,) = [line for line in table.splitlines() if "FAIL" in line]
    assert row.split() == ["A.3", "pocket,", "diameter", "47", "43–46", "mm", "FAIL"]
    assert_parts(table.splitlines()[-1], "pocket, diameter", "(A.3)")

    assert main(["check", str(board), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["passed"], found["failed"]) == (False, ["pockets.diameter"])
    (pocket,) = [each for each in found["findings"] if each["key"] == "pockets.diameter"]
    assert pocket | {"measured": [47], "least": 43, "most": 46, "verdict": "fail", "law": "A.3", "unit": "mm"} == pocket


def test_missing_measures_are_listed_and_do_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.toml"
    path.write_text("[pockets]\ndiameter = [44.5, 44.9]\n", encoding="utf-8")
    assert main(["check", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["verdict"] for each in found["findings"]} == {"pass", "not measured"}
    assert main(["check", str(path)]) == 0
    table = capsys.readouterr().out
    assert_parts(table, "44.5–44.9", str([each["verdict"] for each in found["findings"]].count("not measured")))


def test_a_size_in_centimetres_without_its_unit_is_recognized(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cm.toml"
    path.write_text("[surface]\nside = 74\n", encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert '"74 cm"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"[pockets]\ndiametre = 44\n", "board-file-faults", ":2: pockets.diametre: "),
        (b"[pockets]\ndiameter = -44\n", "board-file-faults", ":2: pockets.diameter: "),
        (b'[pockets]\ndiameter = "44 g"\n', "board-file-faults", ":2: pockets.diameter: "),
        (b"[pockets\n", "not-toml", ""),
        (b"\xff\xfe", "not-text", ""),
        (None, "file-unreadable", ""),
    ],
)
def test_an_unusable_board_file_is_refused(
    tmp_path: Path, command_line: CommandLine, content: bytes | None, code: str, place: str
) -> None:
    path = tmp_path / "bad.toml"
    if content is not None:
        path.write_bytes(content)
    assert_parts(command_line.refuse(code, "check", str(path)), f"{path}{place}")


def test_check_needs_a_file(command_line: CommandLine) -> None:
    assert "--template" in command_line.refuse("no-board-named", "check")


def test_blueprints_in_every_file_format(tmp_path: Path) -> None:
    for name, begins in (("b.svg", b"<svg "), ("b.dxf", b"  0\n"), ("b.pdf", b"%PDF-")):
        assert main(["blueprint", "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    pockets = readfile(tmp_path / "b.dxf").modelspace().query('CIRCLE[layer=="CUT_POCKETS"]')
    assert {(abs(c.dxf.center.x), abs(c.dxf.center.y), c.dxf.radius) for c in pockets} == {(346.25, 346.25, 22.25)}
    assert main(["blueprint", "-o", str(tmp_path / "a4.pdf"), "--paper", "a4"]) == 0
    assert (tmp_path / "a4.pdf").stat().st_size < 500_000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a4.pdf", "b.dxf", "b.pdf", "b.svg"]


def test_a_chosen_size_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "b.dxf"
    assert main(["blueprint", "-o", str(path), "--pockets-diameter", "46", "--surface-side", "736"]) == 0
    pockets = readfile(path).modelspace().query('CIRCLE[layer=="CUT_POCKETS"]')
    assert {(abs(c.dxf.center.x), c.dxf.radius) for c in pockets} == {(345, 23)}


@pytest.mark.parametrize(
    ("option", "size", "law"),
    [("--pockets-diameter", "47", "A.3"), ("--surface-side", "741", "A.1"), ("--frame-breadth", "nan", "A.2")],
)
def test_a_forbidden_size_is_refused_with_the_law(
    tmp_path: Path, command_line: CommandLine, option: str, size: str, law: str
) -> None:
    path = tmp_path / "b.svg"
    assert_parts(command_line.refuse("not-lawful", "blueprint", "-o", str(path), option, size), size, f"({law})")
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["blueprint", "-o", "b.doc"], "unknown-format", ".svg, .dxf, .pdf"),
        (["blueprint", "-o", "b.svg", "--format", "pdf"], "format-conflict", "--format pdf"),
        (["blueprint", "-o", "b.svg", "--paper", "a4"], "paper-needs-pdf", "--paper"),
        (["blueprint", "-o", "no/such/folder/b.svg"], "file-unwritable", "no/such/folder"),
        (["show", "white:0,0/1,1"], "coins-overlap", "1,1"),
        (["show", "sideways"], "coin-unreadable", "'sideways'"),
        (["show", "start", "-o", "x.jpg"], "unknown-format", ".svg, .png, .txt"),
        (["show", "start", "-o", "x.png", "--text"], "unknown-format", ".txt"),
        (["show", "start", "--width", "3"], "bad-option", "8192"),
        (["show", "start", "--striker", "0", "400"], "off-the-board", "0, 400"),
        (["show", "start", "--striker", "nan", "0"], "off-the-board", "nan, 0"),
    ],
)
def test_wrong_options_are_refused_and_write_no_file(
    words: list[str], code: str, part: str, command_line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = command_line.refuse(code, *words)
    assert part in refused
    assert "\n" not in refused
    assert not list(tmp_path.iterdir())


def test_a_refusal_is_one_line_on_standard_error_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CarromError) as error:
        run_words(["show", "sideways"])
    assert main(["show", "sideways"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"carrom show: {error.value.typed}\n")


def run(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "carrom", *words], capture_output=True, check=False, **options)


def test_show_writes_svg_to_standard_output() -> None:
    shown = run("show", "start")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.startswith(b"<svg ")


def test_show_reads_a_position_from_standard_input() -> None:
    shown = run("show", "-", "--text", input=b"queen:0,0\n")
    assert shown.stdout.decode().rstrip().endswith("○ white 0   ● black 0   ◆ queen 1")
    assert b"\x1b" not in shown.stdout


def test_show_writes_png_and_text_files(tmp_path: Path) -> None:
    assert main(["show", "start", "-o", str(tmp_path / "x.png"), "--width", "200"]) == 0
    assert Image.open(io.BytesIO((tmp_path / "x.png").read_bytes())).size == (200, 200)
    assert main(["show", "start", "-o", str(tmp_path / "x.txt")]) == 0
    assert "◆" in (tmp_path / "x.txt").read_text(encoding="utf-8")


def test_an_old_file_survives_a_failed_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine
) -> None:
    path = tmp_path / "x.svg"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    command_line.refuse("file-unwritable", "show", "start", "-o", str(path))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
