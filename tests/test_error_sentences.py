"""The list of refusal sentences in one file, so that a reworded one appears in its diff."""

from __future__ import annotations

import re

from tests.errors_list import GOLDEN, listed


def test_list_of_sentences_is_current() -> None:
    assert listed() == GOLDEN.read_text(encoding="utf-8"), "python -m tests.errors_list"


def test_codes_are_short_words() -> None:
    codes = re.findall(r"^\S+: \[([^]{]+)\]", listed(), re.M)
    assert [code for code in codes if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []
