"""What one side asks the other at a table: to take a stroke back, to end without a winner, to play once more.

No law knows the first two; they are what friends agree on, and the log says so. An ask is kept in the store for as long
as it may be answered, so that both sides may sit at different servers.
"""

import json
import time
from dataclasses import dataclass
from typing import Literal

from carrom.base.refusal import Refused
from carrom.match import Act, Match
from carrom.match.log import acts
from carrom.match.parties import PARTIES, Party
from carrom.server.live.agreement import Agreement
from carrom.server.live.noted import ENDED
from carrom.server.live.taking_back import last_of_party
from carrom.server.stores.store import Kept, Store
from carrom.server.tell.page_view import next_task, people_of
from carrom.server.wire.messages import AskedFor

_KIND, _ANSWERED = "ask", "answered"
_LASTS: dict[AskedFor, float] = {"undo": 300.0, "end": 300.0, "rematch": 86_400.0}
TAKEN_BACK = "taken back by agreement"
NOTHING_TO_UNDO = Refused("nothing-to-undo", None, "there is no stroke of yours in this board to take back")


@dataclass(frozen=True, slots=True)
class Ask:
    """One side's wish, after event number `base`."""

    party: Party
    what: AskedFor
    base: int

    def stands(self, match: Match) -> bool:
        """Whether it may still be answered: a stroke is taken back before the next thing happens, or not at all."""
        return self.what != "undo" or self.base == match.number


@dataclass(frozen=True, slots=True)
class Asks:
    """The asks of all matches, as the store has them."""

    store: Store

    async def of(self, match_id: str) -> list[Ask]:
        return [_ask(kept) for kept in await self.store.all_kept(_KIND, f"{match_id}.")]

    async def keep(self, match_id: str, ask: Ask) -> None:
        kept = Kept(_KIND, f"{match_id}.{ask.party}", _body(ask), time.time() + _LASTS[ask.what])
        await self.store.drop(_ANSWERED, match_id)  # who asks anew is no longer told of the last answer
        await self.store.keep(kept, of=match_id)

    async def drop(self, match_id: str, declined: Ask | None = None) -> None:
        """All of them: they were answered, or this one was declined."""
        body = "" if declined is None else _body(declined)
        for party in PARTIES:
            if await self.store.drop(_KIND, f"{match_id}.{party}"):
                # Dropping is told to nobody: what is kept next to it is.
                await self.store.keep(Kept(_ANSWERED, match_id, body, time.time() + 60.0), of=match_id)

    async def declined(self, match_id: str) -> Ask | None:
        """What the other side has just said no to."""
        kept = await self.store.kept(_ANSWERED, match_id)
        return _ask(kept) if kept is not None and kept.body else None


def _body(ask: Ask) -> str:
    return json.dumps([ask.party, ask.what, ask.base])


def _ask(kept: Kept) -> Ask:
    return Ask(*json.loads(kept.body))


def is_agreed(match: Match, agreed: Agreement, asks: list[Ask], what: AskedFor) -> bool:
    """Whether every side on which people sit asks for the same."""
    asking = {ask.party for ask in asks if ask.what == what and ask.stands(match)}
    return all(party in asking or not people_of(match, agreed, party) for party in PARTIES)


def fault_of(match: Match, agreed: Agreement, party: Party, what: AskedFor) -> Refused | None:
    """Why this cannot be asked for now."""
    is_over = next_task(match, agreed, now=0.0).what == "over"
    if what == "rematch":
        return None if is_over else Refused("not-over", None, "the match is not over yet")
    if agreed.rules is not None:
        return Refused("tournament", None, "at a tournament's table what happened stands")
    if is_over:
        return Refused("over", None, "the match is over")
    found = act_for(match, what, party)
    return found if isinstance(found, Refused) else None


def act_for(match: Match, what: Literal["undo", "end"], party: Party) -> Act | Refused:
    """What is put on record when both sides agree on it."""
    if what == "end":
        return acts.Stop(ENDED)
    event = last_of_party(match, party)
    return NOTHING_TO_UNDO if event is None else acts.Correct(event.number - 1, TAKEN_BACK)
