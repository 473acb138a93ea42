"""What the desk takes. `apply` reads a log kindly, since what stands in it was taken once; `admit` is stricter.

A check that is added here makes no file unreadable that was written before it.
"""

from collections.abc import Callable
from typing import Any

from carrom.base.refusal import Refused, RefusedError
from carrom.tournament.log import facts as f
from carrom.tournament.log.decision_facts import ProtestJudged, ProtestLodged, SeatsRuled
from carrom.tournament.log.entries import check_nobody_removed
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.protests import check_decision, check_protest
from carrom.tournament.log.result_checks import check_call, check_confirmed, check_leaving, check_lots, check_result
from carrom.tournament.log.shootout_series import check_shootout
from carrom.tournament.log.standing_once import check_publication, check_ruling
from carrom.tournament.log.state import State
from carrom.tournament.log.table_facts import Called, Started
from carrom.tournament.log.transitions import Recorded, apply
from carrom.tournament.log.written import check_fact


def admit(state: State, fact: Fact) -> Recorded | Refused:
    """Add one fact that is new, or say why not."""
    if fact.id not in state.seen and fact.by not in state.revoked:
        try:
            for check in (check_fact, _CHECKS.get(type(fact.body))):
                if check is not None:
                    check(state, fact, fact.body)
        except RefusedError as error:
            return error.refused
    return apply(state, fact)


_CHECKS: dict[type, Callable[[State, Fact, Any], None]] = {
    f.Entered: check_nobody_removed,
    f.Published: check_publication,
    Called: check_call,
    Started: check_call,
    f.ResultGiven: check_result,
    f.ResultConfirmed: check_confirmed,
    f.Left: check_leaving,
    f.ShootoutPlayed: check_shootout,
    f.LotsDrawn: check_lots,
    ProtestLodged: check_protest,
    ProtestJudged: check_decision,
    SeatsRuled: check_ruling,
}
"""Each looks at the state before the fact, and refuses or does nothing; what `apply` refuses it may leave to it."""
