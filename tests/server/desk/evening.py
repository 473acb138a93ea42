"""Whole evenings over HTTP, at a server that is killed with -9 again and again.

Two desks call what the queue proposes and enter plausible results; a request without an answer is sent again.
`python -m tests.server.desk.evening` plays the large ones: KREEDA with its 80 rubbers, a knockout of 37.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from carrom.match.scoring import CountedBoard, Score, add_board
from carrom.tournament.desk.calling import next_calls
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import from_text, load
from carrom.tournament.seating.now import TournamentNow
from tests.server.conftest import Served

PASSWORD = "a long password"


def invented(view: TournamentNow, match: MatchId, chance: random.Random) -> list[str]:
    """Invent the boards of a match as typed from a card, until it is over by its stage's rules."""
    record = view.state.matches[match]
    stage = view.state.stage(record.key)
    book = stage.book_in(record.fixture.round)
    score = Score(stage.format_in(record.fixture.round), "a")
    words: list[str] = []
    while score.winner is None:
        winner, coins = chance.choice(("a", "b")), chance.randint(1, 9)
        score = add_board(score, book, CountedBoard(winner, coins, None), "board")  # type: ignore[arg-type]
        words.append(f"{winner}:{coins}")
    return words


def command_line(verb: str, *args: str) -> str:
    """Return what the command line prints about a file."""
    command = [sys.executable, "-m", "carrom", "tournament", verb, *args]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def counted_by_hand(text: str) -> list[tuple[str, str]]:
    """Read winner and loser of every match from the boards in the lines of a file, without any code of ours."""
    found = []
    for line in text.splitlines()[1:]:
        fact = json.loads(line)
        if fact["kind"] != "result":
            continue
        games: dict[int, dict[str, int]] = {}
        for board in fact["body"]["boards"]:
            points = games.setdefault(board.get("game", 1), {"a": 0, "b": 0})
            points[board["winner"]] += board["points"]
        won = Counter("a" if one["a"] > one["b"] else "b" for one in games.values())
        assert won["a"] != won["b"], fact
        better, worse = ("a", "b") if won["a"] > won["b"] else ("b", "a")
        found.append((fact["body"][better], fact["body"][worse]))
    return found


def compare(desk: FarDesk, copy: Path) -> None:
    """Compare the server, the command line with the exported file, and a count by hand."""
    results = counted_by_hand(copy.read_text(encoding="utf-8"))
    winners, losers = (Counter(names) for names in zip(*results, strict=True))
    stages = [one for event in desk.view("stages")["events"] for one in event["stages"]]
    for stage in stages:
        groups = desk.view(f"stage?stage={stage['key']}")["groups"]
        said = (
            [line.split() for line in command_line("standings", str(copy), stage["key"]).splitlines()] if groups else []
        )
        for row in (row for group in groups for row in group["rows"]):
            assert [str(row["rank"]), *row["entry"].split(), *row["figures"]] in said, row
            won, lost = winners[row["entry"]], losers[row["entry"]]
            assert row["figures"][:2] == [str(won + lost), str(won)], "played, won"
    (award,) = desk.view("prizes")["awards"]
    held = [[one["name"] for one in prize["entries"]] for prize in award["prizes"]]
    places = "; ".join(
        f"{prize['place']}. {' and '.join(names)}" for prize, names in zip(award["prizes"], held, strict=True)
    )
    assert f"{award['event']}: {places}\n" in command_line("show", str(copy)), places
    if [one["shape"] for one in stages] == ["tree"]:
        assert max(losers.values()) == 1, "whoever has lost plays no more"
        assert [name for name in winners if not losers[name]] == held[0]
        assert results[-1] == (held[0][0], held[1][0])


@dataclass
class KilledServer:
    """`carrom serve`, restarted whenever it was killed; `kills` is how often it may be."""

    served: Served
    kills: int
    chance: random.Random
    done: int = 0
    invite: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        self.served.start()
        assert self.served.process is not None
        if not self.invite:
            found = re.search(r"#invite=([\w-]+)", self.served.process.stdout.readline())
            assert found
            self.invite = found[1]

    def may_kill(self, line: socket.socket) -> bool:
        """Kill it, one time in four while kills are left: at once, or when its answer is waiting in the line."""
        with self.lock:
            process = self.served.process
            if self.done == self.kills or self.chance.random() > 0.25 or process is None or process.poll() is not None:
                return False
            if self.chance.random() < 0.5:
                select.select([line], [], [], 5.0)
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.done += 1
            return True

    def mend(self) -> None:
        """Restart it if it is dead."""
        with self.lock:
            process = self.served.process
            if process is not None and process.poll() is None:
                return
            if process is not None and process.stdout is not None:
                process.stdout.close()
            self.start()


