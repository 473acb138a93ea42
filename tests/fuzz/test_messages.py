"""Broken messages for a server that really runs: an answer with a sentence, never a fault in its log.

Each table is talked to in small batches. A batch ends with a word whose answer is its own, so everything before it was
read and answered: what is counted here was parsed, and whatever was acknowledged builds on the match as it stood."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from carrom.server.wire import messages as m
from tests.fuzz.fuzzed import MESSAGES, SEED, SHARDS, Fuzzed, fuzzed_server, share_of
from tests.fuzz.line import EndedError, Line
from tests.fuzz.mutating import mutated_text, varied
from tests.server.talk import HERE, LINK, do, post_match, stroke_for

_AT_ONCE = 8
"""Tables of one shard: while one waits for an answer, others send."""
_BATCH = 16
_ENDS = (1003, 1009, 1013)
"""Bytes where text belongs, too large, too slow: nobody is turned away for anything else, least of all by a fault."""
_EVENTS = 150
"""Then the next table: who comes back to a long match is told all of it."""
_TABLES: list[dict[str, Any]] = [
    {"seats": HERE},
    {"seats": HERE, "length": "match"},
    {"seats": HERE, "rulebook": "icf", "clock": True},
    {"seats": LINK},
    {"seats": LINK, "length": "match"},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    with fuzzed_server(tmp_path_factory.mktemp("messages")) as fuzzed:
        yield fuzzed


@pytest.mark.parametrize("shard", SHARDS)
def test_messages(server: Fuzzed, shard: int) -> None:
    said: Counter[str] = Counter()
    wanted = share_of(shard, MESSAGES * 9 // 10)
    asyncio.run(_talk(server.port, shard, wanted, said))
    print(f"messages {shard}: {dict(said.most_common())}")
    assert server.faults() == []
    assert {name for name in said if name.startswith("ended")} <= {f"ended {code}" for code in _ENDS}
    assert said["parsed"] >= wanted
    # None of it is a proof of anything if it does not come as far as the acts.
    assert said["unreadable"] < wanted * 0.7
    assert said["ack"] > wanted * 0.02
    assert said["refused"] > wanted * 0.1
    if wanted > 20_000:
        assert {f"did {name}" for name in _ALWAYS} - set(said) == set()


async def _talk(port: int, shard: int, wanted: int, said: Counter[str]) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(_AT_ONCE):
            table = _Talk(port, random.Random(f"{SEED} {shard} {number}"), said)
            group.create_task(table.run(wanted))


class _Talk:
    """One table after the other, until all together have had enough parsed."""

    def __init__(self, port: int, luck: random.Random, said: Counter[str]) -> None:
        self._port, self._luck, self._said = port, luck, said
        self._made: dict[str, Any] = {}
        self._view: dict[str, Any] = {}
        self._keys: dict[str, str] = {}
        self._batches = 0

    async def run(self, wanted: int) -> None:
        while self._said["parsed"] < wanted:
            asked = self._luck.choice(_TABLES)
            self._made = await asyncio.to_thread(post_match, f"http://127.0.0.1:{self._port}", **asked)
            self._view, self._keys = {"seq": -1}, {}
            self._said["tables"] += 1
            lines: dict[int, Line] = {}
            try:
                while self._said["parsed"] < wanted and self._is_alive():
                    at = self._luck.randrange(len(self._made["links"]))
                    lines[at] = lines.get(at) or await self._sit(self._made["links"][at]["secret"])
                    try:
                        await self._batch(lines[at])
                    except EndedError as ended:
                        self._said[f"ended {ended.code}"] += 1
                        await lines.pop(at).close()
            finally:
                for line in lines.values():
                    await line.close()

    def _is_alive(self) -> bool:
        seq = self._view["seq"]
        return bool(seq < _EVENTS and (self._view.get("todo", {}).get("what") != "over" or self._luck.random() < 0.8))

    async def _sit(self, secret: str) -> Line:
        line = await Line.open(self._port, self._made["id"], secret)
        self._hear(await line.hear())
        return line

    async def _batch(self, line: Line) -> None:
        """So many messages, and the answers to all of them: some of them do something, most are refused."""
        seeds = [json.loads(text) for text in sound_messages(self._view)]
        self._keys |= {one["key"]: one["act"]["do"] for one in seeds if one["t"] == "do"}
        texts = [self._spoil(self._luck.choice(seeds)) for _ in range(self._luck.randrange(1, _BATCH))]
        self._batches += 1
        end = f"the-end-of-{self._batches}"
        line.send(texts)
        if self._luck.random() < 0.01:
            line.send([b"bytes"])  # it ends the line
        line.send([json.dumps({"t": "do", "key": end})])
        while (told := await line.hear()).get("key") != end:
            self._hear(told)
        self._said["parsed"] += len(texts)

    def _spoil(self, seed: dict[str, Any]) -> str:
        """Something that can no longer be read, as a rule, or something that can and is wrong otherwise."""
        if self._luck.random() < 0.5:
            return json.dumps(varied(seed, self._luck), ensure_ascii=False)
        return mutated_text(seed, self._luck)[:8000].decode(errors="replace")

    def _hear(self, told: dict[str, Any]) -> None:
        kind = told["t"]
        self._said[kind] += 1
        if kind == "nack":
            code = told["code"]
            self._said["unreadable" if code == "unreadable" else "stale" if code == "stale" else "refused"] += 1
        if kind == "ack" and (verb := self._keys.get(told["key"])):
            self._said[f"did {verb}"] += 1
        view = told.get("view")
        if view is not None and view["seq"] >= self._view["seq"]:
            self._view = view


_ACTS: list[dict[str, Any]] = [
    {"do": "toss", "choice": "break", "breaker": 0, "rack": 40.0}, {"do": "next", "rack": 30.0}, {"do": "undo"},
    {"do": "pass"}, {"do": "forgo"}, {"do": "place", "at": [[60.0, 0.0]]}, {"do": "concede", "what": "game"},
    {"do": "protest", "text": "why"}, {"do": "decide", "protest": 1, "upheld": True}, {"do": "claim"},
    {"do": "sit", "seat": "east"}, {"do": "demand", "points": 2}, {"do": "appeal", "text": "dust", "wants": "pause"},
    {"do": "appeal", "wants": "replay"}, {"do": "go-on"}, {"do": "grant"}, {"do": "trial", "over": False},
    {"do": "sign"}, {"do": "aid", "yes": True},
]  # fmt: skip
_ALWAYS = ("toss", "next", "strike", "concede", "protest", "appeal", "go-on", "trial", "undo", "sign")
"""What is acknowledged time and again in any long run."""
_ASKED_OFTEN = 20


def sound_messages(view: dict[str, Any]) -> list[str]:
    """One of each kind that a page sends, and more of what the match waits for."""
    todo, seq = view["todo"], view["seq"]
    player = (todo["players"] or ["a1"])[0]
    acts = [*_ACTS, *[one for one in _ACTS if one["do"] == todo["what"]] * _ASKED_OFTEN]
    if todo["what"] == "strike":
        acts += [stroke_for(view)] * _ASKED_OFTEN
    if todo["what"] == "stopped":
        acts += [{"do": "go-on"}, {"do": "grant"}] * (_ASKED_OFTEN // 2)
    words = [do(seq, player, act) for act in acts]
    others = [
        {"t": "ping"}, {"t": "since", "seq": max(0, seq - 3)}, {"t": "hurry"}, {"t": "pace", "pause": 1.0, "rate": 2.0},
        {"t": "aiming", "along": 1.0, "direction": 2.0, "speed": 0.5},
        {"t": "speak", "player": player, "phrase": "hello"},
        {"t": "propose", "player": player, "what": "undo", "yes": True},
        {"t": "open-seat", "players": [player], "key": "", "ticket": "a-ticket"},
    ]  # fmt: skip
    return [*words, *(json.dumps(one) for one in others)]


def test_every_kind_of_message_is_among_them() -> None:
    todo = {"what": "strike", "players": ["a1"], "lane": {"free": [[-100, 100]], "ahead": -252.6, "seat": "south"}}
    sent = [json.loads(text) for text in sound_messages({"todo": todo, "seq": 0})]
    kinds = {kind.__struct_config__.tag for kind in get_args(m.ToServer)}
    verbs = {kind.__struct_config__.tag for kind in get_args(m.PlayerAct)}
    assert kinds == {one["t"] for one in sent}
    assert verbs == {one["act"]["do"] for one in sent if one["t"] == "do"}
