"""A small evening, at a server that is killed; `make faults` plays the large ones."""

from __future__ import annotations

from pathlib import Path

from tests.server.desk.evening import KNOCKOUT, play

PEOPLE = "name,club,seed\n" + "".join(f"Player {n},Club {n % 3},{n if n < 3 else ''}\n" for n in range(1, 8))


def test_two_desks_and_a_killed_server(tmp_path: Path) -> None:
    played = play(tmp_path, "knockout", PEOPLE, KNOCKOUT, kills=1, seed=4)
    assert played.results == 6
    assert played.kills == 1
