"""`carrom match`, `carrom record`, `carrom replay`, `carrom card` from the command line."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.cli.replay import _next_step
from carrom.laws.custom_rulebook import rulebook_from_text
from carrom.match import Record, read_record
from carrom.match.log.notation import act_usage
from tests.cli.conftest import CommandLine, assert_parts, event_lines

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLE = GOLDEN / "four-break-example.carrom"
MATCH = GOLDEN / "icf-match.carrom"


def test_check_a_sound_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "check", str(EXAMPLE)]) == 0
    assert_parts(capsys.readouterr().out, str(EXAMPLE), "23", "'ready'")
    assert main(["record", "check", str(MATCH)]) == 0
    assert "won by b" in capsys.readouterr().out


def test_check_lists_every_fault_and_the_first_refusal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.carrom"
    path.write_text(EXAMPLE.read_text().replace("5. stroke own 2", "5. stroke own two").replace("[Stage", "[Stake"))
    assert main(["record", "check", str(path)]) == 1
    *faults, refused, summary = capsys.readouterr().out.splitlines()
    assert any("line 13: own: " in fault and "'5. stroke own two'" in fault for fault in faults)
    assert_parts(refused, "event 6", "event 4", "[number]")
    assert_parts(summary, "4 of 22")
    path.write_text(EXAMPLE.read_text().replace("3. stroke own 2", "3. forgo"))
    assert main(["record", "check", str(path)]) == 1
    assert_parts(capsys.readouterr().out, "event 3", "(Law 87a)", "[out-of-order]")


def test_tidy_writes_the_canonical_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "loose.carrom"
    path.write_text(EXAMPLE.read_text().replace("1. toss a break", "toss A   ; heads"))
    assert main(["record", "check", str(path)]) == 0
    assert "canonical" in capsys.readouterr().out
    assert main(["record", "tidy", str(path)]) == 0
    assert capsys.readouterr().out == EXAMPLE.read_text()
    assert main(["record", "check", str(EXAMPLE)]) == 0
    assert "canonical" not in capsys.readouterr().out


def test_an_unreadable_file_is_refused(tmp_path: Path, command_line: CommandLine) -> None:
    assert_parts(command_line.refuse("file-unreadable", "record", "check", str(tmp_path / "none")), "none")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert_parts(command_line.refuse("not-text", "replay", str(tmp_path / "bytes")), "bytes", " 1 ")


def test_keep_a_record_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "kept.carrom"
    command = [sys.executable, "-m", "carrom", "record", "keep", str(path), "--a", "Ram", "--b", "Ramesh", "--no-times"]
    lines = "toss a break\nplay\nstroke own 1\ndance\nplace\n\n"
    first = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert first.returncode == 1
    opening, *events, misread, refused = first.stdout.splitlines()
    assert_parts(opening, "0", "'toss'")
    assert events == event_lines(path)
    for line, laws in zip(events, ("(39c, 42)", "(46)", "(48)"), strict=True):
        assert_parts(line, "Ram", laws, "[0–0]")
    assert_parts(misread, "kind", '"dance"')
    assert_parts(refused, "refused: ", "place", "(Law 78a)")
    again = subprocess.run(command, input="stroke\n", capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert_parts(again.stdout.splitlines()[0], "3", "'stroke'")
    assert Record.from_text(path.read_text()).match().number == 4


def test_keep_lists_the_legal_next_events_and_their_form(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "carrom", "record", "keep", str(tmp_path / "m.carrom"), "--no-times"]
    lines = "?\ntoss a\nplay\nfoul a banana\nconcede a\n?\n"
    printed = subprocess.run(command, input=lines, capture_output=True, text=True, check=False).stdout.splitlines()
    first = printed[1 : next(n for n, line in enumerate(printed) if line.startswith("1. toss a break; "))]
    assert {"called", "reported PARTY", act_usage("toss"), act_usage("foul")} <= {*first}
    assert "stroke" not in " ".join(first)
    (refused,) = (line for line in printed if line.startswith("refused"))
    assert_parts(refused, "135", "136a", "138", "banana")
    assert printed[-1] == act_usage("correct")
    assert act_usage("sign") in printed[-6:]


def test_keep_records_the_times_of_events(tmp_path: Path) -> None:
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
    steps = dict(re.findall(r"^(\d+)\. (.+(?:\n     .+)*)", out, re.M))
    assert [int(number) for number in steps] == list(range(1, 24))
    assert_parts(steps["13"], "Ram: ", " 3 ", "[8–0]\n", "Ram and Shyam", " 8 ")
    assert_parts(steps["23"], "Ram: ", " 4 ", "[11–0]")


def test_replay_effective_leaves_out_corrected_events(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(MATCH), "--effective"]) == 0
    effective = capsys.readouterr().out
    assert main(["replay", str(MATCH), "--positions"]) == 0
    full = capsys.readouterr().out
    assert "corrected:" in full
    assert "corrected:" not in effective
    assert full.count("lose-board") == effective.count("lose-board") == 2
    assert '"S. Rao"' in full
    assert '"S. Rao"' in effective
    # The positions of the first board are drawn only when asked for.
    assert full.count("\n") > effective.count("\n") + 100


def test_replay_stops_at_the_first_refused_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.carrom"
    path.write_text(EXAMPLE.read_text().replace("14. play", "14. place"))
    assert main(["replay", str(path)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("14. refused: ")
    assert "(Law 78a)" in last


def test_keys_that_step_through_a_record() -> None:
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


def test_a_card_needs_either_a_record_or_blank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command_line: CommandLine
) -> None:
    command_line.refuse("no-record-named", "card")
    command_line.refuse("no-record-named", "card", str(EXAMPLE), "--blank")
    command_line.refuse("unknown-format", "card", str(EXAMPLE), "-o", "card.doc")
    path = tmp_path / "bad.carrom"
    path.write_text(EXAMPLE.read_text().replace("14. play", "14. place"))
    assert main(["card", str(path)]) == 1
    shown = capsys.readouterr()
    assert "event 14: refused" in shown.err
    assert "Game 1: 8–0" in shown.out


def test_record_verbs_take_a_rulebook_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "village.toml"
    book.write_text('id = "village"\ntitle = "Village green"\nbase = "icf"\ngames = 1\ntarget = 10\nboards = 2\n')
    path = tmp_path / "match.carrom"
    keep = [sys.executable, "-m", "carrom", "record", "keep", str(path), "--rulebook", str(book), "--no-times"]
    for line in ("toss a break\n", "play\n", "lose-board b 91\n"):
        ran = subprocess.run(keep, input=line, capture_output=True, text=True, check=False)
        assert ran.returncode == 0
    village = rulebook_from_text(book.read_text())
    assert read_record(path.read_text(), books={village.id: village}).record.match().announced == "a"
    assert main(["record", "check", str(path), "--rulebook", str(book)]) == 0
    assert main(["card", str(path), "--rulebook", str(book)]) == 0
    assert main(["replay", str(path), "--rulebook", str(book)]) == 0
    assert "Village green" in capsys.readouterr().out
    assert main(["record", "check", str(path)]) == 1
    line = '{"rulebook":"village","stage":"final","first_break":"a","boards":[{"winner":"b","points":12}]}'
    score = [sys.executable, "-m", "carrom", "score", "--rulebook", str(book)]
    ran = subprocess.run(score, input=line, capture_output=True, text=True, check=False)
    assert ran.stdout == '{"games":[{"a":0,"b":10,"boards":1,"winner":"b"}],"match":"b","next":null}\n'


def test_carrom_match_replays_the_events_of_a_record() -> None:
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


def test_carrom_match_takes_a_rulebook_file(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.toml").write_text('id = "club"\ntitle = "Club"\nbase = "icf"\nstroke_seconds = 20\n')
    line = b'{"rulebook":"club","events":["toss a","play"]}\n'
    for options, status in (["--rulebook", str(tmp_path / "club.toml")], 0), ([], 1):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
        assert main(["match", *options]) == status
        answer = json.loads(capsysbinary.readouterr().out)
        assert answer.get("rulebook", "error") == ("club" if status == 0 else "error")
