"""The arena: pairs, seeds, processes, and the command."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from carrom.cli import main
from carrom.match import ByParty, Record
from carrom.players.arena import ArenaEntrant, PairPlayed, Tally, run_pairs, schedule
from carrom.players.arena.pairs import BoardStats, PairTask
from carrom.players.arena.rating import elo_from_score
from carrom.players.arena.tally import EloRange
from tests.depth import examples
from tests.refusals import refuses

RANDOM, AIMER, GREEDY = (ArenaEntrant(name) for name in ("random", "aimer", "greedy"))


def outcome(played: list[PairPlayed]) -> list[object]:
    """Return everything that the seed decides: all but the seconds."""
    return [(pair.task, [(board.points, board.slam, board.strokes) for board in pair.boards]) for pair in played]


@pytest.mark.deep
def test_result_depends_on_the_seed_not_on_processes() -> None:
    tasks = schedule([AIMER, GREEDY], pairs=3, seed=4, simulations=40)
    alone = run_pairs(tasks, workers=1)
    # Boards beyond the decisive one do not count, however many were played at the same time.
    together = run_pairs(tasks, workers=2, is_enough=lambda pair: pair.task.pair == 1)
    assert outcome(alone)[:2] == outcome(together)
    assert len(alone) == 3
    assert outcome(alone) != outcome(run_pairs(schedule([AIMER, GREEDY], pairs=3, seed=5, simulations=40), workers=1))


@pytest.mark.slow
def test_killed_worker_loses_only_its_current_work() -> None:
    tasks = schedule([RANDOM, AIMER], pairs=4, seed=4)

    def kill_one(done: int, _: int) -> None:
        if done == 1:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)

    assert outcome(run_pairs(tasks, workers=2, progress=kill_one)) == outcome(run_pairs(tasks, workers=1))


def test_each_pair_breaks_once_each_with_common_luck() -> None:
    (pair,) = run_pairs(schedule([GREEDY, AIMER], pairs=1, seed=2, keep_records=True), workers=1)
    matches = [Record.from_text(record).match() for record in pair.records]
    assert [match.course.boards[0].breaker.party for match in matches] == ["a", "b"]
    assert {match.setup.names for match in matches} == {ByParty(("greedy@club",), ("aimer@club",))}
    for match, board in zip(matches, pair.boards, strict=True):
        result = match.course.boards[0]
        assert board.points == (result.points if result.winner == "a" else -result.points)


def test_games_are_played_out_and_counted() -> None:
    """Each side begins one game; Elo comes from games, points from all their boards, and players know the score."""
    tasks = schedule([AIMER, RANDOM], pairs=1, seed=2, keep_records=True, is_games=True)
    (pair,) = run_pairs(tasks, workers=1)
    matches = [Record.from_text(record).match() for record in pair.records]
    assert [match.course.boards[0].breaker.party for match in matches] == ["a", "b"]
    assert [match.winner for match in matches] == ["a", "a"]
    boards = [board for match in matches for board in match.course.boards]
    assert len(boards) == len(pair.boards) > 4
    assert [board.points for board in pair.boards] == [
        board.points if board.winner == "a" else -board.points for board in boards
    ]
    assert all(match.setup.rulebook.games == 1 for match in matches)
    assert max(sum(board.points for board in match.course.boards if board.winner == "a") for match in matches) >= 25
    tally = Tally.of([pair])
    assert (tally.lines[0].wins, tally.lines[0].boards) == (1.0, len(boards))
    assert tally.meetings[0].points == pytest.approx(sum(board.points for board in pair.boards) / len(boards))


def test_unlawful_play_loses_the_game() -> None:
    rogue = ArenaEntrant("tests.players.arena.misbehaving:Nan")
    (pair,) = run_pairs(schedule([AIMER, rogue], pairs=1, seed=2, is_games=True), workers=1)
    assert pair.scores == (1.0, 1.0)
    assert pair.boards[-1].lost_by == "b"


@pytest.mark.slow
def test_tally_counts_boards() -> None:
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


def test_round_robin_meetings() -> None:
    assert len(schedule([RANDOM, AIMER, GREEDY], pairs=5, seed=1)) == 15
    assert len(schedule([RANDOM, AIMER, GREEDY], pairs=5, seed=1, neighbours_only=True)) == 10
    with refuses("two-players-needed"):
        schedule([RANDOM], pairs=5, seed=1)


def test_duplicate_entrants_are_numbered() -> None:
    (task,) = schedule([AIMER, AIMER], pairs=1, seed=1)
    assert (task.a.text(), task.b.text()) == ("aimer@club", "aimer@club#2")
    assert (
        len(
            {
                entrant.text()
                for task in schedule([AIMER, RANDOM, AIMER], pairs=1, seed=1)
                for entrant in (task.a, task.b)
            }
        )
        == 3
    )


@pytest.mark.slow
def test_intransitive_strengths_are_detected() -> None:
    """Each of three beats the next one around, which no three numbers can express."""

    def meeting(a: ArenaEntrant, b: ArenaEntrant, wins: int) -> list[PairPlayed]:
        return outcomes(a, b, [(5, 5) if number < wins else (-5, -5) for number in range(30)])

    around = meeting(RANDOM, AIMER, 24) + meeting(AIMER, GREEDY, 24) + meeting(GREEDY, RANDOM, 24)
    circle = Tally.of(around).circle
    assert circle is not None
    assert not circle.is_transitive
    straight = meeting(RANDOM, AIMER, 10) + meeting(AIMER, GREEDY, 10) + meeting(GREEDY, RANDOM, 23)
    circle = Tally.of(straight).circle
    assert circle is not None
    assert circle.is_transitive
    assert Tally.of(meeting(RANDOM, AIMER, 24) + meeting(AIMER, GREEDY, 24)).circle is None


def outcomes(a: ArenaEntrant, b: ArenaEntrant, points: list[tuple[int, int]]) -> list[PairPlayed]:
    """Return pairs with these results for a."""
    nothing = ByParty(1, 1), ByParty(0.0, 0.0)
    return [
        PairPlayed.of_boards(
            PairTask(number, a, b, number, 1),
            BoardStats(first, None, *nothing),
            BoardStats(second, None, *nothing),
        )
        for number, (first, second) in enumerate(points)
    ]


ENDED = st.lists(st.tuples(st.integers(-12, 12), st.integers(-12, 12)), min_size=1, max_size=12)


@pytest.mark.slow
@settings(max_examples=examples(10), deadline=None)
@given(ENDED, ENDED, ENDED, st.booleans())
def test_rating_steps_lie_in_their_intervals(
    first: list[tuple[int, int]], second: list[tuple[int, int]], third: list[tuple[int, int]], around: bool
) -> None:
    """Also when all were won or lost; without a circle the ratings differ as every meeting says."""
    played = outcomes(RANDOM, AIMER, first) + outcomes(AIMER, GREEDY, second)
    tally = Tally.of(played + (outcomes(GREEDY, RANDOM, third) if around else []))
    elos = {line.entrant: line.elo for line in tally.lines}
    assert sum(elos.values()) == pytest.approx(0, abs=1e-6)
    for line, below in pairwise(tally.lines):
        assert line.step is not None
        assert line.step.elo == pytest.approx(line.elo - below.elo)
    for met in tally.meetings:
        assert around or met.step.elo == pytest.approx(elos[met.a] - elos[met.b], abs=0.1)
        share = (met.pairs * met.wins + 0.5) / (met.pairs + 1)
        assert met.step.elo == pytest.approx(elo_from_score(share), rel=0.02, abs=0.5)
    ranges = [EloRange(line.elo, line.elo_low, line.elo_high) for line in tally.lines]
    ranges += [line.step for line in tally.lines if line.step is not None] + [met.step for met in tally.meetings]
    assert all(one.low <= one.elo <= one.high for one in ranges)
    assert all(one.low < one.high for one in ranges)


@pytest.mark.parametrize("text", ["planner@world", " Planner@World "])
def test_entrants_are_read_leniently_and_written_canonically(text: str) -> None:
    assert ArenaEntrant.from_text(text).text() == "planner@world"
    assert ArenaEntrant.from_text("aimer", level="state") == ArenaEntrant("aimer", "state")
    assert ArenaEntrant.from_text("Tactician:28000@world").text() == "tactician:28000@world"
    assert ArenaEntrant.from_text("club:.2s", level="state").text() == "club:0.2s@state"
    assert ArenaEntrant.from_text("asha", level="state").text() == "asha"
    assert ArenaEntrant.from_text("asha@state").text() == "asha@state"
    assert ArenaEntrant.from_text("my_agents.v2:Make:0.5s").player == "my_agents.v2:Make"


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


def test_custom_rulebook_is_used(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('id = "club"\ntitle = "Club"\nbase = "icf"\nstroke_seconds = 20\n')
    line = ["arena", "random", "aimer", "--pairs", "1", "--workers", "1", "--rulebook", str(club)]
    assert main([*line, "--records", str(tmp_path / "games")]) == 0
    records = [path.read_text() for path in (tmp_path / "games").iterdir()]
    assert records
    assert all('[Rulebook "club"]' in record for record in records)


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["nobody"], "nobody"),
        (["random", "aimer@expert"], "expert"),
        (["random", "aimer", "--pairs", "0"], "pairs"),
        (["random", "aimer", "--workers", "0"], "workers"),
        (["random", "aimer", "--seed", "-1"], "seed"),
        (["random", "aimer", "--seed", "one"], "seed"),
        (["random", "aimer", "--rulebook", "mine"], "mine"),
        (["greedy", "aimer", "--simulations", "0"], "simulations"),
        (["greedy:0", "aimer"], "simulations"),
        (["greedy", "aimer:100"], "takes no budget"),
        (["greedy", "asha:100"], "takes no budget"),
        (["greedy", "my-agent"], "module:function"),
        (["greedy", "aimer", "random", "--sprt", "0", "50"], "two players"),
        (["greedy", "aimer", "--sprt", "50", "0"], "50"),
        (["greedy", "aimer", "--limit", "0"], "limit"),
        (["greedy", "aimer", "--start-limit", "0"], "start"),
    ],
)
def test_invalid_options_are_refused(words: list[str], quoted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words, "--workers", "1"] if "--workers" not in words else ["arena", *words]) == 2
    assert quoted in capsys.readouterr().err


@pytest.mark.deep
def test_repeated_boards_do_not_shrink_the_margin() -> None:
    """Pairs of one number share their luck: a second meeting under one number adds no information."""
    twice = [ArenaEntrant("greedy"), ArenaEntrant("aimer"), ArenaEntrant("aimer")]
    once, again = (
        Tally.of(run_pairs(schedule(field, pairs=4, seed=3), workers=1), seed=3) for field in (twice[:2], twice)
    )
    first, second = (next(line for line in tally.lines if line.entrant.player == "greedy") for tally in (once, again))
    assert (second.points, second.points_margin) == pytest.approx((first.points, first.points_margin))
    assert second.boards == 2 * first.boards
