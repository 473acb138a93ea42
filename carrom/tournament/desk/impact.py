"""What a fact would change, asked before it is recorded."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, ndiff
from typing import Literal

from carrom.base.refusal import Refused
from carrom.tournament.desk.outcome import outcome_text
from carrom.tournament.desk.tasks import tasks
from carrom.tournament.log.admission import admit
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.policy import plain

_COMPARED = 40
"""Lines in a row that are put beside those that they resemble; to do so with many takes for ever."""
Kind = Literal["rank", "advance", "side", "call", "void", "decision", "replay"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One consequence, as a sentence."""

    kind: Kind
    text: str


def impact(state: State, fact: Fact) -> tuple[Change, ...] | Refused:
    """Every place, seat, match and call that the fact would move. Nothing is recorded."""
    step = admit(state, fact)
    if isinstance(step, Refused):
        return step
    return consequences(state, step.state)


def consequences(state: State, changed: State) -> tuple[Change, ...]:
    """Every place, seat, match and call that is otherwise in the second state."""
    before, after = TournamentView(state), TournamentView(changed)
    return (*_tables(before, after), *_matches(before, after), *_decisions(before, after))


def difference_between(state: State, changed: State) -> tuple[str, ...]:
    """The lines of tables and trees that are otherwise in the second state: `- ` as they are, `+ ` as they would be."""
    old, new = (list(_lines(TournamentView(one))) for one in (state, changed))
    found: list[str] = []
    for kind, since, until, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal" and max(until - since, last - first) <= _COMPARED:
            found += (line for line in ndiff(old[since:until], new[first:last]) if line[:2] in ("- ", "+ "))
        elif kind != "equal":
            found += [*(f"- {line}" for line in old[since:until]), *(f"+ {line}" for line in new[first:last])]
    return tuple(found)


def _lines(view: TournamentView) -> Iterator[str]:
    for key in view.state.draws:
        if view.state.stage(key).policy is None:
            for record in view.state.in_stage(key):
                match = record.fixture.id
                if view.status(match) != "bye":
                    yield f"{match} {_shown(view.sides(match))}: {outcome_text(view, match)}"
            continue
        for table in view.tables(key):
            for row in table.standings.table:
                net = f"{row.net:+d}".replace("-", "−") if row.net else "0"
                figures = f"{plain(row.points)} points, net {net}, scored {row.scored}"
                yield f"{key} {table.name}".rstrip() + f" {row.rank}. {row.entry}: {figures}"


def _tables(before: TournamentView, after: TournamentView) -> Iterator[Change]:
    for key in before.state.draws:
        if before.state.stage(key).policy is None:
            continue
        drawn = {table.name: table for table in (after.tables(key) if key in after.state.draws else ())}
        for old in before.tables(key):
            where = f"{key} {old.name}".rstrip()
            new = drawn.get(old.name)
            if new is None:
                yield Change(kind="rank", text=f"{where} is not in the new draw.")
                continue
            now = {row.entry: row.rank for row in new.standings.table}
            for row in old.standings.table:
                rank = now.get(row.entry)
                if rank is None:
                    yield Change(kind="rank", text=f"{where}: {row.entry} leaves the table.")
                elif rank != row.rank:
                    yield Change(kind="rank", text=f"{where}: {row.entry} goes from place {row.rank} to {rank}.")
            was, will = old.standings.advancing(old.advance), new.standings.advancing(new.advance)
            if (
                old.advance
                and (old.is_complete or new.is_complete)
                and (set(was) if was else was) != (set(will) if will else will)
            ):
                shown = (", ".join(one) if one else "nobody yet" for one in (was, will))
                yield Change(kind="advance", text=f"{where}: advancing {' → '.join(shown)}.")


def _matches(before: TournamentView, after: TournamentView) -> Iterator[Change]:
    for match, record in before.state.matches.items():
        old = before.sides(match)
        if match not in after.state.matches:
            yield Change(kind="side", text=f"{match}: {_shown(old)} is not in the new draw.")
            continue
        new = after.sides(match)
        if old != new:
            yield Change(kind="side", text=f"{match}: {_shown(old)} becomes {_shown(new)}.")
            if record.table is not None and record.result is None:
                yield Change(kind="call", text=f"{match} is called to table {record.table}.")
        if after.status(match) == "void" and before.status(match) != "void":
            yield Change(kind="void", text=f"{match} was played by {_shown(old)} and has to be decided anew.")


def _decisions(before: TournamentView, after: TournamentView) -> Iterator[Change]:
    known = {task.text for task in tasks(before)}
    for task in tasks(after):
        if task.text not in known and task.code != "void":
            yield Change(kind="replay" if task.code == "replay" else "decision", text=task.text)


def _shown(sides: tuple[str | None, str | None]) -> str:
    return " – ".join(side or "?" for side in sides)
