"""Lots from a public seed, recomputed here from their published description."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

from hypothesis import given, strategies as st

from carrom.tournament.draws.public_draw import PublicRandom, commitment, reveal_seed
from tests.refusals import refuses


def test_numbers_are_words_of_sha256() -> None:
    block = hashlib.sha256(b"2024:0").digest() + hashlib.sha256(b"2024:1").digest()
    words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 64, 8)]
    lots = PublicRandom(2024)
    # None of these eight words lies in the last, unfair stretch of 2**64 for 1000, so none is skipped.
    assert [lots.below(1000) for _ in range(8)] == [word % 1000 for word in words]


@given(st.lists(st.integers(), unique=True), st.integers())
def test_shuffling_keeps_every_item(items: list[int], seed: int) -> None:
    assert sorted(PublicRandom(seed).shuffled(items)) == sorted(items)
    assert PublicRandom(seed).shuffled(items) == PublicRandom(str(seed)).shuffled(items)


def test_every_order_comes_up() -> None:
    orders = {tuple(PublicRandom(seed).shuffled("abc")) for seed in range(200)}
    assert len(orders) == 6


def test_commit_and_reveal() -> None:
    entries = ["a", "b", "c"]
    promise = commitment("our secret", entries)
    seed = reveal_seed(promise, "our secret", entries, public="lottery 17 23 42")
    assert seed == reveal_seed(promise.upper(), "our secret", entries, public="lottery 17 23 42")
    assert seed != reveal_seed(promise, "our secret", entries, public="lottery 17 23 43")
    for secret, names in (("other secret", entries), ("our secret", ["a", "c", "b"]), ("our secret", ["a", "b"])):
        with refuses("commitment-differs"):
            reveal_seed(promise, secret, names, public="lottery 17 23 42")


def test_commitments_do_not_confuse_names() -> None:
    assert commitment("s", ["a\n1:b"]) != commitment("s", ["a", "b"])


def test_the_same_draw_in_every_process() -> None:
    """Python's hash seed changes from process to process; a draw must not."""
    entries = list("abcdefg")
    apart = {"b": "x", "c": "x", "d": "y", "e": "y"}
    players = [{"name": name, "sex": "fm"[number % 2]} for number, name in enumerate(entries)]
    cases: list[dict[str, object]] = [
        {"format": "knockout", "entries": entries, "seeds": 1, "random": 5, "apart": apart},
        {"format": "groups", "entries": entries, "groups": 2, "random": 5, "apart": apart},
        {"format": "swiss", "entries": entries, "met": [["a", "b"]], "random": 5},
        {"format": "teams", "players": players, "teams": 2, "balance": ["sex"], "random": 5},
    ]
    lines = "\n".join(json.dumps(case) for case in cases)
    answers = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "carrom", "draw"],
            input=lines,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
        )
        answers.add(done.stdout)
    assert len(answers) == 1
