"""Errors on the command line: wrong files, wrong words, a full disk. They print one sentence and no traceback."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.base.errors import CarromError
from carrom.base.files import os_error_text
from carrom.cli import main, run_words
from tests.cli.conftest import CommandLine, assert_parts

ROOT = Path(__file__).parent.parent.parent

# No bytecode: a limit on the size of files would cut that short too.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}

DISK_FULL = os_error_text(OSError(errno.ENOSPC, ""))

LISTED = "Name,Event\n" + "".join(f"Player {number},S\n" for number in range(60))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every kind of wrong file, and one tournament."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "players.csv").write_text(LISTED)
    (tmp_path / "empty").write_text("")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "columns.csv").write_text("Foo,Bar\n1,2\n")
    for name in ("picture", "picture.csv", "picture.xlsx", "picture.toml"):
        (tmp_path / name).write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)))
    (tmp_path / "folder").mkdir()
    (tmp_path / "match.carrom").write_text('carrom-record 1\n[Rulebook "icf"]\n\n1. toss a break\n')
    assert main(["tournament", "new", "--template", "vkk", "-o", "cup.carrom"]) == 0
    return tmp_path


FAULTS = [
    # Files to read.
    ("tournament show {}", "nowhere", "file-unreadable"),
    ("tournament show {}", "folder", "file-unreadable"),
    ("tournament show {}", "empty", "file-damaged"),
    ("tournament show {}", "picture", "not-text"),
    ("tournament show {}", "players.csv", "file-damaged"),
    ("tournament import cup.carrom {}", "nowhere.csv", "file-unreadable"),
    ("tournament import cup.carrom {}", "folder", "file-unreadable"),
    ("tournament import cup.carrom {}", "empty.csv", "list-empty"),
    ("tournament import cup.carrom {}", "picture.csv", "not-text"),
    ("tournament import cup.carrom {}", "picture.xlsx", "not-a-spreadsheet"),
    ("tournament import cup.carrom {}", "nowhere.xlsx", "file-unreadable"),
    ("tournament import cup.carrom {}", "columns.csv", "no-headings"),
    ("tournament sol {} -o new", "nowhere", "file-unreadable"),
    ("tournament sol {} -o new", "picture", "not-text"),
    *(
        (verb, name, code)
        for verb in ("record tidy {}", "card {}", "replay {}")
        for name, code in (
            ("nowhere", "file-unreadable"),
            ("folder", "file-unreadable"),
            ("empty", "not-a-record"),
            ("players.csv", "not-a-record"),
            ("picture", "not-text"),
        )
    ),
    ("record keep {}", "folder", "file-unreadable"),
    ("record keep {}", "players.csv", "record-faults"),
    ("check {}", "nowhere.toml", "file-unreadable"),
    ("check {}", "picture.toml", "not-text"),
    ("calibrate {}", "folder", "file-unreadable"),
    ("card --blank --rulebook {}", "nowhere.toml", "file-unreadable"),
    # Files to write.
    ("tournament new --template vkk -o {}", "no/cup.carrom", "file-unwritable"),
    ("tournament new --template vkk -o {}", "empty/cup", "file-unwritable"),
    ("tournament new --template vkk -o {}", "cup.carrom", "file-exists"),
    ("tournament simulate cup.carrom -o {}", "cup.carrom", "file-exists"),
    ("tournament simulate cup.carrom -o {}", "no/new", "file-unwritable"),
    ("tournament export cup.carrom -o {}", "folder", "file-unwritable"),
    ("card --blank -o {}", "no/card.txt", "file-unwritable"),
    ("record keep {}", "no/match", "file-unwritable"),
    # Words that fit nothing.
    ("tournament new --template vkk --day {}", "5.11.2026", "bad-day"),
    ("tournament set cup.carrom --games {}", "holiday=3", "unknown-place"),
    ("tournament order {}", "cup.carrom", "not-drawn"),
    ("tournament leave cup.carrom {}", "Nobody", "unknown-name"),
    ("tournament next cup.carrom --absent {}", "Nobody", "unknown-person"),
    ("tournament shootout cup.carrom {} B 5-0", "A", "unknown-name"),
    ("tournament table cup.carrom {} out", "99", "no-table"),
    ("blueprint --arrows-length {}", "0", "not-lawful"),
    ("blueprint --arrows-length {}", "nan", "not-lawful"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("words", "name", "code"), FAULTS)
def test_wrong_files_and_words_are_refused(
    words: str, name: str, code: str, desk: Path, command_line: CommandLine
) -> None:
    before = sorted(path.name for path in desk.iterdir())
    refused = command_line.refuse(code, *words.format(name).split())
    assert name.partition("=")[0] in refused or code == "not-drawn"
    if code == "file-unreadable":
        assert_parts(refused, os_error_text(OSError(errno.EISDIR if name == "folder" else errno.ENOENT, "")))
    assert "\n" not in refused
    assert "Errno" not in refused
    assert sorted(path.name for path in desk.iterdir()) == before, "no incomplete file"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        ("tournament show match.carrom", "file-damaged", "record"),
        ("record tidy cup.carrom", "not-a-record", "tournament"),
        ("card cup.carrom", "not-a-record", "tournament"),
        ("record keep cup.carrom", "record-faults", "tournament"),
    ],
)
def test_a_file_of_the_other_kind_is_recognized(
    words: str, code: str, kind: str, desk: Path, command_line: CommandLine
) -> None:
    file = words.split()[-1]
    assert_parts(command_line.refuse(code, *words.split()).removeprefix(file), f" {kind} ")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (f"tournament result cup.carrom M1 {'9' * 5000}-1", ("a:5+q b:3 a:=12", "'9")),
        ("tournament result cup.carrom M1 25", ("a:5+q b:3 a:=12", "'25'")),
        ("tournament next cup.carrom --at 25:00", ("15:10",)),
    ],
)
def test_a_word_of_the_wrong_form_is_answered_with_the_right_form(
    words: str, parts: tuple[str, ...], desk: Path, command_line: CommandLine
) -> None:
    last = command_line.misuse(*words.split()).splitlines()[-1]
    assert_parts(last, *parts)
    assert len(last) < 200


@pytest.mark.parametrize("words", [["tournament", "show", "nowhere"], ["check", "nowhere.toml"], ["card"]])
def test_a_refusal_is_one_line_on_standard_error_and_status_2(
    words: list[str], desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CarromError) as error:
        run_words(words)
    assert main(words) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"carrom {words[0]}: {error.value.typed}\n")


def carrom(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A shell command in a folder; `carrom` is this one."""
    shell = f'carrom() {{ "{sys.executable}" -m carrom "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", shell],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_standard_output(desk: Path) -> None:
    ran = carrom("carrom laws > /dev/full", desk)
    assert (ran.returncode, ran.stderr) == (2, f"carrom laws: standard output: {DISK_FULL}\n")


