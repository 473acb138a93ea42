"""One event: its stages with tables and trees, its matches by round, its prizes, its rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from carrom.server.public.values.lines import TO_COME, MatchLine
from carrom.server.public.values.shown import Shown
from carrom.server.public.values.tables import StandingTable, standing_tables
from carrom.server.public.values.tree import TreePicture, tree_pictures
from carrom.tournament.desk.by_ruling import Seated, seated_by_ruling
from carrom.tournament.desk.naming import RoundLabel
from carrom.tournament.desk.prizes import Prize, players_of, prizes
from carrom.tournament.desk.ties import TieScore, tie_scores
from carrom.tournament.log.definition import EventDefinition, Stage
from carrom.tournament.log.state import StageKey
from carrom.tournament.tables.results import EntryId

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
class TieLine:
    """Two teams that meet, with their rubbers; without figures where results are kept back."""

    tie: TieScore
    figures: tuple[str, str]
    leads: int | None
    """Which of the two has won more, once all is played."""
    lines: tuple[MatchLine, ...]
    open: int
    """How many are still to play; what is played and held back is not among them."""
    is_withheld: bool
    """Whether all is played, and nobody is told how."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageValues:
    """A stage that is drawn."""

    key: StageKey
    rulebook: str
    random: str
    """The public number of its draw, or those of its rounds."""
    tables: tuple[StandingTable, ...]
    trees: tuple[TreePicture, ...]
    ties: tuple[TieLine, ...]
    rounds: tuple[tuple[RoundLabel, tuple[MatchLine, ...]], ...]
    rules: tuple[RoundRules, ...]
    ruled: tuple[Seated, ...]
    """Who sits in its tree by a ruling, whatever the tables and matches before it say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventValues:
    """An event, its latest stage first."""

    event: EventDefinition
    is_cancelled: bool
    prizes: tuple[Prize, ...]
    players: Mapping[EntryId, tuple[str, ...]]
    """Everybody of the teams that have a prize."""
    teams: tuple[tuple[EntryId, tuple[str, ...], bool], ...]
    """Every team with its people, and whether it has left."""
    stages: tuple[StageValues, ...]


def event_values(shown: Shown, event: EventDefinition, why: Mapping[str, str]) -> EventValues:
    """All of an event."""
    keys = [StageKey(event.id, stage.id) for stage in event.stages]
    drawn = [key for key in keys if key in shown.view.state.draws]
    won = () if shown.are_results_withheld else tuple(prizes(shown.view, event))
    return EventValues(
        event=event,
        is_cancelled=shown.view.is_cancelled(event),
        prizes=won,
        players={entry: players_of(shown.view, event, entry) for prize in won for entry in prize.entries},
        teams=tuple(_teams(shown, event)) if event.category.kind == "teams" else (),
        stages=tuple(_stage(shown, key, why) for key in reversed(drawn)),
    )


def _teams(shown: Shown, event: EventDefinition) -> Iterator[tuple[EntryId, tuple[str, ...], bool]]:
    gone = shown.view.state.left.get(event.id, {})
    for entry in shown.view.state.entries.get(event.id, {}):
        yield entry, players_of(shown.view, event, entry), entry in gone


def _stage(shown: Shown, key: StageKey, why: Mapping[str, str]) -> StageValues:
    view, stage = shown.view, shown.view.state.stage(key)
    is_tree = stage.form.shape == "tree"
    draws = view.state.draws[key] if stage.form.in_rounds else view.state.draws[key][-1:]
    rounds: dict[RoundLabel, list[MatchLine]] = {}
    for record in view.state.in_stage(key):
        if view.status(record.fixture.id) != "bye":
            line = shown.line(record.fixture.id)
            rounds.setdefault(line.label, []).append(line)
    return StageValues(
        key=key,
        rulebook=stage.book.title,
        random=" · ".join(one.random for one in draws if one.random),
        tables=() if is_tree else standing_tables(view, key, why, is_withheld=shown.are_results_withheld),
        trees=tuple(tree_pictures(view, key, _ROWS)) if is_tree else (),
        ties=tuple(_tie(shown, one) for one in tie_scores(view, key)),
        rounds=tuple((label, tuple(lines)) for label, lines in rounds.items()),
        rules=stage_rules(stage, [record.fixture.round for record in view.state.in_stage(key)]),
        ruled=() if shown.are_results_withheld else seated_by_ruling(view, key),
    )


def _tie(shown: Shown, tie: TieScore) -> TieLine:
    (a, b), is_shown = tie.won, tie.is_begun and not shown.are_results_withheld
    lines = tuple(shown.line(match) for match in tie.matches)
    still_open = sum(line.stand in TO_COME for line in lines)
    return TieLine(
        tie=tie,
        figures=(str(a), str(b)) if is_shown else ("", ""),
        leads=(0 if a > b else 1) if is_shown and not tie.open and a != b else None,
        lines=lines,
        open=still_open,
        is_withheld=not still_open and any(line.stand == "withheld" for line in lines),
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
