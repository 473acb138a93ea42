"""Whole evenings typed at the desk, with mishaps, and a checker that reads only the tournament file."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from carrom.cli import main

DAY = "2024-11-05"


class Evening:
    """A hall from the first call to the last result. Everything goes through the command line."""

    def __init__(self, file: Path, capsys: Any, seed: int) -> None:
        self.file, self.capsys, self.lots = file, capsys, Random(seed)
        self.now = datetime.fromisoformat(f"{DAY}T09:00")
        self.ends: dict[str, datetime] = {}
        self.refused = 0

    def type(self, verb: str, *words: str, at: bool = True) -> str:
        clock = ["--at", self.now.isoformat()] if at else []
        self.capsys.readouterr()
        got = main(["tournament", verb, str(self.file), *words, *clock])
        printed = self.capsys.readouterr()
        assert got == 0, (verb, words, printed.err)
        return str(printed.out)

    def tries(self, verb: str, *words: str) -> bool:
        """Type a line that may be wrong; a refusal is one line and leaves the file unchanged. Return whether it was
        accepted."""
        before = self.file.read_bytes()
        got = main(["tournament", verb, str(self.file), *words, "--at", self.now.isoformat()])
        printed = self.capsys.readouterr()
        if got:
            assert len(printed.err.strip().splitlines()) == 1
            assert self.file.read_bytes() == before
            self.refused += 1
        return got == 0

    def play(self, *, until: int = 5000) -> None:
        """Call, play, finish, until nothing is left."""
        steps = 0
        while True:
            steps += 1
            assert steps < until
            for match in [one for one, end in self.ends.items() if end <= self.now]:
                self.finish(match)
            self.mishap(steps)
            queue = json.loads(self.type("next", "--json"))
            for call in queue["calls"]:
                self.type("call", call["match"], str(call["table"]))
                self.ends[call["match"]] = self.now + timedelta(minutes=self.lots.choice([25, 40, 45, 50, 75]))
            if not self.ends and not queue["waiting"]:
                return
            hall = json.loads(self.type("hall", "--json"))
            for task in hall["decisions"]:
                self.decide(task)
            self.now += timedelta(minutes=10)
            if not self.ends and not queue["calls"]:
                self.now += timedelta(minutes=20)

    def finish(self, match: str) -> None:
        del self.ends[match]
        lost = self.lots.randrange(0, 20)
        score = f"25-{lost}" if self.lots.random() < 0.6 else f"{lost}-25"
        if self.lots.random() < 0.05:
            self.type("result", match, "--walkover", "a", "--reason", "did not come")
        else:
            self.type("result", match, score, "--reason", "as the card says")

    def decide(self, task: dict[str, str]) -> None:
        if task["code"] == "tie":
            for pair in task["text"].split("Shoot-outs: ")[1].rstrip(".").split(", "):
                a, b = pair.split(" – ")
                stage = task["text"].split(" group ")[0]
                self.type("shootout", a, b, self.lots.choice(["5-0", "0-7"]), "--stage", stage)

    def mishap(self, step: int) -> None:
        on = list(self.ends)
        if step % 9 == 3 and on:  # a table breaks; its match is moved at once, or later by `next`
            table = self.table_of(self.lots.choice(on))
            move = [str(free) for free in self.free()[:1]]
            if move and self.lots.random() < 0.5:
                self.type("table", str(table), "out", "--move", move[0])
            else:
                self.type("table", str(table), "out")
        if step % 9 == 6:
            for row in json.loads(self.type("hall", "--json"))["tables"]:
                if row["state"] in ("out of service", "to be moved"):
                    self.type("table", str(row["table"]), "back")
        if step % 7 == 2 and on:  # a player is called away, and the match is called again later
            match = self.lots.choice(on)
            self.type("free", match)
            del self.ends[match]
        if step % 4 == 1:  # a wrong number is typed
            match = f"M{self.lots.randrange(1, 60)}"
            if self.tries("call", match, str(self.lots.randrange(0, 9))):
                self.ends.setdefault(match, self.now + timedelta(minutes=45))
        if step % 5 == 4 and self.ends:
            self.type("here", self.lots.choice(list(self.ends)))

    def table_of(self, match: str) -> int:
        rows = json.loads(self.type("hall", "--json"))["tables"]
        return next(int(row["table"]) for row in rows if row["match"] and row["match"]["id"] == match)

    def free(self) -> list[int]:
        return [row["table"] for row in json.loads(self.type("hall", "--json"))["tables"] if row["state"] == "free"]


def faults(file: Path) -> list[str]:
    """Return what went wrong in the hall, from the tournament file alone."""
    found: list[str] = []
    facts = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    hall = facts[0]["body"]["definition"]["hall"]
    members: dict[tuple[str, str], list[str]] = {}
    event_of: dict[str, str] = {}
    played: dict[str, tuple[str, str]] = {}
    for fact in facts:
        body = fact["body"]
        if fact["kind"] == "entered":
            members[body["event"], body["entry"]["id"]] = body["entry"]["members"]
        elif fact["kind"] == "drawn":
            event_of |= {one["id"]: body["event"] for one in body["fixtures"]}
        elif fact["kind"] == "result":
            played[body["match"]] = (body["a"], body["b"])
    people = {m: {p for side in sides for p in members[event_of[m], side]} for m, sides in played.items()}
    at_table: dict[str, int] = {}
    broken: set[int] = set()
    rested: dict[str, datetime] = {}
    for fact in facts:
        body, when, kind = fact["body"], datetime.fromisoformat(fact["at"]), fact["kind"]
        if kind == "table":
            broken = broken - {body["table"]} if body["works"] else broken | {body["table"]}
        elif kind == "called":
            match, table = body["match"], body["table"]
            is_move = match in at_table
            taken = [one for one, other in at_table.items() if other == table and one != match]
            if taken or table in broken:
                found.append(f"{match} was called to table {table}, which is {taken or 'out of service'}")
            others = {p: one for one in at_table if one != match for p in people[one]}
            found += [f"{p} is in {match} and {others[p]}" for p in people.get(match, ()) if p in others]
            if match not in people:
                found.append(f"{match} was called and never played")
            if not is_move and "reason" not in fact:
                found += [f"{p} had no rest before {match}" for p in people[match] if rested.get(p, when) > when]
                found += [f"{match} at {when}: {why}" for why in _closed(hall, when)]
            at_table[match] = table
        elif kind == "freed":
            at_table.pop(body["match"])
        elif kind == "result":
            at_table.pop(body["match"], None)
            if "walkover" not in body:
                rest = timedelta(minutes=hall.get("rest_slots", 1) * hall["slot_minutes"])
                rested |= dict.fromkeys(people[body["match"]], when + rest)
    if at_table:
        found.append(f"still at tables: {at_table}")
    return found


def _closed(hall: dict[str, Any], when: datetime) -> list[str]:
    ends = when + timedelta(minutes=hall["slot_minutes"])
    clock, until = f"{when:%H:%M}", f"{ends:%H:%M}"
    found = [f"in the break {since}" for since, back in hall.get("closed", []) if clock < back and since < until]
    if clock < hall.get("start", "09:00") or ("end" in hall and (until > hall["end"] or ends.date() > when.date())):
        found.append("in the night")
    return found


def vkk(folder: Path, players: int, tables: int) -> Path:
    rows = ["name,club", *(f"Player {n},Club {n % 7}" for n in range(players))]
    (folder / "list.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    file = folder / "vkk.tournament"
    hours = ["--tables", str(tables), "--end", "22:00", "--break", "13:00-14:00", "--umpires", "Uma (Club 1), Vik, Zoe"]
    words = ["--template", "vkk", str(folder / "list.csv"), "-o", str(file), "--day", DAY, *hours]
    assert main(["tournament", "new", *words]) == 0
    for stage in ("S/groups", "S/knockout"):
        assert main(["tournament", "draw", str(file), stage, "--random", "7"]) == 0
    return file


def community(folder: Path, people: int, tables: int) -> Path:
    """Men in singles, doubles and mixed, women in singles and mixed."""
    rows = ["name,gender,community,event,partner"]
    men = [f"Man {n}" for n in range(people)]
    women = [f"Woman {n}" for n in range(people // 2)]
    town = {name: f"Town {n % 4}" for n, name in enumerate(men + women)}
    rows += [f"{name},m,{town[name]},MS," for name in men]
    rows += [f"{name},f,{town[name]},WS," for name in women]
    for n in range(0, len(men) - 1, 2):
        rows += [f"{men[n]},m,{town[men[n]]},MD,{men[n + 1]}", f"{men[n + 1]},m,{town[men[n + 1]]},MD,{men[n]}"]
    for he, she in zip(men, women, strict=False):
        rows += [f"{he},m,{town[he]},XD,{she}", f"{she},f,{town[she]},XD,{he}"]
    (folder / "people.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    file = folder / "com.tournament"
    hours = ["--tables", str(tables), "--end", "21:00", "--break", "13:00-14:00"]
    words = ["--template", "community-2024", str(folder / "people.csv"), "-o", str(file), "--day", DAY, *hours]
    assert main(["tournament", "new", *words]) == 0
    for event in ("MS", "WS", "MD", "XD"):
        assert main(["tournament", "draw", str(file), event, "--random", "5"]) == 0
    return file


@pytest.mark.deep
def test_an_evening_of_groups_and_a_knock_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening(vkk(tmp_path, 9, 3), capsys, seed=1)
    evening.play()
    assert faults(evening.file) == []
    assert evening.refused > 3
    assert "1. Player" in evening.type("show", at=False)


@pytest.mark.deep
def test_a_day_of_people_in_two_and_three_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening(community(tmp_path, 6, 3), capsys, seed=2)
    evening.play()
    assert faults(evening.file) == []
    shown = evening.type("show", at=False)
    assert all(f"{event}: 1. " in shown for event in ("Men's singles", "Men's doubles", "Mixed doubles"))


def test_the_checker_finds_a_missing_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = vkk(tmp_path, 9, 3)
    evening = Evening(file, capsys, seed=3)
    calls = json.loads(evening.type("next", "--json"))["calls"]
    evening.type("call", calls[0]["match"], "1")
    evening.type("result", calls[0]["match"], "25-3", "--reason", "as told")
    again = json.loads(evening.type("next", "--json"))["waiting"]
    tired = next(one["match"] for one in again if one["cause"] == "rest")
    assert evening.tries("call", tired, "2") is False
    evening.type("call", tired, "2", "--reason", "they insist")
    evening.type("result", tired, "25-3", "--reason", "as told")
    assert faults(file) == []
    lines = file.read_text(encoding="utf-8").splitlines()
    changed = [json.loads(line) for line in lines]
    for one in changed:
        if one.get("reason") == "they insist":
            del one["reason"]
    file.write_text("\n".join(map(json.dumps, changed)) + "\n", encoding="utf-8")
    assert any("had no rest" in one for one in faults(file))