def test_a_closed_pipe_ends_quietly(desk: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "carrom", "laws"], cwd=desk, env=ENVIRONMENT, stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_a_full_disk_leaves_the_tournament_file_unchanged(desk: Path) -> None:
    """A limit on file sizes simulates the full disk: the first lines would still fit."""
    before = (desk / "cup.carrom").read_bytes()
    assert len(before) < 2048
    ran = carrom("ulimit -f 4; carrom tournament import cup.carrom players.csv", desk)
    assert ran.returncode == 2
    assert_parts(ran.stderr, "carrom tournament: cup.carrom ", DISK_FULL)
    assert ran.stderr.count("\n") == 1
    assert (desk / "cup.carrom").read_bytes() == before
    assert carrom("carrom tournament import cup.carrom players.csv", desk).returncode == 0


def test_a_full_disk_leaves_no_incomplete_record(desk: Path) -> None:
    before = sorted(path.name for path in desk.iterdir())
    ran = carrom("ulimit -f 0; carrom record keep match.record | cat", desk)
    assert ran.stderr.startswith("carrom record: match.record ")
    assert ran.stderr.count("\n") == 1
    assert sorted(path.name for path in desk.iterdir()) == before


def test_control_c_ends_quietly(desk: Path) -> None:
    """`record keep` is interrupted while it waits for its next line."""
    running = subprocess.Popen(
        [sys.executable, "-m", "carrom", "record", "keep", "match.record"],
        cwd=desk,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored where the tests run unattended
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"event 0, phase 'toss'\n"
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=30)
    assert (running.returncode, errors) == (130, b"")


@pytest.mark.parametrize(("chosen", "used"), [(None, "1"), ("4", "4")])
def test_blas_uses_one_thread_unless_the_environment_sets_more(chosen: str | None, used: str) -> None:
    program = (
        "import os, sys; from carrom.cli import main\n"
        "assert 'numpy' not in sys.modules, 'too late to set it'\n"
        "main(['opponents']); print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    known = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    given = known if chosen is None else {**known, "OPENBLAS_NUM_THREADS": chosen}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=given)
    assert done.stdout.splitlines()[-1] == used
