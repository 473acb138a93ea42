"""Strokes that may be taken back: by agreement the last one of this board, around one screen any person's last."""

from collections.abc import Iterator

from carrom.match import Match
from carrom.match.log import acts
from carrom.match.log.event import Event
from carrom.match.parties import Party, PlayerId
from carrom.server.live.agreement import Agreement


def last_of_party(match: Match, party: Party) -> Event | None:
    """The last stroke of a side in the board that is played."""
    for event in _back(match):
        if isinstance(event.act, acts.Play):
            return None
        by = _striker(event)
        if by is not None and by.party == party:
            return event
    return None


def last_of_people(match: Match, agreed: Agreement) -> Event | None:
    """The last stroke that a person made."""
    for event in _back(match):
        by = _striker(event)
        if by is not None and agreed.is_person(by):
            return event
    return None


def may_take_back(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Whose stroke can be taken back now: of each side's who made its last one; around one screen whoever did."""
    found = (
        [last_of_people(match, agreed)] if agreed.is_solo else [last_of_party(match, "a"), last_of_party(match, "b")]
    )
    strikers = (None if event is None else _striker(event) for event in found)
    return [one for one in strikers if one is not None and agreed.is_person(one)]


def _back(match: Match) -> Iterator[Event]:
    """The events that count, the last one first: as a rule the first few say it, and every view asks."""
    at: Match | None = match
    while at is not None and (event := at.event) is not None:
        if isinstance(event.act, acts.Correct):
            at = at.after(event.act.to)
        else:
            yield event
            at = at.before


def _striker(event: Event) -> PlayerId | None:
    return event.act.by if isinstance(event.act, acts.StrokeMade) else None
