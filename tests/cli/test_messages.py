"""What a person meets who names the wrong file, types a wrong word or runs out of disk: a sentence, never a trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.cli import main

ROOT = Path(__file__).parent.parent.parent

# No bytecode: a limit on the size of files would cut that short too.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}

LISTED = "Name,Event\n" + "".join(f"Player {number},S\n" for number in range(60))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every kind of file that is not what it should be, and one tournament."""
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
    # What is to be read.
    ("tournament show {}", "nowhere", "nowhere cannot be read: there is no such file"),
    ("tournament show {}", "folder", "folder cannot be read: it is a folder"),
    ("tournament show {}", "empty", "empty: this is not a tournament file"),
    ("tournament show {}", "picture", "picture: this is not a tournament file"),
    ("tournament show {}", "players.csv", "players.csv: this is not a tournament file"),
    ("tournament import cup.carrom {}", "nowhere.csv", "nowhere.csv cannot be read: there is no such file"),
    ("tournament import cup.carrom {}", "folder", "folder cannot be read: it is a folder"),
    ("tournament import cup.carrom {}", "empty.csv", "empty.csv: the list is empty"),
    ("tournament import cup.carrom {}", "picture.csv", "picture.csv: this is not a CSV file"),
    ("tournament import cup.carrom {}", "picture.xlsx", "picture.xlsx: this is not a spreadsheet"),
    ("tournament import cup.carrom {}", "nowhere.xlsx", "nowhere.xlsx cannot be read: there is no such file"),
    ("tournament import cup.carrom {}", "columns.csv", "columns.csv: row 1 should be headings with a name among them"),
    ("tournament sol {} -o new", "nowhere", "nowhere cannot be read: there is no such file"),
    ("tournament sol {} -o new", "picture", "picture: the dump is not UTF-8"),
    *(
        (verb, name, sentence)
        for verb in ("record tidy {}", "card {}", "replay {}")
        for name, sentence in (
            ("nowhere", "nowhere cannot be read: there is no such file"),
            ("folder", "folder cannot be read: it is a folder"),
            ("empty", "empty is not the record of a match"),
            ("players.csv", "players.csv is not the record of a match"),
            ("picture", "picture is not a text file: byte 1 is not UTF-8"),
        )
    ),
    # The one kind of file where the other is asked for.
    ("tournament show {}", "match.carrom", "match.carrom: this is not a tournament file: it is the record of a match"),
    ("record tidy {}", "cup.carrom", "cup.carrom is not the record of a match: it is a tournament file\n"),
    ("card {}", "cup.carrom", "cup.carrom is not the record of a match: it is a tournament file"),
    ("record keep {}", "cup.carrom", "cup.carrom: line 1: it is a tournament file\n"),
    ("record keep {}", "folder", "folder cannot be read: it is a folder"),
    ("record keep {}", "players.csv", "players.csv: line 1: the first line is not 'carrom-record 1'"),
    ("check {}", "nowhere.toml", "nowhere.toml cannot be read: there is no such file"),
    ("check {}", "picture.toml", "picture.toml is not a text file: byte 1 is not UTF-8"),
    ("calibrate {}", "folder", "folder cannot be read: it is a folder"),
    ("card --blank --rulebook {}", "nowhere.toml", "nowhere.toml cannot be read: there is no such file"),
    # What is to be written.
    ("tournament new --template vkk -o {}", "no/cup.carrom", "no/cup.carrom cannot be written: there is no folder no"),
    ("tournament new --template vkk -o {}", "empty/cup", "empty/cup cannot be written: empty is not a folder"),
    ("tournament new --template vkk -o {}", "cup.carrom", "cup.carrom exists already"),
    ("tournament simulate cup.carrom -o {}", "cup.carrom", "cup.carrom exists already"),
    ("tournament simulate cup.carrom -o {}", "no/new", "no/new cannot be written: there is no folder no"),
    ("tournament export cup.carrom -o {}", "folder", "folder cannot be written: it is a folder"),
    ("card --blank -o {}", "no/card.txt", "no/card.txt cannot be written: there is no folder no"),
    ("record keep {}", "no/match", "no/match cannot be written: there is no folder no"),
    # What does not make sense.
    ("tournament new --template vkk --day {}", "5.11.2026", "--day: a day is written like 2024-11-05"),
    ("tournament set cup.carrom --games {}", "holiday=3", "--games holiday: 'holiday' is no event, stage or round"),
    ("tournament order {}", "cup.carrom", "nothing is drawn yet"),
    ("tournament leave cup.carrom {}", "Nobody", "'Nobody' is not in S"),
    ("tournament next cup.carrom --absent {}", "Nobody", "'Nobody' is not among the people"),
    ("tournament shootout cup.carrom {} B 5-0", "A", "'A' is not in S"),
    ("tournament table cup.carrom {} out", "99", "There is no table 99: the hall has 4."),
    ("blueprint --arrows-length {}", "0", "arrow, length 0 mm is not a size: the law admits at most 267 mm (A.5)"),
    ("blueprint --arrows-length {}", "nan", "arrow, length nan mm is not a size: the law admits"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("words", "name", "sentence"), FAULTS)
