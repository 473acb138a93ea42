"""Strokes that once failed, played again."""

import json
from pathlib import Path

import pytest

from carrom.physics.stroke_json import answer

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*.json"))


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_corpus_strokes_are_fixed(file: Path) -> None:
    kept = json.loads(file.read_text())
    assert kept["why"]
    reply = answer(kept["stroke"])  # a position that overlaps or lies outside would be refused on the way out
    assert reply["events"] < 5000
    assert len(reply["final"]) + sum(kind != "striker" for kind in reply["pocketed"]) == len(kept["stroke"]["position"])


def test_corpus_exists() -> None:
    assert len(CORPUS) >= 2
