"""The course's protocol: units, its own rules, its agents at our tables and our players as its agents."""

from __future__ import annotations

import os
import re
import select
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from carrom.cli import main
from carrom.equipment import Position, Seat, striker_fault
from carrom.equipment.sizes import POCKETS
from carrom.match import ByParty
from carrom.physics import CLUB, TOURNAMENT, Profile, simulate_batch
from carrom.play import Contestant, Luck, Seating, play_board, practice_view
from carrom.players import player_named
from carrom.players.arena import ArenaEntrant, run_pairs, schedule
from tests.pages import ROOT
from tests.refusals import mentions, refuses

sys.path.insert(0, str(ROOT / "bench"))

from course.__main__ import main as course_main
from course.agent import COMMAND, CourseAgent, from_environment
from course.player_agents import ClearingAgent, PlayerAgent, play_on_server
from course.protocol import AgentConnection, CourseAction, CourseState, full_force
from course.task import CourseBoard, play_course

LAYOUT = "white:-300,300/60,0/150,80 black:90,-100/-200,40 queen:0,100"
# An agent of the course: it connects, reads states and answers with three numbers.
PLAIN = """
import ast, math, socket, sys
port = int(sys.argv[sys.argv.index("-p") + 1])
line = socket.create_connection(("127.0.0.1", port))
while True:
    sent = line.recv(1024).decode()
    if not sent:
        break
    state = ast.literal_eval(sent.split(";REWARD")[0])
    pieces = state["White_Locations"] + state["Black_Locations"] + state["Red_Location"]
    x, y = min(pieces, key=lambda place: place[1])
    angle = math.degrees(math.atan2(y - 140, x - 400))
    line.send(f"0.5,{angle},0.6".encode())
"""


@dataclass(frozen=True)
class Seen:
    pocketed: tuple[str, ...]
    rest: Position
    touched: bool = True


def board(text: str, **known: object) -> CourseBoard:
    return CourseBoard(Position.from_text(text), **known)  # type: ignore[arg-type]


@pytest.fixture
def plain(tmp_path: Path) -> str:
    (tmp_path / "agent.py").write_text(PLAIN, encoding="utf-8")
    return f"{sys.executable} {tmp_path / 'agent.py'}"


@pytest.mark.parametrize("seat", Seat)
def test_state_is_the_same_for_either_striker(seat: Seat) -> None:
    position = Position.from_text(LAYOUT)
    state = CourseState.of(position, seat, score=4, reward=1.0)
    again = CourseState.from_text(state.text())
    assert (again.score, again.reward) == (4, 1.0)
    for read, meant in zip(again.pieces, state.pieces, strict=True):
        assert read[0] == meant[0]
        assert read[1:] == pytest.approx(meant[1:], abs=1e-3)
    assert len(again.position().pieces) == len(position.pieces)
    assert len(state.text()) < 1024, "agents of the course read no more at once"


def test_protocol_example_is_read() -> None:
    corner = CourseState.from_text("{'White_Locations': [(755.9, 755.9)], 'Score': 0};REWARD0").pieces[0]
    assert corner[1:] == pytest.approx(POCKETS[0])
    example = (
        "{'Black_Locations': [], 'Red_Location': [Vec2d(400.0, 403.0)], 'Score': 9, 'White_Locations': []};REWARD3"
    )
    assert CourseState.from_text(example).pieces[0][0] == "queen"
    with refuses("bad-state"):
        CourseState.from_text("{'White_Locations': [(1, 2)]}")


def test_overlapping_pieces_are_separated() -> None:
    crowd = [(400, 400), (400, 400), (415, 400), (425, 410), (770, 770)]
    state = CourseState.from_text(f"{{'White_Locations': {crowd}, 'Score': 0}};REWARD0")
    assert len(state.position().pieces) == len(crowd)


@pytest.mark.parametrize("seat", Seat)
def test_actions_round_trip_to_lawful_strokes(seat: Seat) -> None:
    position = Position.from_text(LAYOUT)
    for action in (CourseAction(0.5, 90.0, 0.4), CourseAction(0.2, -45.0, 1.0), CourseAction(0.9, 225.0, 0.0)):
        stroke = action.stroke(position, seat, CLUB)
        assert striker_fault(position, seat, stroke.x, stroke.y) is None
        again = CourseAction.of(stroke, seat, CLUB)
        assert (again.angle, again.force) == pytest.approx((action.angle, action.force), abs=1e-9)
    ahead = CourseAction(0.5, 90.0, 0.5).stroke(position, Seat.SOUTH, CLUB)
    right = CourseAction(0.5, 0.0, 0.5).stroke(position, Seat.SOUTH, CLUB)
    assert (ahead.direction, right.direction) == (0.0, 90.0)


