"""`carrom record keep` as an umpire meets it: clocks that are wrong, two keepers, files that were never whole."""

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

from carrom.cli import main
from carrom.cli.record import TableClock
from carrom.laws import rulebook
from carrom.match import Match, Record, Setup
from carrom.match.log import acts as a

KEEP = [sys.executable, "-m", "carrom", "record", "keep"]


def keep(path: Path, lines: str, *options: str) -> list[str]:
    """What a whole run says."""
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


def test_a_clock_behind_the_record_says_so_once_and_counts_on(tmp_path: Path) -> None:
    path = record(
        tmp_path / "m.carrom", datetime.now() - timedelta(minutes=5), "@0:00:01 toss a break", "@5:00:00 play"
    )
    said = keep(path, "stroke own 1\n@5:20:00 stroke own 1\n@5:40:00\nstroke own 1\n")
    behind = [line for line in said if "behind the record" in line]
    assert behind == [said[1]]
    assert said[1].startswith("this clock is 4:5")
    assert "it counts on from @5:00:00" in said[1]
    third, fourth, fifth = times(path)[2:]
    assert 18_000 <= third < 19_200
    assert fourth == 19_200  # typed
    assert 20_400 <= fifth < 21_600  # set by a line of its own


def test_a_time_before_the_last_event_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now(), "@0:00:01 toss a break", "@5:00:00 play")
    before = path.read_bytes()
    said = keep(path, "@0:20:00 stroke own 1\n@0:20:00\n")
    assert said[2:] == [
        "refused: @0:20:00 is earlier than the last event with a time, @5:00:00",
        "not understood: @0:20:00 is earlier than the last event with a time, @5:00:00",
    ]
    assert path.read_bytes() == before


def test_a_record_of_another_day_is_told_and_its_clock_can_be_set(tmp_path: Path) -> None:
    start = datetime.now() - timedelta(days=2, hours=1)
    path = record(tmp_path / "m.carrom", start, "@0:00:01 toss a break", "@0:20:00 play")
    said = keep(path, "@0:20:09\nstroke own 1\n")
    assert said[1].startswith("by this clock the last event was 2 days and 0:4")
    assert said[1].endswith("a line with a time alone sets the clock: @0:20:30")
    assert said[2] == "the clock counts from @0:20:09"
    assert 1209 <= times(path)[2] < 2400


def test_a_typed_time_leaves_a_right_clock_alone(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now() - timedelta(minutes=10), "@0:00:01 toss a break")
    said = keep(path, "@0:05:00 play\nstroke\n")
    assert len(said) == 3  # nothing to be said of the clock
    assert times(path)[1] == 300
    assert 600 <= times(path)[2] < 1200


