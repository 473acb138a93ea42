"""Rulings in words: a catalogue of sentences for each language, one file each.

>>> from carrom.laws import Situation, StrokeFacts, judge, rulebook
>>> from carrom.laws.sentences import catalogue, ruling_sentences
>>> ruling = judge(Situation(own=5, opponent=3, opened=True), StrokeFacts(striker=True), rulebook("icf"))
>>> ruling_sentences(ruling, catalogue("en"))[:2]
['The striker fell: one due.', '1 piece of the player is taken out and placed now.']
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Literal

from carrom.base.errors import CarromError
from carrom.laws.facts import Situation
from carrom.laws.ruling import Ruling, lost_by

LANGUAGES = ("en", "hi", "ur")

# First strong isolate and its end: a law's number keeps its direction in right-to-left text.
_ISOLATE, _END = "\u2068", "\u2069"
_YOU = "you."
_NAMED = "named."


@dataclass(frozen=True)
class Catalogue:
    code: str
    language: str
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]
    people: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    """Names and words for all sentences, besides their figures."""

    def naming(self, people: Mapping[str, str]) -> "Catalogue":
        """Catalogue with names: `player` (the striker), `opponent`, `next` (strikes next), and the colours `own` and
        `other` (`white`, `black`)."""
        replaced = {key.removeprefix(_NAMED): text for key, text in self.sentences.items() if key.startswith(_NAMED)}
        return replace(self, sentences={**self.sentences, **replaced}, people=people)

    def coins(self, colour: str, n: int) -> str:
        """1 white, 2 blacks."""
        form = "one" if n == 1 else "other"
        return f"{n} {self.sentences[f'hand.{colour}.{form}']}"

    @property
    def to_striker(self) -> "Catalogue":
        """Addressed to the striker: "you" where there is such a sentence."""
        replaced = {key.removeprefix(_YOU): text for key, text in self.sentences.items() if key.startswith(_YOU)}
        return replace(self, sentences={**self.sentences, **replaced})

    def say(self, key: str, **values: str | int) -> str:
        """A sentence; a count `n` selects its form for one or for more."""
        if "n" in values:
            key += ".one" if values["n"] == 1 else ".other"
            for whose in ("own", "other"):
                if whose in self.people:
                    values |= {f"{whose}_coins": self.coins(self.people[whose], int(values["n"]))}
        return self.sentences[key].format(**{**self.people, **values})

    def laws(self, laws: tuple[str, ...]) -> str:
        marked = [f"{_ISOLATE}{law}{_END}" for law in laws] if self.direction == "rtl" else laws
        sentence = self.sentences["laws.one" if len(laws) == 1 else "laws.other"]
        return sentence.format(laws=self.sentences["comma"].join(marked))


@cache
def catalogue(code: str) -> Catalogue:
    """Raises `CarromError` for an unknown code."""
    if code not in LANGUAGES:
        raise CarromError("unknown-language", f"no language {code!r}; there are {', '.join(LANGUAGES)}")
    text = files(__name__).joinpath("data", f"{code}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Catalogue(code, data["language"], data["direction"], data["sentences"])


def ruling_sentences(ruling: Ruling, words: Catalogue, *, before: Situation | None = None) -> list[str]:
    """Sentences of a ruling, the laws last; only with `before` do they mention that the queen was covered."""
    sentences = []
    if ruling.due:
        sentences.append(words.say("due"))
    if ruling.penalty:
        sentences.append(words.say("penalty"))
    sentences += _pieces(ruling, words)
    attempt = "" if ruling.turn != "retry" or before is None else f".{(before.break_attempt or 0) + 1}"
    if before is not None and ruling.queen == "player" != before.queen:
        sentences.append(words.say("queen.covered"))
    if ruling.queen == "pending":
        sentences.append(words.say("queen.pending"))
    sentences.append(words.say(f"turn.{ruling.turn}{attempt}"))
    if ruling.result is not None:
        if why := lost_by(ruling):
            sentences.append(words.say(f"lost.{why}"))
        sentences.append(words.say(f"result.{ruling.result.winner}", n=ruling.result.points))
        if ruling.result.demand:
            sentences.append(words.say("demand", n=ruling.result.demand))
    return [*sentences, words.laws(ruling.laws)]


def _pieces(ruling: Ruling, words: Catalogue) -> list[str]:
    sentences = []
    if ruling.returned.own and not words.people:  # with names, the next sentence counts these
        sentences.append(words.say("returned.own", n=ruling.returned.own))
    if ruling.returned.queen:
        sentences.append(words.say("returned.queen"))
    for what, sides in (("placed", ruling.placed), ("owed", ruling.owed)):
        for side, count in (("player", sides.player), ("opponent", sides.opponent)):
            if count:
                sentences.append(words.say(f"{what}.{side}", n=count))
    return sentences
