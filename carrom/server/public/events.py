"""One event: its stages with tables and trees, its matches by round, its prizes, its rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from carrom.server.public.brackets import BracketPicture, bracket_pictures
from carrom.server.public.matches import TO_COME, PublicMatch
from carrom.server.public.tournament import PublicTournament
from carrom.tournament.desk.decisions import RuledSeat, advancing_entries, ruled_seats, ruled_seats_from_group
from carrom.tournament.desk.match_text import RoundLabel, TieScore, tie_scores
from carrom.tournament.desk.prizes import Prize, prizes, team_members
from carrom.tournament.model.definition import Competition, Stage
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.explain import EXPLANATIONS, explain_standings, row_figures, table_columns
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One row; the figures stand under the heads of their table."""

    place: int | None
    entry: str
    figures: tuple[str, ...]
    goes_on: bool
    """In a place that goes on, now or for good."""
    has_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsTable:
    """A group, or the one table of a stage. After row `cut` is the line below which nobody goes on."""

    name: str
    heads: tuple[str, ...]
    """Keys of words: played, won …"""
    rows: tuple[StandingsRow, ...]
    cut: int | None
    is_complete: bool
    why: tuple[str, ...]
    ruled: tuple[RuledSeat, ...] = ()
    """Who goes on by a ruling, whatever the table says."""


def standings_tables(
    view: TournamentNow, key: StageKey, words: Mapping[str, str] = EXPLANATIONS, *, is_withheld: bool = False
) -> tuple[StandingsTable, ...]:
    """Every table of a stage. Where results are kept back it is just a list of who is in it."""
    return tuple(_table(view, key, number, words, is_withheld) for number in range(len(view.tables(key))))


def _table(
    view: TournamentNow, key: StageKey, number: int, words: Mapping[str, str], is_withheld: bool
) -> StandingsTable:
    policy, table = view.state.policy(key), view.tables(key)[number]
    ruled = () if is_withheld else ruled_seats_from_group(view, key, number)
    through = advancing_entries(view, key, number) if ruled else ()
    heads = () if is_withheld else table_columns(policy)
    gone = view.state.left.get(key.event, {})
    rows = []
    for row in table.standings.table:
        figures = row_figures(row)
        rows.append(
            StandingsRow(
                place=None if is_withheld else row.rank,
                entry=str(row.entry),
                figures=tuple(figures[name] for name in heads),
                goes_on=row.entry in through if through else 0 < row.rank <= table.advance and row.played > 0,
                has_left=row.entry in gone,
            )
        )
    # Before anybody has played everybody is level: that needs no sentence.
    has_begun = any(row.played for row in table.standings.table) and not is_withheld
    why = explain_standings(table.standings, policy, advance=table.advance if table.is_complete else 0, words=words)
    cut = table.advance if 0 < table.advance < len(rows) and not is_withheld else None
    return StandingsTable(
        name=table.name,
        heads=heads,
        rows=tuple(rows),
        cut=cut,
        is_complete=table.is_complete,
        why=tuple(why) if has_begun else (),
        ruled=ruled,
    )


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
class PublicTie:
    """Two teams that meet, with their rubbers; without figures where results are kept back."""

    tie: TieScore
    figures: tuple[str, str]
    leads: int | None
    """Which of the two has won more, once all is played."""
    lines: tuple[PublicMatch, ...]
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
    tables: tuple[StandingsTable, ...]
    trees: tuple[BracketPicture, ...]
    ties: tuple[PublicTie, ...]
    rounds: tuple[tuple[RoundLabel, tuple[PublicMatch, ...]], ...]
    rules: tuple[RoundRules, ...]
    ruled: tuple[RuledSeat, ...]
    """Who sits in its tree by a ruling, whatever the tables and matches before it say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventValues:
    """An event, its latest stage first."""

    event: Competition
    is_cancelled: bool
    prizes: tuple[Prize, ...]
    players: Mapping[EntryId, tuple[str, ...]]
    """Everybody of the teams that have a prize."""
    teams: tuple[tuple[EntryId, tuple[str, ...], bool], ...]
    """Every team with its people, and whether it has left."""
    stages: tuple[StageValues, ...]


def event_values(shown: PublicTournament, event: Competition, why: Mapping[str, str]) -> EventValues:
    """All of an event."""
    keys = [StageKey(event.id, stage.id) for stage in event.stages]
    drawn = [key for key in keys if key in shown.view.state.draws]
    won = () if shown.are_results_withheld else tuple(prizes(shown.view, event))
    return EventValues(
        event=event,
        is_cancelled=shown.view.is_cancelled(event),
        prizes=won,
        players={entry: team_members(shown.view, event, entry) for prize in won for entry in prize.entries},
        teams=tuple(_teams(shown, event)) if event.category.kind == "teams" else (),
        stages=tuple(_stage(shown, key, why) for key in reversed(drawn)),
    )


def _teams(shown: PublicTournament, event: Competition) -> Iterator[tuple[EntryId, tuple[str, ...], bool]]:
    gone = shown.view.state.left.get(event.id, {})
    for entry in shown.view.state.entries.get(event.id, {}):
        yield entry, team_members(shown.view, event, entry), entry in gone


def _stage(shown: PublicTournament, key: StageKey, why: Mapping[str, str]) -> StageValues:
    view, stage = shown.view, shown.view.state.stage(key)
    is_tree = stage.form.shape == "tree"
    draws = view.state.draws[key] if stage.form.in_rounds else view.state.draws[key][-1:]
    rounds: dict[RoundLabel, list[PublicMatch]] = {}
    for record in view.state.in_stage(key):
        if view.status(record.fixture.id) != "bye":
            line = shown.line(record.fixture.id)
            rounds.setdefault(line.label, []).append(line)
    return StageValues(
        key=key,
        rulebook=stage.book.title,
        random=" · ".join(one.random for one in draws if one.random),
        tables=() if is_tree else standings_tables(view, key, why, is_withheld=shown.are_results_withheld),
        trees=tuple(bracket_pictures(view, key, _ROWS)) if is_tree else (),
        ties=tuple(_tie(shown, one) for one in tie_scores(view, key)),
        rounds=tuple((label, tuple(lines)) for label, lines in rounds.items()),
        rules=stage_rules(stage, [record.fixture.round for record in view.state.in_stage(key)]),
        ruled=() if shown.are_results_withheld else ruled_seats(view, key),
    )


def _tie(shown: PublicTournament, tie: TieScore) -> PublicTie:
    (a, b), is_shown = tie.won, tie.is_begun and not shown.are_results_withheld
    lines = tuple(shown.line(match) for match in tie.matches)
    still_open = sum(line.stand in TO_COME for line in lines)
    return PublicTie(
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