def test_without_times_only_typed_ones_are_written(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    said = keep(path, "toss a\n@0:00:40 play\nstroke\n@0:01:00\n", "--no-times")
    assert times(path) == [40]
    assert said[-1] == "not understood: no times are kept here; type the time before an act"


@pytest.mark.parametrize("hours", [-5, 5], ids=["set back", "set forward"])
def test_a_clock_that_is_set_while_a_record_is_kept_moves_nothing(hours: int) -> None:
    opened = datetime(2026, 11, 15, 11)
    start = Match.start(Setup(rulebook("icf"), info=(("Start", opened.isoformat()),)))
    now, steady = opened + timedelta(seconds=60), [1000.0]
    clock = TableClock(start, now, lambda: steady[0])
    assert (clock.at(), clock.news) == (60.0, "")
    match = start.play(a.Toss("a"), at=clock.at())
    steady[0] += 30  # half a minute later, whatever the clock on the wall shows
    assert clock.at() == 90.0
    # Taken up again under the clock that was set.
    again = TableClock(match, now + timedelta(hours=hours, seconds=30), lambda: steady[0])
    if hours < 0:
        assert again.at() == 60.0
        assert again.news.startswith("this clock is 4:59:30 behind the record: it counts on from @0:01:00")
    else:
        assert again.at() == 90.0 + 5 * 3600
        assert again.news.startswith("by this clock the last event was 5:00:30 ago.")
        again.set(90.0)
        assert again.at() == 90.0
    steady[0] += 5
    assert again.at() == (65.0 if hours < 0 else 95.0)


def test_a_start_that_is_still_to_come(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now() + timedelta(hours=2))
    said = keep(path, "toss a\n")
    assert "behind the record: it counts on from @0:00:00" in said[1]
    assert times(path)[0] < 600


# Two keepers on one record


def test_the_older_keeper_reads_again_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "k2.carrom"
    with keeper(path, "--no-times", "--a", "Meera", "--b", "Anil") as first:
        first.say("toss a")
        with keeper(path, "--no-times") as second:
            assert second.say("play").startswith("2. play; game 1, board 1")
            assert second.say("stroke own 1").startswith("3. Meera: pockets 1 own")
        # The older one would have refused this stroke: for it nobody had called 'Play'.
        assert first.say("stroke own 1") == (
            f"{path} was changed by somebody else and has been read again: event 3, phase 'stroke'"
        )
        assert [first.hear(), first.hear(), first.hear()] == [
            "2. play; game 1, board 1, Meera has the break and white (46) [0–0]",
            "3. Meera: pockets 1 own; the turn continues (48) [0–0]",
            "your line was not written; type it again if it still holds",
        ]
        assert first.say("stroke own 1").startswith("4. Meera: pockets 1 own")
    kinds = [event.act.kind for event in Record.from_text(path.read_text()).events]
    assert kinds == ["toss", "play", "stroke", "stroke"]


def test_two_keepers_in_turn_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with keeper(path, "--no-times") as one, keeper(path, "--no-times") as other:
        one.say("toss a")
        for number in range(10):
            hand, line = (one, other)[number % 2], f'remark "{number}"'
            said = hand.say(line)
            if "read again" in said:
                while "not written" not in said:
                    said = hand.hear()
                said = hand.say(line)
            assert said.startswith(f"{number + 2}. remark")
            assert Record.from_text(path.read_text()).match().number == number + 2
    told = [event.act.text for event in Record.from_text(path.read_text()).events if isinstance(event.act, a.Remark)]
    assert told == [str(number) for number in range(10)]


def test_of_two_at_once_every_line_is_there_that_was_said_to_stand(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with keeper(path, "--no-times") as one, keeper(path, "--no-times") as other:
        for hand, name in ((one, "one"), (other, "other")):
            assert hand.process.stdin is not None
            hand.process.stdin.write("".join(f'remark "{name} {number}"\n' for number in range(40)))
            hand.process.stdin.close()
        said = [line for hand in (one, other) for line in hand.process.stdout or ()]
    refused = sum("your line was not written" in line for line in said)
    events = Record.from_text(path.read_text()).events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert len(events) + refused == 80
    texts = [event.act.text for event in events if isinstance(event.act, a.Remark)]
    for whose in ("one", "other"):
        own = [text for text in texts if text.startswith(whose)]
        assert own == sorted(own, key=lambda text: int(text.split()[1]))


def test_a_record_without_times_tells_no_wrong_one(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now() - timedelta(hours=3), "toss a break")
    assert keep(path, "")[1].startswith("by this clock the record was opened 3:0")


def test_bytes_that_are_no_letters_are_refused_and_the_record_goes_on(tmp_path: Path) -> None:
    lines = b'toss a\nr\xaawat\nremark "r\xaa"\nplay\n'
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [*KEEP, str(tmp_path / "m.carrom"), "--no-times"], input=lines, capture_output=True, check=False, env=strict
    )
    said = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (1, b""), "some lines were not understood"
    assert said[2] == 'not understood: kind: there is no event "r\\udcaawat"'
    assert said[3].startswith("not understood: half a character")
    assert said[4].startswith("2. play")


def test_a_record_that_was_spoilt_meanwhile_is_not_judged_by_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    with keeper(path, "--no-times") as one:
        one.say("toss a")
        whole = path.read_text()
        path.write_text(whole + "2. dance\n")
        said = one.say("play")
        assert said == f"not written: {path}: line 7: kind: there is no event \"dance\", in '2. dance'"
        path.write_text(whole)
        assert one.say("play").startswith("2. play")
        path.unlink()
        assert one.say("stroke") == f"not written: {path} cannot be read: there is no such file"


# What is found when a record is taken up


def test_options_that_a_record_contradicts_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path / "m.carrom", datetime.now(), "@0:00:01 toss a break")
    before = path.read_bytes()
    assert main(["record", "keep", str(path), "--rulebook", "vkk", "--a", "X", "--b", "Anil"]) == 2
    assert capsys.readouterr().err == (
        f"carrom record: {path} is a record already: Meera against Anil, singles by icf, group. "
        "It does not fit --rulebook, --a: go on without, or name a new file\n"
    )
    assert main(["record", "keep", str(path), "--doubles", "--stage", "final"]) == 2
    assert "It does not fit --stage, --doubles: " in capsys.readouterr().err
    assert path.read_bytes() == before
    assert keep(path, "", "--rulebook", "icf", "--a", "Meera", "--b", "Anil", "--stage", "group")[0].startswith(
        "event 1"
    )


