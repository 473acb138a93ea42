"""`carrom record keep`: wrong clocks, two keepers of one record, incomplete files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from carrom.cli.record import LINE_NOT_WRITTEN, TableClock
from carrom.laws import rulebook
from carrom.match import Match, Record, Setup
from carrom.match.log import acts as a
from carrom.match.log.notation import act_usage
from tests.cli.conftest import CommandLine, assert_parts, event_lines

KEEP = [sys.executable, "-m", "carrom", "record", "keep"]


def keep(path: Path, lines: str, *options: str) -> list[str]:
    """Type all lines at once and return the printed lines."""
    done = subprocess.run([*KEEP, str(path), *options], input=lines, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.splitlines()


def record(path: Path, start: datetime, *events: str) -> Path:
    head = f'carrom-record 1\n[Rulebook "icf"]\n[A "Meera"]\n[B "Anil"]\n[Start "{start:%Y-%m-%dT%H:%M:%S}"]\n\n'
    path.write_text(head + "".join(f"{number}. {event}\n" for number, event in enumerate(events, 1)))
    return path


def times(path: Path) -> list[float]:
    return [event.at for event in Record.from_text(path.read_text()).events if event.at is not None]


@dataclass
class Keeper:
    """A running process: one line in, one line out."""

    process: subprocess.Popen[str]

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def say(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.hear()


@contextmanager
def keeper(path: Path, *options: str) -> Iterator[Keeper]:
    command = [*KEEP, str(path), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        one = Keeper(process)
        assert one.hear().startswith("event ")
        yield one


# Clocks


def test_a_clock_behind_the_record_warns_once_and_counts_on(tmp_path: Path) -> None:
    path = record(
        tmp_path / "m.carrom", datetime.now() - timedelta(minutes=5), "@0:00:01 toss a break", "@5:00:00 play"
    )
    _, warning, *answers = keep(path, "stroke own 1\n@5:20:00 stroke own 1\n@5:40:00\nstroke own 1\n")
    assert_parts(warning, " 4:5", "@5:00:00")
    assert [line.partition(" ")[0] for line in answers] == ["3.", "4.", "the", "5."], "no second warning"
    third, fourth, fifth = times(path)[2:]
    assert 18_000 <= third < 19_200
    assert fourth == 19_200  # typed
    assert 20_400 <= fifth < 21_600  # set by a line of its own


def test_a_time_before_the_last_event_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now(), "@0:00:01 toss a break", "@5:00:00 play")
    before = path.read_bytes()
    refused, misread = keep(path, "@0:20:00 stroke own 1\n@0:20:00\n")[2:]
    assert_parts(refused, "refused: ", "@0:20:00", "@5:00:00")
    assert_parts(misread, "@0:20:00", "@5:00:00")
    assert path.read_bytes() == before


def test_a_record_of_another_day_warns_and_its_clock_can_be_set(tmp_path: Path) -> None:
    start = datetime.now() - timedelta(days=2, hours=1)
    path = record(tmp_path / "m.carrom", start, "@0:00:01 toss a break", "@0:20:00 play")
    _, warning, clock_set, _ = keep(path, "@0:20:09\nstroke own 1\n")
    assert_parts(warning, "2 days", " 0:4", "@0:20:30")
    assert_parts(clock_set, "@0:20:09")
    assert 1209 <= times(path)[2] < 2400


def test_a_typed_time_does_not_change_a_correct_clock(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now() - timedelta(minutes=10), "@0:00:01 toss a break")
    assert len(keep(path, "@0:05:00 play\nstroke\n")) == 3, "no warning about the clock"
    assert times(path)[1] == 300
    assert 600 <= times(path)[2] < 1200


def test_without_times_only_typed_ones_are_written(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    *events, misread = keep(path, "toss a\n@0:00:40 play\nstroke\n@0:01:00\n", "--no-times")
    assert times(path) == [40]
    assert len(events) == 4
    assert misread.startswith("not understood: ")


@pytest.mark.parametrize("hours", [-5, 5], ids=["set back", "set forward"])
def test_changing_the_machine_clock_changes_no_recorded_time(hours: int) -> None:
    opened = datetime(2026, 11, 15, 11)
    start = Match.start(Setup(rulebook("icf"), info=(("Start", opened.isoformat()),)))
    now, steady = opened + timedelta(seconds=60), [1000.0]
    clock = TableClock(start, now, lambda: steady[0])
    assert (clock.at(), clock.news) == (60.0, "")
    match = start.play(a.Toss("a"), at=clock.at())
    steady[0] += 30  # half a minute later, whatever the clock on the wall shows
    assert clock.at() == 90.0
    # Reopened after the clock was changed.
    again = TableClock(match, now + timedelta(hours=hours, seconds=30), lambda: steady[0])
    if hours < 0:
        assert again.at() == 60.0
        assert_parts(again.news, " 4:59:30 ", "@0:01:00")
    else:
        assert again.at() == 90.0 + 5 * 3600
        assert_parts(again.news, " 5:00:30 ")
        again.set(90.0)
        assert again.at() == 90.0
    steady[0] += 5
    assert again.at() == (65.0 if hours < 0 else 95.0)


def test_a_start_in_the_future(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now() + timedelta(hours=2))
    assert_parts(keep(path, "toss a\n")[1], "@0:00:00")
    assert times(path)[0] < 600


# Two keepers on one record


def test_a_keeper_reloads_a_record_that_another_one_changed(tmp_path: Path) -> None:
    path = tmp_path / "k2.carrom"
    with keeper(path, "--no-times", "--a", "Meera", "--b", "Anil") as first:
        first.say("toss a")
        with keeper(path, "--no-times") as second:
            assert second.say("play").startswith("2. play; game 1, board 1")
            assert second.say("stroke own 1").startswith("3. Meera: pockets 1 own")
        # The first keeper has not seen 'Play', and would have refused this stroke.
        assert_parts(first.say("stroke own 1"), str(path), " 3", "'stroke'")
        assert [first.hear(), first.hear()] == event_lines(path)[1:]
        assert LINE_NOT_WRITTEN in first.hear()
        assert first.say("stroke own 1").startswith("4. Meera: pockets 1 own")
    kinds = [event.act.kind for event in Record.from_text(path.read_text()).events]
    assert kinds == ["toss", "play", "stroke", "stroke"]


def test_two_keepers_in_turn_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with keeper(path, "--no-times") as one, keeper(path, "--no-times") as other:
        one.say("toss a")
        for number in range(10):
            hand, line = (one, other)[number % 2], f'remark "{number}"'
            answer = hand.say(line)
            if answer.startswith(str(path)):
                while LINE_NOT_WRITTEN not in answer:
                    answer = hand.hear()
                answer = hand.say(line)
            assert answer.startswith(f"{number + 2}. remark")
            assert Record.from_text(path.read_text()).match().number == number + 2
    remarks = [event.act.text for event in Record.from_text(path.read_text()).events if isinstance(event.act, a.Remark)]
    assert remarks == [str(number) for number in range(10)]


def test_of_two_keepers_at_once_every_acknowledged_line_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with keeper(path, "--no-times") as one, keeper(path, "--no-times") as other:
        for hand, name in ((one, "one"), (other, "other")):
            assert hand.process.stdin is not None
            hand.process.stdin.write("".join(f'remark "{name} {number}"\n' for number in range(40)))
            hand.process.stdin.close()
        printed = [line for hand in (one, other) for line in hand.process.stdout or ()]
    refused = sum(LINE_NOT_WRITTEN in line for line in printed)
    events = Record.from_text(path.read_text()).events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert len(events) + refused == 80
    texts = [event.act.text for event in events if isinstance(event.act, a.Remark)]
    for whose in ("one", "other"):
        own = [text for text in texts if text.startswith(whose)]
        assert own == sorted(own, key=lambda text: int(text.split()[1]))


def test_a_record_without_times_warns_with_the_time_since_its_start(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now() - timedelta(hours=3), "toss a break")
    assert_parts(keep(path, "")[1], " 3:0")


def test_bytes_that_are_not_utf8_are_refused_and_the_record_goes_on(tmp_path: Path) -> None:
    lines = b'toss a\nr\xaawat\nremark "r\xaa"\nplay\n'
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [*KEEP, str(tmp_path / "m.carrom"), "--no-times"], input=lines, capture_output=True, check=False, env=strict
    )
    printed = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (1, b""), "some lines were not understood"
    assert_parts(printed[2], "not understood: kind: ", '"r\\udcaawat"')
    assert printed[3].startswith("not understood: ")
    assert printed[4].startswith("2. play")


def test_a_record_damaged_or_deleted_meanwhile_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with keeper(path, "--no-times") as one:
        one.say("toss a")
        whole = path.read_text()
        path.write_text(whole + "2. dance\n")
        assert_parts(one.say("play"), f"not written: {path}: line 7: kind: ", "'2. dance'")
        path.write_text(whole)
        assert one.say("play").startswith("2. play")
        path.unlink()
        assert one.say("stroke").startswith(f"not written: {path} ")
        assert not path.exists()


# Reopening a record


def test_options_that_contradict_the_record_are_refused(tmp_path: Path, command_line: CommandLine) -> None:
    path = record(tmp_path / "m.carrom", datetime.now(), "@0:00:01 toss a break")
    before = path.read_bytes()
    command = ("record", "keep", str(path))
    refused = command_line.refuse("record-differs", *command, "--rulebook", "vkk", "--a", "X", "--b", "Anil")
    assert_parts(refused, str(path), "Meera", "Anil", "icf", "group", " --rulebook, --a:")
    refused = command_line.refuse("record-differs", *command, "--doubles", "--stage", "final")
    assert_parts(refused, " --stage, --doubles:")
    assert path.read_bytes() == before
    assert keep(path, "", "--rulebook", "icf", "--a", "Meera", "--b", "Anil", "--stage", "group")[0].startswith(
        "event 1"
    )


def test_an_incomplete_last_line_is_dropped_and_shown(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now(), "@0:00:01 toss a break")
    whole = path.read_bytes()
    path.write_bytes(whole + b"2. @0:00:09 pl")
    assert "'2. @0:00:09 pl'" in keep(path, "")[1]
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "record-empty"),
        ("carrom-re", "record-breaks-off"),
        ("carrom-record 1\n", "record-breaks-off"),
        ('carrom-record 1\n[Rulebook "icf"]\n[Stage "gr', "record-breaks-off"),
        ("Dear Meera, ", "record-faults"),
    ],
    ids=["empty", "first line", "no rulebook", "torn tag", "no record"],
)
def test_an_incomplete_head_is_refused(data: str, code: str, tmp_path: Path, command_line: CommandLine) -> None:
    path = tmp_path / "m.carrom"
    path.write_text(data)
    assert_parts(command_line.refuse(code, "record", "keep", str(path)), str(path))
    assert path.read_text() == data


# Lines that are not acts


@pytest.mark.parametrize("end", ["quit", "exit", " QUIT "])
def test_help_lists_acts_and_quit_ends(end: str, tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    _, *listed, last = keep(path, f"help\n?\ntoss a\n{end}\nplay\n", "--no-times")
    half = len(listed) // 2
    assert listed[:half] == listed[half:]
    assert act_usage("toss") in listed
    assert last.startswith("1. toss a break")
    assert Record.from_text(path.read_text()).match().number == 1


def test_a_pasted_event_line_is_accepted_if_its_number_is_the_next(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    _, event, misread = keep(path, "1. @0:00:05 toss a break\n7. play\n", "--no-times")
    assert event.startswith("1. @0:00:05 toss a break; ")
    assert_parts(misread, "not understood: ", " 2", " 7")


# Instructions beside events


def test_an_event_is_followed_by_what_the_players_have_to_do(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    lines = "toss a\nplay\nstroke own 1\nstroke queen own 1 striker\n"
    _, *events = keep(path, lines, "--no-times", "--a", "Meera", "--b", "Anil")
    assert events == event_lines(path)
    happened, queen, dues = events[-1].split(". ")[1:]
    assert_parts(happened, "Meera", "1 own", "queen", "striker", "(98a)")
    assert_parts(queen, "queen", "centre circle")
    assert_parts(dues, "Anil", "2 whites", "[0–0]")


def test_an_upheld_protest_names_seats_and_breaker(tmp_path: Path) -> None:
    lines = (
        'toss a\nboard-over a coins 5 queen a\nprotest b "line"\nconcede b game\nchange-sides\nprotest-written 1\n'
        'play\nprotest-decided 1 upheld\nplay\nstroke\ncorrect 7 "the jury met again"\n'
    )
    printed = keep(tmp_path / "m.carrom", lines, "--no-times", "--a", "Meera", "--b", "Anil")
    assert_parts(printed[8], "game 1, board 1 (151a)", "Meera breaks", "Meera south, Anil north", "[0–0]")
    # A correction restores the seats of event 7.
    assert_parts(printed[-1], "event 7", "Meera north, Anil south", "[8–0]")
