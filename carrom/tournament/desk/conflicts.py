"""Two desks at once: whether something was told about the same thing since somebody looked.

What was told meanwhile of another match, table or person is in nobody's way. Of the same one it is: whoever typed had
not seen it.
"""

from collections.abc import Iterable

from carrom.base.refusal import Refused
from carrom.tournament.desk.acts.act import DeskAct
from carrom.tournament.log import decision_facts as d, facts as f, table_facts as t
from carrom.tournament.log.fact_text import fact_text
from carrom.tournament.log.state import State
from carrom.tournament.log.undoing import taken_by

EVERYTHING = "everything"


def told_meanwhile(state: State, act: DeskAct, bodies: Iterable[f.Body], since: Iterable[f.Fact]) -> Refused | None:
    """Why an act is stale that would put this on record: what was told since about the same thing."""
    new = [*bodies]
    own = frozenset[str]().union(_named(act), *(about(state, body) for body in new))
    if any(isinstance(body, f.Undone) for body in new):
        own |= {EVERYTHING}
    for fact in since:
        if EVERYTHING in own or own & about(state, fact.body):
            text = fact_text(fact.body, state, is_private_shown=False)
            return Refused(
                "stale", None, f"Meanwhile {text} was put on record at {fact.at:%H:%M} by {fact.by}: look again."
            )
    return None


def _named(act: DeskAct) -> frozenset[str]:
    """A match that is meant by its table: another one may have come there."""
    match = getattr(act, "match", None)
    return frozenset({f"table {match.removeprefix('@')}"} if match and match.lstrip("@").isdigit() else ())


def about(state: State, body: f.Body) -> frozenset[str]:
    """What a fact speaks of, in such a way that two of them with nothing in common are in nobody's way."""
    match body:
        case f.ResultGiven() | f.ResultConfirmed():
            found = [f"result {body.match}"]
        case t.Called():
            found = [f"place {body.match}", f"table {body.table}"]
        case t.Freed():
            found = [f"place {body.match}"]
        case t.TableService():
            found = [f"table {body.table}"]
        case f.Drawn() | f.Published() | d.SeatsRuled() | f.PolicyChanged():
            found = [f"stage {body.event}/{body.stage}"]
        case f.Joined():
            found = [f"stage {body.event}/{body.stage}", f"entry {body.event} {body.entry.id}"]
        case f.TeamsDrawn():
            found = [f"teams {body.event}"]
        case f.ShootoutPlayed():
            found = [f"shoot-out {body.event}/{body.stage} {sorted((body.a, body.b))}"]
        case f.LotsDrawn():
            found = [f"stage {body.event}/{body.stage}"]
        case f.PersonRecorded():
            found = [f"person {body.person.id}"]
        case f.Entered():
            found = [f"entry {body.event} {body.entry.id}"]
        case f.Renamed():
            found = [f"person {body.person}", *(f"entry {one.event} {one.was}" for one in body.entries)]
        case f.Substituted() | f.Left():
            found = [f"entry {body.event} {body.entry}"]
        case f.LinedUp():
            found = [f"line-up {body.event} {body.entry} {body.rubber} {body.match}"]
        case f.Checked():
            found = [f"{body.what} {body.person}"]
        case f.ContactGiven():
            found = [f"contact {body.role} {body.person or body.name}"]
        case d.ProtestLodged():
            found = [f"protest {body.match} {body.side} {body.game} {body.board}"]
        case d.FeePaid():
            found = [f"fee {body.protest}"]
        case d.ProtestJudged():
            found = [f"decision {body.protest}"]
        case f.Changed():
            found = ["settings"]
        case f.Retracted() | f.Undone():
            return frozenset[str]().union(*(about(state, state.seen[one]) for one in taken_by(body, state.seen)))
        case _:
            found = []
    return frozenset(found)