@dataclass
class FarDesk:
    """A desk on a line that may break at any moment."""

    server: KilledServer
    headers: dict[str, str]
    tournament: str = ""
    chance: random.Random = field(default_factory=random.Random)
    repeated: int = 0
    acts: int = 0

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, *, kills: bool = False) -> Any:
        """Ask until there is an answer."""
        for _ in range(100):
            line = http.client.HTTPConnection("127.0.0.1", self.server.served.port, timeout=30)
            try:
                headers = {"content-type": "application/json", **self.headers}
                line.request(method, path, None if body is None else json.dumps(body), headers)
                if kills and self.server.may_kill(line.sock):
                    continue
                answer = line.getresponse()
                text = answer.read().decode()
                assert answer.status == 200, f"{method} {path}: {answer.status} {text}"
                self.headers |= {"cookie": sent.partition(";")[0]} if (sent := answer.getheader("set-cookie")) else {}
                return json.loads(text) if answer.getheader("content-type", "").startswith("application/json") else text
            except (OSError, http.client.HTTPException):
                self.server.mend()
            finally:
                line.close()
        raise AssertionError("the server does not come back")

    def act(self, do: str, *, at: str | None = None, reason: str | None = None, **said: Any) -> dict[str, Any]:
        key = f"{self.chance.getrandbits(80):020x}"
        body = {"key": key, "at": at, "reason": reason, "act": {"do": do, **said}}
        done: dict[str, Any] = self.ask("POST", f"/api/tournaments/{self.tournament}/acts", body, kills=True)
        self.acts += 1
        self.repeated += done["is_repeated"]
        return done

    def view(self, path: str) -> Any:
        return self.ask("GET", f"/api/tournaments/{self.tournament}/{path}")

    def file(self) -> str:
        return str(self.ask("GET", f"/api/tournaments/{self.tournament}/file"))


@dataclass(frozen=True)
class Played:
    """An evening that is over."""

    results: int
    acts: int
    kills: int
    repeated: int
    seconds: float


def play(folder: Path, beginning: str, people: str, first: list[dict[str, Any]], *, kills: int, seed: int) -> Played:
    """Play everything, then compare the server with the command line and a count by hand."""
    chance, began = random.Random(seed), time.monotonic()
    server = KilledServer(Served(folder / "data"), kills, chance)
    server.start()
    try:
        owner = FarDesk(server, {}, chance=random.Random(seed + 1))
        owner.ask("POST", "/api/session/join", {"invite": server.invite, "name": "Olga", "password": PASSWORD})
        made = {"key": "an-evening", "beginning": beginning, "settings": []}
        owner.tournament = owner.ask("POST", "/api/tournaments", made)["id"]
        owner.act("import", text=people)
        for act in first:
            owner.act(**act)
        link = owner.ask("POST", f"/api/tournaments/{owner.tournament}/links", {"role": "desk", "name": "Two"})
        bearer = {"authorization": f"Bearer {link['secret']}"}
        second = FarDesk(server, bearer, owner.tournament, random.Random(seed + 2))
        told: dict[str, list[str]] = {}
        while _round(owner, second, chance, told):
            pass
        text = owner.file()
        copy = folder / "copy.tournament"
        copy.write_text(text, encoding="utf-8")
        compare(owner, copy)
        loaded = load(copy)
        given = {fact.body.match: fact for fact in loaded.facts if fact.body.kind == "result"}  # type: ignore[union-attr]
        assert len(given) == sum(fact.body.kind == "result" for fact in loaded.facts) == len(told), "told once each"
        acts = owner.acts + second.acts
        return Played(len(told), acts, server.done, owner.repeated + second.repeated, time.monotonic() - began)
    finally:
        if server.served.process is not None:
            server.served.stop(signal.SIGKILL)


def _round(owner: FarDesk, second: FarDesk, chance: random.Random, told: dict[str, list[str]]) -> bool:
    """Call every match that can be called, from two desks at once, and enter results; return False if all is played."""
    loaded = from_text(owner.file())
    view = TournamentNow(loaded.state)
    # Round by round, late enough for everyone to have rested.
    now = datetime.combine(loaded.state.announced.day, datetime.min.time()) + timedelta(hours=9 + 3 * len(loaded.facts))
    at = now.isoformat()
    called, _ = next_calls(view, now)
    if not called:
        return False
    words = {one.match: invented(view, MatchId(one.match), chance) for one in called}

    def work(desk: FarDesk, mine: list[Any]) -> None:
        for call in mine:
            desk.act("call", match=call.match, table=call.table, at=at, reason="they are here")
            desk.act("here", match=call.match, at=at)
            desk.act("result", match=call.match, words=words[call.match], at=at)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (owner, second), (list(called[::2]), list(called[1::2]))))
    told |= words
    return True


PEOPLE_37 = "name,club,seed\n" + "".join(f"Player {n:02},Club {n % 6},{n if n <= 8 else ''}\n" for n in range(1, 38))
PEOPLE_65 = "name,age,gender,level\n" + "".join(
    f"Person {n:02},{18 + n * 7 % 50},{'f' if n % 5 == 0 else 'm'},{1 + n % 5}\n" for n in range(65)
)
KNOCKOUT = [{"do": "draw", "random": "37"}, {"do": "publish"}]
KREEDA = [{"do": "teams", "random": "7"}, {"do": "draw", "random": "7"}, {"do": "publish"}]


def main() -> None:
    evenings = (("knockout", PEOPLE_37, KNOCKOUT, 36), ("kreeda-2024", PEOPLE_65, KREEDA, 80))
    for beginning, people, first, matches in evenings:
        for seed in range(3):
            with tempfile.TemporaryDirectory() as folder:
                played = play(Path(folder), beginning, people, first, kills=12, seed=seed)
            assert played.results == matches, (beginning, seed, played)
            print(beginning, seed, played, flush=True)


if __name__ == "__main__":
    main()
