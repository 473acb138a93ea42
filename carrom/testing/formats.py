"""Conformance test for stage formats: draw, and play to the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import get_type_hints

from carrom.base.errors import CarromError
from carrom.cli import draw as draw_verb
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.draws.bracket import Entrant, LoserOf, WinnerOf
from carrom.tournament.draws.draw_json import rounds_json
from carrom.tournament.formats import FORMATS, Drawing, StageFormat, ToDraw
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, RubberPlan, Stage, StageId
from carrom.tournament.model.events import (
    EntryRecorded,
    EventBody,
    PersonRecorded,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId

_DAY = date(2024, 1, 1)
_KEY = StageKey(CompetitionId("S"), StageId("only"))


def format_faults(format: StageFormat, *, page: str | None = None) -> list[str]:
    """A format's shortcomings as sentences.

    `page` is its documentation. It need not be in `FORMATS`: it is added during the test.
    """
    found = []
    if page is not None and f"`{format.name}`" not in page:
        found.append(f"{format.name} is not described: no row of the page names it")
    with _enrolled(format):
        return [*found, *_draw_faults(format), *_line_faults(format), *_play_faults(format)]


@contextmanager
def _enrolled(format: StageFormat) -> Iterator[None]:
    before = dict(FORMATS)
    FORMATS[format.name] = format
    try:
        yield
    finally:
        FORMATS.clear()
        FORMATS.update(before)


def _draw_faults(format: StageFormat) -> Iterator[str]:
    for count in range(2, 10):
        names = [f"p{number}" for number in range(count)]
        try:
            drawing = format.draw(_wanted(format, names))
        except CarromError as error:
            yield f"{format.name} draws no {count} entries: {error}"
            continue
        yield from _drawing_faults(format.name, drawing, names)
        if format.draw(_wanted(format, names)) != drawing:
            yield f"{format.name} draws {count} entries twice and differently from the same seed"


def _drawing_faults(name: str, drawing: Drawing, names: list[str]) -> Iterator[str]:
    known: set[str] = set()
    for one in drawing.fixtures:
        feeders = {slot.match for slot in one.slots if isinstance(slot, WinnerOf | LoserOf)}
        if feeders - known or one.id in known:
            yield f"{name} draws {one.id} before what feeds it, or twice"
        known.add(one.id)
    drawn = {slot.entry for one in drawing.fixtures for slot in one.slots if isinstance(slot, Entrant)}
    if drawn != set(names):
        yield f"{name} leaves {', '.join(sorted(set(names) - drawn)) or 'nobody'} out of a draw of {len(names)}"


def _line_faults(format: StageFormat) -> Iterator[str]:
    """Check that `carrom draw` makes the same draw as a tournament."""
    names = [f"p{number}" for number in range(6)]
    question = {
        "format": format.name,
        "entries": names,
        "teams": names,
        "categories": ["one"],
        "groups": 1,
        "random": 7,
    }
    hints = get_type_hints(format.line)
    try:
        answer = draw_verb.answer({name: value for name, value in question.items() if name in hints})
        if "rounds" in answer and answer["rounds"] != rounds_json(format.draw(_wanted(format, names)).fixtures):
            yield f"{format.name} draws other rounds for `carrom draw` than for a stage"
    except CarromError as error:
        yield f"{format.name} has no answer for `carrom draw`: {error}"


def _play_faults(format: StageFormat) -> Iterator[str]:
    bodies: list[EventBody] = [TournamentCreated(definition=_definition(format))]
    for number in range(6):
        person = Person(id=PersonId(f"p{number}"), name=f"P{number}")
        bodies.append(PersonRecorded(person=person))
        bodies.append(EntryRecorded(event=_KEY.event, entry=Entry(id=EntryId(person.name), members=(person.id,))))
    start = datetime.combine(_DAY, datetime.min.time())
    facts = [
        TournamentEvent(id=TournamentEventId(f"f{n}"), at=start, body=body, n=n) for n, body in enumerate(bodies, 1)
    ]
    simulation = Simulation(fold_events(facts).state)
    facts += simulation.facts()
    if from_text(tournament_text(facts)).state != simulation.state:
        yield f"{format.name} is not the same after it was written to a file and read back"
    view = TournamentNow(simulation.state)
    if not all(view.status(match) in ("played", "bye") for match in simulation.state.matches):
        yield f"{format.name} is not played to its end by a simulation"
    elif not format.has_groups and not prizes(view, simulation.state.event(_KEY.event)):
        yield f"{format.name} is played out and has no winner"


def _wanted(format: StageFormat, names: list[str]) -> ToDraw:
    return ToDraw(stage=_stage(format), title="kit", names=names, rubbers=["one"], random=7)


def _stage(format: StageFormat) -> Stage:
    policy = POLICIES["vkk"] if format.shape == "tables" else None
    return Stage(id=_KEY.stage, format=format.name, rulebook="vkk", policy=policy, groups=1, rounds=3)


def _definition(format: StageFormat) -> Definition:
    rubbers = (RubberPlan(id="one", category=Category()),)
    event = Competition(id=_KEY.event, name="Kit", category=Category(), stages=(_stage(format),), rubbers=rubbers)
    return Definition(name="Kit", day=_DAY, events=(event,))
