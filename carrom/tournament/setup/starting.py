"""The beginning of a tournament: a template, or a format alone. Everything in it can be set otherwise."""

from dataclasses import replace
from datetime import date

from carrom.laws import rulebook
from carrom.tournament.desk.lengths import likely_minutes
from carrom.tournament.formats import format_of
from carrom.tournament.log.definition import Definition, EventDefinition, EventId, RubberPlan
from carrom.tournament.log.people import Category
from carrom.tournament.setup.stages import stages_of
from carrom.tournament.templates import TEMPLATES, template

_RULEBOOK = "icf"
_RUBBERS = (
    RubberPlan(id="S1", category=Category()),
    RubberPlan(id="S2", category=Category()),
    RubberPlan(id="D1", category=Category(kind="doubles")),
)
"""What two teams usually play against each other."""
WAYS = (
    "knockout",
    "groups+knockout",
    "groups+knockout+plate",
    "round-robin",
    "swiss",
    "swiss+knockout",
    "double-elimination",
    "team-league",
)
"""How one event is usually played; any other row of formats may begin a tournament too."""


def start(beginning: str, *, day: date) -> Definition:
    """A tournament that begins as a template does, or one of one event in these formats: `groups+knockout`."""
    if beginning in TEMPLATES:
        return template(beginning, day=day)
    formats = [format_of(name.strip()) for name in beginning.lower().split("+")]
    stages = stages_of(formats, rulebook(_RULEBOOK).id)
    is_teams = any(format.has_ties for format in formats)
    event = EventDefinition(id=EventId("S"), name="Singles", category=Category(), stages=stages)
    if is_teams:
        event = replace(event, id=EventId("T"), name="Teams", category=Category(kind="teams"), rubbers=_RUBBERS)
    made = Definition(name="Carrom tournament", day=day, events=(event,))
    return replace(made, hall=replace(made.hall, slot_minutes=likely_minutes(made)))
