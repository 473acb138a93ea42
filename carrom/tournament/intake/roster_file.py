"""The entry list as CSV: what an import reads back without a change."""

import csv
import io
from collections.abc import Iterator

from carrom.tournament.log.people import Entry, Person
from carrom.tournament.log.state import State

COLUMNS = (
    "id", "name", "born", "age", "gender", "club", "community", "level", "event", "partner", "team", "rubber", "seed"
)  # fmt: skip


def roster_csv(state: State) -> str:
    """One row for every person and event, and one for everybody who has entered nothing yet."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in _rows(state):
        writer.writerow(row)
    return out.getvalue()


def _rows(state: State) -> Iterator[dict[str, object]]:
    for person in state.people.values():
        own = {
            column: "" if getattr(person, column) is None else getattr(person, column)
            for column in ("id", "name", "born", "age", "gender", "club", "community", "level")
        }
        entered = [
            (event, entry)
            for event, entries in state.entries.items()
            for entry in entries.values()
            if person.id in entry.members
        ]
        for event, entry in entered:
            yield own | {"event": event, "seed": entry.seed or ""} | _place(state, person, entry, str(event))
        if not entered:
            yield own


def _place(state: State, person: Person, entry: Entry, event: str) -> dict[str, object]:
    kind = state.event(event).category.kind
    if kind == "doubles":
        partner = next(one for one in entry.members if one != person.id)
        return {"partner": partner}
    if kind == "teams":
        plays = [rubber for rubber, players in entry.line_up.items() if person.id in players]
        return {"team": entry.id, "rubber": plays[0] if plays else ""}
    return {}
