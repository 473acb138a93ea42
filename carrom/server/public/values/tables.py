"""Tables of a stage with the line of the cut, and the sentences why."""

from collections.abc import Mapping
from dataclasses import dataclass

from carrom.tournament.desk.by_ruling import Seated, going_on, seated_out_of
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.explain import WHY, sentences
from carrom.tournament.tables.figures import columns_of, figures_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine:
    """One row; the figures stand under the heads of their table."""

    place: int | None
    entry: str
    figures: tuple[str, ...]
    goes_on: bool
    """In a place that goes on, now or for good."""
    has_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingTable:
    """A group, or the one table of a stage. After row `cut` is the line below which nobody goes on."""

    name: str
    heads: tuple[str, ...]
    """Keys of words: played, won …"""
    rows: tuple[StandingLine, ...]
    cut: int | None
    is_complete: bool
    why: tuple[str, ...]
    ruled: tuple[Seated, ...] = ()
    """Who goes on by a ruling, whatever the table says."""


def standing_tables(
    view: TournamentView, key: StageKey, words: Mapping[str, str] = WHY, *, is_withheld: bool = False
) -> tuple[StandingTable, ...]:
    """Every table of a stage. Where results are kept back it is just a list of who is in it."""
    return tuple(_table(view, key, number, words, is_withheld) for number in range(len(view.tables(key))))


def _table(
    view: TournamentView, key: StageKey, number: int, words: Mapping[str, str], is_withheld: bool
) -> StandingTable:
    policy, table = view.state.policy(key), view.tables(key)[number]
    ruled = () if is_withheld else seated_out_of(view, key, number)
    through = going_on(view, key, number) if ruled else ()
    heads = () if is_withheld else columns_of(policy)
    gone = view.state.left.get(key.event, {})
    rows = []
    for row in table.standings.table:
        figures = figures_of(row)
        rows.append(
            StandingLine(
                place=None if is_withheld else row.rank,
                entry=str(row.entry),
                figures=tuple(figures[name] for name in heads),
                goes_on=row.entry in through if through else 0 < row.rank <= table.advance and row.played > 0,
                has_left=row.entry in gone,
            )
        )
    # Before anybody has played everybody is level: that needs no sentence.
    has_begun = any(row.played for row in table.standings.table) and not is_withheld
    why = sentences(table.standings, policy, advance=table.advance if table.is_complete else 0, words=words)
    cut = table.advance if 0 < table.advance < len(rows) and not is_withheld else None
    return StandingTable(
        name=table.name,
        heads=heads,
        rows=tuple(rows),
        cut=cut,
        is_complete=table.is_complete,
        why=tuple(why) if has_begun else (),
        ruled=ruled,
    )
