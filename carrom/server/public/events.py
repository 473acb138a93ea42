"""One event as the public sees it."""

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

_ROWS = 16


# --- standings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A row of standings; `figures` match the table's `heads`."""

    place: int | None
    entry: str
    figures: tuple[str, ...]
    goes_on: bool
    has_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsTable:
    """A group's standings; rows after `cut` do not advance."""

    name: str
    heads: tuple[str, ...]
    """Catalogue keys of the columns: played, won …"""
    rows: tuple[StandingsRow, ...]
    cut: int | None
    is_complete: bool
    why: tuple[str, ...]
    ruled: tuple[RuledSeat, ...] = ()
    """Entries that advance by ruling, against the table."""


def standings_tables(
    view: TournamentNow, key: StageKey, words: Mapping[str, str] = EXPLANATIONS, *, is_withheld: bool = False
) -> tuple[StandingsTable, ...]:
    """Return a stage's standings; `is_withheld` lists only entries."""
    return tuple(_table(view, key, number, words, is_withheld) for number in range(len(view.tables(key))))


def _table(
    view: TournamentNow, key: StageKey, number: int, words: Mapping[str, str], is_withheld: bool
) -> StandingsTable:
    policy, table = view.state.policy(key), view.tables(key)[number]
    ruled = () if is_withheld else ruled_seats_from_group(view, key, number)
    through = advancing_entries(view, key, number) if ruled else ()
    heads = () if is_withheld else table_columns(policy)
    withdrawn = view.state.left.get(key.event, {})
    rows = []
    for row in table.standings.table:
        figures = row_figures(row)
        rows.append(
            StandingsRow(
                place=None if is_withheld else row.rank,
                entry=str(row.entry),
                figures=tuple(figures[name] for name in heads),
                goes_on=row.entry in through if through else 0 < row.rank <= table.advance and row.played > 0,
                has_left=row.entry in withdrawn,
            )
        )
    # All are level before.
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


# --- events -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRules:
    """Rules of some rounds; no `rounds` means all."""

    rounds: tuple[str, ...]
    games: int
    target: int | None
    boards: int | None
    minutes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTie:
    """A match between teams; no figures if withheld."""

    tie: TieScore
    figures: tuple[str, str]
    leads: int | None
    """Index of the winning team."""
    lines: tuple[PublicMatch, ...]
    open: int
    is_withheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StageValues:
    key: StageKey
    rulebook: str
    random: str
    tables: tuple[StandingsTable, ...]
    trees: tuple[BracketPicture, ...]
    ties: tuple[PublicTie, ...]
    rounds: tuple[tuple[RoundLabel, tuple[PublicMatch, ...]], ...]
    rules: tuple[RoundRules, ...]
    ruled: tuple[RuledSeat, ...]
    """Entries seated by ruling, against the draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventValues:
    """Contents of an event's page, with drawn stages, latest first."""

    event: Competition
    is_cancelled: bool
    prizes: tuple[Prize, ...]
    players: Mapping[EntryId, tuple[str, ...]]
    """Players of prize-winning teams."""
    teams: tuple[tuple[EntryId, tuple[str, ...], bool], ...]
    """Team, players, withdrawn or not."""
    stages: tuple[StageValues, ...]


def event_values(shown: PublicTournament, event: Competition, why: Mapping[str, str]) -> EventValues:
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
    withdrawn = shown.view.state.left.get(event.id, {})
    for entry in shown.view.state.entries.get(event.id, {}):
        yield entry, team_members(shown.view, event, entry), entry in withdrawn


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
    """List a stage's rules, with rounds of equal rules together."""
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
