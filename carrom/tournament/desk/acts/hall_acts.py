"""Acts in the hall: call, here, start, free, table."""

from dataclasses import dataclass
from typing import ClassVar, Final

from carrom.base.errors import CarromError, raise_if_refused, refuse
from carrom.tournament.desk.acts.act import ActContext, DeskAct, NewFacts, record_only
from carrom.tournament.desk.blockers import busy_players_text, check_not_on_hold, rulings_awaited
from carrom.tournament.desk.calling import call_match
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.match_text import match_title, meeting_text
from carrom.tournament.desk.references import find_match, find_match_at_table
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import MatchCalled, MatchStarted, SideReported, TableFreed, TableServiceSet
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMatch(DeskAct):
    """Call a match to a table, or move it to another."""

    do: ClassVar[str] = "call"
    match: str
    table: int
    umpire: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        match = find_match(context.state, self.match).fixture.id
        return record_only(_called(context, match, self.table, self.umpire))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        match = find_match(before, self.match).fixture.id
        was, now, view = before.matches[match].table, after.matches[match], TournamentNow(after)
        moved = f" from table {was}" if was not in (None, self.table) else ""
        sits = f" (umpire {now.umpire})" if now.umpire is not None else ""
        return [f"{match}{moved} to table {self.table}: {match_title(view, match)}, {meeting_text(view, match)}{sits}"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPresent(DeskAct):
    """Note that both sides of a called match, or one `side`, are at the table."""

    do: ClassVar[str] = "here"
    match: str
    side: Side | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        match, view = find_match_at_table(context.state, self.match).fixture.id, TournamentNow(context.state)
        sides = dict(zip("ab", view.sides(match), strict=True))
        if None in (sides.values() if self.side is None else (sides[self.side],)):
            check_not_on_hold(view, match)
        return record_only(SideReported(match=match, side=self.side))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        record = find_match_at_table(before, self.match)
        match = record.fixture.id
        reported = after.matches[match].reported
        sides = dict(zip("ab", TournamentNow(after).sides(match), strict=True))
        who = "both sides are" if len(reported) == 2 else f"{sides[next(iter(reported))]} is"
        return [f"{match}: {who} at table {record.table}"]


GIVE_A_REASON: Final = "To start it all the same, give a reason."


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch(DeskAct):
    """Start a called match. Needs a reason if a player is at another table or a ruling may change the sides."""

    do: ClassVar[str] = "start"
    match: str

    def new_facts(self, context: ActContext) -> NewFacts:
        match = find_match_at_table(context.state, self.match).fixture.id
        view = TournamentNow(context.state)
        check_not_on_hold(view, match)
        away = busy_players_text(view, match)
        if away and not context.reason:
            refuse("call-playing", f"{match}: {'; '.join(away)}. {GIVE_A_REASON}")
        for why in () if context.reason else rulings_awaited(view, match):
            refuse("call-contested", f"{match} {why}. {GIVE_A_REASON}")
        return record_only(MatchStarted(match=match))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        record = find_match_at_table(before, self.match)
        return [f"{record.fixture.id} is in play on table {record.table}"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeTable(DeskAct):
    """Undo a call: the table is free, and the match waits again."""

    do: ClassVar[str] = "free"
    match: str

    def new_facts(self, context: ActContext) -> NewFacts:
        return record_only(TableFreed(match=find_match_at_table(context.state, self.match).fixture.id))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        record = find_match_at_table(before, self.match)
        return [f"table {record.table} is free; {record.fixture.id} waits to be called again"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTableService(DeskAct):
    """Take a table out of service, or put it back. `move` is the table for the match on it."""

    do: ClassVar[str] = "table"
    table: int
    works: bool
    move: int | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state, table = context.state, self.table
        if self.works:
            if self.move is not None:
                raise CarromError("table-stays-open", "a match moves where its table goes out of service")
            if table not in state.tables_out and table <= state.announced.hall.tables:
                raise CarromError("table-open", f"table {table} is in service")
            return record_only(TableServiceSet(table=table, works=True))
        if table in state.tables_out:
            raise CarromError("table-closed-already", f"table {table} is out of service already")
        sitting = self._sitting(state)
        if self.move is not None and sitting is None:
            raise CarromError("table-free", f"no match is on table {table}: none has to move")
        out = TableServiceSet(table=table, works=False)
        if self.move is None or sitting is None:
            return record_only(out)
        return record_only(out, _called(context, sitting, self.move))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        if self.works:
            return [f"table {self.table} is back in service"]
        sitting = self._sitting(before)
        if sitting is None:
            return [f"table {self.table} is out of service"]
        is_on_hold = TournamentNow(before).status(sitting) == "on hold"
        if self.move is not None:
            goes_on = "waits" if is_on_hold else "goes on"
            return [f"table {self.table} is out of service; {sitting} {goes_on} on table {self.move}"]
        moves = f"{sitting} has to move: call it to another table; until then it stands first among the calls"
        if is_on_hold:
            moves = f"{sitting}, which is on hold, has to move: call it to another table, or free its own"
        return [f"table {self.table} is out of service", moves]

    def _sitting(self, state: State) -> MatchId | None:
        return next((one.match for one in matches_on_tables(TournamentNow(state)) if one.table == self.table), None)


def _called(context: ActContext, match: MatchId, table: int, umpire: str | None = None) -> MatchCalled:
    view = TournamentNow(context.state)
    return raise_if_refused(call_match(view, match, table, now=context.at, reason=context.reason, umpire=umpire))
