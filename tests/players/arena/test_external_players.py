"""External programs in the arena: they play, or their fault is reported."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace

import pytest

from carrom.cli import main
from carrom.match import ByParty
from carrom.play import Contestant, Luck, Seating, play_board
from carrom.players import player_named
from carrom.players.arena import ArenaEntrant, Tally, check_makers, run_pairs, schedule
from carrom.players.arena.player_process import CheckedPlayer
from carrom.players.arena.player_worker import make_player
from tests.players.arena import misbehaving
from tests.refusals import refuses

MODULE = "tests.players.arena.misbehaving"
RANDOM = ArenaEntrant("random")


def own(name: str) -> ArenaEntrant:
    return ArenaEntrant.from_text(f"{MODULE}:{name}")


@pytest.mark.parametrize(
    ("fault", "quoted"),
    [("Nan", "numbers are needed"), ("Crash", "RuntimeError: no weights"), ("Word", "is no"), ("Unlawful", "130a")],
)
def test_unlawful_answers_lose_the_board(fault: str, quoted: str) -> None:
    """Checked in this process, as every player of the arena is; a process of its own would be slow."""
    sides = (CheckedPlayer(getattr(misbehaving, fault)(), "a"), CheckedPlayer(player_named("random"), "b"))
    played = play_board(Seating(ByParty(*((Contestant(side),) for side in sides))), Luck((1,)))
    assert played.forfeit is not None
    assert (played.forfeit.party, played.points("a")) == ("a", -12)
    assert quoted in played.forfeit.text


@pytest.mark.slow
def test_forfeits_name_the_entrant_and_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """Through the command, in processes: the first breaker hangs, the other one leaves."""
    names = [f"{MODULE}:{name}" for name in ("Hang", "Leave")]
    assert main(["arena", *names, "--pairs", "1", "--workers", "1", "--limit", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    lost = {(found["entrant"], found["why"]): found["boards"] for found in found["forfeits"]}
    (hanging, limit), (leaving, end) = lost
    assert (hanging, leaving) == (f"{names[0]}@club", f"{names[1]}@club")
    assert [*lost.values()] == [1, 1]
    assert "1 s" in limit
    assert "process ended" in end


@pytest.mark.deep
def test_programs_are_isolated_and_play_the_same() -> None:
    tasks = schedule([own("Patch"), RANDOM], pairs=1, seed=3)
    (patched,) = run_pairs(tasks, workers=1)
    (honest,) = run_pairs([replace(tasks[0], a=own("Honest"))], workers=1)
    assert [board.points for board in patched.boards] == [board.points for board in honest.boards]
    assert [board.strokes for board in patched.boards] == [board.strokes for board in honest.boards]
    tally = Tally.of([patched])
    assert not tally.forfeits
    assert all(line.ms > 0.05 for line in tally.lines), "time in its own process counts"


def test_conceding_loses_the_board() -> None:
    sides = (CheckedPlayer(misbehaving.Quitter(), "a"), CheckedPlayer(player_named("random"), "b"))
    played = play_board(Seating(ByParty(*((Contestant(side),) for side in sides))), Luck((1,)))
    assert played.points("a") == -12


def test_failing_makers_are_refused_before_play() -> None:
    with refuses("player-not-made", "'no_such.module:make'", "ModuleNotFoundError"):
        check_makers([RANDOM, ArenaEntrant.from_text("no_such.module:make")])
    with refuses("player-not-made", ":sleepy'", "0.2 s"):
        check_makers([own("sleepy")], start_limit=0.2)
    with pytest.raises(AttributeError, match="nobody"):
        make_player(f"{MODULE}:nobody", {})
    with pytest.raises(TypeError, match="'stroke'"):
        make_player(f"{MODULE}:nothing", {})
    with pytest.raises(TypeError, match="simulations"):
        make_player(f"{MODULE}:Honest", {"simulations": 500})


def test_budget_reaches_the_program() -> None:
    entrant = ArenaEntrant.from_text(f"{MODULE}:thinking:500@state")
    assert (entrant.simulations, entrant.text()) == (500, f"{MODULE}:thinking:500@state")
    assert make_player(entrant.player, {"simulations": entrant.simulations})


@pytest.mark.slow
def test_programs_cannot_learn_the_seed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """For built-in players the seed is 1; a program that knew it could compute its execution errors."""
    line = ["arena", f"{MODULE}:Leave", "random", "--pairs", "1", "--workers", "1", "--json"]

    def seed(*words: str) -> int:
        assert main([*line, *words]) == 0
        return int(json.loads(capsys.readouterr().out)["seed"])

    first = seed()
    assert first != seed()
    assert seed("--seed", str(first)) == first
    monkeypatch.setattr(sys, "stdin", io.StringIO("77\n"))  # not on the command line, which programs can read
    assert seed("--seed", "-") == 77
    line[1] = "aimer"
    assert seed() == 1
