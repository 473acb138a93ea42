"""A tournament's public state, computed on demand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from carrom.server.public.matches import TO_COME, LiveScores, PublicMatch, PublicSide, public_match
from carrom.tournament.desk.blockers import decision_awaited
from carrom.tournament.desk.hall_now import TableState, tables_now
from carrom.tournament.desk.match_text import latest_results_first
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.player_days import PlayerDays
from carrom.tournament.desk.public_state import PublicNow, PublicState, protests_awaiting_fee, public_state
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition, Definition
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow

Plan = Mapping[MatchId, Appointment]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTile:
    """A table and its match; `missing` sides have not reported."""

    table: int
    state: TableState
    line: PublicMatch | None = None
    since: datetime | None = None
    until: datetime | None = None
    report_by: datetime | None = None
    missing: tuple[PublicSide, ...] = ()

    @property
    def is_called(self) -> bool:
        return self.state in ("called", "one side present", "both present", "past its reporting time")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRow:
    line: PublicMatch
    begins: datetime
    ends: datetime
    day: int
    table: int
    is_on: bool


class PublicTournament:
    def __init__(
        self,
        tournament: str,
        seq: int,
        state: State,
        now: datetime,
        *,
        planned: Plan | None = None,
        running: LiveScores | None = None,
        before: "PublicTournament | None" = None,
    ) -> None:
        """Take derived data from `before` if unchanged."""
        self._source, self._awaited = state, protests_awaiting_fee(state, now)
        is_known = before is not None and before._source is state and before._awaited == self._awaited
        public = before._public if before is not None and is_known else public_state(state, self._awaited)
        self._public: PublicState = public
        self.tournament = tournament
        self.seq = seq
        self.now = now
        seen = None if before is None else before.view
        self.view: TournamentNow = seen if seen is not None and is_known else PublicNow(public.state)
        self.withheld = public.withheld
        self.is_draw_withheld = public.is_draw_withheld
        self.are_results_withheld = "results" in public.state.announced.embargo
        self.planned: Plan = {match: one for match, one in (planned or {}).items() if match in public.state.matches}
        self.running: LiveScores = {} if self.are_results_withheld else running or {}
        self._lines: dict[MatchId, PublicMatch] = {}

    @property
    def announced(self) -> Definition:
        return self.view.state.announced

    @cached_property
    def events(self) -> tuple[Competition, ...]:
        state = self.view.state
        drawn = {key.event for key in state.draws}
        return tuple(one for one in self.announced.events if state.entries.get(one.id) or one.id in drawn)

    def line(self, match: MatchId) -> PublicMatch:
        if match not in self._lines:
            self._lines[match] = public_match(self.view, match, self.running, self.withheld)
        return self._lines[match]

    @cached_property
    def lines(self) -> tuple[PublicMatch, ...]:
        """All matches but byes."""
        return tuple(self.line(match) for match in self.view.state.matches if self.view.status(match) != "bye")

    @cached_property
    def tiles(self) -> tuple[TableTile, ...]:
        found = []
        for one in tables_now(self.view, self.now):
            if one.match is None:
                found.append(TableTile(table=one.table, state=one.state))
                continue
            line = self.line(one.match.match)
            found.append(
                TableTile(
                    table=one.table,
                    state="in play" if line.stand == "playing" and one.state != "to be moved" else one.state,
                    line=line,
                    since=one.match.since,
                    until=one.match.expected_end,
                    report_by=one.match.report_by,
                    missing=tuple(
                        side
                        for side, named in zip(line.sides, one.match.sides, strict=True)
                        if named.text in one.match.missing and line.stand != "playing"
                    ),
                )
            )
        return tuple(found)

    def current_or_last_match(self, table: int) -> PublicMatch | None:
        on = next((tile.line for tile in self.tiles if tile.table == table and tile.line is not None), None)
        there = [line for line in self.latest if self.view.state.matches[line.match].table == table]
        return on or max(there, key=lambda line: self.signed(line.match) or datetime.min, default=None)

    @cached_property
    def called(self) -> tuple[TableTile, ...]:
        """Tables with called matches, latest call first."""
        found = [one for one in self.tiles if one.is_called and one.line is not None]
        return tuple(sorted(found, key=lambda one: one.since or datetime.min, reverse=True))

    @cached_property
    def playing(self) -> tuple[TableTile, ...]:
        return tuple(one for one in self.tiles if one.line is not None and not one.is_called)

    @cached_property
    def latest(self) -> tuple[PublicMatch, ...]:
        """Finished matches, latest result or correction first."""
        over = [one for one in self.lines if one.stand in ("over", "unsigned", "review") and one.ending != "left"]
        return tuple(self.line(match) for match in latest_results_first(self._source, (one.match for one in over)))

    @cached_property
    def order(self) -> tuple[OrderRow, ...]:
        """Current and planned matches by time and table."""
        rows = [
            OrderRow(
                line=self.line(one.match),
                begins=one.begins,
                ends=one.ends,
                day=one.day,
                table=one.table,
                is_on=one.is_on,
            )
            for one in self.planned.values()
            if self.line(one.match).stand in TO_COME
        ]
        return tuple(sorted(rows, key=lambda row: (row.begins, row.table)))

    @cached_property
    def next_up(self) -> tuple[OrderRow, ...]:
        """Matches to call next: known sides, no table yet, not on hold."""
        return tuple(
            row
            for row in self.order
            if row.line.stand == "coming" and all(side.is_known for side in row.line.sides)
            if decision_awaited(self.view, row.line.match) is None
        )

    @cached_property
    def days(self) -> PlayerDays:
        return PlayerDays(self.view, self.planned, self.now)

    def signed(self, match: MatchId) -> datetime | None:
        return self.view.state.matches[match].signed
