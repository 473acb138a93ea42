"""What a fact was about, in a few words for people: the result of M7, 25–8."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from carrom.tournament.log import decision_facts as d, facts as f, table_facts as t
from carrom.tournament.log.people import Person, PersonId
from carrom.tournament.log.scores import score_text

NOBODY: Final[Mapping[PersonId, Person]] = MappingProxyType({})


_CHECKED = {
    "here": ("is here", "is not here"),
    "fee": ("has paid", "has not paid"),
    "striker": ("has a certified striker", "has none"),
}


def told_text(body: f.Body, known: Mapping[f.FactId, f.Body], people: Mapping[PersonId, Person] = NOBODY) -> str:
    """What somebody told, as news: what was taken back is named, out of all that is `known`."""
    if isinstance(body, f.Retracted | f.Undone):
        taken = known.get(body.fact)
        return f"{body.fact if taken is None else fact_text(taken, people)} was taken back"
    return fact_text(body, people)


def fact_text(body: f.Body, people: Mapping[PersonId, Person] = NOBODY) -> str:
    """A phrase that can stand before "was taken back"; with the people of the tournament, by their names."""
    match body:
        case f.Created():
            return "the creation of the tournament"
        case f.Changed():
            return f"the change of {'; '.join(body.what)}" if body.what else "the change of the announcement"
        case f.PersonRecorded():
            return f"what was told of {body.person.name}"
        case f.Entered():
            return f"the entry of {body.entry.id} in {body.event}"
        case f.TeamsDrawn():
            return f"the draw of the teams of {body.event}"
        case f.Joined():
            return f"the late entry of {body.entry.id} in {body.event}/{body.stage}"
        case f.Renamed():
            return f"the new name {body.name or ', '.join(one.now for one in body.entries)}"
        case f.Substituted():
            return f"the substitute in {body.event} for {body.entry}"
        case f.LinedUp():
            return f"the line-up of {body.entry} in {body.match or body.rubber}"
        case f.Checked():
            name = people[body.person].name if body.person in people else body.person
            return f"the mark that {name} {_CHECKED[body.what][not body.holds]}"
        case f.ContactGiven():
            return f"a contact ({body.role})"
        case f.Left():
            return f"the leaving of {body.entry} in {body.event}"
        case f.Drawn():
            return f"the draw of {body.event}/{body.stage}" + (f" with the seed {body.random}" if body.random else "")
        case f.Published():
            return f"the publication of {body.event}/{body.stage}"
        case d.SeatsRuled():
            places = ", ".join(body.seats)
            return f"the ruling on {places} of {body.event}/{body.stage}"
        case t.Called():
            return f"the call of {body.match} to table {body.table}"
        case t.Reported() | t.Started():
            return f"what was told of {body.match} at its table"
        case t.Freed():
            return f"the freeing of the table of {body.match}"
        case f.ResultGiven():
            return f"the result of {body.match} ({body.a} – {body.b} {score_text(body)})"
        case f.ResultConfirmed():
            return f"the confirmation of {body.match}"
        case f.ShootoutPlayed():
            return f"the shoot-out {body.a} – {body.b} {body.score[0]}–{body.score[1]}"
        case f.PolicyChanged():
            return f"the new order of tie-breaks of {body.event}/{body.stage}"
        case t.TableService():
            return f"table {body.table} {'back in' if body.works else 'out of'} service"
        case d.ProtestLodged():
            return f"the protest {body.protest} against {body.match}"
        case d.FeePaid():
            return f"the fee of the protest {body.protest}"
        case d.ProtestJudged():
            return f"the decision on the protest {body.protest}"
    return f"a fact of the kind {body.kind!r}"