def test_a_torn_last_line_is_told(tmp_path: Path) -> None:
    path = record(tmp_path / "m.carrom", datetime.now(), "@0:00:01 toss a break")
    whole = path.read_bytes()
    path.write_bytes(whole + b"2. @0:00:09 pl")
    said = keep(path, "")
    assert said[1] == "the last line had no end and was dropped; nobody was told that it stands: '2. @0:00:09 pl'"
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "the file is empty; delete it to begin a new record"),
        ("carrom-re", "it breaks off in its head, before any event; delete it to begin a new record"),
        ("carrom-record 1\n", "it breaks off in its head, before any event; delete it"),
        ('carrom-record 1\n[Rulebook "icf"]\n[Stage "gr', "it breaks off in its head, before any event; delete it"),
        ("Dear Meera, ", "the first line is not 'carrom-record 1'"),
    ],
    ids=["empty", "first line", "no rulebook", "torn tag", "no record"],
)
def test_a_head_that_was_never_whole(data: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.carrom"
    path.write_text(data)
    assert main(["record", "keep", str(path)]) == 2
    assert words in capsys.readouterr().err
    assert path.read_text() == data


# Words beside acts


@pytest.mark.parametrize("end", ["quit", "exit", " QUIT "])
def test_help_lists_and_quit_ends(end: str, tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    said = keep(path, f"help\n?\ntoss a\n{end}\nplay\n", "--no-times")
    half = (len(said) - 2) // 2
    assert said[1 : 1 + half] == said[1 + half : 1 + 2 * half]
    assert "toss WINNER [CHOICE] [breaker BREAKER]" in said[1 : 1 + half]
    assert said[-1].startswith("1. toss a break")
    assert Record.from_text(path.read_text()).match().number == 1


def test_a_line_of_another_record_is_taken_if_its_number_is_the_next(tmp_path: Path) -> None:
    path = tmp_path / "m.carrom"
    said = keep(path, "1. @0:00:05 toss a break\n7. play\n", "--no-times")
    assert said[1].startswith("1. @0:00:05 toss a break; ")
    assert said[2] == "not understood: the next event is 2, not 7"


# What hands have to do


def test_what_hands_have_to_do_reads_as_sentences(tmp_path: Path) -> None:
    lines = "toss a\nplay\nstroke own 1\nstroke queen own 1 striker\n"
    said = keep(tmp_path / "m.carrom", lines, "--no-times", "--a", "Meera", "--b", "Anil")
    assert said[-1] == (
        "4. Meera: pockets 1 own and the queen and the striker; the turn continues (98a). "
        "The queen goes back to the centre circle. Anil places 2 whites [0–0]"
    )


def test_an_upheld_protest_says_who_sits_where_and_who_breaks(tmp_path: Path) -> None:
    lines = (
        'toss a\nboard-over a coins 5 queen a\nprotest b "line"\nconcede b game\nchange-sides\nprotest-written 1\n'
        'play\nprotest-decided 1 upheld\nplay\nstroke\ncorrect 7 "the jury met again"\n'
    )
    said = keep(tmp_path / "m.carrom", lines, "--no-times", "--a", "Meera", "--b", "Anil")
    assert said[8].endswith(
        "back to game 1, board 1 (151a). The pieces are set up again for board 1, and Meera breaks. "
        "Seats: Meera south, Anil north [0–0]"
    )
    # A correction over it seats them as they sat.
    assert said[-1].endswith("stands as after event 7. Seats: Meera north, Anil south [8–0]")
