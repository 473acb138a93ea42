"""Search the laws, and compare all rulebooks' rulings on a stroke."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, judge, stroke_fault
from carrom.laws.register import Law, laws_named, register, search_laws
from carrom.laws.sentences import ruling_sentences
from carrom.laws.sentences.plain import plain_sentence
from carrom.laws.wire import facts_from_wire, ruling_to_wire, situation_from_wire
from carrom.match.views.sentences import catalogue_for

MOST_FOUND = 60


@dataclass(frozen=True, slots=True)
class LawView:
    """A law of the register: its meaning in our own words, its source, and how the program meets it."""

    id: str
    title: str
    text: str
    chapter: str
    source: str
    met: str
    restates: str | None
    partly: str | None
    plain: str | None
    """Meaning in play, in one sentence; None for laws that do not concern play."""


@dataclass(frozen=True, slots=True)
class RulebookRuling:
    """One rulebook's ruling on a stroke, as in `carrom rule` and in words."""

    rulebook: str
    title: str
    ruling: dict[str, Any]
    sentences: tuple[str, ...]
    differs: bool
    """This ruling differs from the first rulebook's, laws aside."""


def law_view(law: Law, language: str) -> LawView:
    plain = plain_sentence(law.id, language)
    return LawView(law.id, law.title, law.text, law.chapter, law.source, law.met, law.restates, law.partly, plain)


def find_laws(words: str, language: str = "en") -> tuple[LawView, ...]:
    """Laws named (95b, law 95, kreeda-2024:7), else those with these words; all without words."""
    found = list(register().values()) if not words.strip() else laws_named(words) or search_laws(words)[:MOST_FOUND]
    return tuple(law_view(law, catalogue_for(language).code) for law in found)


def rulings(before: Any, stroke: Any, language: str, *, to_striker: bool = False) -> tuple[RulebookRuling, ...]:
    """Each rulebook's ruling, the Laws first; with `to_striker` the striker is "you". Raises `CarromError`."""
    situation, facts = situation_from_wire(before), facts_from_wire(stroke)
    fault = stroke_fault(situation, facts)
    if fault:
        raise CarromError("stroke-impossible", f"stroke: {fault}")
    found = [judge(situation, facts, book) for book in RULEBOOKS.values()]
    words = catalogue_for(language)
    if to_striker:
        words = words.to_striker
    return tuple(
        RulebookRuling(
            book.id,
            book.title,
            ruling_to_wire(ruling),
            tuple(ruling_sentences(ruling, words, before=situation)[:-1]),
            ruling._replace(laws=()) != found[0]._replace(laws=()),
        )
        for book, ruling in zip(RULEBOOKS.values(), found, strict=True)
    )
