"""The catalogue of sentences in every language."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings

from carrom.laws import BySide, Situation, StrokeFacts, judge, rulebook
from carrom.laws.sentences import LANGUAGES, catalogue, ruling_sentences
from carrom.laws.wire import facts_from_wire, situation_from_wire
from tests.depth import examples
from tests.laws.situations import questions
from tests.refusals import refuses

SCRIPTS = {"en": "LATIN", "hi": "DEVANAGARI", "ur": "ARABIC"}


def test_every_language_has_the_same_keys_and_placeholders() -> None:
    english = catalogue("en").sentences
    for code in LANGUAGES:
        sentences = catalogue(code).sentences
        assert sentences.keys() == english.keys()
        for key, text in sentences.items():
            assert re.findall(r"{\w+}", text) == re.findall(r"{\w+}", english[key]), (code, key)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_in_its_own_script(code: str) -> None:
    for key, text in catalogue(code).sentences.items():
        letters = [character for character in re.sub(r"{\w+}", "", text) if character.isalpha()]
        assert all(unicodedata.name(letter).startswith(SCRIPTS[code]) for letter in letters), (key, text)


def test_urdu_runs_from_right_to_left_and_keeps_law_numbers_whole() -> None:
    urdu = catalogue("ur")
    assert urdu.direction == "rtl"
    first = next(c for c in urdu.say("turn.passes") if c.isalpha())
    assert unicodedata.bidirectional(first) == "AL"
    assert "\u206895b\u2069" in urdu.laws(("95b", "I-17"))
    assert catalogue("hi").direction == "ltr"


def test_unknown_language_is_refused() -> None:
    with refuses("unknown-language", "'tlh'"):
        catalogue("tlh")


@pytest.mark.parametrize("code", LANGUAGES)
@given(question=questions())
@settings(max_examples=examples(100), deadline=None)
def test_every_ruling_has_sentences(code: str, question: dict[str, Any]) -> None:
    ruling = judge(
        situation_from_wire(question["before"]),
        facts_from_wire(question["stroke"]),
        rulebook(question["rulebook"]),
    )
    lines = ruling_sentences(ruling, catalogue(code))
    assert all(law in lines[-1] for law in ruling.laws)
    if ruling.result is not None:
        assert any(str(ruling.result.points) in sentence for sentence in lines[:-1])


def test_a_ruling_in_english() -> None:
    before = Situation(own=9, opponent=3, opened=True, owed=BySide(1, 0))
    ruling = judge(before, StrokeFacts(own=2, striker=True), rulebook("icf"))
    words = catalogue("en")
    assert ruling_sentences(ruling, words) == [
        words.say("due"),
        words.say("returned.own", n=2),
        words.say("placed.player", n=2),
        words.say("owed.player", n=2),
        words.say("turn.continues"),
        words.laws(("73", "72c", "78a")),
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_striker_is_addressed_directly(code: str) -> None:
    """In the lesson and in puzzles "the player" is the reader."""
    words = catalogue(code)
    said_to = words.to_striker
    assert said_to.say("turn.passes") == words.say("turn.passes")
    spoken = [key.removeprefix("you.") for key in words.sentences if key.startswith("you.")]
    assert all(said_to.sentences[key] != words.sentences[key] for key in spoken)
    player = {"en": "player", "hi": "खिलाड़ी", "ur": "کھلاڑی"}[code]
    about_him = {key for key, text in words.sentences.items() if player.casefold() in text.casefold()}
    about_him -= {key for key in about_him if key.startswith(("field.", "value.", "hand.", "named."))}
    assert about_him == set(spoken), "and nothing else speaks of him as of another"


@pytest.mark.parametrize("code", LANGUAGES)
def test_named_players_replace_roles(code: str) -> None:
    """No sentence says "the player" or "the opponent", and pieces are counted by colour."""
    people = {"player": "Meera", "opponent": "Anil", "next": "Anil", "own": "white", "other": "black"}
    words = catalogue(code).naming(people)
    before = Situation(own=5, opponent=6, opened=True)
    for facts in (StrokeFacts(own=2, striker=True), StrokeFacts(opponent=1, proper=False), StrokeFacts(own=1)):
        ruling = judge(before, facts, rulebook("icf"))
        lines = " ".join(ruling_sentences(ruling, words, before=before)[:-1])
        whom = {"en": ("player", "opponent"), "hi": ("खिलाड़ी", "प्रतिद्वंद्वी"), "ur": ("کھلاڑی", "حریف")}[code]
        assert not any(one in lines.casefold() for one in whom), lines
        assert "{" not in lines
        assert ("Meera" in lines) == (ruling.turn == "continues")
        assert ("Anil" in lines) == (ruling.turn == "passes")
    english = catalogue("en").naming(people)
    ruling = judge(before, StrokeFacts(own=2, striker=True), rulebook("icf"))
    assert ruling_sentences(ruling, english, before=before)[:-1] == ["Due.", "3 whites out.", "Meera continues."]


def test_plural_forms() -> None:
    lost = judge(Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1, striker=True), rulebook("icf"))
    words = catalogue("en")
    assert ruling_sentences(lost, words)[-3:] == [
        words.sentences["result.opponent.other"].format(n=3),
        words.sentences["demand.one"].format(n=1),
        words.sentences["laws.one"].format(laws="108a"),
    ]


def test_covered_queen_is_reported_once() -> None:
    words = catalogue("en")
    pending = Situation(own=4, opponent=5, queen="pending", opened=True)
    covers = judge(pending, StrokeFacts(own=1), rulebook("icf"))
    assert words.say("queen.covered") in ruling_sentences(covers, words, before=pending)
    covered = Situation(own=4, opponent=5, queen="player", opened=True)
    later = judge(covered, StrokeFacts(own=1), rulebook("icf"))
    assert words.say("queen.covered") not in ruling_sentences(later, words, before=covered)
