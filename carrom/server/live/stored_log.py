"""The log of a match as the store has it, folded."""

import asyncio
import json

from carrom.base.errors import CarromError
from carrom.match import Event, Match, Refused, apply
from carrom.server.stores.store import StoredEvent

_SHORT = 4


async def fold_stored(match: Match, stored: list[StoredEvent]) -> list[Match]:
    """As `replay_stored`. A long log takes its time: nobody else waits for it."""
    is_long = len(stored) > _SHORT
    return await asyncio.to_thread(replay_stored, match, stored) if is_long else replay_stored(match, stored)


def replay_stored(match: Match, stored: list[StoredEvent]) -> list[Match]:
    """The match after each of these events. Raises `CarromError` where one of them cannot be read, or cannot be."""
    steps = []
    for event in stored:
        try:
            answer = apply(match, Event.from_json(json.loads(event.body)), is_recorded=True)
        except (ValueError, RecursionError) as error:
            raise CarromError("log-damaged", f"event {event.seq} of this match is damaged: {error}") from None
        if isinstance(answer, Refused):
            raise CarromError("log-damaged", f"event {event.seq} of this match cannot be: {answer.text}")
        match = answer.match
        steps.append(match)
    return steps


def steps_behind(match: Match, since: int) -> list[Match]:
    """The match after each event behind that number."""
    steps, at = [], match
    while at.number > since and at.before is not None:
        steps.append(at)
        at = at.before
    return steps[::-1]
