"""One event: its stages with tables and trees, its matches by round, its prizes, its rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from carrom.server.public.values.lines import MatchLine
from carrom.server.public.values.shown import Shown
from carrom.server.public.values.tables import StandingTable, standing_tables
from carrom.server.public.values.tree import TreePicture, tree_pictures
from carrom.tournament.desk.naming import RoundLabel
from carrom.tournament.desk.prizes import Prize, prizes
from carrom.tournament.log.definition import EventDefinition, Stage
from carrom.tournament.log.state import StageKey

_ROWS = 16
"""Matches one below the other in one picture of a tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRules:
    """How the rounds are played to which this applies; none are named where it holds in the whole stage."""

    rounds: tuple[str, ...]
    games: int
    target: int | None
    boards: int | None
    minutes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageValues:
    """A stage that is drawn."""

    key: StageKey
    rulebook: str
    random: str
    """The public number of its draw."""
    tables: tuple[StandingTable, ...]
    trees: tuple[TreePicture, ...]
    rounds: tuple[tuple[RoundLabel, tuple[MatchLine, ...]], ...]
    rules: tuple[RoundRules, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventValues:
    """An event, its latest stage first."""

    event: EventDefinition
    is_cancelled: bool
    prizes: tuple[Prize, ...]
    stages: tuple[StageValues, ...]


def event_values(shown: Shown, event: EventDefinition, why: Mapping[str, str]) -> EventValues:
    """All of an event."""
    keys = [StageKey(event.id, stage.id) for stage in event.stages]
    drawn = [key for key in keys if key in shown.view.state.draws]
    return EventValues(
        event=event,
        is_cancelled=shown.view.is_cancelled(event),
        prizes=() if shown.are_results_withheld else tuple(prizes(shown.view, event)),
        stages=tuple(_stage(shown, key, why) for key in reversed(drawn)),
    )


def _stage(shown: Shown, key: StageKey, why: Mapping[str, str]) -> StageValues:
    view, stage = shown.view, shown.view.state.stage(key)
    is_tree = stage.form.shape == "tree"
    rounds: dict[RoundLabel, list[MatchLine]] = {}
    for record in view.state.in_stage(key):
        if view.status(record.fixture.id) != "bye":
            line = shown.line(record.fixture.id)
            rounds.setdefault(line.label, []).append(line)
    return StageValues(
        key=key,
        rulebook=stage.book.title,
        random=view.state.draws[key][-1].random or "",
        tables=() if is_tree else standing_tables(view, key, why, is_withheld=shown.are_results_withheld),
        trees=tuple(tree_pictures(view, key, _ROWS)) if is_tree else (),
        rounds=tuple((label, tuple(lines)) for label, lines in rounds.items()),
        rules=stage_rules(stage, [record.fixture.round for record in view.state.in_stage(key)]),
    )


def stage_rules(stage: Stage, rounds: list[str]) -> tuple[RoundRules, ...]:
    """How the rounds of a stage are played; rounds that are played alike are told together."""
    alike: dict[tuple[int, int | None, int | None, int | None], list[str]] = {}
    for name in dict.fromkeys(rounds):
        format = stage.format_in(name)
        figures = (format.games, format.target, format.boards, stage.book_in(name).minutes)
        alike.setdefault(figures, []).append(name)
    return tuple(
        RoundRules(
            rounds=tuple(names) if len(alike) > 1 else (),
            games=games,
            target=target,
            boards=boards,
            minutes=minutes,
        )
        for (games, target, boards, minutes), names in alike.items()
    )
