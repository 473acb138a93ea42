"""The log: who did what, when and why."""

from collections.abc import Sequence

from carrom.server.desk.views.list_types import FactShown, LogShown
from carrom.tournament.log.event_text import NAMELESS, event_news
from carrom.tournament.log.undo import events_taken_back
from carrom.tournament.model.events import EventBody, TournamentEvent
from carrom.tournament.model.people import name_key
from carrom.tournament.model.state import State

_MOST = 200


def log_shown(
    facts: Sequence[TournamentEvent],
    seq: int,
    *,
    words: str = "",
    by: str = "",
    kind: str = "",
    state: State = NAMELESS,
    is_private_shown: bool = True,
) -> LogShown:
    """Newest first; payments only with `is_private_shown`."""
    wanted_words = name_key(words).split()
    bodies = {fact.id: fact.body for fact in facts}
    undone = events_taken_back(bodies)

    def text_of(body: EventBody) -> str:
        return event_news(body, bodies, state, is_private_shown=is_private_shown)

    found = [
        fact
        for fact in reversed(facts)
        if (not by or fact.by == by)
        and (not kind or fact.body.kind == kind)
        and (not wanted_words or _has_words(fact, text_of(fact.body), wanted_words))
    ]
    shown = [
        FactShown(
            n=fact.n or 0,
            id=fact.id,
            at=fact.at.isoformat(timespec="seconds"),
            by=fact.by,
            kind=fact.body.kind,
            text=text_of(fact.body),
            reason=fact.reason,
            is_undone=fact.id in undone,
        )
        for fact in found[:_MOST]
    ]
    sources = list(dict.fromkeys(fact.by for fact in facts))
    return LogShown(seq=seq, facts=shown, found=len(found), people=sources)


def _has_words(fact: TournamentEvent, text: str, wanted_words: Sequence[str]) -> bool:
    searched = name_key(f"{text} {fact.reason or ''} {fact.by} {fact.body.kind}")
    return all(word in searched for word in wanted_words)