def test_one_sentence_says_what_is_wrong(
    words: str, name: str, sentence: str, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path.name for path in desk.iterdir())
    assert main(words.format(name).split()) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"carrom {words.split()[0]}: {sentence}")
    assert said.count("\n") == 1
    assert "Errno" not in said
    assert sorted(path.name for path in desk.iterdir()) == before  # nothing half-done is left lying about


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            f"tournament result cup.carrom M1 {'9' * 5000}-1",
            "a:5+q b:3 a:=12, not '9",
        ),
        (
            "tournament result cup.carrom M1 25",
            "a:5+q b:3 a:=12, not '25'",
        ),
        ("tournament next cup.carrom --at 25:00", "a time is written like 15:10"),
    ],
)
def test_a_word_of_the_wrong_kind_is_answered_with_the_right_one(
    words: str, sentence: str, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words.split())
    assert stopped.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert sentence in last
    assert len(last) < 200


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
    said = carrom("carrom laws > /dev/full", desk)
    assert (said.returncode, said.stderr) == (2, "carrom laws: standard output: the disk is full\n")


def test_a_reader_that_has_gone(desk: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    said = subprocess.run(
        [sys.executable, "-m", "carrom", "laws"], cwd=desk, env=ENVIRONMENT, stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert (said.returncode, said.stderr) == (141, b"")


def test_facts_that_do_not_fit_on_the_disk_leave_the_file_as_it_was(desk: Path) -> None:
    """A limit on the size of files stands for the full disk: the first lines would still fit."""
    before = (desk / "cup.carrom").read_bytes()
    assert len(before) < 2048
    said = carrom("ulimit -f 4; carrom tournament import cup.carrom players.csv", desk)
    assert said.returncode == 2
    assert said.stderr == "carrom tournament: cup.carrom cannot be written: the disk is full\n"
    assert (desk / "cup.carrom").read_bytes() == before
    assert carrom("carrom tournament import cup.carrom players.csv", desk).returncode == 0


def test_a_record_that_does_not_fit_on_the_disk_leaves_nothing_behind(desk: Path) -> None:
    before = sorted(path.name for path in desk.iterdir())
    said = carrom("ulimit -f 0; carrom record keep match.record | cat", desk)
    assert said.stderr == "carrom record: match.record cannot be written: file too large\n"
    assert sorted(path.name for path in desk.iterdir()) == before


def test_control_c_ends_quietly(desk: Path) -> None:
    """`record keep` waits for its next line; the umpire breaks off instead."""
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
    _, said = running.communicate(timeout=30)
    assert (running.returncode, said) == (130, b"")


@pytest.mark.parametrize(("told", "used"), [(None, "1"), ("4", "4")])
def test_small_matrices_are_reckoned_in_one_thread_unless_somebody_says_otherwise(told: str | None, used: str) -> None:
    program = (
        "import os, sys; from carrom.cli import main\n"
        "assert 'numpy' not in sys.modules, 'it is too late then'\n"
        "main(['opponents']); print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    known = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    given = known if told is None else {**known, "OPENBLAS_NUM_THREADS": told}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=given)
    assert done.stdout.splitlines()[-1] == used
