"""Hints: the obvious stroke is found, and its stated chance is true."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from carrom.cli import main
from carrom.equipment import Position, Seat
from carrom.physics import simulate, stroke_fault
from carrom.play import LEVELS, execute, practice_view
from carrom.players.hints import hints
from tests.refusals import refuses

OPEN = Position.from_text("white:-300,300/150,-20/10,250 black:100,60/-60,-80 queen:0,0")


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST])
def test_hanging_coin_is_the_first_hint(seat: Seat) -> None:
    hanging = Position.of([("white", *seat.to_board(-325.0, 325.0)), ("white", 0.0, 0.0), ("black", 120.0, 90.0)])
    best = hints(practice_view(hanging, seat=seat), count=1, simulations=1500, samples=100)[0]
    assert best.chance > 0.8
    piece, often = best.falls[0]
    assert hanging.pieces[piece].kind == "white"
    assert often > 0.8
    assert stroke_fault(hanging, best.stroke, seat=seat) is None


def test_stated_chance_matches_outcomes() -> None:
    view = practice_view(OPEN, level="club")
    for hint in hints(view, count=3, simulations=2000, samples=600):
        rng = np.random.default_rng(77)
        fell = 0
        for _ in range(600):
            made = execute(hint.stroke, LEVELS["club"], rng, position=OPEN)
            pocketed = simulate(OPEN, made).pocketed
            fell += "white" in pocketed or "queen" in pocketed
        # The two estimates of 600 each differ by 0.08 in one of a hundred cases.
        assert fell / 600 == pytest.approx(hint.chance, abs=0.08)


def test_hints_differ_and_are_repeatable() -> None:
    view = practice_view(OPEN)
    first = hints(view, count=3, simulations=1500, samples=60)
    assert first == hints(view, count=3, simulations=1500, samples=60)
    assert len({hint.falls[0][0] for hint in first}) == 3


def test_higher_skill_has_better_chances() -> None:
    poor, good = (
        hints(practice_view(OPEN, level=level), count=1, simulations=1500)[0] for level in ("beginner", "world")
    )
    assert good.chance > poor.chance


def test_no_hint_without_room_or_pieces() -> None:
    row = [("black", x, -252.6) for x in range(-160, 161, 40)]
    ends = [("white", x, -252.6) for x in (-200.0, -240.0, 200.0, 240.0)]
    blocked = Position.of([*row, *ends])
    with refuses("no-room-for-striker", "142"):
        hints(practice_view(blocked))
    with refuses("nothing-to-play", " white "):
        practice_view(Position.from_text("black:0,0"))


def test_hint_command_outputs(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["hint", "white:-300,300/60,0 black:90,-100 queen:0,100", "--count", "2"]
    assert main(words) == 0
    assert capsysbinary.readouterr().out.startswith(b"<svg")
    assert main([*words, "-o", str(tmp_path / "hint.svg")]) == 0
    assert b"1. from" in capsysbinary.readouterr().out
    assert "%</text>" in (tmp_path / "hint.svg").read_text()
    assert main([*words, "--json"]) == 0
    found = json.loads(capsysbinary.readouterr().out)
    assert len(found) == 2
    assert found[0]["value"] >= found[1]["value"]


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["nonsense"], "nonsense"),
        (["black:0,0"], "white"),
        (["start", "--level", "god"], "god"),
        (["start", "--count", "9"], "9"),
        (["start", "--rulebook", "chess"], "chess"),
        (["start", "--rulebook", "none.toml"], "none.toml"),
    ],
)
def test_invalid_options_are_refused(words: list[str], quoted: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *words]) == 2
    assert quoted in capsys.readouterr().err
