"""The arena: pairs, seeds, processes, and the command."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from carrom.base.errors import CarromError
from carrom.cli import main
from carrom.match import Record
from carrom.players.arena import ArenaEntrant, PairPlayed, Tally, run_pairs, schedule

RANDOM, AIMER, GREEDY = (ArenaEntrant(name) for name in ("random", "aimer", "greedy"))


def outcome(played: list[PairPlayed]) -> list[object]:
    """All that the seed decides: everything but the seconds."""
    return [(pair.task, [(board.points, board.slam, board.strokes) for board in pair.boards]) for pair in played]


def test_the_same_seed_gives_the_same_result_on_one_process_and_on_two() -> None:
    tasks = schedule([AIMER, GREEDY], pairs=3, seed=4, simulations=40)
    alone, together = run_pairs(tasks, workers=1), run_pairs(tasks, workers=2)
    assert outcome(alone) == outcome(together)
    assert outcome(alone) != outcome(run_pairs(schedule([AIMER, GREEDY], pairs=3, seed=5, simulations=40), workers=1))


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_ray_is_asked_for_only_when_wanted_and_gives_the_same_result() -> None:
    ray = pytest.importorskip("ray")
    tasks = schedule([RANDOM, AIMER], pairs=2, seed=4)
    ray.init(address="local", num_cpus=1, include_dashboard=False)
    try:
        assert outcome(run_pairs(tasks, on="ray")) == outcome(run_pairs(tasks, workers=1))
    finally:
        ray.shutdown()


def test_a_killed_process_costs_what_it_had_in_hand() -> None:
    tasks = schedule([RANDOM, AIMER], pairs=4, seed=4)

    def kill_one(done: int, _: int) -> None:
        if done == 1:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)

    assert outcome(run_pairs(tasks, workers=2, progress=kill_one)) == outcome(run_pairs(tasks, workers=1))


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_of_ray_costs_what_it_had_in_hand() -> None:
    ray = pytest.importorskip("ray")
    tasks = schedule([AIMER, GREEDY], pairs=6, seed=4, simulations=200)
    killed: list[int] = []

    def kill_one(done: int, _: int) -> None:
        if done == 1:
            working = [path.parent for path in Path("/proc").glob("[0-9]*/cmdline") if _begins(path, b"ray::play_pair")]
            killed.extend(int(path.name) for path in working[:1])
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    ray.init(address="local", num_cpus=2, include_dashboard=False)
    try:
        assert outcome(run_pairs(tasks, on="ray", progress=kill_one)) == outcome(run_pairs(tasks, workers=1))
    finally:
        ray.shutdown()
    assert killed


def _begins(path: Path, words: bytes) -> bool:
    try:
        return path.read_bytes().startswith(words)
    except OSError:  # it has gone meanwhile
        return False


def test_every_pair_is_broken_once_by_each_under_common_luck() -> None:
    (pair,) = run_pairs(schedule([GREEDY, AIMER], pairs=1, seed=2, keep_records=True), workers=1)
    matches = [Record.from_text(board.record).match() for board in pair.boards]
    assert [match.course.boards[0].breaker.party for match in matches] == ["a", "b"]
    for match, board in zip(matches, pair.boards, strict=True):
        result = match.course.boards[0]
        assert board.points == (result.points if result.winner == "a" else -result.points)


def test_the_tally_counts_what_was_played() -> None:
    played = run_pairs(schedule([RANDOM, AIMER], pairs=4, seed=1), workers=1)
    tally = Tally.of(played)
    best, last = tally.lines
    assert (best.entrant, last.entrant) == (AIMER, RANDOM)
    (met,) = tally.meetings
    boards = [board for pair in played for board in pair.boards]
    assert met.points == pytest.approx(sum(board.points for board in boards) / len(boards))
    assert best.points == pytest.approx(-last.points) == pytest.approx(-met.points)
    assert best.boards == len(boards) == 8
    assert best.strokes == pytest.approx(sum(board.strokes["b"] for board in boards) / 8)
    assert best.elo_low <= best.elo <= best.elo_high
    assert Tally.of(played) == tally


def test_meetings() -> None:
    assert len(schedule([RANDOM, AIMER, GREEDY], pairs=5, seed=1)) == 15
    assert len(schedule([RANDOM, AIMER, GREEDY], pairs=5, seed=1, neighbours_only=True)) == 10
    with pytest.raises(CarromError, match="two players"):
        schedule([RANDOM], pairs=5, seed=1)
    with pytest.raises(CarromError, match="twice"):
        schedule([RANDOM, RANDOM], pairs=5, seed=1)


@pytest.mark.parametrize("text", ["planner@world", " Planner@World "])
def test_entrants_are_read_kindly_and_written_one_way(text: str) -> None:
    assert ArenaEntrant.from_text(text).text() == "planner@world"
    assert ArenaEntrant.from_text("aimer", level="state") == ArenaEntrant("aimer", "state")


def test_the_command_prints_a_table_and_saves_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "random", "aimer", "--pairs", "2", "--workers", "1", "--records", str(tmp_path / "r")]
    assert main(line) == 0
    table = capsys.readouterr().out
    assert "aimer@club" in table.splitlines()[1]
    records = sorted((tmp_path / "r").iterdir())
    assert len(records) == 4
    assert all(Record.from_text(path.read_text()).match().course.boards for path in records)
    assert main([*line[:-2], "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [player["entrant"] for player in figures["players"]] == ["aimer@club", "random@club"]


def test_a_rulebook_of_ones_own_is_played_by(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('id = "club"\ntitle = "Club"\nbase = "icf"\nstroke_seconds = 20\n')
    line = ["arena", "random", "aimer", "--pairs", "1", "--workers", "1", "--rulebook", str(club)]
    assert main([*line, "--records", str(tmp_path / "games")]) == 0
    records = [path.read_text() for path in (tmp_path / "games").iterdir()]
    assert records
    assert all('[Rulebook "club"]' in record for record in records)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "nobody"),
        (["random", "aimer@expert"], "expert"),
        (["random", "aimer", "--pairs", "0"], "pairs"),
        (["random", "aimer", "--workers", "0"], "workers"),
        (["random", "aimer", "--seed", "-1"], "seed"),
        (["random", "aimer", "--rulebook", "mine"], "mine"),
        (["greedy", "aimer", "--simulations", "0"], "simulations"),
    ],
)
def test_mistakes_get_a_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words, "--workers", "1"] if "--workers" not in words else ["arena", *words]) == 2
    assert said in capsys.readouterr().err
