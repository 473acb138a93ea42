"""`carrom match`, `carrom record`, `carrom replay`, `carrom card` from the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.cli.replay import _next_step
from carrom.match import Record

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLE = GOLDEN / "four-break-example.carrom"
MATCH = GOLDEN / "icf-match.carrom"


def test_check_a_sound_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "check", str(EXAMPLE)]) == 0
    assert capsys.readouterr().out == f"{EXAMPLE}: sound: 23 events, phase 'ready'\n"
    assert main(["record", "check", str(MATCH)]) == 0
    assert "won by b" in capsys.readouterr().out


def test_check_names_every_fault_and_the_first_refusal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.carrom"
    path.write_text(EXAMPLE.read_text().replace("5. stroke own 2", "5. stroke own two").replace("[Stage", "[Stake"))
    assert main(["record", "check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "line 13: own: \"two\" is not a whole number, in '5. stroke own two'" in out
    assert "event 6: refused: event 6 cannot follow event 4 [number]" in out
    assert "faulty: 4 of 22 events" in out
    path.write_text(EXAMPLE.read_text().replace("3. stroke own 2", "3. forgo"))
    assert main(["record", "check", str(path)]) == 1
    assert "event 3: refused: no forgo now: a stroke is waited for (Law 87a) [out-of-order]" in capsys.readouterr().out


def test_check_says_when_a_record_is_not_canonical_and_tidy_makes_it_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "loose.carrom"
    path.write_text(EXAMPLE.read_text().replace("1. toss a break", "toss A   ; heads"))
    assert main(["record", "check", str(path)]) == 0
    assert "not in canonical form" in capsys.readouterr().out
    assert main(["record", "tidy", str(path)]) == 0
    assert capsys.readouterr().out == EXAMPLE.read_text()


def test_a_file_that_cannot_be_had(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "check", str(tmp_path / "none")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert main(["replay", str(tmp_path / "bytes")]) == 2
    assert "byte 1 is not UTF-8" in capsys.readouterr().err


def test_keep_a_record_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "kept.carrom"
    command = [sys.executable, "-m", "carrom", "record", "keep", str(path), "--a", "Ram", "--b", "Ramesh", "--no-times"]
    lines = "toss a break\nplay\nstroke own 1\ndance\nplace\n\n"
    first = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert first.returncode == 1
    assert first.stdout.splitlines() == [
        "event 0, phase 'toss'",
        "1. toss a break; Ram breaks first (39c, 42) [0–0]",
        "2. play; game 1, board 1, Ram has the break and white (46) [0–0]",
        "3. Ram: pockets 1 own; the turn continues (48) [0–0]",
        'not understood: kind: there is no event "dance"',
        "refused: no place now: a stroke is waited for (Law 78a)",
    ]
    again = subprocess.run(command, input="stroke\n", capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert again.stdout.splitlines()[0] == "event 3, phase 'stroke'"
    assert Record.from_text(path.read_text()).match().number == 4


def test_keep_says_what_may_come_and_how_it_is_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "carrom", "record", "keep", str(tmp_path / "m.carrom"), "--no-times"]
    lines = "?\ntoss a\nplay\nfoul a banana\nconcede a\n?\n"
    said = subprocess.run(command, input=lines, capture_output=True, text=True, check=False).stdout.splitlines()
    first = said[1 : said.index("1. toss a break; a1 breaks first (39c, 42) [0–0]")]
    assert {"called", "reported PARTY", "toss WINNER [CHOICE] [breaker BREAKER]", "foul PARTY LAW [note NOTE]"} <= {
        *first
    }
    assert "stroke" not in " ".join(first)
    (refused,) = (line for line in said if line.startswith("refused"))
    assert refused.endswith("135, 136a or 138, not by banana")
    assert said[-1] == "correct TO REASON"
    assert "sign WHO [name NAME]" in said[-6:]


def test_keep_writes_down_when_things_happened(tmp_path: Path) -> None:
    path = tmp_path / "kept.carrom"
    command = [sys.executable, "-m", "carrom", "record", "keep", str(path)]
    for line in ("toss a break\nplay\n", "stroke\n"):
        assert subprocess.run(command, input=line, capture_output=True, text=True, check=False).returncode == 0
    record = Record.from_text(path.read_text())
    times = [event.at for event in record.events]
    assert [key for key, _ in record.setup.info] == ["Start"]
    assert all(time is not None and 0 <= time < 600 for time in times)
    assert times == sorted(time for time in times if time is not None)


def test_replay_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(EXAMPLE)]) == 0
    out = capsys.readouterr().out
    assert "13. Ram: pockets 3 own  [8–0]\n     the board goes to Ram and Shyam by 8 (" in out
    assert "23. Ram: pockets 4 own  [11–0]\n" in out


def test_replay_without_what_was_corrected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(MATCH), "--effective"]) == 0
    effective = capsys.readouterr().out
    assert main(["replay", str(MATCH), "--positions"]) == 0
    full = capsys.readouterr().out
    assert "corrected:" in full
    assert "corrected:" not in effective
    assert full.count("lose-board") == effective.count("lose-board") == 2
    assert 'sign umpire name "S. Rao"' in full
    assert 'sign umpire name "S. Rao"' in effective
    # The positions of the first board are drawn only when asked for.
    assert full.count("\n") > effective.count("\n") + 100


def test_replay_stops_where_the_record_is_no_longer_valid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.carrom"
    path.write_text(EXAMPLE.read_text().replace("14. play", "14. place"))
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().out.rstrip().endswith("14. refused: no place now: 'Play' is waited for (Law 78a)")


def test_the_words_that_step_through_a_record() -> None:
    steps = Record.from_text(EXAMPLE.read_text()).match().steps()
    last = len(steps) - 1
    assert [_next_step(steps, 5, word) for word in ("", "n", "b", "s", "e", "12", "999", "w")] == [
        6, 6, 4, 0, last, 11, last, 12,
    ]  # fmt: skip
    assert _next_step(steps, 0, "b") == 0
    assert _next_step(steps, last, "") == last
    assert _next_step(steps, 12, "w") == last


@pytest.mark.parametrize(
    ("ending", "starts"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("txt", b"Tour")]
)
def test_cards_on_paper_and_screen(ending: str, starts: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"card.{ending}"
    assert main(["card", str(EXAMPLE), "-o", str(path)]) == 0
    assert path.read_bytes().startswith(starts)
    blank = tmp_path / f"blank.{ending}"
    assert main(["card", "--blank", "--rulebook", "vkk", "-o", str(blank)]) == 0
    assert blank.read_bytes().startswith(starts)


def test_a_card_needs_a_record_or_the_wish_for_a_blank_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card"]) == 2
    assert main(["card", str(EXAMPLE), "--blank"]) == 2
    assert main(["card", str(EXAMPLE), "-o", "card.doc"]) == 2
    capsys.readouterr()
    path = tmp_path / "bad.carrom"
    path.write_text(EXAMPLE.read_text().replace("14. play", "14. place"))
    assert main(["card", str(path)]) == 1
    shown = capsys.readouterr()
    assert "event 14: refused" in shown.err
    assert "Game 1: 8–0" in shown.out


def test_a_rulebook_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "village.toml"
    book.write_text('id = "village"\ntitle = "Village green"\nbase = "icf"\ngames = 1\ntarget = 10\nboards = 2\n')
    path = tmp_path / "match.carrom"
    keep = [sys.executable, "-m", "carrom", "record", "keep", str(path), "--rulebook", str(book), "--no-times"]
    for line in ("toss a break\n", "play\n", "lose-board b 91\n"):
        ran = subprocess.run(keep, input=line, capture_output=True, text=True, check=False)
        assert ran.returncode == 0
    assert "the match goes to a" in ran.stdout
    assert main(["record", "check", str(path), "--rulebook", str(book)]) == 0
    assert main(["card", str(path), "--rulebook", str(book)]) == 0
    assert main(["replay", str(path), "--rulebook", str(book)]) == 0
    assert "Village green" in capsys.readouterr().out
    assert main(["record", "check", str(path)]) == 1
    line = '{"rulebook":"village","stage":"final","first_break":"a","boards":[{"winner":"b","points":12}]}'
    score = [sys.executable, "-m", "carrom", "score", "--rulebook", str(book)]
    ran = subprocess.run(score, input=line, capture_output=True, text=True, check=False)
    assert ran.stdout == '{"games":[{"a":0,"b":10,"boards":1,"winner":"b"}],"match":"b","next":null}\n'


def test_a_match_told_in_lines_of_its_record() -> None:
    """A whole record without its head is what `carrom match` reads; a bad line costs only itself and the status."""
    events = [line for line in MATCH.read_text().splitlines() if line[:1].isdigit()]
    question = json.dumps({"rulebook": "icf", "stage": "pre-quarter-final", "events": events})
    command = [sys.executable, "-m", "carrom", "match"]
    run = subprocess.run(command, input=f"{question}\nnonsense\n{question}\n", capture_output=True, text=True)
    assert run.returncode == 1
    first, bad, second = map(json.loads, run.stdout.splitlines())
    assert first == second
    assert (first["winner"], first["announced"], first["phase"]) == ("b", "b", "over")
    assert len(first["lines"]) == first["number"] == len(events)
    assert list(bad) == ["error"]


def test_carrom_match_takes_a_rulebook_of_ones_own(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.toml").write_text('id = "club"\ntitle = "Club"\nbase = "icf"\nstroke_seconds = 20\n')
    line = b'{"rulebook":"club","events":["toss a","play"]}\n'
    for options, status in (["--rulebook", str(tmp_path / "club.toml")], 0), ([], 1):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
        assert main(["match", *options]) == status
        answer = json.loads(capsysbinary.readouterr().out)
        assert answer.get("rulebook", "error") == ("club" if status == 0 else "error")
