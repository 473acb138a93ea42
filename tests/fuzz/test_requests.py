"""Broken requests to a running server get an answer with a sentence and leave no fault in its log."""

from __future__ import annotations

import http.client
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from carrom.players.puzzles import puzzles
from tests.fuzz.fuzzed import MESSAGES, SEED, SHARDS, Fuzzed, fuzzed_server, share_of
from tests.fuzz.mutating import mutated_text, varied
from tests.server.talk import HERE, LINK, post_match, secret
from tests.server.test_response_types import ASKED, STROKE

_AT_ONCE = 4
_GOLDEN = Path(__file__).resolve().parents[1] / "golden"
_SHORT = (_GOLDEN / "four-break-example.carrom").read_text(encoding="utf-8")
_LONG = (_GOLDEN / "icf-match.carrom").read_text(encoding="utf-8")
_OPENING = _LONG[: _LONG.index("\n12. ") + 1]
_RARELY = 0.1
"""Reading a whole match takes as long as fifty other requests."""
ADDRESSES = [
    "/api/choices", "/api/matches/{}/record", "/api/matches/{}/timeline", "/api/matches/{}/card.pdf",
    "/api/board/blueprint.svg?paper={}", "/api/laws/{}", "/api/matches/{}", "/api/games?ids={}", "/api/puzzles/{}",
    "/api/picture?position={}", "/t/{}", "/t/{}.json", "/{}", "/api/{}", "/assets/{}", "/desk/{}", "/pad/{}",
]  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    with fuzzed_server(tmp_path_factory.mktemp("requests")) as fuzzed:
        yield fuzzed


@pytest.fixture(scope="module")
def bodies(server: Fuzzed) -> dict[str, Any]:
    """Return a valid body for every public address that takes one, except the addresses where computers think."""
    made = post_match(f"http://127.0.0.1:{server.port}", HERE)
    linked = post_match(f"http://127.0.0.1:{server.port}", LINK)
    puzzle, stroke = puzzles()[0].id, puzzles()[0].solution[0]
    sound = {path: body for path, body in ASKED.items() if body and "{" not in path and path != "/api/hint"}
    return {
        **sound,
        "/api/matches": {"rulebook": "icf", "length": "board", "clock": True, "seats": HERE, "stage": "final"},
        "/api/records": {"text": _SHORT},
        "/api/records?long": {"text": _LONG},
        "/api/what-if": {"record": _OPENING, "after": 5, "steps": [{"player": "b1", "act": _strike(-166.9)}]},
        "/api/what-if?long": {"record": _LONG, "after": 6, "steps": []},
        "/api/seats": {"match": made["id"], "secret": secret(made), "browser": "one"},
        "/api/seats/links": {"match": linked["id"], "key": secret(linked, "maker")},
        "/api/qr": {"text": "https://carrom.example/play/1"},
        f"/api/puzzles/{puzzle}/attempts": {"strokes": [{name: getattr(stroke, name) for name in STROKE}]},
    }


def _strike(x: float) -> dict[str, Any]:
    return {"do": "strike", "x": x, "y": -252.6, "direction": 30.22, "speed": 4.74}


def test_seed_requests_are_valid(server: Fuzzed, bodies: dict[str, Any]) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for where, body in bodies.items():
        line.request("POST", where, json.dumps(body), {"content-type": "application/json"})
        answer = line.getresponse()
        assert answer.status == 200, (where, answer.read()[:300])
        answer.read()
    line.close()


@pytest.mark.parametrize("shard", SHARDS)
def test_broken_requests_never_fail_the_server(server: Fuzzed, bodies: dict[str, Any], shard: int) -> None:
    wanted = share_of(shard, MESSAGES // 10)
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        asking = [
            threads.submit(_ask, server.port, bodies, random.Random(f"{SEED} {shard} {n}"), wanted // _AT_ONCE + 1)
            for n in range(_AT_ONCE)
        ]
        for one in asking:
            counts += one.result()
    print(f"requests {shard}: {dict(counts.most_common())}")
    assert server.faults() == []
    assert counts.total() >= wanted
    answered = Counter(one.rpartition(" ")[2] for one in counts.elements())
    assert answered["500"] == 0
    # The run proves nothing if no request is understood.
    assert answered["200"] > wanted * 0.15
    if wanted > 2000:  # each was accepted many times and refused many times
        for where in bodies:
            assert counts[f"{where} 200"] > 0, where


def _ask(port: int, bodies: dict[str, Any], luck: random.Random, count: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        if luck.random() < 0.3:
            word = quote(str(mutated_text("icf", luck)[:300], "latin-1"), safe=luck.choice(["", "/.%&=?#"]))
            where = luck.choice(ADDRESSES)
            line.request("GET", re.sub(r"[^!-~]", "", where.format(word)))
        else:
            where = luck.choice([one for one in bodies if "long" not in one or luck.random() < _RARELY])
            body = bodies[where]
            text = json.dumps(varied(body, luck)).encode() if luck.random() < 0.4 else mutated_text(body, luck)
            line.request("POST", where, text, {"content-type": "application/json"})
        answer = line.getresponse()
        answer.read()
        counts[f"{where} {answer.status}"] += 1
        if answer.will_close:
            line.close()
    line.close()
    return counts
