"""Preview what a tournament event would change before it is recorded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, ndiff
from typing import Literal

from carrom.base.errors import Refused
from carrom.tournament.desk.blockers import rulings_awaited, waits_for_busy_players
from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.match_text import outcome_text
from carrom.tournament.desk.prizes import awards
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.admission import admit
from carrom.tournament.log.calls import replaced_sides
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.events import ResultGiven, TournamentEvent
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.explain import row_figures, table_columns

_COMPARED = 40
"""Longest run of changed lines that is compared line by line; longer ones would be slow."""
EffectKind = Literal["rank", "advance", "drawn", "side", "call", "void", "prize", "decision", "replay"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    kind: EffectKind
    text: str


def impact(state: State, fact: TournamentEvent) -> tuple[Effect, ...] | Refused:
    """Return what an event would change, or why it is refused. Nothing is recorded."""
    step = admit(state, fact)
    if isinstance(step, Refused):
        return step
    return consequences(state, step.state)


def consequences(state: State, changed: State) -> tuple[Effect, ...]:
    """Return how two states differ in places, seats, matches, calls and prizes; effects at the tables come first."""
    before, after = TournamentNow(state), TournamentNow(changed)
    found = (
        *_tables(before, after),
        *_rounds_drawn_by_then(before, after),
        *_matches(before, after),
        *_line_ups(before, after),
        *_in_doubt(before, after),
        *_prizes(before, after),
        *_decisions(before, after),
    )
    return tuple(sorted(found, key=lambda one: one.kind != "call"))


def difference_between(state: State, changed: State) -> tuple[str, ...]:
    """Return the changed lines of tables and brackets: `- ` before, `+ ` after."""
    old, new = (list(_lines(TournamentNow(one))) for one in (state, changed))
    found: list[str] = []
    for kind, since, until, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal" and max(until - since, last - first) <= _COMPARED:
            found += (line for line in ndiff(old[since:until], new[first:last]) if line[:2] in ("- ", "+ "))
        elif kind != "equal":
            found += [*(f"- {line}" for line in old[since:until]), *(f"+ {line}" for line in new[first:last])]
    return tuple(found)


def _lines(view: TournamentNow) -> Iterator[str]:
    for key in view.state.draws:
        if view.state.stage(key).policy is None:
            for record in view.state.in_stage(key):
                match = record.fixture.id
                if view.status(match) != "bye":
                    yield f"{match} {_sides_text(view.sides(match))}: {outcome_text(view, match)}"
            continue
        columns = table_columns(view.state.policy(key))
        for table in view.tables(key):
            for row in table.standings.table:
                values = row_figures(row)
                met = f"Buchholz {values['buchholz']}, " if "buchholz" in columns else ""
                points = f"{values['points']} {'point' if values['points'] == '1' else 'points'}"
                figures = f"{points}, {met}net {values['net']}, scored {values['scored']}"
                yield f"{view.state.title(key, table.name)} {row.rank}. {row.entry}: {figures}"


def _tables(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    for key in before.state.draws:
        if before.state.stage(key).policy is None:
            continue
        drawn = {table.name: table for table in (after.tables(key) if key in after.state.draws else ())}
        for old in before.tables(key):
            where = before.state.title(key, old.name)
            new = drawn.get(old.name)
            if new is None:
                yield Effect(kind="rank", text=f"{where} is not in the new draw.")
                continue
            now = {row.entry: row.rank for row in new.standings.table}
            for row in old.standings.table:
                rank = now.get(row.entry)
                if rank is None:
                    yield Effect(kind="rank", text=f"{where}: {row.entry} is taken out of the standings.")
                elif rank != row.rank:
                    yield Effect(kind="rank", text=f"{where}: {row.entry} goes from place {row.rank} to {rank}.")
            was, will = old.standings.advancing(old.advance), new.standings.advancing(new.advance)
            if (
                old.advance
                and (old.is_complete or new.is_complete)
                and (set(was) if was else was) != (set(will) if will else will)
            ):
                shown = (", ".join(one) if one else "nobody yet" for one in (was, will))
                yield Effect(kind="advance", text=f"{where}: advancing {' → '.join(shown)}.")


def _rounds_drawn_by_then(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    """Yield rounds that were paired by results that have changed; the draw stays as it is."""
    for key, drawn in before.state.draws.items():
        if not before.state.stage(key).form.in_rounds or len(after.state.draws.get(key, ())) < len(drawn):
            continue
        changed = [
            record.fixture.turn
            for record in before.state.in_stage(key)
            if record.result is not None
            and record.fixture.turn < len(drawn)
            and _outcome(after, record.fixture.id) != record.result
        ]
        if changed:
            since = min(changed) + 1
            rounds = f"round {since} stays" if since == len(drawn) else f"rounds {since} to {len(drawn)} stay"
            yield Effect(kind="drawn", text=f"{before.state.title(key)}: {rounds} as drawn, by the table of before.")


def _outcome(view: TournamentNow, match: MatchId) -> ResultGiven | None:
    record = view.state.matches.get(match)
    return None if record is None else record.result


def _matches(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    for match, record in before.state.matches.items():
        old = before.sides(match)
        if match not in after.state.matches:
            yield Effect(kind="side", text=f"{match}: {_sides_text(old)} is not in the new draw.")
            continue
        new = after.sides(match)
        now = after.state.matches[match]
        # Times alone do not tell: a correction may fall into the second of the call.
        is_called_anew = now.called != record.called or None in old or bool(replaced_sides(now, old, new))
        if old != new and record.table is not None and record.result is None and (None in new or is_called_anew):
            is_waiting = None in new or waits_for_busy_players(after, match)
            anew = "it waits there" if is_waiting else "who is new is called now"
            became = f"{_sides_text(old)} becomes {_sides_text(new)}"
            yield Effect(kind="call", text=f"{match} is at table {record.table}, and {became}: {anew}.")
        elif old != new:
            yield Effect(kind="side", text=f"{match}: {_sides_text(old)} becomes {_sides_text(new)}.")
        elif before.tables_in_use.get(record.table or 0) == match and _left_its_table(after, match):
            winner = after.winner(match)
            outcome = "is not played" if winner is None else f"is a walk-over for {winner}"
            yield Effect(kind="call", text=f"{match} {outcome}, and table {record.table} is free.")
        if after.status(match) == "void" and before.status(match) != "void":
            yield Effect(kind="void", text=f"{match} was played by {_sides_text(old)} and has to be decided anew.")


def _line_ups(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    for record in after.state.sitting:
        match = record.fixture.id
        was = before.state.matches.get(match)
        if was is None or was.table is None or before.sides(match) != after.sides(match):
            continue
        for entry in after.sides(match):
            if entry is None:
                continue
            had, has = who_plays(before.state, was, entry), who_plays(after.state, record, entry)
            if had != has:
                now, then = (_people(after.state, one) for one in (has, had))
                text = (
                    f"{match} is at table {record.table}, and {now} is there for {entry} in place of {then}: tell them."
                )
                yield Effect(kind="call", text=text)


def _people(state: State, who: Sequence[PersonId]) -> str:
    return " / ".join(state.namesakes.distinct_name(state.people[one]) for one in who) or "nobody"


def _left_its_table(view: TournamentNow, match: MatchId) -> bool:
    record = view.state.matches[match]
    return record.table is not None and record.result is None and match not in view.tables_in_use.values()


def _in_doubt(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    """Yield new warnings for matches at tables: busy players, or a ruling that may change the sides."""
    for one in matches_on_tables(after):
        known = _table_doubts(before, one.match) if one.match in before.state.matches else ()
        for why in _table_doubts(after, one.match):
            if why not in known:
                yield Effect(kind="call", text=f"{one.match} is on table {one.table}, and {why}.")


def _table_doubts(view: TournamentNow, match: MatchId) -> tuple[str, ...]:
    return (*waits_for_busy_players(view, match), *rulings_awaited(view, match))


def _prizes(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    """Yield prizes that were certain and are now uncertain or go to others."""
    there = {event.id: event for event in after.state.announced.events}
    for event in before.state.announced.events:
        now = dict(awards(after, there[event.id])) if event.id in there else {}
        for title, won in awards(before, event):
            will_be = {prize.place: prize.entries for prize in now.get(title, ())}
            lost = [f"{prize.place}. {' and '.join(prize.entries)}" for prize in won if prize.place not in will_be]
            if lost:
                yield Effect(kind="prize", text=f"{title}: not certain any more for the prizes: {'; '.join(lost)}.")
            for prize in won:
                will = will_be.get(prize.place, prize.entries)
                if will != prize.entries:
                    names = " instead of ".join(" and ".join(one) for one in (will, prize.entries))
                    yield Effect(kind="prize", text=f"{title}: place {prize.place} is {names}.")


def _decisions(before: TournamentNow, after: TournamentNow) -> Iterator[Effect]:
    known = {task.text for task in tasks(before)}
    for task in tasks(after):
        if task.text not in known and task.code != "void":
            yield Effect(kind="replay" if task.code == "replay" else "decision", text=task.text)


def _sides_text(sides: tuple[str | None, str | None]) -> str:
    return " – ".join(side or "?" for side in sides)
