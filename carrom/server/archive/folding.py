"""What a log adds up to, worked out anew from its events."""

from collections.abc import Callable

import msgspec

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.server.desk.desks import KIND as TOURNAMENT
from carrom.server.live.agreement import Agreement
from carrom.server.live.open_matches import MATCH
from carrom.server.live.stored_log import replay_stored
from carrom.server.pads.pad_log import KIND as PAD, StoredHead, begin_fold, fold_more
from carrom.server.stores.contents import WholeLog
from carrom.tournament.log.file import HEADING, from_text


def state_of(one: WholeLog) -> object:
    """The state of a match, a tournament or a pad's log; one of another kind adds up to itself. Raises `CarromError`
    where the log is damaged."""
    numbers = [event.seq for event in one.events]
    if numbers != list(range(1, len(numbers) + 1)):
        raise CarromError("log-damaged", "its events are not numbered one by one")
    fold = _FOLDS.get(one.log.kind)
    return one.events if fold is None else fold(one)


def _match(one: WholeLog) -> Match:
    try:
        agreed = msgspec.json.decode(one.log.setup, type=Agreement)
    except msgspec.MsgspecError as error:
        raise CarromError("log-damaged", f"what was agreed cannot be read: {error}") from None
    start = Match.start(agreed.match_setup())
    return [start, *replay_stored(start, one.events)][-1]


def _tournament(one: WholeLog) -> object:
    lines = (HEADING, *(event.body for event in one.events))
    return from_text("".join(f"{line}\n" for line in lines)).state


def _pad(one: WholeLog) -> object:
    """A pad's log is kept whatever is in it; how far it adds up is part of its state."""
    try:
        head = msgspec.json.decode(one.log.setup, type=StoredHead)
    except msgspec.MsgspecError as error:
        raise CarromError("log-damaged", f"the head of this pad's log cannot be read: {error}") from None
    return fold_more(begin_fold(head), one.events)


_FOLDS: dict[str, Callable[[WholeLog], object]] = {MATCH: _match, TOURNAMENT: _tournament, PAD: _pad}
