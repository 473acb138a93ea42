"""`carrom match` as a function: one JSON object of a setup and lines of a record in, the match that they make out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.reading import decode
from carrom.base.refusal import Refused
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.match.log.record_line import event_from_text
from carrom.match.match import Applied, Match, apply
from carrom.match.parties import ByParty
from carrom.match.setup import Setup
from carrom.match.view import view


@dataclass(frozen=True, slots=True)
class Names:
    """The players of each party."""

    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchLine:
    """What is asked: who plays by which rules, and what happened, as the record of a match would have it."""

    rulebook: str
    events: tuple[str, ...]
    stage: str = "group"
    doubles: bool = False
    names: Names = Names()


def match_line(line: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """The match that these events make, and what each of them led to. Raises `CarromError` where there can be none."""
    asked = decode(MatchLine, line)
    names = ByParty(asked.names.a, asked.names.b)
    match = Match.start(Setup(rulebook(asked.rulebook, books), asked.stage, asked.doubles, names))
    lines: list[dict[str, Any]] = []
    for text in asked.events:
        answer = tell_line(match, text)
        if isinstance(answer, Refused):
            lines.append({"refused": {"code": answer.code, "law": answer.law, "text": answer.text}})
        else:
            match = answer.match
            happened = [{"code": happening.code, "laws": happening.laws} for happening in match.happened]
            lines.append({"happened": happened})
    return {**view(match).json(), "lines": lines}


def tell_line(match: Match, text: str) -> Applied | Refused:
    """Apply one line of a record. What cannot be read is refused like what cannot be."""
    try:
        event = event_from_text(text, number=match.number + 1)
    except CarromError as error:
        return Refused("unreadable", None, str(error))
    return apply(match, event)
