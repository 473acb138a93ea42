"""The stages of an event, made from the names of their formats: `groups+knockout`."""

from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.tournament.formats import FORMATS, StageFormat, format_of
from carrom.tournament.log.definition import EventDefinition, Overrides, Stage, StageId
from carrom.tournament.tables.policy import POLICIES

_GROUP_SIZE, _FROM_A_GROUP, _FROM_A_TABLE, _SWISS_ROUNDS = 4, 2, 4, 5

_NONE = Overrides()
_KEPT = ("apart", "third_place", "reset", "after_bye")
"""What several formats read."""


def stages_text(event: EventDefinition) -> str:
    """The formats of an event, as `make_stages` reads them."""
    return "+".join(stage.format for stage in event.stages)


def make_stages(event: EventDefinition, text: str) -> EventDefinition:
    """The event with stages of these formats. One that it has already stays; a new one has the usual figures, and what
    was set otherwise in the one that gives way to it."""
    formats = [format_of(name.strip()) for name in text.lower().split("+")]
    first = event.stages[0]
    return replace(event, stages=stages_of(formats, first.rulebook, first.overrides, event.stages))


def stages_of(
    formats: list[StageFormat],
    rulebook: str,
    overrides: Overrides = _NONE,
    known: tuple[Stage, ...] = (),
) -> tuple[Stage, ...]:
    """Stages of these formats, one feeding the next."""
    left, found = list(known), list[Stage]()
    gone = [stage for stage in known if stage.form not in formats]
    _check_plate(formats)
    main = [format for format in formats if not format.is_consolation or len(formats) == 1]
    for number, format in enumerate(formats):
        if number and not format.can_follow:
            able = " or ".join(one.name for one in FORMATS.values() if one.can_follow)
            raise CarromError("wrong-format", f"a {format.name} cannot follow another stage: {able} can")
        stage = next((one for one in left if one.form is format), None)
        if stage is not None:
            left.remove(stage)
        else:
            taken = {one.id for one in (*left, *found)}
            before = next((one for one in gone if _gives_way(one.form, format)), None)
            if before is None:
                stage = _usual(format, rulebook, overrides, taken)
            else:
                gone.remove(before)
                stage = _instead_of(before, format, taken)
        is_followed = number + 1 < len(main)
        usual = stage.advance or (_FROM_A_GROUP if format.has_groups else _FROM_A_TABLE)
        if is_followed and format.shape != "tables":
            raise CarromError("wrong-format", f"nothing can follow a {format.name}")
        found.append(replace(stage, advance=usual if is_followed else 0))
    return tuple(found)


def _check_plate(formats: list[StageFormat]) -> None:
    """A plate stands at the end, beside a knock-out."""
    at = [number for number, format in enumerate(formats) if format.is_consolation]
    if at and len(formats) > 1 and (at != [len(formats) - 1] or formats[-2].name != "knockout"):
        name = formats[at[0]].name
        raise CarromError("wrong-format", f"a {name} comes last and beside a knockout, as in groups+knockout+{name}")


def _gives_way(old: StageFormat, new: StageFormat) -> bool:
    """Whether what was set of the one says something of the other: a tree is no table, and rubbers are no matches."""
    return old.shape == new.shape and old.has_ties == new.has_ties


def _instead_of(before: Stage, format: StageFormat, taken: set[StageId]) -> Stage:
    """A stage in the place of another: what somebody had set there otherwise than usual still holds."""
    stage = _usual(format, before.rulebook, before.overrides, taken)
    usual = _usual(before.form, before.rulebook, before.overrides, set())
    fields = (
        "policy",
        "withdrawal",
        "by_round",
        *(one for one in _KEPT if one in format.reads and one in before.form.reads),
    )
    said = {one: getattr(before, one) for one in fields if getattr(before, one) != getattr(usual, one)}
    return replace(stage, **said)


def _usual(format: StageFormat, rulebook: str, overrides: Overrides, taken: set[StageId]) -> Stage:
    """A stage as it is without anybody saying more."""
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