@pytest.mark.parametrize("profile", [CLUB, TOURNAMENT], ids=lambda profile: profile.name)
def test_full_force_runs_three_and_a_half_boards(profile: Profile) -> None:
    """As the course specifies for its striker: from the centre, with nothing in its way but four frames."""
    away = np.array([[340.0, 300.0]])
    stroke = np.array([[0.0, 0.0, 0.0, full_force(profile)]])
    rest = simulate_batch(away, stroke, profile=profile).rest[0, -1]
    # Half a board to the first frame, three whole ones, and the rest after the fourth frame.
    left = 3.5 * 740.0 - (370.0 - 20.65) - 3 * (740.0 - 41.3)
    assert rest == pytest.approx([0.0, -(370.0 - 20.65) + left], abs=1.0)


def test_unreadable_actions_are_refused_and_unlawful_ones_redrawn() -> None:
    for words in ("", "1,2", "a,b,c", "nan,90,0.5", "0.5,90,inf"):
        with refuses("bad-action", repr(words)):
            CourseAction.from_text(words)
    drawn = CourseAction.from_text("7, 300, -1").in_range(np.random.default_rng(1))
    assert 0 <= drawn.position <= 1
    assert -45 <= drawn.angle <= 225
    assert 0 <= drawn.force <= 1


def test_noise_has_the_specified_spread() -> None:
    rng = np.random.default_rng(2)
    meant = CourseAction(0.5, 90.0, 0.5)
    made = [meant.with_noise(rng) for _ in range(2000)]
    assert np.std([one.angle for one in made]) == pytest.approx(2.0, rel=0.06)
    assert np.std([one.position for one in made]) == pytest.approx(0.005, rel=0.06)
    assert np.std([one.force for one in made]) == pytest.approx(0.01, rel=0.06)


def test_queen_is_covered_or_returns() -> None:
    before = board("white:100,100/200,200 black:-100,100 queen:0,0", score=15)
    alone = before.after(Seen(("queen",), Position.from_text("white:100,100/200,200 black:-100,100")))
    assert alone.is_pending
    assert alone.score == 15
    covered = alone.after(Seen(("white",), Position.from_text("white:100,100 black:-100,100")))
    assert (covered.is_pending, covered.score, covered.position.on_board("queen")) == (False, 19, 0)
    missed = alone.after(Seen((), alone.position))
    assert (missed.is_pending, missed.score, missed.position.on_board("queen")) == (False, 15, 1)
    at_once = before.after(Seen(("queen", "black"), Position.from_text("white:100,100/200,200")))
    assert (at_once.is_pending, at_once.score) == (False, 19)


def test_queen_cannot_be_first_or_last() -> None:
    rack = Position.start()
    queen = next(piece for piece in rack.pieces if piece.kind == "queen")
    first = CourseBoard(rack).after(Seen(("queen",), rack.without(queen)))
    assert (first.is_pending, first.position.on_board("queen")) == (False, 1)
    last = board("white:100,100 queen:0,0", score=17).after(Seen(("white",), Position.from_text("queen:0,0")))
    assert last.position.on_board("black") == 1
    assert (last.score, last.is_cleared) == (17, False)


def test_pocketed_striker_returns_the_pocketed_pieces() -> None:
    before = board("white:100,100/200,200 queen:0,0", score=16, is_pending=False)
    foul = before.after(Seen(("white", "striker"), Position.from_text("white:100,100 queen:0,0")))
    assert (foul.score, len(foul.position.pieces), foul.strokes) == (16, 3, 1)
    pending = board("white:100,100", is_pending=True).after(Seen(("striker",), Position.from_text("white:100,100")))
    assert (pending.is_pending, pending.position.on_board("queen")) == (False, 1)


def test_own_player_clears_a_board_in_the_protocol() -> None:
    played = play_course(ClearingAgent(600, seed=1), np.random.default_rng(3))
    assert not played.failed
    assert played.board.is_cleared
    assert played.board.score == 21
    assert played.board.strokes < 60


