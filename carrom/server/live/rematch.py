"""Once more: the same people, seats and settings, and the toss to whoever did not break first."""

import hashlib
import time
from base64 import urlsafe_b64encode

import msgspec

from carrom.match import Match
from carrom.match.parties import PARTIES, other
from carrom.server.live.agreement import Agreement
from carrom.server.live.claims import Claims
from carrom.server.stores.store import Kept, Store, StoredLog

_KIND = "rematch"
_LASTS = 400 * 86_400.0


async def rematch_of(store: Store, match_id: str) -> str | None:
    """The match that follows this one, if one does."""
    kept = await store.kept(_KIND, match_id)
    return None if kept is None else kept.body


async def make_rematch(store: Store, kind: str, match_id: str, match: Match, agreed: Agreement) -> str:
    """Make it, once, however many ask for it and at whichever server: its id follows from this one's. The secrets of
    the seats open the same seats there, so none has to be sent to anybody."""
    found = urlsafe_b64encode(hashlib.sha256(f"rematch {match_id}".encode()).digest()[:9]).decode()
    setup = msgspec.json.encode(_turned(match, agreed)).decode()
    await store.create(StoredLog(found, kind, time.time(), setup), await store.rights(match_id))
    await Claims(store).carry(match_id, found)
    await store.keep(Kept(_KIND, match_id, found, time.time() + _LASTS), of=match_id)
    return found


def _turned(match: Match, agreed: Agreement) -> Agreement:
    """The same, with a coin that falls for the side that did not break the first board."""
    boards = match.course.boards
    breaker = boards[0].breaker if boards else match.course.opener  # a match may end before a board does
    first = "a" if breaker is None else breaker.party
    luck = int.from_bytes(hashlib.sha256(f"{agreed.seed} once more".encode()).digest()[:6], "big")
    return msgspec.structs.replace(agreed, seed=luck & ~1 | PARTIES.index(other(first)))
