"""What a log adds up to, worked out anew from its events."""

from collections.abc import Callable

import msgspec

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.server.live.agreement import Agreement
from carrom.server.live.stored_log import replay_stored
from carrom.server.stores.contents import WholeLog
from carrom.tournament.log.file import HEADING, from_text


def state_of(one: WholeLog) -> object:
    """The state of a match or a tournament. What is kept as it came, whatever is in it, adds up to itself. Raises
    `CarromError` where the log is damaged."""
    numbers = [event.seq for event in one.events]
    if numbers != list(range(1, len(numbers) + 1)):
        raise CarromError("its events are not numbered one by one")
    fold = _FOLDS.get(one.log.kind)
    return one.events if fold is None else fold(one)


def _match(one: WholeLog) -> Match:
    try:
        agreed = msgspec.json.decode(one.log.setup, type=Agreement)
    except msgspec.MsgspecError as error:
        raise CarromError(f"what was agreed cannot be read: {error}") from None
    start = Match.start(agreed.match_setup())
    return [start, *replay_stored(start, one.events)][-1]


def _tournament(one: WholeLog) -> object:
    lines = (HEADING, *(event.body for event in one.events))
    return from_text("".join(f"{line}\n" for line in lines)).state


_FOLDS: dict[str, Callable[[WholeLog], object]] = {"match": _match, "tournament": _tournament}
