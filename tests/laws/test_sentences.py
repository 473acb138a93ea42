"""The catalogue holds in every language."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings

from carrom.base.errors import CarromError
from carrom.laws import BySide, Situation, StrokeFacts, judge, rulebook
from carrom.laws.sentences import LANGUAGES, catalogue, ruling_sentences
from carrom.laws.wire import facts_from_wire, situation_from_wire
from tests.depth import examples
from tests.laws.worlds import questions

SCRIPTS = {"en": "LATIN", "hi": "DEVANAGARI", "ur": "ARABIC"}


def test_every_language_has_every_sentence_with_the_same_gaps() -> None:
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


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(CarromError, match="'tlh'"):
        catalogue("tlh")


@pytest.mark.parametrize("code", LANGUAGES)
@given(question=questions())
@settings(max_examples=examples(100), deadline=None)
def test_every_ruling_can_be_said(code: str, question: dict[str, Any]) -> None:
    ruling = judge(
        situation_from_wire(question["before"]),
        facts_from_wire(question["stroke"]),
        rulebook(question["rulebook"]),
    )
    said = ruling_sentences(ruling, catalogue(code))
    assert all(law in said[-1] for law in ruling.laws)
    if ruling.result is not None:
        assert any(str(ruling.result.points) in sentence for sentence in said[:-1])


def test_a_ruling_in_english() -> None:
    before = Situation(own=9, opponent=3, opened=True, owed=BySide(1, 0))
    ruling = judge(before, StrokeFacts(own=2, striker=True), rulebook("icf"))
    assert ruling_sentences(ruling, catalogue("en")) == [
        "The striker fell: one due.",
        "2 pocketed pieces of the player come back.",
        "2 pieces of the player are taken out and placed now.",
        "The player still owes 2 pieces.",
        "The player plays on.",
        "Laws: 73, 72c, 78a",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_whoever_struck_is_spoken_to(code: str) -> None:
    """In the lesson and in puzzles "the player" is the one who reads it."""
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
def test_at_a_table_everybody_has_a_name(code: str) -> None:
    """Neither "the player" nor "the opponent" is left, and pieces are counted by colour."""
    people = {"player": "Meera", "opponent": "Anil", "next": "Anil", "own": "white", "other": "black"}
    words = catalogue(code).naming(people)
    before = Situation(own=5, opponent=6, opened=True)
    for facts in (StrokeFacts(own=2, striker=True), StrokeFacts(opponent=1, proper=False), StrokeFacts(own=1)):
        ruling = judge(before, facts, rulebook("icf"))
        said = " ".join(ruling_sentences(ruling, words, before=before)[:-1])
        whom = {"en": ("player", "opponent"), "hi": ("खिलाड़ी", "प्रतिद्वंद्वी"), "ur": ("کھلاڑی", "حریف")}[code]
        assert not any(one in said.casefold() for one in whom), said
        assert "{" not in said
        assert ("Meera" in said) == (ruling.turn == "continues")
        assert ("Anil" in said) == (ruling.turn == "passes")
    english = catalogue("en").naming(people)
    ruling = judge(before, StrokeFacts(own=2, striker=True), rulebook("icf"))
    assert ruling_sentences(ruling, english, before=before)[:-1] == ["Due.", "3 whites out.", "Meera continues."]


def test_one_and_many() -> None:
    lost = judge(Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1, striker=True), rulebook("icf"))
    said = ruling_sentences(lost, catalogue("en"))
    assert "The opponent wins the board by 3 points." in said
    assert "On demand 1 point more." in said
    assert said[-1] == "Law: 108a"


def test_a_covered_queen_is_said_once() -> None:
    pending = Situation(own=4, opponent=5, queen="pending", opened=True)
    covers = judge(pending, StrokeFacts(own=1), rulebook("icf"))
    assert "The queen is covered." in ruling_sentences(covers, catalogue("en"), before=pending)
    covered = Situation(own=4, opponent=5, queen="player", opened=True)
    later = judge(covered, StrokeFacts(own=1), rulebook("icf"))
    assert "The queen is covered." not in ruling_sentences(later, catalogue("en"), before=covered)
