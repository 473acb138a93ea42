"""A player who loses a board by a stroke gets the reason, under every rulebook and in every language."""

from __future__ import annotations

import pytest

from carrom.laws import RULEBOOKS, LostBy, Ruling, Situation, StrokeFacts, judge, lost_by, rulebook
from carrom.laws.facts import BySide
from carrom.laws.sentences import LANGUAGES, catalogue, ruling_sentences

OPEN = Situation(own=1, opponent=1, opened=True)


@pytest.mark.parametrize(
    ("before", "facts", "why"),
    [
        (Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1), "own"),
        (Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1, striker=True), "own"),
        (Situation(own=1, opponent=4, opened=True, owed=BySide(1, 0)), StrokeFacts(own=1, queen=True), "owing"),
        (Situation(own=3, opponent=1, opened=True), StrokeFacts(opponent=1), "theirs"),
        (Situation(own=3, opponent=1, opened=True, queen="opponent"), StrokeFacts(opponent=1), "theirs"),
        (Situation(own=3, opponent=1, opened=True, queen="player"), StrokeFacts(opponent=1, proper=False), "theirs"),
        (OPEN, StrokeFacts(own=1, opponent=1), "both-queen"),
        (OPEN, StrokeFacts(own=1, opponent=1, striker=True), "both-foul"),
        (Situation(own=1, opponent=4, opened=True, queen="player"), StrokeFacts(own=1), None),
        (Situation(own=4, opponent=4, opened=True), StrokeFacts(striker=True), None),
    ],
)
def test_lost_board_has_a_reason_in_every_language(before: Situation, facts: StrokeFacts, why: LostBy | None) -> None:
    ruling = judge(before, facts, rulebook("icf"))
    assert lost_by(ruling) == why
    for code in LANGUAGES:
        words = catalogue(code)
        lines = ruling_sentences(ruling, words)
        reasons = [text for key, text in words.sentences.items() if key.startswith("lost.") and text in lines]
        assert reasons == ([words.say(f"lost.{why}")] if why else [])


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_losing_ending_has_a_reason(book: str) -> None:
    for (own_last, opponent_last, queen, fault), ending in RULEBOOKS[book].endings.items():
        if ending.winner == "player" or queen == "taken" or queen == "barred" or queen == "bare":
            continue
        before = Situation(own=1 if own_last else 3, opponent=1 if opponent_last else 3, opened=True, queen=queen)
        striker, improper = fault in ("striker", "both"), fault in ("improper", "both")
        facts = StrokeFacts(own=int(own_last), opponent=int(opponent_last), striker=striker, proper=not improper)
        ruling: Ruling = judge(before, facts, RULEBOOKS[book])
        assert ruling.result is not None
        assert lost_by(ruling) is not None, (book, own_last, opponent_last, queen, fault)
