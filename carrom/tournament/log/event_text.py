"""Describe events in a few words, such as "the result of M7 (A – B 25–8)"."""

from collections.abc import Mapping
from typing import Final

from carrom.tournament.model import events as e
from carrom.tournament.model.scores import score_text
from carrom.tournament.model.state import StageKey, State

NAMELESS: Final = State()

_CHECKED = {
    "here": ("is here", "is not here"),
    "fee": ("has paid", "has not paid"),
    "striker": ("has a certified striker", "has none"),
}


def event_news(
    body: e.EventBody,
    known: Mapping[e.TournamentEventId, e.EventBody],
    state: State = NAMELESS,
    *,
    is_private_shown: bool = True,
) -> str:
    """Describe an event as news; taking back another one names it from `known`."""
    if not isinstance(body, e.Retracted | e.Undone):
        return describe_event(body, state, is_private_shown=is_private_shown)
    taken = known.get(body.fact)
    what = body.fact if taken is None else describe_event(taken, state, is_private_shown=is_private_shown)
    others = ", with all that was told at once," if isinstance(body, e.Undone) and body.since else ""
    return f"{what}{others} was taken back"


def event_phrase(
    body: e.EventBody, known: Mapping[e.TournamentEventId, e.EventBody], state: State, *, is_private_shown: bool
) -> str:
    """Describe an event as a phrase, also a retraction or an undo: "the taking back of the result of M7"."""
    if not isinstance(body, e.Retracted | e.Undone) or body.fact not in known:
        return describe_event(body, state, is_private_shown=is_private_shown)
    return f"the taking back of {describe_event(known[body.fact], state, is_private_shown=is_private_shown)}"


def is_private(body: e.EventBody) -> bool:
    """Whether an event is only for the entry desk: payments are."""
    return isinstance(body, e.PersonChecked) and body.what == "fee"


def describe_event(body: e.EventBody, state: State = NAMELESS, *, is_private_shown: bool = True) -> str:
    """Describe an event as a phrase that fits before "was taken back".

    Names come from `state`. Payments are mentioned only with `is_private_shown`.
    """
    match body:
        case e.TournamentCreated():
            return "the creation of the tournament"
        case e.DefinitionChanged():
            return f"the change of {'; '.join(body.what)}" if body.what else "the change of the announcement"
        case e.PersonRecorded():
            return f"what was told of {body.person.name}"
        case e.EntryRecorded():
            return f"the entry of {body.entry.id} in {state.event_name(body.event)}"
        case e.TeamsDrawn():
            return f"the draw of the teams of {state.event_name(body.event)}"
        case e.EnteredLate():
            return f"the late entry of {body.entry.id} in {state.title(StageKey(body.event, body.stage))}"
        case e.Renamed():
            return f"the new name {body.name or ', '.join(one.now for one in body.entries)}"
        case e.Substituted():
            return f"the substitute in {state.event_name(body.event)} for {body.entry}"
        case e.LineUpGiven():
            return f"the line-up of {body.entry} in {body.match or body.rubber}"
        case e.PersonChecked():
            name = state.people[body.person].name if body.person in state.people else body.person
            if is_private(body) and not is_private_shown:
                return f"the mark of the entry desk about {name}"
            paid = f" {body.amount}" if body.holds and body.amount else ""
            return f"the mark that {name} {_CHECKED[body.what][not body.holds or body.amount == 0]}{paid}"
        case e.ContactGiven():
            return f"a contact ({body.role})"
        case e.EntryLeft():
            return f"the leaving of {body.entry} in {state.event_name(body.event)}"
        case e.StageDrawn():
            number = f" with the draw number {body.random}" if body.random else ""
            return f"the draw of {state.title(StageKey(body.event, body.stage))}{number}"
        case e.DrawPublished():
            return f"the publication of {state.title(StageKey(body.event, body.stage))}"
        case e.SeatsRuled():
            places = ", ".join(body.seats)
            return f"the ruling on {places} of {state.title(StageKey(body.event, body.stage))}"
        case e.MatchCalled():
            return f"the call of {body.match} to table {body.table}"
        case e.SideReported() | e.MatchStarted():
            return f"what was told of {body.match} at its table"
        case e.TableFreed():
            return f"the freeing of the table of {body.match}"
        case e.ResultGiven():
            return f"the result of {body.match} ({body.a} – {body.b} {score_text(body)})"
        case e.ResultConfirmed():
            return f"the confirmation of {body.match}"
        case e.SourceRevoked():
            return f"the setting aside of what {body.source} says"
        case e.SourceRestored():
            return f"the return of {body.source}, whose word counts again,"
        case e.ShootoutPlayed():
            return f"the shoot-out {body.a} – {body.b} {body.score[0]}–{body.score[1]}"
        case e.LotsDrawn():
            return f"the lots between {', '.join(body.order)}"
        case e.PolicyChanged():
            return f"the new order of tie-breaks of {state.title(StageKey(body.event, body.stage))}"
        case e.TableServiceSet():
            return f"table {body.table} {'back in' if body.works else 'out of'} service"
        case e.ProtestLodged():
            return f"the protest {body.protest} against {body.match}"
        case e.ProtestFeePaid():
            return f"the fee of the protest {body.protest}"
        case e.ProtestJudged():
            return f"the decision on the protest {body.protest}"
        case e.Retracted() | e.Undone():
            return "the taking back of something told before"
        case e.PadEventNoted():
            return f"what a pad sent of {body.match}"
