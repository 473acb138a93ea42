"""Who did what, when and why."""

from collections.abc import Sequence

from carrom.server.desk.views.list_shapes import FactShown, LogShown
from carrom.tournament.log.fact_text import fact_text
from carrom.tournament.log.facts import Fact, FactId, Retracted, Undone
from carrom.tournament.log.names import name_key

_MOST = 200


def log_shown(facts: Sequence[Fact], seq: int, *, words: str = "", by: str = "", kind: str = "") -> LogShown:
    """The log, the newest first: all of it, or what has these words, is by that person or of that kind."""
    taken_back = {fact.body.fact for fact in facts if isinstance(fact.body, Retracted | Undone)}
    wanted = name_key(words).split()
    texts = {fact.id: fact_text(fact.body) for fact in facts}
    found: list[FactShown] = []
    for fact in reversed(facts):
        text = _text(fact, texts)
        said = name_key(f"{text} {fact.reason or ''} {fact.by} {fact.body.kind}")
        if (by and fact.by != by) or (kind and fact.body.kind != kind) or not all(word in said for word in wanted):
            continue
        found.append(
            FactShown(
                n=fact.n or 0,
                id=fact.id,
                at=fact.at.isoformat(timespec="seconds"),
                by=fact.by,
                kind=fact.body.kind,
                text=text,
                reason=fact.reason,
                is_undone=fact.id in taken_back,
            )
        )
    people = list(dict.fromkeys(fact.by for fact in facts))
    return LogShown(seq=seq, facts=found[:_MOST], found=len(found), people=people)


def _text(fact: Fact, texts: dict[FactId, str]) -> str:
    if isinstance(fact.body, Retracted | Undone):
        return f"{texts.get(fact.body.fact, fact.body.fact)} was taken back"
    return texts[fact.id]
