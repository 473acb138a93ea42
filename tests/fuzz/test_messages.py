"""Broken messages to a running server get an answer with a sentence and leave no fault in its log.

The test sends small batches. A batch ends with a message whose answer is its own, so everything before it was read and
answered: counted messages were parsed, and every acknowledged one builds on the current match.
"""

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
"""Bytes instead of text, too large, too slow: nothing else ends a connection, least of all a fault."""
_EVENTS = 150
"""Events at a table before the next one: a returning client gets the whole match."""
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
def test_broken_messages_never_fail_the_server(server: Fuzzed, shard: int) -> None:
    counts: Counter[str] = Counter()
    wanted = share_of(shard, MESSAGES * 9 // 10)
    asyncio.run(_talk(server.port, shard, wanted, counts))
    print(f"messages {shard}: {dict(counts.most_common())}")
    assert server.faults() == []
    assert {name for name in counts if name.startswith("ended")} <= {f"ended {code}" for code in _ENDS}
    assert counts["parsed"] >= wanted
    # The run proves nothing if no message gets as far as the acts.
    assert counts["unreadable"] < wanted * 0.7
    assert counts["ack"] > wanted * 0.02
    assert counts["refused"] > wanted * 0.1
    if wanted > 20_000:
        assert {f"did {name}" for name in _ALWAYS} - set(counts) == set()


async def _talk(port: int, shard: int, wanted: int, counts: Counter[str]) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(_AT_ONCE):
            table = _Talk(port, random.Random(f"{SEED} {shard} {number}"), counts)
            group.create_task(table.run(wanted))


class _Talk:
    """Opens one table after the other until enough messages were parsed."""

    def __init__(self, port: int, luck: random.Random, counts: Counter[str]) -> None:
        self._port, self._luck, self._counts = port, luck, counts
        self._made: dict[str, Any] = {}
        self._view: dict[str, Any] = {}
        self._keys: dict[str, str] = {}
        self._batches = 0

    async def run(self, wanted: int) -> None:
        while self._counts["parsed"] < wanted:
            asked = self._luck.choice(_TABLES)
            self._made = await asyncio.to_thread(post_match, f"http://127.0.0.1:{self._port}", **asked)
            self._view, self._keys = {"seq": -1}, {}
            self._counts["tables"] += 1
            lines: dict[int, Line] = {}
            try:
                while self._counts["parsed"] < wanted and self._is_alive():
                    at = self._luck.randrange(len(self._made["links"]))
                    lines[at] = lines.get(at) or await self._sit(self._made["links"][at]["secret"])
                    try:
                        await self._batch(lines[at])
                    except EndedError as ended:
                        self._counts[f"ended {ended.code}"] += 1
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
        """Send so many messages and read the answers: some have an effect, most are refused."""
        seeds = [json.loads(text) for text in sound_messages(self._view)]
        self._keys |= {one["key"]: one["act"]["do"] for one in seeds if one["t"] == "do"}
        texts = [self._spoil(self._luck.choice(seeds)) for _ in range(self._luck.randrange(1, _BATCH))]
        self._batches += 1
        end = f"the-end-of-{self._batches}"
        line.send(texts)
        if self._luck.random() < 0.01:
            line.send([b"bytes"])  # it ends the line
        line.send([json.dumps({"t": "do", "key": end})])
        while (message := await line.hear()).get("key") != end:
            self._hear(message)
        self._counts["parsed"] += len(texts)

    def _spoil(self, seed: dict[str, Any]) -> str:
        """Return a message that usually cannot be read, or a readable one with other faults."""
        if self._luck.random() < 0.5:
            return json.dumps(varied(seed, self._luck), ensure_ascii=False)
        return mutated_text(seed, self._luck)[:8000].decode(errors="replace")

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["t"]
        self._counts[kind] += 1
        if kind == "nack":
            code = message["code"]
            self._counts["unreadable" if code == "unreadable" else "stale" if code == "stale" else "refused"] += 1
        if kind == "ack" and (verb := self._keys.get(message["key"])):
            self._counts[f"did {verb}"] += 1
        view = message.get("view")
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
"""Acts that are acknowledged many times in any long run."""
_ASKED_OFTEN = 20


def sound_messages(view: dict[str, Any]) -> list[str]:
    """Return one message of each kind that a page sends, and more of the kinds that the match waits for."""
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


def test_seeds_cover_every_message() -> None:
    todo = {"what": "strike", "players": ["a1"], "lane": {"free": [[-100, 100]], "ahead": -252.6, "seat": "south"}}
    sent = [json.loads(text) for text in sound_messages({"todo": todo, "seq": 0})]
    kinds = {kind.__struct_config__.tag for kind in get_args(m.ToServer)}
    verbs = {kind.__struct_config__.tag for kind in get_args(m.PlayerAct)}
    assert kinds == {one["t"] for one in sent}
    assert verbs == {one["act"]["do"] for one in sent if one["t"] == "do"}
