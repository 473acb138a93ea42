"""Programs of somebody else's in the arena: they play, or it is said what they did."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace

import pytest

from carrom.base.errors import CarromError
from carrom.cli import main
from carrom.match import ByParty
from carrom.play import Contestant, Luck, Seating, play_board
from carrom.players import player_named
from carrom.players.arena import ArenaEntrant, Tally, check_makers, run_pairs, schedule
from carrom.players.arena.player_process import CheckedPlayer
from carrom.players.arena.player_worker import make_player
from tests.players.arena import rogues

MODULE = "tests.players.arena.rogues"
RANDOM = ArenaEntrant("random")


def own(name: str) -> ArenaEntrant:
    return ArenaEntrant.from_text(f"{MODULE}:{name}")


@pytest.mark.parametrize(
    ("rogue", "said"),
    [("Nan", "numbers are needed"), ("Crash", "RuntimeError: no weights"), ("Word", "is no"), ("Unlawful", "130a")],
)
def test_what_no_player_may_do_loses_the_board(rogue: str, said: str) -> None:
    """Under watch alone, as every player of the arena is: without a process it is quick."""
    sides = (CheckedPlayer(getattr(rogues, rogue)(), "a"), CheckedPlayer(player_named("random"), "b"))
    played = play_board(Seating(ByParty(*((Contestant(side),) for side in sides))), Luck((1,)))
    assert played.forfeit is not None
    assert (played.forfeit.party, played.points("a")) == ("a", -12)
    assert said in played.forfeit.text


@pytest.mark.slow
def test_each_is_named_with_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    """Through the command, in processes: the one who breaks first hangs, the other one leaves."""
    names = [f"{MODULE}:{name}" for name in ("Hang", "Leave")]
    assert main(["arena", *names, "--pairs", "1", "--workers", "1", "--limit", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    lost = {(found["entrant"], found["why"]): found["boards"] for found in told["forfeits"]}
    assert lost == {
        (f"{names[0]}@club", "no answer within 1 s"): 1,
        (f"{names[1]}@club", "its process ended or said nothing readable"): 1,
    }


@pytest.mark.deep
def test_whatever_it_changes_stays_in_its_process_and_it_plays_as_it_would_here() -> None:
    tasks = schedule([own("Patch"), RANDOM], pairs=1, seed=3)
    (patched,) = run_pairs(tasks, workers=1)
    (honest,) = run_pairs([replace(tasks[0], a=own("Honest"))], workers=1)
    assert [board.points for board in patched.boards] == [board.points for board in honest.boards]
    assert [board.strokes for board in patched.boards] == [board.strokes for board in honest.boards]
    tally = Tally.of([patched])
    assert not tally.forfeits
    assert all(line.ms > 0.05 for line in tally.lines), "what it takes in its own process is its time too"


def test_to_concede_is_to_lose() -> None:
    sides = (CheckedPlayer(rogues.Quitter(), "a"), CheckedPlayer(player_named("random"), "b"))
    played = play_board(Seating(ByParty(*((Contestant(side),) for side in sides))), Luck((1,)))
    assert played.points("a") == -12


def test_what_cannot_be_made_is_said_before_anybody_plays() -> None:
    with pytest.raises(CarromError, match=r"no player can be made from 'no_such\.module:make'.*no_such"):
        check_makers([RANDOM, ArenaEntrant.from_text("no_such.module:make")])
    with pytest.raises(CarromError, match=r"sleepy.*no answer within 0\.2 s"):
        check_makers([own("sleepy")], start_limit=0.2)
    with pytest.raises(AttributeError, match="nobody"):
        make_player(f"{MODULE}:nobody", {})
    with pytest.raises(TypeError, match="does not answer 'stroke'"):
        make_player(f"{MODULE}:nothing", {})
    with pytest.raises(TypeError, match="takes no simulations"):
        make_player(f"{MODULE}:Honest", {"simulations": 500})


def test_a_budget_reaches_the_program_that_takes_one() -> None:
    entrant = ArenaEntrant.from_text(f"{MODULE}:thinking:500@state")
    assert (entrant.simulations, entrant.text()) == (500, f"{MODULE}:thinking:500@state")
    assert make_player(entrant.player, {"simulations": entrant.simulations})


@pytest.mark.slow
def test_nobody_knows_the_luck_of_the_table_beforehand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among players of the house the seed is 1; a program that knew it could reckon how its strokes will miss."""
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