def test_course_agent_plays_through_the_command(plain: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert course_main(["play", plain, "--seed", "4", "--limit", "60"]) == 0
    first = capsys.readouterr().out
    assert re.search(r"\bcleared\b.*\b21\n\Z", first)
    assert course_main(["play", plain, "--seed", "4", "--limit", "60"]) == 0
    assert capsys.readouterr().out == first, "the same seed gives the same board"


def test_unresponsive_agent_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "leaves.py").write_text(PLAIN.replace("while True:", "line.close()\nwhile False:"), encoding="utf-8")
    assert course_main(["play", f"{sys.executable} {tmp_path / 'leaves.py'} -p {{port}}"]) == 1
    assert mentions(capsys.readouterr().out, 1, "hung up", 0)
    assert course_main(["play", f"{sys.executable} -c 'raise SystemExit(3)'"]) == 1
    assert mentions(capsys.readouterr().out, 1, "status 3")
    assert course_main(["play", "/no/such/agent"]) == 2
    assert mentions(capsys.readouterr().err, "/no/such/agent")


def test_own_player_plays_on_a_server_until_it_disconnects() -> None:
    counted: list[int] = []
    with AgentConnection(limit=60.0) as line:
        agent = ClearingAgent(200, seed=2)
        coming = Thread(target=lambda: counted.append(play_on_server(agent, line.port)))
        coming.start()
        played = play_course(line, np.random.default_rng(5), most_strokes=4)
    coming.join()
    assert counted == [4]
    assert mentions(played.failed or "", 4)
    with refuses("no-server", f"127.0.0.1:{line.port}"):
        play_on_server(agent, line.port)


def test_course_agent_plays_either_side_of_a_match(plain: str) -> None:
    for breaker in ("a", "b"):
        agent = CourseAgent(plain, limit=60.0)
        sides = ByParty((Contestant(agent),), (Contestant(player_named("random")),))
        played = play_board(Seating(sides), Luck((6,)), breaker=breaker, most_strokes=12)  # type: ignore[arg-type]
        agent.close()
        assert played.forfeit is None
        assert played.strokes["a"] > 0


@pytest.mark.slow
def test_arena_reads_the_agent_from_the_environment(
    plain: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(COMMAND, raising=False)
    with refuses("no-command", COMMAND):
        from_environment()
    monkeypatch.setenv(COMMAND, plain)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "bench"))
    entrant = "course.agent:from_environment"
    assert main(["arena", entrant, "random", "--pairs", "1", "--workers", "1"]) == 0
    printed = capsys.readouterr().out
    assert entrant in printed
    assert "lost by" not in printed


@pytest.mark.slow
def test_agent_ends_with_its_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs in the middle of a board, which it loses."""
    hangs = PLAIN.replace("    line.send(", "    __import__('time').sleep(1000)\n    line.send(")
    noted = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid()))\n"
    (tmp_path / "hangs.py").write_text(noted + hangs, encoding="utf-8")
    monkeypatch.setenv(COMMAND, f"{sys.executable} {tmp_path / 'hangs.py'}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "bench"))
    entrants = [ArenaEntrant("course.agent:from_environment"), ArenaEntrant("random")]
    (played,) = run_pairs(schedule(entrants, pairs=1, seed=1, limit=1.0), workers=1)
    assert {board.lost_by for board in played.boards} == {"a"}
    if (tmp_path / "pid").exists() and (text := (tmp_path / "pid").read_text()):
        assert _ends(int(text))


def _ends(pid: int) -> bool:
    """Return whether a process has ended or ends soon: a killed one takes a moment."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ended, _, _ = select.select([handle], [], [], 60.0)
    os.close(handle)
    return bool(ended)


def test_queen_owner_follows_from_the_view() -> None:
    agent = PlayerAgent(player_named("aimer"), "white", seed=1)

    def state_text(layout: str, reward: float = 0.0) -> str:
        state = CourseState.of(Position.from_text(layout), Seat.SOUTH, reward=reward)
        return agent.view(state).situation.queen

    assert state_text("white:100,100/200,0/-100,0 black:0,200/-200,200 queen:0,0") == "board"
    assert state_text("white:100,100/200,0/-100,0 black:0,200/-200,200") == "pending"
    assert state_text("white:100,100/200,0 black:0,200/-200,200", 1.0) == "player"
    agent = PlayerAgent(player_named("aimer"), "white", seed=1)
    assert state_text("white:100,100/200,0 black:0,200/-200,200 queen:0,0") == "board"
    assert state_text("white:100,100/200,0 black:0,200") == "opponent"


def test_level_answers_within_the_course_angles() -> None:
    agent = PlayerAgent(player_named("greedy"), "black", seed=3)
    position = practice_view(Position.from_text(LAYOUT)).position
    action = CourseAction.from_text(agent.answer(CourseState.of(position, Seat.SOUTH).text()))
    assert action == action.in_range(np.random.default_rng(0))
