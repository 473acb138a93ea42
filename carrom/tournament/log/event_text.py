"""Describe events in a few words, such as "the result of M7 (A – B 25–8)"."""

from collections.abc import Mapping
from typing import Final

from carrom.tournament.model import events as d, events as f, events as t
from carrom.tournament.model.scores import score_text
from carrom.tournament.model.state import StageKey, State

NAMELESS: Final = State()

_CHECKED = {
    "here": ("is here", "is not here"),
    "fee": ("has paid", "has not paid"),
    "striker": ("has a certified striker", "has none"),
}


def event_news(
    body: f.EventBody,
    known: Mapping[f.TournamentEventId, f.EventBody],
    state: State = NAMELESS,
    *,
    is_private_shown: bool = True,
) -> str:
    """Describe an event as news; taking back another one names it from `known`."""
    if not isinstance(body, f.Retracted | f.Undone):
        return event_text(body, state, is_private_shown=is_private_shown)
    taken = known.get(body.fact)
    what = body.fact if taken is None else event_text(taken, state, is_private_shown=is_private_shown)
    others = ", with all that was told at once," if isinstance(body, f.Undone) and body.since else ""
    return f"{what}{others} was taken back"


def event_phrase(
    body: f.EventBody, known: Mapping[f.TournamentEventId, f.EventBody], state: State, *, is_private_shown: bool
) -> str:
    """Describe an event as a phrase, also a retraction or an undo: "the taking back of the result of M7"."""
    if not isinstance(body, f.Retracted | f.Undone) or body.fact not in known:
        return event_text(body, state, is_private_shown=is_private_shown)
    return f"the taking back of {event_text(known[body.fact], state, is_private_shown=is_private_shown)}"


def is_private(body: f.EventBody) -> bool:
    """Whether an event is only for the entry desk: payments are."""
    return isinstance(body, f.PersonChecked) and body.what == "fee"


def event_text(body: f.EventBody, state: State = NAMELESS, *, is_private_shown: bool = True) -> str:
    """Describe an event as a phrase that fits before "was taken back".

    Names come from `state`. Payments are mentioned only with `is_private_shown`.
    """
    match body:
        case f.TournamentCreated():
            return "the creation of the tournament"
        case f.DefinitionChanged():
            return f"the change of {'; '.join(body.what)}" if body.what else "the change of the announcement"
        case f.PersonRecorded():
            return f"what was told of {body.person.name}"
        case f.EntryRecorded():
            return f"the entry of {body.entry.id} in {state.event_name(body.event)}"
        case f.TeamsDrawn():
            return f"the draw of the teams of {state.event_name(body.event)}"
        case f.EnteredLate():
            return f"the late entry of {body.entry.id} in {state.title(StageKey(body.event, body.stage))}"
        case f.Renamed():
            return f"the new name {body.name or ', '.join(one.now for one in body.entries)}"
        case f.Substituted():
            return f"the substitute in {state.event_name(body.event)} for {body.entry}"
        case f.LineUpGiven():
            return f"the line-up of {body.entry} in {body.match or body.rubber}"
        case f.PersonChecked():
            name = state.people[body.person].name if body.person in state.people else body.person
            if is_private(body) and not is_private_shown:
                return f"the mark of the entry desk about {name}"
            paid = f" {body.amount}" if body.holds and body.amount else ""
            return f"the mark that {name} {_CHECKED[body.what][not body.holds or body.amount == 0]}{paid}"
        case f.ContactGiven():
            return f"a contact ({body.role})"
        case f.EntryLeft():
            return f"the leaving of {body.entry} in {state.event_name(body.event)}"
        case f.StageDrawn():
            number = f" with the draw number {body.random}" if body.random else ""
            return f"the draw of {state.title(StageKey(body.event, body.stage))}{number}"
        case f.DrawPublished():
            return f"the publication of {state.title(StageKey(body.event, body.stage))}"
        case d.SeatsRuled():
            places = ", ".join(body.seats)
            return f"the ruling on {places} of {state.title(StageKey(body.event, body.stage))}"
        case t.MatchCalled():
            return f"the call of {body.match} to table {body.table}"
        case t.SideReported() | t.MatchStarted():
            return f"what was told of {body.match} at its table"
        case t.TableFreed():
            return f"the freeing of the table of {body.match}"
        case f.ResultGiven():
            return f"the result of {body.match} ({body.a} – {body.b} {score_text(body)})"
        case f.ResultConfirmed():
            return f"the confirmation of {body.match}"
        case f.SourceRevoked():
            return f"the setting aside of what {body.source} says"
        case d.SourceRestored():
            return f"the return of {body.source}, whose word counts again,"
        case f.ShootoutPlayed():
            return f"the shoot-out {body.a} – {body.b} {body.score[0]}–{body.score[1]}"
        case f.LotsDrawn():
            return f"the lots between {', '.join(body.order)}"
        case f.PolicyChanged():
            return f"the new order of tie-breaks of {state.title(StageKey(body.event, body.stage))}"
        case t.TableServiceSet():
            return f"table {body.table} {'back in' if body.works else 'out of'} service"
        case d.ProtestLodged():
            return f"the protest {body.protest} against {body.match}"
        case d.ProtestFeePaid():
            return f"the fee of the protest {body.protest}"
        case d.ProtestJudged():
            return f"the decision on the protest {body.protest}"
        case f.Retracted() | f.Undone():
            return "the taking back of something told before"
        case f.PadEventNoted():
            return f"what a pad sent of {body.match}"
