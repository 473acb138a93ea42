"""Settings of events: which there are, who may enter, and their stages."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from carrom.base.errors import CarromError
from carrom.tournament.formats import FORMATS, StageFormat, format_of
from carrom.tournament.model.definition import (
    Competition,
    CompetitionId,
    Definition,
    Overrides,
    RubberPlan,
    Stage,
    StageId,
)
from carrom.tournament.model.limits import read_day
from carrom.tournament.model.people import Category
from carrom.tournament.settings.setting import (
    YES_OR_NO,
    Frozen,
    Row,
    Setting,
    category_text,
    events_at,
    flag_text,
    read_category,
    read_count,
    read_flag,
    read_name_text,
    read_value,
    setting_error,
)
from carrom.tournament.tables.policy import POLICIES

_GROUP_SIZE, _FROM_A_GROUP, _FROM_A_TABLE, _SWISS_ROUNDS = 4, 2, 4, 5

_NO_OVERRIDES = Overrides()
_INHERITED = ("apart", "third_place", "reset", "after_bye")
"""A new stage takes these from the one it replaces."""


def formats_text(event: Competition) -> str:
    return "+".join(stage.format for stage in event.stages)


def with_formats(event: Competition, text: str) -> Competition:
    """Event with stages in these formats, keeping stages and values where possible."""
    formats = [format_of(name.strip()) for name in text.lower().split("+")]
    first = event.stages[0]
    return replace(event, stages=build_stages(formats, first.rulebook, first.overrides, event.stages))


def build_stages(
    formats: list[StageFormat],
    rulebook: str,
    overrides: Overrides = _NO_OVERRIDES,
    known: tuple[Stage, ...] = (),
) -> tuple[Stage, ...]:
    left, found = list(known), list[Stage]()
    replaced = [stage for stage in known if stage.form not in formats]
    _check_plate(formats)
    main = [format for format in formats if not format.is_consolation or len(formats) == 1]
    for number, format in enumerate(formats):
        if number and not format.can_follow:
            names = " or ".join(one.name for one in FORMATS.values() if one.can_follow)
            raise CarromError("wrong-format", f"a {format.name} cannot follow another stage: {names} can")
        stage = next((one for one in left if one.form is format), None)
        if stage is not None:
            left.remove(stage)
        else:
            taken = {one.id for one in (*left, *found)}
            before = next((one for one in replaced if _can_replace(one.form, format)), None)
            if before is None:
                stage = _default_stage(format, rulebook, overrides, taken)
            else:
                replaced.remove(before)
                stage = _replacement_stage(before, format, taken)
        is_followed = number + 1 < len(main)
        usual = stage.advance or (_FROM_A_GROUP if format.has_groups else _FROM_A_TABLE)
        if is_followed and format.shape != "tables":
            raise CarromError("wrong-format", f"nothing can follow a {format.name}")
        found.append(replace(stage, advance=usual if is_followed else 0))
    return tuple(found)


def _check_plate(formats: list[StageFormat]) -> None:
    at = [number for number, format in enumerate(formats) if format.is_consolation]
    if at and len(formats) > 1 and (at != [len(formats) - 1] or formats[-2].name != "knockout"):
        name = formats[at[0]].name
        raise CarromError("wrong-format", f"a {name} comes last and beside a knockout, as in groups+knockout+{name}")


def _can_replace(old: StageFormat, new: StageFormat) -> bool:
    return old.shape == new.shape and old.has_ties == new.has_ties


def _replacement_stage(before: Stage, format: StageFormat, taken: set[StageId]) -> Stage:
    stage = _default_stage(format, before.rulebook, before.overrides, taken)
    usual = _default_stage(before.form, before.rulebook, before.overrides, set())
    fields = (
        "policy",
        "withdrawal",
        "by_round",
        *(one for one in _INHERITED if one in format.reads and one in before.form.reads),
    )
    changes = {one: getattr(before, one) for one in fields if getattr(before, one) != getattr(usual, one)}
    return replace(stage, **changes)


def _default_stage(format: StageFormat, rulebook: str, overrides: Overrides, taken: set[StageId]) -> Stage:
    name = "league" if format.has_ties else format.name
    id = next(one for one in (name, *(f"{name}-{n}" for n in range(2, 99))) if one not in taken)
    policy = "kreeda" if format.has_ties else "swiss" if format.in_rounds else "icf"
    return Stage(
        id=StageId(id),
        format=format.name,
        rulebook=rulebook,
        overrides=overrides,
        policy=POLICIES[policy] if format.shape == "tables" else None,
        group_size=_GROUP_SIZE if "group_size" in format.reads else None,
        rounds=_SWISS_ROUNDS if "rounds" in format.reads else None,
        apart="club" if "apart" in format.reads else None,
    )


def _setting(
    name: str,
    help: str,
    sample: str,
    frozen: Frozen,
    *,
    put: Callable[[Competition, str], Competition],
    shown: Callable[[Competition], str],
    fits: Callable[[Competition], bool] = lambda event: True,
    question: str = "",
    is_for_one: bool = False,
    choices: tuple[str, ...] = (),
) -> Setting:
    def put_all(definition: Definition, where: str, text: str) -> Definition:
        events = [event for event in events_at(definition, where) if fits(event)]
        if not events:
            raise setting_error(
                "wrong-place", name, "", f"{where or 'no event'} has {'no ' if where else ''}{name} to set"
            )
        if is_for_one and len(events) > 1:
            ids = ", ".join(event.id for event in events)
            raise setting_error(
                "which-event",
                name,
                "",
                f"say of which event: there are {ids}",
                f"say of which event, as in {events[0].id}={sample}; there are {ids}",
            )
        for event in events:
            definition = definition.with_event(read_value(name, where, text, partial(put, event)))
        return definition

    return Setting(
        name=name,
        level="event",
        help=help,
        sample=sample,
        frozen=frozen,
        put=put_all,
        rows=lambda definition: [(event.id, shown(event)) for event in definition.events if fits(event)],
        question=question,
        choices=choices,
    )


def _put_category(event: Competition, text: str) -> Competition:
    return replace(event, category=replace(read_category(text), age_on=event.category.age_on))


def _put_age_on(event: Competition, text: str) -> Competition:
    day = None if text.lower() in ("no", "day") else read_day(text)
    return replace(event, category=replace(event.category, age_on=day))


def _title_and_category(text: str) -> tuple[str, Category | None]:
    """Read `Men's singles: singles men`; the category is optional."""
    title, _, category = text.rpartition(":") if ":" in text else (text, "", "")
    return read_name_text(title), read_category(category) if category.strip() else None


def _put_event(definition: Definition, where: str, text: str) -> Definition:
    """Add an event like the first one, or change one."""
    title, category = read_value("event", where, text, _title_and_category)
    known = next((one for one in definition.events if one.id.lower() == where.lower()), None)
    if known is not None:
        same_day = replace(category or known.category, age_on=known.category.age_on)
        return definition.with_event(replace(known, name=title, category=same_day))
    if not where.replace("-", "").isalnum():
        raise CarromError("bad-id", f"an event is called by letters and digits, such as MS, not {where!r}")
    first = definition.events[0]
    new = replace(first, id=CompetitionId(where), name=title, category=category or Category(), cancelled=False)
    return definition.with_event(new)


def _remove_event(definition: Definition, where: str, text: str) -> Definition:
    event = events_at(definition, read_value("remove-event", where, text, read_name_text))[0]
    if len(definition.events) == 1:
        raise setting_error("only-event", "remove-event", "", f"{event.id} is the only event")
    return replace(definition, events=tuple(one for one in definition.events if one.id != event.id))


def _rubber_event(definition: Definition, where: str) -> tuple[Competition, str]:
    """Read a rubber: `S1` or `T/S1`."""
    event, _, rubber = where.rpartition("/")
    events = [one for one in events_at(definition, event) if any(stage.form.has_ties for stage in one.stages)]
    if len(events) != 1 or not rubber:
        raise CarromError(
            "bad-id", f"a rubber has a short name of its own in one event of teams, such as T/S1, not {where!r}"
        )
    return events[0], rubber


def _put_rubber(definition: Definition, where: str, text: str) -> Definition:
    event, rubber = _rubber_event(definition, where)
    title, category = read_value("rubber", where, text, _title_and_category)
    known = next((one for one in event.rubbers if one.id.lower() == rubber.lower()), None)
    if known is None:
        new = RubberPlan(id=rubber, category=category or Category(), name="" if title == rubber else title)
        return definition.with_event(replace(event, rubbers=(*event.rubbers, new)))
    new = replace(known, name="" if title == known.id else title, category=category or known.category)
    return definition.with_event(replace(event, rubbers=tuple(new if one is known else one for one in event.rubbers)))


def _remove_rubber(definition: Definition, where: str, text: str) -> Definition:
    event, rubber = _rubber_event(definition, text)
    if all(one.id.lower() != rubber.lower() for one in event.rubbers):
        ids = ", ".join(one.id for one in event.rubbers)
        raise setting_error("unknown-rubber", "remove-rubber", "", f"{event.id} has no rubber {rubber!r}; it has {ids}")
    return definition.with_event(
        replace(event, rubbers=tuple(one for one in event.rubbers if one.id.lower() != rubber.lower()))
    )


def _rubber_rows(definition: Definition) -> list[Row]:
    return [
        (f"{event.id}/{one.id}", f"{one.title}: {category_text(one.category)}")
        for event in definition.events
        for one in event.rubbers
    ]


def _list_setting(name: str, help: str, sample: str, frozen: Frozen, put: Any, rows: Any) -> Setting:
    is_removal = name.startswith("remove-")
    return Setting(
        name=name,
        level="tournament" if is_removal else "event",
        help=help,
        sample=sample,
        frozen=frozen,
        put=put,
        rows=rows,
        is_place_needed=not is_removal,
    )


EVENT_LIST_SETTINGS = (
    _list_setting(
        "event",
        "add an event, with the stages of the first one, or change the name and category of one that is there",
        "MS=Men's singles: singles men",
        Frozen.BY_ENTRIES,
        _put_event,
        lambda definition: [
            (event.id, f"{event.name}: {category_text(event.category)}") for event in definition.events
        ],
    ),
    _list_setting(
        "remove-event",
        "take an event out; one that is drawn can only be cancelled",
        "XD",
        Frozen.BY_ENTRIES,
        _remove_event,
        lambda definition: [],
    ),
)

COMPETITION_SETTINGS = (
    _setting(
        "format",
        f"what its stages are, in order: {', '.join(FORMATS)}",
        "groups+knockout",
        Frozen.BY_A_DRAW,
        put=with_formats,
        shown=formats_text,
        question="Format, stages joined by +",
    ),
    _setting(
        "category",
        "who may enter: singles, doubles or teams (of 13); men, women or mixed; 60+, 40-59 or under 16",
        "singles women 40-59",
        Frozen.BY_ENTRIES,
        put=_put_category,
        shown=lambda event: category_text(event.category),
        question="Who may enter",
        is_for_one=True,
    ),
    _setting(
        "age-on",
        "the day on which the age counts; day for the first day of the tournament",
        "2024-11-05",
        Frozen.BY_ENTRIES,
        put=_put_age_on,
        shown=lambda event: "day" if event.category.age_on is None else event.category.age_on.isoformat(),
        fits=lambda event: event.category.min_age is not None or event.category.max_age is not None,
        question="Age on which day",
    ),
    _setting(
        "min-communities",
        "the event is not held if fewer communities enter; 0 for no such rule",
        "3",
        Frozen.NEVER,
        put=lambda event, text: replace(event, min_communities=read_count(text)),
        shown=lambda event: str(event.min_communities),
    ),
    _setting(
        "fee",
        "what each player of the event pays to enter; 0 for nothing",
        "100",
        Frozen.NEVER,
        put=lambda event, text: replace(event, fee=read_count(text)),
        shown=lambda event: str(event.fee),
    ),
    _setting(
        "cancelled",
        "put on record that the event is not held, or is held after all",
        "yes",
        Frozen.ALWAYS,
        put=lambda event, text: replace(event, cancelled=read_flag(text)),
        shown=lambda event: flag_text(event.cancelled),
        is_for_one=True,
        choices=YES_OR_NO,
    ),
    _setting(
        "teams",
        "how many teams are drawn out of the players; 0 if they come as teams",
        "5",
        Frozen.BY_ENTRIES,
        put=lambda event, text: replace(event, teams=read_count(text)),
        shown=lambda event: str(event.teams),
        fits=lambda event: event.category.kind == "teams",
        question="How many teams are drawn",
    ),
    _list_setting(
        "rubber",
        "add a rubber of a team tie, or change the name and category of one that is there",
        "S1=Men's singles: singles men",
        Frozen.BY_A_DRAW,
        _put_rubber,
        _rubber_rows,
    ),
    _list_setting("remove-rubber", "take a rubber out", "S1", Frozen.BY_A_DRAW, _remove_rubber, lambda definition: []),
)
